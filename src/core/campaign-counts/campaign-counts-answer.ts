import type { TidemarkError } from '../../errors';
import type { ReadEvidence } from '../consistency/consistency';
import type { CountedPlacements } from '../residency/sketch-tables';

/** A count: exact, or an estimate whose bounds hold with a probability of 95 %. */
export interface CountEstimate {
  readonly count: number;
  readonly exact: boolean;
  readonly lower: number;
  readonly upper: number;
}

/** Count of one action in one period. */
export interface EventCount {
  readonly events: CountEstimate;
  /** Number of distinct users; undefined unless requested. */
  readonly users: CountEstimate | undefined;
}

/** Count of one action in one period, with its breakdown. */
export interface ActionCount extends EventCount {
  /**
   * Counts by value of the breakdown dimension, without values that have no counts; undefined without a breakdown.
   */
  readonly values: ReadonlyMap<string, EventCount> | undefined;
}

/** Counts by period, then by action, in the order of the query. */
export type CampaignCounts = readonly (readonly ActionCount[])[];

/** Counts of one entity, or its error. Corrupted or oversized sketches fail only their own entity. */
export type CountedCampaign = { readonly counts: CampaignCounts } | { readonly error: TidemarkError };

/** Counts of several campaigns. */
export interface CampaignCountsAnswer {
  /** One for each id, in order. An entity without sketches has counts of 0. */
  readonly campaigns: readonly CountedCampaign[];
  /**
   * Undefined if the sketches are not placed. With missing placements, the counts are those of the others: lower bounds
   * of the true ones.
   */
  readonly placements: CountedPlacements | undefined;
  /**
   * Event time up to which the counts are complete, in milliseconds since the Unix epoch; undefined when unknown, or
   * when a placement is missing.
   */
  readonly completeUpToMs: number | undefined;
  readonly evidence: ReadEvidence;
}
