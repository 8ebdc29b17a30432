import type { IdSet } from '../columns/id-set';
import type { ActionDeclaration, Dimension, EventDataType, EventLevel } from '../schema/schema';
import type { TimeWindow } from './windows';

/** A validated query: the actions of one user to count, the windows, the levels and the grouping. */
export interface CountQuery {
  readonly dataType: EventDataType;
  /** Canonical id, like all ids here. */
  readonly userId: string;
  /** Distinct actions. */
  readonly actions: readonly ActionDeclaration[];
  /** Conditions that an event must meet to count, at most one per dimension. */
  readonly where: readonly DimensionCondition[];
  /** Selections, at most one per level. Empty: totals only. */
  readonly entities: readonly EntitySelection[];
  /** Windows with distinct names. */
  readonly windows: readonly TimeWindow[];
  /** Distinct keys, outermost first. */
  readonly groupBy: readonly GroupKey[];
  /** End of rolling and calendar windows, in milliseconds since the Unix epoch. */
  readonly asOfMs: number;
}

/** Condition on one dimension of an event. */
export interface DimensionCondition {
  readonly dimension: Dimension;
  /** Distinct ids. Absent: any value. */
  readonly ids?: readonly string[];
  /** Whether events without the dimension count too. */
  readonly orAbsent: boolean;
}

/** Counts per entity of one level: of the listed ids, or of every entity that occurs. */
export interface EntitySelection {
  readonly level: EventLevel;
  readonly ids: IdSet | '*';
}

/** Key by which counts are grouped. The label of events without the dimension is the empty string, which no id is. */
export type GroupKey = 'action' | Dimension;

/** The parts of a query that its counts depend on. */
export type CountedQuery = Pick<CountQuery, 'actions' | 'where' | 'entities' | 'windows' | 'groupBy'>;
