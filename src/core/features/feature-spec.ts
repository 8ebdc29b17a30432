import type { DimensionCondition } from '../counts/count-query';
import type { ActionDeclaration, EventDataType, EventLevel } from '../schema/schema';

/** A length of time by the name that features call it, e.g. `7d`. */
export interface NamedLength {
  readonly name: string;
  readonly lengthMs: number;
}

/** Events that are taken to have happened before any that are stored: what a rate is drawn to while there are few. */
export interface RatePrior {
  readonly impressions: number;
  /** 0 to 1. */
  readonly rate: number;
}

/** Which of `FeatureSpec.actions` are to be set against each other. */
export interface ClickThroughRate {
  readonly clicks: number;
  readonly impressions: number;
  readonly prior?: RatePrior;
}

/** What is to be told of each candidate: everything that decides the layout of its vector, and what its numbers mean. */
export interface FeatureSpec {
  /** One that holds events. */
  readonly dataType: EventDataType;
  /** Distinct, the outermost first. */
  readonly levels: readonly EventLevel[];
  /** Distinct. */
  readonly actions: readonly ActionDeclaration[];
  readonly rate?: ClickThroughRate;
  readonly windows: readonly NamedLength[];
  readonly halfLives: readonly NamedLength[];
  /** Of the inverse decays. */
  readonly scales: readonly NamedLength[];
  /** Events older than that are as if they had never been. At least the longest window. */
  readonly lookbackMs: number;
  /** All of them must hold for an event to count. */
  readonly where: readonly DimensionCondition[];
}

/** The entity of each of the spec's levels; undefined where it is not known. */
export type FeatureCandidate = readonly (string | undefined)[];

/** A validated query for one user. */
export interface FatigueQuery {
  readonly spec: FeatureSpec;
  readonly userId: string;
  readonly candidates: readonly FeatureCandidate[];
  /** Events from then on are not seen. Milliseconds since the Unix epoch. */
  readonly asOfMs: number;
}
