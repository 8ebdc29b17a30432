import { IdSet } from '../../../src/core/columns/id-set';
import type { CountedQuery } from '../../../src/core/counts/count-query';
import type { ActionEvent } from '../../../src/core/events/event';
import { DAY_MS, FIRST_DAY_MS, TYPE } from './data';

const HOUR_MS = 3_600_000;

export interface QueryShape {
  /** Ends of the windows, in days after the first day. */
  readonly days: number;
  readonly windows: Readonly<Record<string, number>>;
  /** Number of candidates per level. */
  readonly candidates: number;
  /** View types. Default: all. */
  readonly viewTypes?: readonly string[];
}

/**
 * Large query: impressions on two of the three view types of 200 ads, their ad groups, campaigns and advertisers, in
 * six windows.
 */
export const LARGE_QUERY = {
  windows: {
    '1h': HOUR_MS,
    '6h': 6 * HOUR_MS,
    '1d': DAY_MS,
    '7d': 7 * DAY_MS,
    '14d': 14 * DAY_MS,
    '30d': 30 * DAY_MS,
  },
  candidates: 200,
  viewTypes: ['home_feed', 'search'],
};

/** Typical query of an ad server: impressions of 100 ads and their parents, in three windows. */
export const TYPICAL_QUERY = {
  windows: { '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS },
  candidates: 100,
};

export function queryOf(events: readonly ActionEvent[], shape: QueryShape): CountedQuery {
  const asOfMs = FIRST_DAY_MS + shape.days * DAY_MS;
  const viewType = TYPE.dimensions.find(({ name }) => name === 'viewType')!;
  const { viewTypes, candidates } = shape;
  return {
    actions: TYPE.actions.filter(({ name }) => name === 'impression'),
    where: viewTypes === undefined ? [] : [{ dimension: viewType, ids: viewTypes, orAbsent: false }],
    entities: TYPE.levels.map((level) => {
      const seen = [...new Set(events.map(({ dimensions }) => dimensions[level.dimension.index]!))];
      return { level, ids: new IdSet(filledUp(seen, candidates)) };
    }),
    windows: Object.entries(shape.windows).map(([name, ms]) => ({
      name,
      fromMs: asOfMs - ms,
      toMs: asOfMs,
    })),
    groupBy: [],
  };
}

/** Adds unseen ids, because most candidates are new to a user. */
function filledUp(seen: readonly string[], candidates: number): readonly string[] {
  const unseen = Array.from({ length: candidates }, (_, i) => String(1_234_567_890_123 + i * 7_919));
  return [...new Set([...seen, ...unseen])].slice(0, candidates);
}
