import { DEVIATIONS_95 } from '../sketches/sketch';

/** Count of a sketch: exact, or an estimate with a 95 % confidence bound. */
export interface SketchNumber {
  readonly count: number;
  readonly exact: boolean;
  readonly upper: number;
}

/** Count of the event log. */
export interface LogNumber {
  readonly exact: number;
  /** Additional events that compaction may have dropped. */
  readonly possible: number;
}

/**
 * - `equal`: the sketch is exact and equals the log;
 * - `within`: the sketch is an estimate whose error explains the difference;
 * - `growing`: the sketch has more than the log and was written after the log was read;
 * - `beyond`: the sketch is an estimate whose error does not explain the difference;
 * - `differs`: the sketch is exact and differs from the log;
 * - `unreadable`: the sketch is corrupted or of a later version.
 */
export const RECONCILE_VERDICTS = ['equal', 'within', 'growing', 'beyond', 'differs', 'unreadable'] as const;
export type ReconcileVerdict = (typeof RECONCILE_VERDICTS)[number];

export interface CountDifference {
  readonly verdict: 'equal' | 'within' | 'beyond' | 'differs';
  /** Count of the sketch minus count of the log. */
  readonly difference: number;
  /** Maximum explained difference: events that compaction may have dropped, and the sketch's error. */
  readonly bound: number;
}

/** Compares both counts. `sigmas` is the number of standard errors by which an estimate may differ. */
export function compareCounts(
  { exact, possible }: LogNumber,
  sketch: SketchNumber,
  sigmas: number,
): CountDifference {
  const difference = sketch.count - exact;
  const unexplained = difference > 0 ? Math.max(0, difference - possible) : difference;
  const error = sketch.exact ? 0 : ((sketch.upper - sketch.count) / DEVIATIONS_95) * sigmas;
  const bound = Math.ceil(error) + (difference > 0 ? possible : 0);
  if (Math.abs(unexplained) > error) {
    return { verdict: sketch.exact ? 'differs' : 'beyond', difference, bound };
  }
  return { verdict: sketch.exact ? 'equal' : 'within', difference, bound };
}

/** Returns whether the verdict needs an investigation. */
export function isMismatch(verdict: ReconcileVerdict): boolean {
  return verdict === 'beyond' || verdict === 'differs' || verdict === 'unreadable';
}
