import { SingleBar } from 'cli-progress';
import { countOf } from '../../core/shared/count-of';
import type { RebuildProgress } from '../../operations/residency/rebuild/rebuild-directory';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

interface RebuildProgressDisplay {
  readonly update: (progress: RebuildProgress) => void;
  readonly stop: () => void;
}

const STEPS = 1_000;

/** Shows the progress of a rebuild on stderr: as a bar on a terminal, as a line at intervals elsewhere. */
export function showRebuildProgress(clock: Clock, intervalMs: number): RebuildProgressDisplay {
  return process.stderr.isTTY ? bar() : lines(clock, intervalMs);
}

function bar(): RebuildProgressDisplay {
  const format = 'rebuilding [{bar}] {percentage}%  {rows} rows, {entries} entries repaired';
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { rows: 0, entries: 0 });
  return {
    update: ({ tally, share }) =>
      shown.update(Math.floor(share * STEPS), { rows: tally.rows, entries: tally.created + tally.changed }),
    stop: () => shown.stop(),
  };
}

function lines(clock: Clock, intervalMs: number): RebuildProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: ({ tally, share }) => {
      if (clock.monotonicMs() - printedMs < intervalMs) return;
      printedMs = clock.monotonicMs();
      const repaired = tally.created + tally.changed;
      printError(
        `rebuild: ${Math.floor(100 * share)}%, ${countOf(tally.rows, 'row')}, ${countOf(repaired, 'entry', 'entries')} repaired`,
      );
    },
    stop: () => undefined,
  };
}
