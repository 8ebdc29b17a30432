import type { ActionEvent } from '../../src/core/events/event';
import type { CountEventually } from './event-store';
import { DAY_MS } from './events';
import {
  AD_REFERENCE,
  deduplicate,
  referenceCounts,
  type ReferenceQuery,
  type ReferenceType,
} from './reference-counts';

const HOUR_MS = 3_600_000;
const JAKARTA_MS = 7 * HOUR_MS;

/** Query for each user of an event type, without its windows. */
export interface QuestionSet {
  /** Name of the event type; undefined: the default one. */
  readonly dataType?: string;
  readonly reference: ReferenceType;
  readonly questions: (userId: string) => Omit<ReferenceQuery, 'windows'>[];
}

const AD_ACTIONS = ['impression', 'click', 'view', 'save'];
const GROUPINGS = [
  [],
  ['action'],
  ['viewType', 'action'],
  ['ad', 'sessionId'],
  ['campaign', 'viewType', 'action'],
];

export const AD_QUESTIONS: QuestionSet = {
  reference: AD_REFERENCE,
  questions(userId) {
    const entities = { advertiser: '*', campaign: '*', adGroup: '*', ad: '*' } as const;
    const listed = { campaign: ['cmp-0', 'cmp-9'], ad: ['0', '3', '11', 'unseen'] };
    const clicks = { userId, actions: ['click', 'view'], entities: listed };
    const everything = GROUPINGS.flatMap((groupBy) => [
      { userId, actions: AD_ACTIONS, entities, groupBy },
      { ...clicks, where: { viewType: ['search', 'related'] }, groupBy },
    ]);
    const actions = AD_ACTIONS.map((action) => ({ userId, actions: [action], entities }));
    const optional = { in: ['grp-0', 'grp-1'], optional: true };
    return [
      ...everything,
      ...actions,
      { ...clicks, where: { sessionId: '*', adGroup: optional }, groupBy: ['sessionId', 'campaign'] },
      { userId, actions: AD_ACTIONS, where: { viewType: { in: ['search'], optional: true } }, entities },
      { userId, actions: AD_ACTIONS, where: { insertionId: ['ins-1', 'ins-2'] }, groupBy: ['insertionId'] },
    ];
  },
};

/** Reference counts by query. They are the same for the same events and the same moment. */
export type ExpectedCounts = Map<string, Record<string, unknown>>;

/**
 * Queries every window × level × group of every user and compares the counts with the reference. It uses all kinds of
 * windows and computes their bounds in plain arithmetic. Returns the number of counts compared. A caller that compares the
 * same events several times passes the same `expected`, so that the reference is computed once.
 */
export async function expectEveryCount(
  { countActions, asOfMs }: { countActions: CountEventually; asOfMs: number },
  deliveries: readonly ActionEvent[],
  { dataType, reference, questions } = AD_QUESTIONS,
  expected: ExpectedCounts = new Map(),
): Promise<number> {
  const events = deduplicate(deliveries, reference);
  const users = [...new Set(deliveries.map(({ userId }) => userId))];
  const windows = windowsAt(asOfMs);
  let compared = 0;
  for (const userId of users) {
    const own = events.filter((event) => event.userId === userId);
    for (const query of questions(userId)) {
      const asked = windows.map((window) => window.asked);
      const { counts } = await countActions({ dataType, ...query, windows: asked, asOf: asOfMs }, asOfMs);
      const name = JSON.stringify(query);
      const wanted = expected.get(name) ?? referenceCounts(own, { ...query, windows }, reference);
      expected.set(name, wanted);
      expect(counts).toEqual(wanted);
      compared += numbersIn(counts);
    }
  }
  return compared;
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
  const calendar = (unit: string, count: number, name: string, fromMs: number) => ({
    asked: { [unit]: count, timeZone: 'Asia/Jakarta' },
    name: `${name}@Asia/Jakarta`,
    fromMs,
    toMs: asOfMs,
  });
  const startOf = (lengthMs: number): number =>
    Math.floor((asOfMs + JAKARTA_MS) / lengthMs) * lengthMs - JAKARTA_MS;
  return [
    rolling('40s', 40_000),
    rolling('1m', 60_000),
    rolling('90m', 90 * 60_000),
    rolling('6h', 6 * HOUR_MS),
    rolling('1d', DAY_MS),
    rolling('7d', 7 * DAY_MS),
    rolling('30d', 30 * DAY_MS),
    absolute('three seconds', asOfMs - 63_000, asOfMs - 60_000),
    absolute('a past hour', asOfMs - 50 * HOUR_MS, asOfMs - 49 * HOUR_MS),
    absolute('a past week', asOfMs - 14 * DAY_MS - 12_345, asOfMs - 7 * DAY_MS + 6_789),
    calendar('hours', 5, '5h', startOf(HOUR_MS) - 4 * HOUR_MS),
    calendar('days', 3, '3d', startOf(DAY_MS) - 2 * DAY_MS),
  ];
}

function numbersIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + numbersIn(part), 0);
}
