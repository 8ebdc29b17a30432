import type { CountedQuery } from '../../../src/core/counting/count-events';
import type { ActionEvent } from '../../../src/core/events/event';
import { DAY_MS, FIRST_DAY_MS, TYPE } from './data';

const HOUR_MS = 3_600_000;
const CANDIDATES = 200;
const WINDOWS = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '14d': 14 * DAY_MS,
  '30d': 30 * DAY_MS,
};

/** Impressions on two of the three view types of 200 ads, their ad groups, campaigns and advertisers, in six windows. */
export function queryOf(events: readonly ActionEvent[], days: number): CountedQuery {
  const asOfMs = FIRST_DAY_MS + days * DAY_MS;
  const viewType = TYPE.dimensions.find(({ name }) => name === 'viewType')!;
  return {
    actions: TYPE.actions.filter(({ name }) => name === 'impression'),
    where: [{ dimension: viewType, ids: ['home_feed', 'search'], orAbsent: false }],
    entities: TYPE.levels.map((level) => {
      const seen = new Set(events.map(({ dimensions }) => dimensions[level.dimension.index]!));
      return { level, ids: [...seen].slice(0, CANDIDATES) };
    }),
    windows: Object.entries(WINDOWS).map(([name, ms]) => ({ name, fromMs: asOfMs - ms, toMs: asOfMs })),
    groupBy: [],
  };
}
