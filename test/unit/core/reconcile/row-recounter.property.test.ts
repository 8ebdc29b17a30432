import { parseDay, addDays } from '../../../../src/core/time/calendar-day';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { DEDUP_PREFIX_BYTES, eventQualifier } from '../../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../../src/core/events/event';
import { Recount } from '../../../../src/core/reconcile/recount';
import { RowFindings } from '../../../../src/core/reconcile/row-findings';
import { RowRecounter } from '../../../../src/core/reconcile/row-recounter';
import type { SketchDeclaration } from '../../../../src/core/schema/schema';
import { packed, rulesAt, TYPE, WEEK_START_MS } from '../../../support/compaction';
import { ACTIONS, adEvent, click, DAY_MS, fieldOf, storedCells, withIds } from '../../../support/events';
import { randomLog } from '../../../support/random-log';
import { tidemarkError } from '../../../support/tidemark-error';

const HOUR_MS = 3_600_000;
const LEVEL = TYPE.levels.find(({ name }) => name === 'campaign')!;

function sketchIn(timeZone: string): SketchDeclaration {
  const names = { family: 'f', corpus: 'c', level: LEVEL, timeZone };
  return { ...names, breakdowns: [], reach: true, retention: {} };
}

function recounted(
  rows: Iterable<readonly EventCell[]>,
  day: string,
  timeZone = 'UTC',
  only?: ReadonlySet<string>,
): Recount {
  const recount = new Recount(
    TYPE.actions.map(({ name }) => name),
    1_000,
  );
  const sketch = sketchIn(timeZone);
  const recounter = new RowRecounter({
    type: TYPE,
    sketch,
    day: parseDay(day, timeZone),
    recount,
    ...(only && { entities: only }),
  });
  for (const cells of rows) recounter.count(cells);
  return recount;
}

/** Cells by user, as stored. */
function rowsOf(events: readonly ActionEvent[]): Map<string, EventCell[]> {
  const users = new Map<string, ActionEvent[]>();
  for (const event of events) users.set(event.userId, [...(users.get(event.userId) ?? []), event]);
  return new Map([...users].map(([user, own]) => [user, storedCells(own)]));
}

/** Sets of the items that sketches receive, by campaign, action, kind and period. */
function itemsOf(events: readonly ActionEvent[], day: string, timeZone: string): Map<string, Set<string>> {
  const { startMs, endMs } = parseDay(day, timeZone);
  const sets = new Map<string, Set<string>>();
  const add = (name: string, item: string): void =>
    void sets.set(name, (sets.get(name) ?? new Set()).add(item));
  for (const event of events) {
    const { eventTimeMs, userId, action, dimensions } = event;
    if (eventTimeMs < startMs || eventTimeMs >= endMs) continue;
    const key = eventQualifier(event, ACTIONS.get(action)!).toString('latin1', 0, DEDUP_PREFIX_BYTES);
    const periods = [0, 1 + Math.floor((eventTimeMs - startMs) / HOUR_MS)];
    for (const period of periods) {
      const name = [dimensions[LEVEL.dimension.index], action, period].join(' ');
      add(`events ${name}`, key + userId);
      add(`users ${name}`, userId);
    }
  }
  return sets;
}

/** Every number of the recount, exact and possible, by the names of `itemsOf`. */
function numbersOf(recount: Recount): Map<string, { exact: number; most: number }> {
  const numbers = new Map<string, { exact: number; most: number }>();
  for (const entity of recount.entities()) {
    for (const { name: action } of TYPE.actions) {
      const cell = recount.cell(entity, action);
      for (const kind of ['events', 'users'] as const) {
        cell?.[kind].exact.forEach((exact, period) => {
          const most = exact + cell[kind].possible[period]!;
          if (most > 0) numbers.set(`${kind} ${entity} ${action} ${period}`, { exact, most });
        });
      }
    }
  }
  return numbers;
}

const sizes = (sets: Map<string, Set<string>>) => new Map([...sets].map(([name, { size }]) => [name, size]));
const exactOf = (recount: Recount) =>
  new Map(
    [...numbersOf(recount)].flatMap(([name, { exact }]) => (exact > 0 ? [[name, exact] as const] : [])),
  );

const DAYS = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'];
const NOW_MS = Date.UTC(2026, 10, 3);
/** An insertion belongs to one campaign, so a dropped duplicate has the same entity as its event. */
const log = (seed: number): ActionEvent[] =>
  randomLog({ seed, endMs: NOW_MS, users: 4, events: 400, days: 5 }).map((event) =>
    withIds(event, { insertionId: `${fieldOf(event, 'insertionId')} of ${fieldOf(event, 'campaignId')}` }),
  );

describe('a recount of user rows', () => {
  it.each(['UTC', 'Asia/Jakarta', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York'])(
    'has the numbers of the sets that sketches receive, in %s, in days of 25 hours too',
    (timeZone) => {
      for (const seed of [1, 2, 3]) {
        const events = log(seed);
        for (const day of DAYS) {
          const recount = recounted(rowsOf(events).values(), day, timeZone);
          expect(exactOf(recount)).toEqual(sizes(itemsOf(events, day, timeZone)));
        }
      }
    },
  );

  it('bounds dropped duplicates: the set is between the existing events and the possible ones', () => {
    let dropped = 0;
    const outside: object[] = [];
    for (const seed of [4, 5, 6, 7]) {
      const events = log(seed);
      const late = events.filter((_, index) => index % 5 === 0);
      const early = rowsOf(events.filter((_, index) => index % 5 !== 0));
      const rows = new Map(
        [...early].map(([user, cells]) => {
          const more = storedCells(late.filter(({ userId }) => userId === user));
          const names = new Set<string>();
          const row = [...packed(cells, rulesAt(NOW_MS)), ...more].filter(
            ({ qualifier, timestampMicros }) => {
              const name = `${Buffer.from(qualifier).toString('hex')}@${timestampMicros}`;
              return !names.has(name) && names.add(name);
            },
          );
          return [user, row.sort((a, b) => Buffer.compare(a.qualifier, b.qualifier))];
        }),
      );
      for (const timeZone of ['UTC', 'Asia/Kolkata']) {
        for (const day of DAYS) {
          const sets = sizes(itemsOf(events, day, timeZone));
          const numbers = numbersOf(recounted(rows.values(), day, timeZone));
          for (const [name, size] of sets) {
            const { exact, most } = numbers.get(name) ?? { exact: 0, most: 0 };
            if (exact > size || size > most) outside.push({ name, exact, size, most });
            if (exact < size) dropped++;
          }
          for (const [name, { exact }] of numbers)
            if (exact > (sets.get(name) ?? 0)) outside.push({ name, exact });
        }
      }
    }
    expect(outside).toEqual([]);
    expect(dropped).toBeGreaterThan(10);
  });

  it('is exact if no dedup window crosses an hour, packed or not', () => {
    const clicks = log(8).filter(({ action }) => action === 'click');
    for (const cells of rowsOf(clicks).values()) {
      const row = packed(cells, rulesAt(NOW_MS));
      expect(row.length).toBeLessThan(cells.length);
      const numbers = numbersOf(recounted([row], DAYS[1]!));
      expect(numbers.size).toBeGreaterThan(0);
      for (const { exact, most } of numbers.values()) expect(most).toBe(exact);
    }
  });

  it('counts once a duplicate inside and beside a block, and one that two compactors have packed', () => {
    const at = WEEK_START_MS + 2 * HOUR_MS;
    const first = packed(storedCells([click(at), click(at + 60_000)]), rulesAt(at + 4 * DAY_MS));
    const second = packed(storedCells([click(at), click(at + 120_000)]), rulesAt(at + 4 * DAY_MS));
    const singles = storedCells([click(at + 1), click(at + 60_001), click(at + 180_000)]);
    const day = new Date(at).toISOString().slice(0, 10);
    const row = [...first, ...second, ...singles].sort((a, b) => Buffer.compare(a.qualifier, b.qualifier));
    const cell = recounted([row], day).cell('c1', 'click')!;
    expect([cell.events.exact[0], cell.events.exact[3], cell.users.exact[0]]).toEqual([4, 4, 1]);
  });

  it('does not count existing events as possible', () => {
    const seen = (eventTimeMs: number): ActionEvent =>
      adEvent({ action: 'impression', eventTimeMs, campaignId: 'c1', insertionId: 'i' });
    const at = WEEK_START_MS + 2 * HOUR_MS;
    const row = packed(storedCells([seen(at)]), rulesAt(at + 4 * DAY_MS));
    row.push(...storedCells([seen(at + 3 * HOUR_MS)]));
    const { events } = recounted([row], new Date(at).toISOString().slice(0, 10)).cell('c1', 'impression')!;
    expect([events.exact[0], events.possible[0]]).toEqual([1, 0]);
    expect([events.exact[1 + 5], events.possible[1 + 5]]).toEqual([1, 0]);
    expect([events.exact[1 + 6], events.possible[1 + 6]]).toEqual([0, 1]);
  });

  it('is the same in parts, whichever parts of the row are read twice', () => {
    const events = log(9);
    const [cells] = rowsOf(events).values();
    const day = DAYS[2]!;
    const whole = exactOf(recounted([cells!], day));
    const recount = new Recount(
      TYPE.actions.map(({ name }) => name),
      1_000,
    );
    const recounter = new RowRecounter({
      type: TYPE,
      sketch: sketchIn('UTC'),
      day: parseDay(day, 'UTC'),
      recount,
    });
    const findings = new RowFindings();
    for (let start = 0; start < cells!.length; start += 7) {
      recounter.collectPart(cells!.slice(Math.max(0, start - 3), start + 7), findings);
    }
    expect(recount.entities().filter((entity) => recount.cell(entity, 'click') !== undefined)).toEqual([]);
    recounter.countCollected(findings);
    expect(exactOf(recount)).toEqual(whole);
  });

  it('counts the requested entities, and rejects more entities than its limit', () => {
    const events = log(10);
    const some = recounted(rowsOf(events).values(), DAYS[2]!, 'UTC', new Set(['cmp-1']));
    expect(some.entities()).toEqual(['cmp-1']);
    const two = new Recount(['impression', 'click', 'view', 'save'], 2);
    const options = { type: TYPE, sketch: sketchIn('UTC'), day: parseDay(DAYS[2]!, 'UTC'), recount: two };
    const count = () => [...rowsOf(events).values()].forEach((row) => new RowRecounter(options).count(row));
    expect(count).toThrow(tidemarkError('answer_too_large'));
  });

  it('counts nothing of a row with a cell that is not an event', () => {
    const cells = storedCells([click(WEEK_START_MS), click(WEEK_START_MS + 60_000)]);
    const day = new Date(WEEK_START_MS).toISOString().slice(0, 10);
    const recount = recounted([], day);
    const recounter = new RowRecounter({
      type: TYPE,
      sketch: sketchIn('UTC'),
      day: parseDay(day, 'UTC'),
      recount,
    });
    const foreign = {
      qualifier: Buffer.alloc(21, 0xff),
      timestampMicros: WEEK_START_MS * 1_000,
      value: Buffer.of(7),
    };
    expect(() => recounter.count([...cells, { ...foreign, qualifier: Buffer.from('short') }])).toThrow(
      tidemarkError('internal'),
    );
    expect(exactOf(recount).size).toBe(0);
    recounter.count(cells);
    expect(recount.cell('c1', 'click')!.events.exact[0]).toBe(2);
  });

  it('adds up over workers, and is equal after a round trip through JSON', () => {
    const rows = [...rowsOf(log(11)).values()];
    const day = DAYS[2]!;
    const all = recounted(rows, day, 'Asia/Kolkata');
    const merged = new Recount(
      TYPE.actions.map(({ name }) => name),
      1_000,
    );
    for (const row of rows) {
      merged.merge(
        JSON.parse(JSON.stringify(recounted([row], day, 'Asia/Kolkata'))) as ReturnType<Recount['toJSON']>,
      );
    }
    expect(numbersOf(merged)).toEqual(numbersOf(all));
    expect(numbersOf(all).size).toBeGreaterThan(50);
  });

  it('distinguishes a day from the next one', () => {
    const at = WEEK_START_MS + 23 * HOUR_MS;
    const day = new Date(at).toISOString().slice(0, 10);
    const rows = [storedCells([adEvent({ action: 'view', eventTimeMs: at, campaignId: 'c1', adId: 'a' })])];
    expect(exactOf(recounted(rows, day)).get('events c1 view 24')).toBe(1);
    expect(exactOf(recounted(rows, addDays(day, 1))).size).toBe(0);
  });
});
