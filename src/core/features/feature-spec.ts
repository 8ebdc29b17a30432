import type { DimensionCondition } from '../counts/count-query';
import type { ActionDeclaration, EventDataType, EventLevel } from '../schema/schema';

/** A length of time with the name that features use, such as `7d`. */
export interface NamedLength {
  readonly name: string;
  readonly lengthMs: number;
}

/** Prior of a rate: fictitious events that dominate the rate while there are few real ones. */
export interface RatePrior {
  readonly impressions: number;
  /** Rate of the fictitious events, from 0 to 1. */
  readonly rate: number;
}

/** Indexes in `FeatureSpec.actions` of the two actions whose ratio is the rate. */
export interface ClickThroughRate {
  readonly clicks: number;
  readonly impressions: number;
  readonly prior?: RatePrior | undefined;
}

/** Specification of the features: everything that determines the layout of a vector and the meaning of its numbers. */
export interface FeatureSpec {
  /** DataType of the events. */
  readonly dataType: EventDataType;
  /** Distinct levels, outermost first. */
  readonly levels: readonly EventLevel[];
  /** Distinct actions. */
  readonly actions: readonly ActionDeclaration[];
  readonly rate?: ClickThroughRate | undefined;
  readonly windows: readonly NamedLength[];
  readonly halfLives: readonly NamedLength[];
  /** Scales of the inverse decays. */
  readonly scales: readonly NamedLength[];
  /** Maximum age of an event, in milliseconds. Older events are ignored. At least the longest window. */
  readonly lookbackMs: number;
  /** Conditions that an event must meet to count. */
  readonly where: readonly DimensionCondition[];
}

/** Entity of each level of the spec. Undefined if it is unknown. */
export type FeatureCandidate = readonly (string | undefined)[];

/** A validated query for one user. */
export interface FatigueQuery {
  readonly spec: FeatureSpec;
  readonly userId: string;
  readonly candidates: readonly FeatureCandidate[];
  /** Events from this time on are ignored. Milliseconds since the Unix epoch. */
  readonly asOfMs: number;
}
