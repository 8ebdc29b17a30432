import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { RecountState } from '../../operations/reconcile/recount-state';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface RecountProgressDisplay {
  readonly update: (state: RecountState) => void;
  readonly stop: () => void;
}

/**
 * Shows the progress of a recount on stderr, so that stdout has the result alone: as a bar on a terminal, as a line at
 * intervals elsewhere.
 */
export function showRecountProgress(day: string, clock: Clock): RecountProgressDisplay {
  return process.stderr.isTTY ? bar(day, clock) : lines(day, clock);
}

const STEPS = 1_000;
const BAR_INTERVAL_MS = 100;

function bar(day: string, clock: Clock): RecountProgressDisplay {
  const format = `counting ${day} [{bar}] {percentage}%  {rows} users, {cells} cells`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { rows: 0, cells: 0 });
  const update = throttled(BAR_INTERVAL_MS, clock, (state) =>
    shown.update(Math.floor(state.share * STEPS), { rows: state.tally.rows, cells: state.tally.cells }),
  );
  return { update, stop: () => shown.stop() };
}

function lines(day: string, clock: Clock): RecountProgressDisplay {
  const update = throttled(DEFAULTS.reconciliation.progressIntervalMs, clock, ({ share, tally }) =>
    printError(
      `${day}: ${Math.floor(100 * share)}%, ${countOf(tally.rows, 'user')}, ${countOf(tally.cells, 'cell')}`,
    ),
  );
  return { update, stop: () => undefined };
}

/** Returns a function that calls `show` at most once per interval, since it is called for every row. */
function throttled(
  intervalMs: number,
  clock: Clock,
  show: (state: RecountState) => void,
): (state: RecountState) => void {
  let shownMs = clock.monotonicMs();
  return (state) => {
    if (clock.monotonicMs() - shownMs < intervalMs) return;
    shownMs = clock.monotonicMs();
    show(state);
  };
}
