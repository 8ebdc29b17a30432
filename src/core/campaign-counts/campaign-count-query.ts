import type { ActionDeclaration, Dimension, EventDataType, SketchDeclaration } from '../schema/schema';

/** Granularity of counts: all requested time together, each day, or each hour. */
export const GRAINS = ['total', 'day', 'hour'] as const;
export type Grain = (typeof GRAINS)[number];

export interface CampaignCountQuery {
  readonly dataType: EventDataType;
  readonly sketches: SketchDeclaration;
  /** Canonical distinct ids of the sketches' level. */
  readonly ids: readonly string[];
  readonly actions: readonly ActionDeclaration[];
  readonly by: Grain;
  readonly periods: readonly CountPeriod[];
  /** Parts of the days that are read for each entity, in the order of the days. */
  readonly parts: readonly DayPart[];
  /** Dimension of the breakdown, and its index among the declared ones. Undefined without a breakdown. */
  readonly breakdown: { readonly index: number; readonly dimension: Dimension } | undefined;
  /** Whether distinct users are counted too. */
  readonly reach: boolean;
}

/** Half-open period, in milliseconds since the Unix epoch. */
export interface CountPeriod {
  /** `total`, the day, or the start of the hour in the sketches' time zone. */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Part of a day. A day of an entity is one row. */
export interface DayPart {
  readonly day: string;
  /** Half-open range of hours, from the start of the day. Undefined: the whole day, which has a sketch of its own. */
  readonly hours: HourRange | undefined;
  /** Index of the period that the part belongs to. If each hour has a period: of the first hour's period. */
  readonly period: number;
}

export interface HourRange {
  readonly first: number;
  readonly end: number;
}
