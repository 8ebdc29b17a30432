import { DateTime } from 'luxon';
import type { CapCandidate, CapQuery, CapRule } from '../../../../src/core/caps/cap-query';
import { evaluateCandidates } from '../../../../src/core/caps/evaluate-candidates';
import { Reservations, type Reservation } from '../../../../src/core/caps/reservations';
import { RuleCounts } from '../../../../src/core/caps/rule-counts';
import { countedFromMs } from '../../../../src/core/columns/counted-from';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { ActionEvent } from '../../../../src/core/events/event';
import { seededRandom } from '../../../../src/platform/random';
import { capQuery, type CapsJson } from '../../../support/caps';
import { AD_ACTION, adEvent, DAY_MS, fieldOf, storedCells } from '../../../support/events';

const SEED = 20_261_121;
const SKEW_MS = 100;
const NOW_MS = Date.UTC(2026, 9, 28, 10, 30);

/** Reference implementation, event by event, without columns and without shortcuts. */
interface Reference {
  readonly events: readonly ActionEvent[];
  readonly reservations: readonly Reservation[];
}

const WINDOWS: readonly unknown[] = [
  '90m',
  '1d',
  '7d',
  // Clocks go back on 25 October in Berlin, forward at midnight in Santiago, and back over midnight in Havana.
  { days: 1, timeZone: 'Europe/Berlin' },
  { days: 4, timeZone: 'Europe/Berlin' },
  { days: 2, timeZone: 'America/Havana' },
  { days: 3, timeZone: 'America/Santiago' },
  { hours: 5, timeZone: 'Asia/Kolkata' },
  { weeks: 2, timeZone: 'Europe/Berlin' },
  { months: 3, timeZone: 'America/Havana' },
  '400d',
];

/** Starts of calendar windows, by the window and today's date. */
const startsMs = new Map<string, number>();

function windowStartMs(json: unknown, atMs: number): number {
  if (typeof json === 'string') {
    const unitMs = { m: 60_000, h: 3_600_000, d: DAY_MS }[json.at(-1) as 'm' | 'h' | 'd'];
    return atMs - Number(json.slice(0, -1)) * unitMs;
  }
  const { timeZone, hours, ...dates } = json as { timeZone: string; [unit: string]: string | number };
  if (hours !== undefined) {
    const halfMs = 1_800_000;
    return (
      Math.floor((atMs + halfMs) / (2 * halfMs)) * 2 * halfMs - halfMs - (Number(hours) - 1) * 2 * halfMs
    );
  }
  const [unit, count] = Object.entries(dates)[0]!;
  const today = DateTime.fromISO(DateTime.fromMillis(atMs, { zone: timeZone }).toISODate()!, { zone: 'utc' });
  const first =
    unit === 'weeks'
      ? today.minus({ days: today.weekday - 1 })
      : today.set(unit === 'months' ? { day: 1 } : {});
  const key = JSON.stringify([json, today.toISODate()]);
  const known = startsMs.get(key);
  if (known !== undefined) return known;
  const date = first.minus({ [unit]: Number(count) - 1 });
  const isThen = (ms: number): boolean =>
    DateTime.fromMillis(ms, { zone: timeZone }).toISODate() === date.toISODate();
  // Finds the first instant of the day by search: every six hours, then every quarter of an hour.
  let ms = date.toMillis() - DAY_MS;
  while (!isThen(ms)) ms += 6 * 3_600_000;
  for (ms -= 6 * 3_600_000; !isThen(ms);) ms += 900_000;
  startsMs.set(key, ms);
  return ms;
}

function referenceCount(
  { rule, window, entity, atMs }: { rule: CapRule; window: unknown; entity: string; atMs: number },
  { events, reservations }: Reference,
): number {
  const fromMs = Math.max(
    windowStartMs(window, atMs),
    countedFromMs(AD_ACTION.events, AD_ACTION.retention, atMs),
  );
  const names = rule.actions.map(({ name }) => name);
  const passes = (dimensions: ActionEvent['dimensions'], unknownPasses: boolean): boolean =>
    dimensions[rule.level.dimension.index] === entity &&
    rule.where.every(({ dimension, ids, orAbsent }) => {
      const id = dimensions[dimension.index];
      if (id === undefined) return orAbsent || unknownPasses;
      return ids?.includes(id) ?? true;
    });
  const counted = events.filter(
    (event) => event.eventTimeMs >= fromMs && names.includes(event.action) && passes(event.dimensions, false),
  );
  const insertion = ({ dimensions }: { dimensions: ActionEvent['dimensions'] }): string | undefined =>
    fieldOf({ dimensions } as ActionEvent, 'insertionId');
  const isFollowed = (reservation: Reservation): boolean =>
    events.some(
      (event) =>
        event.action === 'impression' &&
        insertion(event) === insertion(reservation) &&
        event.eventTimeMs >= reservation.reservedAtMs - SKEW_MS,
    );
  const pending = reservations.filter(
    (each) =>
      each.expiresAtMs > atMs &&
      names.includes(each.action.name) &&
      passes(each.dimensions, true) &&
      !isFollowed(each),
  );
  return counted.length + pending.length;
}

function randomWorld(random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const ids = (): Record<string, string> => ({
    adId: pick(['a1', 'a2', 'a3', 'a4']),
    campaignId: pick(['c1', 'c2']),
    ...(random() < 0.8 && { viewType: pick(['home', 'search']) }),
  });
  const spans = [3_600_000, DAY_MS, 6 * DAY_MS, 395 * DAY_MS];
  const events = Array.from({ length: Math.floor(random() * 60) }, (_, i) =>
    adEvent({
      ...ids(),
      action: 'impression',
      insertionId: `i${i}`,
      // Some events are dated a little ahead.
      eventTimeMs: Math.floor(NOW_MS + 60_000 - random() * pick(spans)),
    }),
  );
  const action = AD_ACTION.events.actions.find(({ name }) => name === 'impression')!;
  const reservations = Array.from({ length: Math.floor(random() * 12) }, (_, i): Reservation => {
    const reservedAtMs = NOW_MS - Math.floor(random() * 600_000);
    const follows = random() < 0.3 ? events.find(({ eventTimeMs }) => eventTimeMs > reservedAtMs) : undefined;
    const insertionId = follows === undefined ? `r${i}` : fieldOf(follows, 'insertionId')!;
    const event = adEvent({ ...ids(), insertionId });
    const expiresAtMs = reservedAtMs + 1_000 + Math.floor(random() * 1_200_000);
    return { id: `id${i}`, action, dimensions: event.dimensions, reservedAtMs, expiresAtMs };
  });
  return { events, reservations: distinct(reservations) };
}

/** Group key of reservations that count as the same event. */
function distinct(reservations: readonly Reservation[]): readonly Reservation[] {
  const byEvent = new Map(
    reservations.map((each) => [
      fieldOf({ dimensions: each.dimensions } as ActionEvent, 'insertionId'),
      each,
    ]),
  );
  return [...byEvent.values()];
}

function judge(query: CapQuery, { events, reservations }: Reference, parts = 1) {
  // Events in several parts, as if stored in several blocks and single cells.
  const shares = Array.from({ length: parts }, (_, part) => events.filter((_event, i) => i % parts === part));
  const columns = shares.flatMap((share) => readEvents(storedCells(share), AD_ACTION.events).parts);
  const period = {
    atMs: NOW_MS,
    untilMs: NOW_MS + 700_000,
    countedFromMs: countedFromMs(AD_ACTION.events, AD_ACTION.retention, NOW_MS),
  };
  return evaluateCandidates(query, {
    counts: new RuleCounts(query, columns, period),
    reservations: new Reservations(reservations, { atMs: NOW_MS, clockSkewMaxMs: SKEW_MS }).confirm(columns),
  });
}

describe('evaluateCandidates', () => {
  it(`agrees with an event-by-event reference on blocking rules and on when they stop blocking (seed ${SEED})`, () => {
    const random = seededRandom(SEED);
    let blocked = 0;
    let reserved = 0;
    for (let round = 0; round < 15; round++) {
      const world = randomWorld(random);
      const rules = WINDOWS.map((window, i) => ({
        name: `r${i}`,
        window,
        actions: ['impression'],
        level: random() < 0.5 ? 'campaign' : 'ad',
        maximum: 1 + Math.floor(random() * 8),
        ...(random() < 0.3 && {
          where: { viewType: random() < 0.5 ? ['home'] : { in: ['home'], optional: true } },
        }),
      }));
      const candidates: CapsJson[] = ['a1', 'a2', 'a3'].map((adId) => ({ adId, campaignId: 'c1' }));
      const query = capQuery({ candidates, rules }, NOW_MS);
      const verdicts = judge(query, world, 1 + (round % 3));
      for (const [c, verdict] of verdicts.entries()) {
        const { dimensions } = query.candidates[c] as CapCandidate;
        for (const [r, rule] of query.rules.entries()) {
          const of = { rule, window: WINDOWS[r], entity: dimensions[rule.level.dimension.index]! };
          const countAt = (atMs: number): number => referenceCount({ ...of, atMs }, world);
          const count = countAt(NOW_MS);
          const blocking = verdict.blockedBy.find((each) => each.rule === rule);
          expect(blocking?.count).toBe(count >= rule.maximum ? count : undefined);
          if (blocking === undefined) continue;
          blocked += 1;
          if (world.reservations.length > 0) reserved += 1;
          const freesUpAtMs = blocking.freesUpAtMs!;
          expect(countAt(freesUpAtMs)).toBeLessThan(rule.maximum);
          expect(countAt(freesUpAtMs - 1)).toBeGreaterThanOrEqual(rule.maximum);
        }
      }
    }
    expect(blocked).toBeGreaterThan(200);
    expect(reserved).toBeGreaterThan(100);
  });

  it('stops blocking when an event leaves the retention before it leaves the window', () => {
    const eventTimeMs = NOW_MS - 29 * DAY_MS;
    const retention = { maxAgeMs: 30 * DAY_MS };
    const events = [
      adEvent({ action: 'impression', adId: 'a1', campaignId: 'c1', insertionId: 'i', eventTimeMs }),
    ];
    const rule = { level: 'ad', actions: ['impression'], window: '400d', maximum: 1 };
    const query = {
      ...capQuery({ candidates: [{ adId: 'a1' }], rules: [rule] }, NOW_MS),
      dataType: { ...AD_ACTION, retention },
    };
    const [verdict] = judge(query, { events, reservations: [] });
    const { freesUpAtMs } = verdict!.blockedBy[0]!;
    expect(freesUpAtMs).toBe((Math.floor(eventTimeMs / DAY_MS) + 1) * DAY_MS + retention.maxAgeMs);
    expect(freesUpAtMs).toBeLessThan(eventTimeMs + 400 * DAY_MS);
  });

  it('blocks forever at a maximum of 0', () => {
    const rule = { level: 'ad', actions: ['impression'], window: '1d', maximum: 0 };
    const query = capQuery({ candidates: [{ adId: 'a1' }], rules: [rule] }, NOW_MS);
    const [verdict] = judge(query, { events: [], reservations: [] });
    expect(verdict!.blockedBy).toMatchObject([{ count: 0, freesUpAtMs: undefined }]);
  });

  it('allows a candidate that the rule does not apply to, and returns how many more events are allowed', () => {
    const rules = [
      { level: 'ad', actions: ['impression'], window: '1d', maximum: 0, where: { viewType: ['search'] } },
      { level: 'ad', actions: ['impression'], window: '1d', maximum: 4 },
    ];
    const candidates = [{ adId: 'a1', viewType: 'home' }, { adId: 'a1', viewType: 'search' }, { adId: 'a1' }];
    const query = capQuery({ candidates, rules }, NOW_MS);
    const verdicts = judge(query, { events: [], reservations: [] });
    expect(verdicts.map(({ blockedBy, remaining }) => [blockedBy.length, remaining])).toEqual([
      [0, 4],
      [1, undefined],
      [1, undefined],
    ]);
  });
});
