import { UNPLACED_SKETCHES } from '../../../../src/core/residency/sketch-tables';
import { TidemarkError } from '../../../../src/errors';
import {
  createSketchWriter,
  type SketchWriterLimits,
} from '../../../../src/operations/sketches/sketch-writer';
import { seededRandom } from '../../../../src/platform/random';
import {
  SKETCH_LIMITS,
  sketchedEvent,
  sketchedType,
  SketchStore,
  type Look,
} from '../../../support/sketch-store';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const START = Date.UTC(2026, 10, 21, 12);
const DAY = '2026-11-21';
const MINUTE_MS = 60_000;
const DOWN = new TidemarkError('store_unavailable', 'down');

function world(sketches = 'reach: true', limits: Partial<SketchWriterLimits> = {}) {
  const { schema, type } = sketchedType(sketches);
  const clock = new VirtualClock(START);
  const store = new SketchStore();
  const random = seededRandom(7);
  const open = () =>
    createSketchWriter({
      writer: store,
      sketchTables: UNPLACED_SKETCHES,
      schema,
      clock,
      random,
      limits: { ...SKETCH_LIMITS, ...limits },
    });
  const writer = open();
  /** Adds events and records their outcomes when these are known. */
  const add = (looks: readonly Look[], to = writer) => {
    const outcomes: (string | undefined)[] = [];
    const added = to.add(looks.map((look) => sketchedEvent(type, look))).then(({ failures }) => {
      outcomes.push(...failures.map((failure) => failure?.code ?? 'durable'));
    });
    return { outcomes, added };
  };
  return { clock, store, writer, open, add, type };
}

const minutes = (count: number, more: Partial<Look> = {}): Look[] =>
  Array.from({ length: count }, (_, i) => ({ atMs: START + i * MINUTE_MS, ...more }));

describe('An event', () => {
  it('it counts once in the hour and the day of its event time, and so does its user', async () => {
    const { store, add } = world();
    const looks = [...minutes(90), ...minutes(90), ...minutes(2, { user: 'u2' })];
    await add([...looks, { atMs: START, action: 'buy' }]).added;
    expect(store.count('i1', DAY)).toBe(92);
    expect([12, 13, 14].map((hour) => store.count('i1', DAY, { hour }))).toEqual([62, 30, 0]);
    expect(store.count('i1', DAY, { kind: 'users' })).toBe(2);
    expect(store.count('i1', DAY, { kind: 'users', hour: 13 })).toBe(1);
    expect(store.count('i1', DAY, { actionCode: 2 })).toBe(1);
    expect(store.calls).toHaveLength(1);
  });

  it('it counts once within its dedup window, and again for another user or item', async () => {
    const { store, add } = world('');
    await add([
      { atMs: START },
      { atMs: START + 59_999, page: 'search' },
      { atMs: START + 60_000 },
      { atMs: START, user: 'u2' },
      { atMs: START, item: 'i2' },
    ]).added;
    expect([store.count('i1', DAY), store.count('i2', DAY)]).toEqual([3, 1]);
    expect(store.count('i1', DAY, { kind: 'users' })).toBe(0);
  });

  it('it counts for each of its breakdown values, in the declared order', async () => {
    const { store, add } = world('breakdowns: ["visit", "page"] reach: true');
    await add([
      ...minutes(3, { page: 'search' }),
      ...minutes(5, { page: 'föd', user: 'u2' }),
      { atMs: START },
    ]).added;
    const of = (value: string) => ({ breakdown: { index: 1, value } });
    expect(store.count('i1', DAY)).toBe(8);
    expect(['search', 'föd', ''].map((value) => store.count('i1', DAY, of(value)))).toEqual([3, 5, 0]);
    expect(store.count('i1', DAY, { ...of('föd'), kind: 'users', hour: 12 })).toBe(1);
  });

  it.each([
    ['Asia/Jakarta', '2026-11-21T16:59:59Z', '2026-11-21', 23],
    ['Asia/Jakarta', '2026-11-21T17:00:00Z', '2026-11-22', 0],
    // The hour from 2 to 3 exists twice on one day and not at all on another.
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', 2],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25', 3],
    ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25', 24],
    ['Europe/Berlin', '2026-03-29T21:30:00Z', '2026-03-29', 22],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21', 23],
  ])('an event in %s at %s belongs to %s, hour %i', async (zone, time, day, hour) => {
    const { store, add } = world(`time_zone: "${zone}"`);
    await add([{ atMs: Date.parse(time) }]).added;
    expect([store.count('i1', day), store.count('i1', day, { hour })]).toEqual([1, 1]);
  });
});

describe('A row', () => {
  it('it is written at once, and then once per interval with everything added', async () => {
    const { store, add, clock } = world();
    await add(minutes(1)).added;
    expect(store.calls).toHaveLength(1);
    const later = [add([{ atMs: START + 2 * MINUTE_MS }]), add([{ atMs: START + 3 * MINUTE_MS }])];
    const other = add([{ atMs: START, item: 'i2' }]);
    await other.added;
    expect(store.calls.map((rows) => rows.length)).toEqual([1, 1]);
    await clock.advance(SKETCH_LIMITS.flushIntervalMs - 1);
    expect(later.map(({ outcomes }) => outcomes)).toEqual([[], []]);
    await clock.advance(1);
    expect(later.map(({ outcomes }) => outcomes)).toEqual([['durable'], ['durable']]);
    expect(store.calls.map((rows) => rows.length)).toEqual([1, 1, 1]);
    expect(store.count('i1', DAY)).toBe(3);
  });

  it('all rows of a flush are one call with one mutation each', async () => {
    const { store, add, clock } = world();
    const items = Array.from({ length: 50 }, (_, i) => ({ item: `i${i}`, atMs: START }));
    await add(items).added;
    const again = add(items.map((look) => ({ ...look, atMs: START + MINUTE_MS })));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(again.outcomes).toHaveLength(50);
    expect(store.calls.map((rows) => rows.length)).toEqual([50, 50]);
  });

  it('it has one mutation in flight, however long that takes, and no caller gets an early answer', async () => {
    const { store, add, clock } = world();
    store.isHolding = true;
    const first = add(minutes(1));
    await clock.advance(3 * SKETCH_LIMITS.flushIntervalMs);
    const redelivered = add(minutes(1));
    const second = add([{ atMs: START + MINUTE_MS }]);
    await clock.advance(3 * SKETCH_LIMITS.flushIntervalMs);
    expect([first, redelivered, second].map(({ outcomes }) => outcomes)).toEqual([[], [], []]);
    expect(store.calls).toHaveLength(1);
    store.held.shift()!();
    await clock.advance(0);
    expect([first, redelivered, second].map(({ outcomes }) => outcomes)).toEqual([
      ['durable'],
      ['durable'],
      [],
    ]);
    expect(store.calls).toHaveLength(2);
    store.held.shift()!();
    await clock.advance(0);
    expect(second.outcomes).toEqual(['durable']);
  });

  it('it is not written for data that it already has', async () => {
    const { store, add } = world();
    await add(minutes(3)).added;
    const again = add(minutes(3));
    await again.added;
    expect(again.outcomes).toEqual(['durable', 'durable', 'durable']);
    expect(store.calls).toHaveLength(1);
  });

  it('it is split into entries when it exceeds the limits of one', async () => {
    const { store, add } = world('breakdowns: "page"', { mutationsPerRowMax: 10 });
    const looks = Array.from({ length: 20 }, (_, i) => ({ atMs: START + i * MINUTE_MS, page: `p${i}` }));
    await add(looks).added;
    // 20 pages and the total, for the day and the hour.
    expect(store.calls[0]!.map(({ mutations }) => mutations.length)).toEqual([10, 10, 10, 10, 2]);
    expect(store.count('i1', DAY, { breakdown: { index: 0, value: 'p7' } })).toBe(1);
  });
});

describe('With a failing write', () => {
  it('callers get the error, and the next write contains everything', async () => {
    const { store, add, clock } = world();
    store.fate = () => ({ isApplied: false, error: DOWN });
    const failed = add(minutes(90));
    await failed.added;
    expect(failed.outcomes).toEqual(Array(90).fill('store_unavailable'));
    expect(store.count('i1', DAY)).toBe(0);
    store.fate = () => ({ isApplied: true });
    const again = add(minutes(1));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(again.outcomes).toEqual(['durable']);
    expect(store.count('i1', DAY)).toBe(90);
    expect(store.count('i1', DAY, { hour: 13 })).toBe(30);
  });

  it('counts stay the same when the failed write was applied after all', async () => {
    const { store, add, clock } = world();
    store.fate = () => ({ isApplied: true, error: DOWN });
    await add(minutes(4)).added;
    store.fate = () => ({ isApplied: true });
    void add(minutes(5));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(store.count('i1', DAY)).toBe(5);
  });

  it('later writes count when the failed write is applied after them', async () => {
    const { store, add, clock } = world();
    store.fate = () => ({ isApplied: false, error: DOWN });
    await add(minutes(4)).added;
    const [late] = store.calls[0]!;
    store.fate = () => ({ isApplied: true });
    void add(minutes(9));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    store.apply(late!);
    expect(store.count('i1', DAY)).toBe(9);
  });

  it('later writes have later versions when the clock is set back', async () => {
    const { store, add, clock } = world();
    for (const count of [2, 4, 6, 8, 10]) {
      if (count === 8) clock.nowMs = () => START - 3_600_000;
      void add(minutes(count));
      await clock.advance(SKETCH_LIMITS.flushIntervalMs);
      expect(store.count('i1', DAY)).toBe(count);
    }
    expect(store.calls).toHaveLength(5);
  });

  it('data that is requested again during a retry does not stay in memory forever', async () => {
    const { store, writer, add, clock } = world('');
    store.fate = () => ({ isApplied: false, error: DOWN });
    await add(minutes(1)).added;
    store.fate = () => ({ isApplied: true });
    store.isHolding = true;
    // Another action's sketches, whose flush includes the failed ones.
    const other = add([{ atMs: START, action: 'buy' }]);
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    const again = add(minutes(1));
    store.isHolding = false;
    store.held.shift()!();
    await clock.advance(2 * SKETCH_LIMITS.flushIntervalMs);
    expect([other.outcomes, again.outcomes]).toEqual([['durable'], ['durable']]);
    expect(writer.state()).toMatchObject({ held: 4, dirty: 0 });
    expect(store.calls).toHaveLength(2);
  });

  it('other rows of the call are written when one fails', async () => {
    const { store, add } = world();
    const bad = store.mutateRows;
    store.mutateRows = async (table, rows) =>
      (await bad(table, rows)).map((result, index) => (index === 1 ? DOWN : result));
    const added = add([{ atMs: START }, { atMs: START, item: 'i2' }, { atMs: START, item: 'i3' }]);
    await added.added;
    expect(added.outcomes).toEqual(['durable', 'store_unavailable', 'durable']);
  });

  it("an error that is not the store's is a program error", async () => {
    const { store, add, writer } = world();
    store.mutateRows = () => Promise.reject(new Error('a bug'));
    await expect(add(minutes(1)).added).rejects.toThrow('a bug');
    expect(writer.state().dirty).toBe(0);
  });
});

describe('A caller whose timeout is over', () => {
  it('it gets the error, and its event is written all the same', async () => {
    const { store, writer, type, clock } = world();
    store.isHolding = true;
    const late = writer.add([sketchedEvent(type, { atMs: START })], { timeoutMs: 100 });
    await clock.advance(100);
    expect((await late).failures).toEqual([tidemarkError('deadline_exceeded')]);
    const abort = new AbortController();
    const cancelled = writer.add([sketchedEvent(type, { atMs: START })], { signal: abort.signal });
    abort.abort();
    expect((await cancelled).failures).toEqual([tidemarkError('client_closed_request')]);
    store.held.shift()!();
    await clock.advance(0);
    expect(store.count('i1', DAY)).toBe(1);
  });
});

describe('The memory of the writer', () => {
  const items = (first: number, count: number, atMs = START): Look[] =>
    Array.from({ length: count }, (_, i) => ({ item: `i${first + i}`, atMs }));

  it('the number of sketches is limited, and evicted ones continue in columns of their own', async () => {
    const { store, writer, add, clock } = world('', { bufferedMax: 10 });
    await add(items(0, 5)).added;
    await clock.advance(1_000);
    await add(items(5, 5)).added;
    expect(writer.state()).toMatchObject({ held: 10, dirty: 0 });
    await clock.advance(1_000);
    await add(items(0, 5, START + MINUTE_MS)).added;
    expect(items(0, 5).map(({ item }) => store.count(item!, DAY))).toEqual([2, 2, 2, 2, 2]);
    expect(store.columns('i0', DAY)).toHaveLength(4);
    expect(writer.state().held).toBe(10);
  });

  it('used sketches stay and idle ones are evicted', async () => {
    const { store, add, clock } = world('', { bufferedMax: 8 });
    await add(items(0, 3)).added;
    for (const round of [1, 2, 3]) {
      await clock.advance(1_000);
      await add(items(0, 1)).added;
      await clock.advance(1_000);
      await add(items(10 + round, 1)).added;
    }
    const columns = ['i0', 'i1'].map((item) =>
      store.columns(item, DAY).filter(({ hour }) => hour === undefined),
    );
    expect(new Set(columns[0]!.map(({ writer }) => writer)).size).toBe(1);
    await add(items(1, 1, START + MINUTE_MS)).added;
    const again = store.columns('i1', DAY).filter(({ hour }) => hour === undefined);
    expect(new Set(again.map(({ writer }) => writer)).size).toBe(2);
  });

  it('sketches with waiting callers stay, and more additions are rejected as overload', async () => {
    const { store, writer, add, clock } = world('', { bufferedMax: 10 });
    store.isHolding = true;
    const taken = add(items(0, 5));
    const refused = add(items(5, 2));
    await refused.added;
    expect(refused.outcomes).toEqual(['overloaded', 'overloaded']);
    expect(writer.state()).toMatchObject({ held: 10, dirty: 10 });
    store.held.shift()!();
    store.isHolding = false;
    await clock.advance(0);
    expect(taken.outcomes).toEqual(Array(5).fill('durable'));
    await add(items(5, 2)).added;
    expect(store.count('i5', DAY)).toBe(1);
  });

  it('a sketch that is requested again is not evicted', async () => {
    const { store, add, clock } = world('', { bufferedMax: 10 });
    await add(items(0, 5)).added;
    await clock.advance(1_000);
    store.isHolding = true;
    const taken = add(items(0, 5, START + MINUTE_MS));
    const refused = add(items(5, 1));
    await refused.added;
    expect(refused.outcomes).toEqual(['overloaded']);
    store.held.shift()!();
    await taken.added;
    expect(store.count('i4', DAY)).toBe(2);
  });

  it('an evicted sketch does not stay in memory because of a failed write', async () => {
    const { store, add, clock } = world('', { bufferedMax: 4 });
    store.fate = () => ({ isApplied: false, error: DOWN });
    await add(items(1, 1)).added;
    store.isHolding = true;
    const taken = add([{ atMs: START, action: 'buy' }]);
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(store.calls[1]![0]!.mutations).toHaveLength(4);
    void add(items(2, 1));
    for (const go of store.held) go();
    store.isHolding = false;
    await taken.added;
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    await add([{ atMs: START + MINUTE_MS, action: 'buy' }]).added;
    expect(store.calls.at(-1)![0]!.mutations).toHaveLength(2);
  });

  it('memory is freed when nothing was added for long', async () => {
    const { writer, add, clock, store } = world();
    await add(items(0, 5)).added;
    expect(writer.state().held).toBe(20);
    await clock.advance(2 * SKETCH_LIMITS.idleMs);
    expect(writer.state()).toMatchObject({ held: 0, dirty: 0 });
    await add(items(0, 1, START + MINUTE_MS)).added;
    expect(store.count('i0', DAY)).toBe(2);
  });
});

describe('Closing', () => {
  it('data that waits for its interval is written, and further events are rejected', async () => {
    const { store, writer, add, clock } = world();
    await add(minutes(1)).added;
    const waiting = add(minutes(3));
    await writer.close();
    expect(waiting.outcomes).toEqual(['durable', 'durable', 'durable']);
    const refused = add(minutes(4));
    await refused.added;
    expect(refused.outcomes).toEqual(Array(4).fill('draining'));
    expect(store.count('i1', DAY)).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it('writes in flight and those that follow them are waited for', async () => {
    const { store, writer, add, clock } = world();
    store.isHolding = true;
    void add(minutes(1));
    void add(minutes(2));
    let isClosed = false;
    void writer.close().then(() => (isClosed = true));
    store.held.shift()!();
    await clock.advance(0);
    expect(isClosed).toBe(false);
    store.held.shift()!();
    await clock.advance(0);
    expect(isClosed).toBe(true);
    expect(store.count('i1', DAY)).toBe(2);
  });
});
