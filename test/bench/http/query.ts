import { plainCounts } from '../../support/plain-counts';
import type { PlainEvent } from '../../support/reference-features';

/** The query that is asked over and over, and the events of the user it asks about. */
export const PATH = '/v1/counts:query';

const NOW_MS = Date.now() - 60_000;
const EVENTS = 100;

export const QUERY = {
  userId: 'bench',
  actions: ['impression', 'click'],
  where: { viewType: ['home_feed', 'search'] },
  entities: { ad: ['ad-0', 'ad-1', 'ad-2'], campaign: '*' },
  windows: ['1d', '90m', '7d'],
  groupBy: ['action'],
  asOf: NOW_MS,
};

/** A day or so. */
export function events() {
  return Array.from({ length: EVENTS }, (_, i) => ({
    userId: QUERY.userId,
    action: i % 10 === 0 ? 'click' : 'impression',
    eventTime: NOW_MS - i * 1_200_000,
    viewType: i % 3 === 0 ? 'search' : 'home_feed',
    adId: `ad-${i % 7}`,
    campaignId: `cmp-${i % 3}`,
    insertionId: `ins-${i}`,
  }));
}

/** The counts that the query must be answered with, computed without the product's code. */
export function expectedCounts(): unknown {
  const plain = events().map(({ action, eventTime, insertionId, ...ids }) => ({
    action,
    timeMs: eventTime,
    ids,
    tie: insertionId,
  }));
  const { actions, where, entities, windows, groupBy, asOf } = QUERY;
  return plainCounts(plain, {
    actions,
    groupBy,
    where: [{ dimension: 'viewType', ids: where.viewType, orAbsent: false }],
    entities: [
      { level: 'ad', dimension: 'adId', ids: entities.ad },
      { level: 'campaign', dimension: 'campaignId', ids: '*' },
    ],
    windows: windows.map((name) => ({ name, fromMs: asOf - WINDOW_MS[name]!, toMs: asOf })),
  });
}

const WINDOW_MS: Readonly<Record<string, number>> = { '90m': 5_400_000, '1d': 86_400_000, '7d': 604_800_000 };

/** The same as the store has them. */
export function plainEvents(): PlainEvent[] {
  return events().map(({ action, eventTime: timeMs, ...dimensions }) => ({ action, timeMs, dimensions }));
}
