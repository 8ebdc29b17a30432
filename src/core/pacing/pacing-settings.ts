import type { PolicyName } from './pacing';

/** What is done for a campaign whose counts are too old, or cannot be told. */
export const WHEN_STALE = ['extrapolate', 'stop', 'continue'] as const;
export type WhenStale = (typeof WHEN_STALE)[number];

/** What pacing goes by besides counts. */
export interface PacingSettings {
  /** Of campaigns that name no policy. */
  readonly policy: PolicyName;
  /** Of the policy `threshold`, for campaigns that name no share. */
  readonly thresholdShare: number;
  /** Between two decisions. */
  readonly intervalMs: number;
  /** From a decision until ad servers act on it. */
  readonly actuationDelayMs: number;
  /** Counts that are complete only up to longer ago than this are stale. */
  readonly staleAfterMs: number;
  /**
   * - `extrapolate`: goes on, and takes what the last known rate must have brought since for delivered;
   * - `stop`: stops the campaign until its count is known again;
   * - `continue`: leaves the campaign as it was decided last.
   */
  readonly whenStale: WhenStale;
  /** What a campaign of which nothing is known yet could take at most: it is let in no further than is safe with that. */
  readonly unitsPerSecondMax: number;
  /** Standard errors of an estimated count that are added to it. */
  readonly standardErrorsAdded: number;
  /** How long a rate that was observed is gone by: the traffic and the competition change meanwhile. */
  readonly rateMemoryMs: number;
  /** Share of the time left, at the day's end, that `proportional` plans nothing for: nobody knows what it will be like. */
  readonly reserveShare: number;
  /**
   * While all campaigns together need more than this share of what could be shown in the time that is planned with, `proportional` goes
   * faster than its plan, by as much as they need more.
   */
  readonly demandRatioTarget: number;
  /** A pass share stays as it is while the one wanted differs by no more than this share of it. */
  readonly passShareTolerance: number;
  /** How the traffic of a day is spread over 24 equal parts of it, in any unit. Empty: evenly. */
  readonly trafficShape: readonly number[];
}
