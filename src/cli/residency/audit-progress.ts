import { SingleBar } from 'cli-progress';
import { countOf } from '../../core/shared/count-of';
import { findingsOf } from '../../operations/residency/audit-record';
import type { AuditProgress } from '../../operations/residency/audit-rows';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface AuditProgressDisplay {
  readonly update: (progress: AuditProgress) => void;
  readonly stop: () => void;
}

/**
 * Shows the progress of an audit on stderr, so that stdout has the result alone: as a bar on a terminal, as a line at
 * intervals elsewhere.
 */
export function showAuditProgress(clock: Clock, intervalMs: number): AuditProgressDisplay {
  return process.stderr.isTTY ? bar() : lines(clock, intervalMs);
}

const STEPS = 1_000;

function bar(): AuditProgressDisplay {
  const format = 'auditing [{bar}] {percentage}%  {rows} rows, {entries} entries, {findings} findings';
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { rows: 0, entries: 0, findings: 0 });
  return {
    update: ({ tally, share }) =>
      shown.update(Math.floor(share * STEPS), {
        rows: tally.rows,
        entries: tally.entries,
        findings: findingsOf(tally),
      }),
    stop: () => shown.stop(),
  };
}

function lines(clock: Clock, intervalMs: number): AuditProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: ({ tally, share }) => {
      if (clock.monotonicMs() - printedMs < intervalMs) return;
      printedMs = clock.monotonicMs();
      const counts = `${countOf(tally.rows, 'row')}, ${countOf(tally.entries, 'entry', 'entries')}, ${countOf(findingsOf(tally), 'finding')}`;
      printError(`audit: ${Math.floor(100 * share)}%, ${counts}`);
    },
    stop: () => undefined,
  };
}
