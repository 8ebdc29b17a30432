import type { PolicyName } from './pacing';

/** Behaviour for a campaign whose counts are stale or unknown. */
export const WHEN_STALE = ['extrapolate', 'stop', 'continue'] as const;
type WhenStale = (typeof WHEN_STALE)[number];

/** Settings of pacing. */
export interface PacingSettings {
  /** Policy of campaigns that specify none. */
  readonly policy: PolicyName;
  /** Share for the policy `threshold`, for campaigns that specify none. */
  readonly thresholdShare: number;
  /** Interval between two decisions, in milliseconds. */
  readonly intervalMs: number;
  /** Time from a decision until ad servers apply it, in milliseconds. */
  readonly actuationDelayMs: number;
  /** Age from which counts are stale, in milliseconds. */
  readonly staleAfterMs: number;
  /**
   * - `extrapolate`: continues, and counts the units that the last known rate must have delivered since as delivered;
   * - `stop`: stops the campaign until its count is known again;
   * - `continue`: keeps the last decision.
   */
  readonly whenStale: WhenStale;
  /**
   * Assumed delivery rate of a campaign without history, in units per second. Its pass share is limited to what is safe
   * at this rate.
   */
  readonly unitsPerSecondMax: number;
  /** Number of standard errors that are added to an estimated count. */
  readonly standardErrorsAdded: number;
  /** Time constant with which observed rates are forgotten, in milliseconds, since traffic and competition change. */
  readonly rateMemoryMs: number;
  /**
   * Share of the remaining day, at its end, for which `proportional` plans nothing, because its traffic is uncertain.
   */
  readonly reserveShare: number;
  /**
   * Demand ratio above which `proportional` delivers faster than its plan, by the factor by which the ratio exceeds
   * this value.
   */
  readonly demandRatioThreshold: number;
  /** Relative tolerance within which a pass share is kept although another one is wanted. */
  readonly passShareTolerance: number;
  /** Distribution of a day's traffic over 24 equal parts of it, in any unit. Empty: even. */
  readonly trafficShape: readonly number[];
}
