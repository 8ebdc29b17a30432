import type { CapRule } from '../../../../src/core/caps/cap-query';
import { Reservations, type Reservation } from '../../../../src/core/caps/reservations';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { ActionEvent } from '../../../../src/core/events/event';
import { seededRandom } from '../../../../src/platform/random';
import { capQuery } from '../../../support/caps';
import { AD_ACTION, adEvent, storedCells, type AdFields } from '../../../support/events';
import { deduplicate } from '../../../support/reference-counts';

const SKEW_MS = 100;
const MIDNIGHT = Date.UTC(2026, 10, 22);
const action = (name: string) => AD_ACTION.events.actions.find((each) => each.name === name)!;
const IDS: AdFields = { adId: 'a1', campaignId: 'c1', insertionId: 'i1' };

const partsOf = (events: readonly ActionEvent[]) => readEvents(storedCells(events), AD_ACTION.events).parts;

function ruleOf(name: string, more: object = {}): CapRule {
  const rule = { level: 'campaign', actions: [name], window: '30d', maximum: 3, ...more };
  return capQuery({ candidates: [{ campaignId: 'c1' }], rules: [rule] }, MIDNIGHT).rules[0]!;
}

let ids = 0;
function reservation(
  name: string,
  [reservedAtMs, expiresAtMs]: readonly [number, number],
  fields: AdFields = IDS,
): Reservation {
  const { dimensions } = adEvent(fields);
  return { id: `id${ids++}`, action: action(name), dimensions, reservedAtMs, expiresAtMs };
}

const event = (name: string, eventTimeMs: number, fields: AdFields = IDS): ActionEvent =>
  adEvent({ ...fields, action: name, eventTimeMs });

/** Returns the number of reservations that count at that time, beside these events. */
function pending(reservations: readonly Reservation[], events: readonly ActionEvent[], atMs: number): number {
  const { name } = reservations[0]!.action;
  return new Reservations(reservations, { atMs, clockSkewMaxMs: SKEW_MS })
    .confirm(partsOf(events))
    .countOf(ruleOf(name), 'c1');
}

describe('reservations', () => {
  const before = MIDNIGHT - 1_000;
  const until = MIDNIGHT + 59_000;

  it('count until their event arrives, also in the next dedup window, or until they expire', () => {
    const one = [reservation('impression', [before, until])];
    expect(pending(one, [], MIDNIGHT)).toBe(1);
    expect(pending(one, [event('impression', MIDNIGHT - 500)], MIDNIGHT)).toBe(0);
    expect(pending(one, [event('impression', MIDNIGHT + 1_000)], MIDNIGHT + 2_000)).toBe(0);
    expect(pending(one, [], until - 1)).toBe(1);
    expect(pending(one, [], until)).toBe(0);
  });

  it('are not confirmed by events of another insertion or another action, or by much older events', () => {
    const one = [reservation('impression', [before, until])];
    const others = [
      event('impression', MIDNIGHT, { ...IDS, insertionId: 'i2' }),
      event('click', MIDNIGHT),
      event('impression', before - 10_000),
    ];
    for (const each of others) expect(pending(one, [each], MIDNIGHT + 1_000)).toBe(1);
    // By the clock of the producer, which may be a little behind.
    expect(pending(one, [event('impression', before - SKEW_MS)], MIDNIGHT)).toBe(0);
  });

  it('do not count if their event has arrived, since all later ones are duplicates of it', () => {
    const noon = MIDNIGHT - 43_200_000;
    const one = [reservation('impression', [noon, noon + 60_000])];
    expect(pending(one, [event('impression', noon - 3_600_000)], noon + 1)).toBe(0);
  });

  it('of identical events count as often as there are dedup windows in which these can fall', () => {
    const start = MIDNIGHT + 1_000;
    const alike = (count: number, ttlMs: number) =>
      Array.from({ length: count }, () => reservation('view', [start, start + ttlMs]));
    expect(pending(alike(5, 30_000), [], start)).toBe(1);
    expect(pending(alike(5, 45_000), [], start)).toBe(2);
    expect(pending(alike(5, 300_000), [], start)).toBe(5);
    // One event has arrived. Each of the others may still arrive, except those that the first window makes duplicates.
    expect(pending(alike(5, 45_000), [event('view', start + 5_000)], start + 6_000)).toBe(1);
    expect(pending(alike(1, 45_000), [event('view', start + 5_000)], start + 6_000)).toBe(0);
  });

  it('of identical events still count when one has expired, since the event may belong to it', () => {
    const first = reservation('view', [MIDNIGHT, MIDNIGHT + 10_000]);
    const second = reservation('view', [MIDNIGHT + 5_000, MIDNIGHT + 100_000]);
    const seen = [event('view', MIDNIGHT + 6_000)];
    expect(pending([first, second], seen, MIDNIGHT + 11_000)).toBe(1);
    const row = new Reservations([first, second], { atMs: MIDNIGHT + 11_000, clockSkewMaxMs: SKEW_MS });
    expect(row.removable()).toEqual([]);
    const later = new Reservations([first, second], { atMs: MIDNIGHT + 101_000, clockSkewMaxMs: SKEW_MS });
    expect(
      later
        .confirm(partsOf(seen))
        .removable()
        .map(({ confirmed }) => confirmed),
    ).toEqual([true, false]);
  });

  it('count for rules that match their dimensions, and for rules on dimensions that they lack', () => {
    const fields = { ...IDS, viewType: 'home' };
    const row = (dimensions: AdFields) =>
      new Reservations([reservation('impression', [before, until], dimensions)], {
        atMs: MIDNIGHT,
        clockSkewMaxMs: SKEW_MS,
      });
    const where = (value: unknown) => ruleOf('impression', { where: { viewType: value } });
    expect(row(fields).countOf(where(['home']), 'c1')).toBe(1);
    expect(row(fields).countOf(where(['search']), 'c1')).toBe(0);
    expect(row(IDS).countOf(where(['search']), 'c1')).toBe(1);
    expect(row(IDS).countOf(ruleOf('impression'), 'c2')).toBe(0);
    expect(row(IDS).countOf(ruleOf('click'), 'c1')).toBe(0);
  });

  it('keep correct counts while some are added and removed', () => {
    const row = new Reservations([], { atMs: MIDNIGHT, clockSkewMaxMs: SKEW_MS });
    const rule = ruleOf('impression');
    expect(row.countOf(rule, 'c1')).toBe(0);
    const [a, b] = ['i1', 'i2'].map((insertionId) =>
      reservation('impression', [before, until], { ...IDS, insertionId }),
    );
    row.add(a!);
    row.add(b!);
    expect([row.countOf(rule, 'c1'), row.active().length]).toEqual([2, 2]);
    row.remove(a!);
    expect([row.countOf(rule, 'c1'), row.active().length]).toEqual([1, 1]);
  });

  describe('that an insertion already has', () => {
    const one = reservation('impression', [before, until]);
    const heldAt = (atMs: number, fields: AdFields, events: readonly ActionEvent[] = [], held = one) =>
      new Reservations([held], { atMs, clockSkewMaxMs: SKEW_MS })
        .confirm(partsOf(events))
        .existing({ action: held.action, dimensions: adEvent(fields).dimensions });

    it('are found by the same action and dimensions, until they expire for their caller', () => {
      expect(heldAt(MIDNIGHT, IDS)).toBe(one);
      expect(heldAt(until - SKEW_MS - 1, IDS)).toBe(one);
      expect(heldAt(until - SKEW_MS, IDS)).toBeUndefined();
    });

    it('are not found by another insertion, or for another ad of the same insertion', () => {
      expect(heldAt(MIDNIGHT, { ...IDS, insertionId: 'i2' })).toBeUndefined();
      expect(heldAt(MIDNIGHT, { ...IDS, adId: 'a2' })).toBeUndefined();
      expect(heldAt(MIDNIGHT, { ...IDS, viewType: 'home' })).toBeUndefined();
    });

    it('remain after their event, unless another event would count in the next dedup window', () => {
      const [yesterday, today] = [MIDNIGHT - 500, MIDNIGHT + 500].map((ms) => event('impression', ms));
      expect(heldAt(MIDNIGHT - 100, IDS, [yesterday!])).toBe(one);
      expect(heldAt(MIDNIGHT + 1_000, IDS, [today!])).toBe(one);
      expect(heldAt(MIDNIGHT + 1_000, IDS, [yesterday!])).toBeUndefined();
    });

    it('are not found for actions whose events may be identical', () => {
      const view = reservation('view', [before, until]);
      expect(heldAt(MIDNIGHT, IDS, [], view)).toBeUndefined();
    });
  });
});

/**
 * A simulated user. Ad servers check caps before they show ads, at random. A shown ad becomes an event before its
 * reservation expires.
 */
function overshoot(
  name: string,
  seed: number,
  counting: (row: Reservations, rule: CapRule) => number,
): number {
  const random = seededRandom(seed);
  const rule = ruleOf(name);
  const { maximum } = rule;
  const log: ActionEvent[] = [];
  let row: Reservation[] = [];
  let coming: ActionEvent[] = [];
  let most = 0;
  for (let nowMs = MIDNIGHT - 60_000; nowMs < MIDNIGHT + 120_000; nowMs += 1 + Math.floor(random() * 8_000)) {
    log.push(...coming.filter(({ eventTimeMs }) => eventTimeMs <= nowMs));
    coming = coming.filter(({ eventTimeMs }) => eventTimeMs > nowMs);
    const state = new Reservations(row, { atMs: nowMs, clockSkewMaxMs: SKEW_MS }).confirm(partsOf(log));
    const events = deduplicate(log).length;
    most = Math.max(most, events);
    const gone = new Set(state.removable().map(({ reservation: { id } }) => id));
    row = row.filter(({ id }) => !gone.has(id));
    if (events + counting(state, rule) >= maximum) continue;
    const ttlMs = 1_000 + Math.floor(random() * 60_000);
    // Occasionally the same placement is checked again.
    const fields = { ...IDS, insertionId: `i${Math.floor(random() * 30)}` };
    row.push(reservation(name, [nowMs, nowMs + ttlMs], fields));
    if (random() < 0.7) coming.push(event(name, nowMs + Math.floor(random() * ttlMs), fields));
  }
  return most - maximum;
}

describe.each(['impression', 'view'])('simulated users with reserved %ss', (name) => {
  const seeds = Array.from({ length: 50 }, (_, i) => i + 1);

  it('never have more events than the cap allows (seeds 1 to 50)', () => {
    const most = seeds.map((seed) => overshoot(name, seed, (row, rule) => row.countOf(rule, 'c1')));
    expect(Math.max(...most)).toBe(0);
  });

  it('have more events than the cap allows if reservations do not count', () => {
    expect(Math.max(...seeds.map((seed) => overshoot(name, seed, () => 0)))).toBeGreaterThan(0);
  });
});
