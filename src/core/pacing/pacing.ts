/** Inputs and results of pacing. Times are milliseconds since the Unix epoch. */

export const POLICIES = ['proportional', 'predictive', 'threshold'] as const;
export type PolicyName = (typeof POLICIES)[number];

export type PacingPolicy =
  /** Throttles so that delivery follows the day's forecast. Near the end it behaves like `predictive`. */
  | { readonly name: 'proportional' }
  /** Stops when counted and estimated uncounted units reach the purchase. */
  | { readonly name: 'predictive' }
  /** Stops at a share of the purchase, above 0 and at most 1. */
  | { readonly name: 'threshold'; readonly share: number };

/** A campaign on one day of its flights. */
export interface CampaignDay {
  readonly campaignId: string;
  /** ISO 8601 date in the time zone of the counts. */
  readonly day: string;
  readonly dayStartMs: number;
  /** Start of the next day. */
  readonly dayEndMs: number;
  readonly unitsPurchased: number;
  /** Priority from 1, served first, to 100. */
  readonly priority: number;
  readonly policy: PacingPolicy;
  readonly isPaused: boolean;
}

/** Count of a campaign's day so far. */
export interface CampaignCount {
  readonly count: number;
  /** Relative standard error. 0 if the count is exact. */
  readonly relativeError: number;
  /** Whether parts of the count are missing or old: it is a lower bound then, and is complete up to no time. */
  readonly isPartial?: true | undefined;
}

export interface CountSnapshot {
  /** Time of the read. */
  readonly atMs: number;
  /** Event time up to which the counts are complete. Undefined if unknown. */
  readonly completeUpToMs: number | undefined;
  /** Counts by campaign id. A missing campaign has an unknown count; 0 is a count. */
  readonly counts: ReadonlyMap<string, CampaignCount>;
}

export type PacingStateName = 'active' | 'throttled' | 'stopped';

export interface PacingDecision {
  readonly campaignId: string;
  readonly day: string;
  readonly state: PacingStateName;
  /** Share of the requests for which the campaign may be considered: 1 when active, 0 when stopped. */
  readonly passShare: number;
  readonly reason: PacingReason;
  readonly unitsPurchased: number;
  readonly count: number;
  /** Estimated delivery rate at the decided pass share. */
  readonly unitsPerSecond: number;
  readonly completeUpToMs: number | undefined;
  readonly priority: number;
}

export type PacingReason =
  | 'on_pace'
  | 'ahead_of_pace'
  /** The purchased units are counted. */
  | 'units_delivered'
  /** They are not counted yet, but are expected to have been delivered. */
  | 'units_expected'
  /** The threshold's share is counted. */
  | 'threshold_reached'
  | 'paused'
  /** Counts are stale or unknown, and the configured behaviour applies. */
  | 'counts_stale'
  /** The campaign has no flight today any more. Published once for a campaign that was decided before. */
  | 'no_flight';
