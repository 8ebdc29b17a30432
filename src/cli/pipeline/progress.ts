import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { FullPassProgress } from '../../operations/pipelines/full-pass/full-pass';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

interface RunProgressDisplay {
  readonly update: (progress: FullPassProgress) => void;
  readonly stop: () => void;
}

const STEPS = 1_000;

/**
 * Shows the progress of a run on stderr, so that stdout has the summary alone: as a bar on a terminal, as a line at
 * intervals elsewhere.
 */
export function showRunProgress(pipeline: string, clock: Clock): RunProgressDisplay {
  return process.stderr.isTTY ? bar(pipeline) : lines(pipeline, clock);
}

function bar(pipeline: string): RunProgressDisplay {
  const format = `${pipeline} [{bar}] {percentage}%  {objects} objects, {written} cells written, {failed} failed`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { objects: 0, written: 0, failed: 0 });
  return {
    update: ({ tally, share }) => shown.update(Math.floor(share * STEPS), { ...tally }),
    stop: () => shown.stop(),
  };
}

function lines(pipeline: string, clock: Clock): RunProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: ({ tally: { objects, written, failed }, share }) => {
      if (clock.monotonicMs() - printedMs < DEFAULTS.pipelines.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      const percent = Math.floor(100 * share);
      printError(
        `${pipeline}: ${percent}%, ${countOf(objects, 'object')}, ${countOf(written, 'cell')} written, ${failed} failed`,
      );
    },
    stop: () => undefined,
  };
}
