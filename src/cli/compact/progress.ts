import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { CompactionProgress } from '../../operations/compaction/compact';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface CompactionProgressDisplay {
  readonly update: (progress: CompactionProgress) => void;
  readonly stop: () => void;
}

/**
 * Shows the progress of packing a DataType on stderr, so that stdout has the summary alone: as a bar on a terminal, as
 * a line at intervals elsewhere.
 */
export function showCompactionProgress(family: string, clock: Clock): CompactionProgressDisplay {
  return process.stderr.isTTY ? bar(family) : lines(family, clock);
}

const STEPS = 1_000;

function bar(family: string): CompactionProgressDisplay {
  const format = `packing ${family} [{bar}] {percentage}%  {rows} rows, {rowsPacked} packed, {eventsPacked} events`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { rows: 0, rowsPacked: 0, eventsPacked: 0 });
  return {
    update: ({ tally, share }) => shown.update(Math.floor(share * STEPS), { ...tally }),
    stop: () => shown.stop(),
  };
}

function lines(family: string, clock: Clock): CompactionProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: ({ tally: { rows, rowsPacked, eventsPacked }, share }) => {
      if (clock.monotonicMs() - printedMs < DEFAULTS.compaction.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      const percent = Math.floor(100 * share);
      printError(
        `${family}: ${percent}%, ${countOf(rows, 'row')}, ${rowsPacked} packed, ${countOf(eventsPacked, 'event')}`,
      );
    },
    stop: () => undefined,
  };
}
