import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface SubjectProgressDisplay {
  /** `note`: what has become of those that are done. */
  readonly update: (done: number, note: string) => void;
  readonly stop: () => void;
}

/**
 * Shows how many of the users, or per mille of a table, are done on stderr, so that stdout has the result alone: as a bar
 * on a terminal, as a line at intervals elsewhere.
 */
export function showSubjectProgress(activity: string, total: number, clock: Clock): SubjectProgressDisplay {
  return process.stderr.isTTY ? bar(activity, total) : lines(activity, total, clock);
}

function bar(activity: string, total: number): SubjectProgressDisplay {
  const format = `${activity} [{bar}] {percentage}%  {note}`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(total, 0, { note: '' });
  return { update: (done, note) => shown.update(done, { note }), stop: () => shown.stop() };
}

function lines(activity: string, total: number, clock: Clock): SubjectProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: (done, note) => {
      if (clock.monotonicMs() - printedMs < DEFAULTS.privacy.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      printError(`${activity}: ${Math.floor((100 * done) / Math.max(total, 1))}%, ${note}`);
    },
    stop: () => undefined,
  };
}
