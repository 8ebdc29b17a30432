/** What the pacing of campaigns goes by, and what comes of it. Times are milliseconds since the Unix epoch. */

export const POLICIES = ['proportional', 'predictive', 'threshold'] as const;
export type PolicyName = (typeof POLICIES)[number];

export type PacingPolicy =
  /** Delivery follows the day's forecast by throttling; then as `predictive`. */
  | { readonly name: 'proportional' }
  /** Off when what is counted, and what must be expected to have been delivered beyond it, reaches the units purchased. */
  | { readonly name: 'predictive' }
  /** Off at a share of the units purchased, over 0 and at most 1. */
  | { readonly name: 'threshold'; readonly share: number };

/** A campaign on one of the days of its flights. */
export interface CampaignDay {
  readonly campaignId: string;
  /** ISO 8601, by the time zone of the counts. */
  readonly day: string;
  readonly dayStartMs: number;
  /** Of the next day's start. */
  readonly dayEndMs: number;
  readonly unitsPurchased: number;
  /** From 1, served first, to 100. */
  readonly priority: number;
  readonly policy: PacingPolicy;
  readonly isPaused: boolean;
}

/** Of a campaign's day so far. */
export interface CampaignCount {
  readonly count: number;
  /** Relative standard error; 0 where the count is exact. */
  readonly relativeError: number;
}

export interface CountSnapshot {
  /** When they were read. */
  readonly atMs: number;
  /** Event time up to which they are complete, as far as can be told; undefined: nothing tells. */
  readonly completeUpToMs: number | undefined;
  /** By campaign id. Of a campaign that is missing the count cannot be told; 0 is a count. */
  readonly counts: ReadonlyMap<string, CampaignCount>;
}

export type PacingStateName = 'active' | 'throttled' | 'stopped';

export interface PacingDecision {
  readonly campaignId: string;
  readonly day: string;
  readonly state: PacingStateName;
  /** Share of the requests for which the campaign may be taken into account: 1 when active, 0 when stopped. */
  readonly passShare: number;
  readonly reason: PacingReason;
  readonly unitsPurchased: number;
  readonly count: number;
  readonly unitsPerSecond: number;
  readonly completeUpToMs: number | undefined;
  readonly priority: number;
}

export type PacingReason =
  | 'on_pace'
  | 'ahead_of_pace'
  /** The units purchased are counted. */
  | 'units_delivered'
  /** They are not, but must be expected to have been delivered. */
  | 'units_expected'
  /** The threshold's share is. */
  | 'threshold_reached'
  | 'paused'
  /** Counts are too old, or cannot be told, and this is what was configured for that. */
  | 'counts_stale'
  /** It has no flight today, any more: said once of a campaign that was decided about before. */
  | 'no_flight';
