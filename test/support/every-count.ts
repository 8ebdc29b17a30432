import type { SchemaRegistry } from '../../src/codec/schema-registry';
import { DEFAULTS } from '../../src/defaults';
import { parseCountQuery } from '../../src/core/counting/ad-count-query';
import type { ActionEvent } from '../../src/core/events/event';
import { eventRulesOf } from '../../src/operations/ingest-events';
import type { CountEventually } from './event-store';
import { DAY_MS } from './events';
import { deduplicate, referenceCounts } from './reference-counts';

const HOUR_MS = 3_600_000;
const JAKARTA_MS = 7 * HOUR_MS;
const GROUPINGS = [
  [],
  ['action'],
  ['viewType', 'action'],
  ['ad', 'sessionId'],
  ['campaign', 'viewType', 'action'],
];
const ACTIONS = ['impression', 'click', 'view', 'save'];

/**
 * Asks for every window × level × group of every user and compares with the reference. Windows are given in all three
 * kinds, and their bounds are worked out here in plain arithmetic. Returns how many numbers were compared.
 */
export async function expectEveryCount(
  { countActions, schema, asOfMs }: { countActions: CountEventually; schema: SchemaRegistry; asOfMs: number },
  deliveries: readonly ActionEvent[],
): Promise<number> {
  const events = deduplicate(deliveries);
  const users = [...new Set(deliveries.map(({ userId }) => userId)), 'nobody'];
  const limits = { ...DEFAULTS.counts, ...DEFAULTS.events };
  const rules = { ...limits, ...eventRulesOf(schema.eventType(), limits), nowMs: asOfMs };
  const windows = windowsAt(asOfMs);
  let compared = 0;
  for (const userId of users) {
    for (const query of queries(userId)) {
      const body = { ...query, windows: windows.map(({ asked }) => asked), asOf: asOfMs };
      const answer = await countActions(parseCountQuery(body, rules));
      const expected = referenceCounts(events, { ...query, windows });
      const counts: unknown = JSON.parse(JSON.stringify(answer.counts));
      expect(counts).toEqual(expected);
      compared += numbersIn(counts);
    }
  }
  return compared;
}

type Entities = Record<string, string[] | '*'>;

function queries(
  userId: string,
): { userId: string; actions: string[]; viewTypes?: string[]; entities: Entities; groupBy: string[] }[] {
  const all: Entities = { advertiser: '*', campaign: '*', adGroup: '*', ad: '*' };
  const listed: Entities = { campaign: ['cmp-0', 'cmp-9'], ad: ['0', '3', '11', 'unseen'] };
  return GROUPINGS.flatMap((groupBy) => [
    { userId, actions: ACTIONS, entities: all, groupBy },
    { userId, actions: ['click', 'view'], viewTypes: ['search', 'related'], entities: listed, groupBy },
    ...ACTIONS.map((action) => ({ userId, actions: [action], entities: all, groupBy })),
  ]);
}

function windowsAt(asOfMs: number): { asked: unknown; name: string; fromMs: number; toMs: number }[] {
  const rolling = (name: string, lengthMs: number) => ({
    asked: name,
    name,
    fromMs: asOfMs - lengthMs,
    toMs: asOfMs,
  });
  const absolute = (name: string, fromMs: number, toMs: number) => ({
    asked: { from: new Date(fromMs).toISOString(), to: toMs, name },
    name,
    fromMs,
    toMs,
  });
  const jakartaMidnight = Math.floor((asOfMs + JAKARTA_MS) / DAY_MS) * DAY_MS - JAKARTA_MS;
  return [
    rolling('1m', 60_000),
    rolling('90m', 90 * 60_000),
    rolling('6h', 6 * HOUR_MS),
    rolling('1d', DAY_MS),
    rolling('7d', 7 * DAY_MS),
    rolling('30d', 30 * DAY_MS),
    absolute('three seconds', asOfMs - 63_000, asOfMs - 60_000),
    absolute('a past hour', asOfMs - 50 * HOUR_MS, asOfMs - 49 * HOUR_MS),
    absolute('a past week', asOfMs - 14 * DAY_MS - 12_345, asOfMs - 7 * DAY_MS + 6_789),
    {
      asked: { days: 3, timeZone: 'Asia/Jakarta' },
      name: '3d@Asia/Jakarta',
      fromMs: jakartaMidnight - 2 * DAY_MS,
      toMs: asOfMs,
    },
  ];
}

function numbersIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + numbersIn(part), 0);
}
