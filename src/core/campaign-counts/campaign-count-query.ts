import type { ActionDeclaration, Dimension, EventDataType, SketchDeclaration } from '../schema/schema';

/** What the counts are of: everything that is asked for together, each day, or each hour. */
export const GRAINS = ['total', 'day', 'hour'] as const;
export type Grain = (typeof GRAINS)[number];

export interface CampaignCountQuery {
  readonly dataType: EventDataType;
  readonly sketches: SketchDeclaration;
  /** Of the sketches' level; canonical and distinct. */
  readonly ids: readonly string[];
  readonly actions: readonly ActionDeclaration[];
  readonly by: Grain;
  readonly periods: readonly CountPeriod[];
  /** What is read of each entity, in the order of the days. */
  readonly parts: readonly DayPart[];
  /** Place among the declared breakdowns. */
  readonly breakdown: { readonly index: number; readonly dimension: Dimension } | undefined;
  /** Whether distinct users are counted as well. */
  readonly reach: boolean;
}

/** Half-open. Milliseconds since the Unix epoch. */
export interface CountPeriod {
  /** `total`, the day, or the hour's beginning by the sketches' time zone. */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A day of an entity is a row; this is what of it is wanted. */
export interface DayPart {
  readonly day: string;
  /** Half-open, counted from the day's beginning; undefined: all of the day, which has a sketch of its own. */
  readonly hours: HourRange | undefined;
  /** Place of the period that it belongs to; of its first hour's, where each hour has one. */
  readonly period: number;
}

export interface HourRange {
  readonly first: number;
  readonly end: number;
}
