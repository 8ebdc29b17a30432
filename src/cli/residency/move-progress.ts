import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import type { MoveProgress } from '../../operations/residency/move-subjects';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface MoveProgressDisplay {
  readonly update: (progress: MoveProgress) => void;
  readonly stop: () => void;
}

/**
 * Shows the progress of moves on stderr, so that stdout has the summary alone: as a bar on a terminal, as a line at
 * intervals elsewhere. `subjects`: number of all subjects of the command.
 */
export function showMoveProgress(subjects: number, clock: Clock): MoveProgressDisplay {
  return process.stderr.isTTY ? bar(subjects) : lines(subjects, clock);
}

function bar(subjects: number): MoveProgressDisplay {
  const format = 'moving [{bar}] {percentage}%  {moved} moved, waves: {waves}';
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(subjects, 0, { moved: 0, waves: 'none' });
  return {
    update: (progress) =>
      shown.update(doneOf(progress), { moved: progress.tally.moved, waves: wavesOf(progress) }),
    stop: () => shown.stop(),
  };
}

function lines(subjects: number, clock: Clock): MoveProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: (progress) => {
      if (clock.monotonicMs() - printedMs < DEFAULTS.moves.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      const percent = Math.floor((100 * doneOf(progress)) / Math.max(subjects, 1));
      printError(`move: ${percent}%, ${progress.tally.moved} moved, waves: ${wavesOf(progress)}`);
    },
    stop: () => undefined,
  };
}

const doneOf = ({ tally: { moved, alreadyThere, moving, changed } }: MoveProgress): number =>
  moved + alreadyThere + moving + changed;

function wavesOf({ steps }: MoveProgress): string {
  const running = [...steps].filter(([, waves]) => waves > 0);
  return running.map(([step, waves]) => `${waves} ${step}`).join(', ') || 'none';
}
