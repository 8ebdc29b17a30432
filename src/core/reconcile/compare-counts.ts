import { DEVIATIONS_95 } from '../sketches/sketch';

/** What a sketch says: exactly, or by an estimate whose bounds hold in 95 of 100 cases. */
export interface SketchNumber {
  readonly count: number;
  readonly exact: boolean;
  readonly upper: number;
}

/** What the log says. */
export interface LogNumber {
  readonly exact: number;
  /** Beyond it: what compaction may have dropped. */
  readonly possible: number;
}

/**
 * - `equal`: the sketch is exact, and says what the log says;
 * - `within`: an estimate, as near to the log as its error lets it be;
 * - `growing`: the sketch has more than the log had, and was written since the log was read;
 * - `beyond`: an estimate that is further off than its error explains;
 * - `differs`: the sketch is exact, and says something else;
 * - `unreadable`: the sketch is damaged, or of a later version.
 */
export const RECONCILE_VERDICTS = ['equal', 'within', 'growing', 'beyond', 'differs', 'unreadable'] as const;
export type ReconcileVerdict = (typeof RECONCILE_VERDICTS)[number];

export interface CountComparison {
  readonly verdict: 'equal' | 'within' | 'beyond' | 'differs';
  /** The sketch's count less the log's. */
  readonly difference: number;
  /** How far apart they may be: what compaction may have dropped, and the sketch's error. */
  readonly bound: number;
}

/** `sigmas`: how many standard errors an estimate may be off. */
export function compareCounts(
  { exact, possible }: LogNumber,
  sketch: SketchNumber,
  sigmas: number,
): CountComparison {
  const difference = sketch.count - exact;
  const unexplained = difference > 0 ? Math.max(0, difference - possible) : difference;
  const error = sketch.exact ? 0 : ((sketch.upper - sketch.count) / DEVIATIONS_95) * sigmas;
  const bound = Math.ceil(error) + (difference > 0 ? possible : 0);
  if (Math.abs(unexplained) > error) {
    return { verdict: sketch.exact ? 'differs' : 'beyond', difference, bound };
  }
  return { verdict: sketch.exact ? 'equal' : 'within', difference, bound };
}

/** Whether it is a matter for somebody to look into. */
export function isMismatch(verdict: ReconcileVerdict): boolean {
  return verdict === 'beyond' || verdict === 'differs' || verdict === 'unreadable';
}
