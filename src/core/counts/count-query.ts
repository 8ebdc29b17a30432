import type { IdSet } from '../columns/id-set';
import type { ActionDeclaration, Dimension, EventDataType, EventLevel } from '../schema/schema';
import type { TimeWindow } from './windows';

/** A validated query: which actions of one user to count, over which windows, at which levels, grouped by what. */
export interface CountQuery {
  readonly dataType: EventDataType;
  /** Canonical, as all ids here. */
  readonly userId: string;
  /** Distinct. */
  readonly actions: readonly ActionDeclaration[];
  /** All of them must hold for an event to count; one per dimension at most. */
  readonly where: readonly DimensionCondition[];
  /** One per level at most; none: totals only. */
  readonly entities: readonly EntitySelection[];
  /** Of differing names. */
  readonly windows: readonly TimeWindow[];
  /** Distinct, the outermost first. */
  readonly groupBy: readonly GroupKey[];
  /** Where rolling and calendar windows end, milliseconds since the Unix epoch. */
  readonly asOfMs: number;
}

/** What an event must have of one dimension. */
export interface DimensionCondition {
  readonly dimension: Dimension;
  /** Distinct; absent: any value. */
  readonly ids?: readonly string[];
  /** Whether events that lack the dimension count too. */
  readonly orAbsent: boolean;
}

/** Counts per entity of one level: of the listed candidates, or of every one that occurs. */
export interface EntitySelection {
  readonly level: EventLevel;
  readonly ids: IdSet | '*';
}

/** What counts are grouped by; the label of events that lack a dimension is the empty text, which no id is. */
export type GroupKey = 'action' | Dimension;
