import { SingleBar } from 'cli-progress';
import { printError } from '../../src/cli/shared/terminal';
import type { Progress } from './run-load';

export interface ProgressDisplay {
  update(progress: Progress): void;
  stop(): void;
}

const LINE_MS = 5_000;

/** A bar on a terminal, a line now and then elsewhere; on stderr, so that stdout has the report alone. */
export function showLoad(totalMs: number): ProgressDisplay {
  return process.stderr.isTTY ? bar(totalMs) : lines(totalMs);
}

function bar(totalMs: number): ProgressDisplay {
  const format =
    'load [{bar}] {percentage}%  {requests} requests, {failed} failed, {inFlight} in flight, p99 {p99} ms';
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(totalMs, 0, { requests: 0, failed: 0, inFlight: 0, p99: '-' });
  return {
    update: (progress) => shown.update(Math.min(progress.elapsedMs, totalMs), figuresOf(progress)),
    stop: () => shown.stop(),
  };
}

function lines(totalMs: number): ProgressDisplay {
  let nextMs = LINE_MS;
  return {
    update(progress) {
      if (progress.elapsedMs < nextMs) return;
      nextMs += LINE_MS;
      const { requests, failed, p99 } = figuresOf(progress);
      const percent = Math.floor((100 * progress.elapsedMs) / totalMs);
      printError(`${percent}%: ${requests} requests, ${failed} failed, p99 ${p99} ms`);
    },
    stop: () => undefined,
  };
}

function figuresOf({ all, inFlight }: Progress): Record<'requests' | 'failed' | 'inFlight' | 'p99', string> {
  const { requests, ok, latencyMs } = all;
  const figures = { requests, failed: requests - ok, inFlight };
  return {
    requests: String(figures.requests),
    failed: String(figures.failed),
    inFlight: String(figures.inFlight),
    p99: latencyMs.p99.toFixed(1),
  };
}
