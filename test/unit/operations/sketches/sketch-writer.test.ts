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
    createSketchWriter({ writer: store, schema, clock, random, limits: { ...SKETCH_LIMITS, ...limits } });
  const writer = open();
  /** Adds, and notes the outcomes when there are any. */
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

describe('an event', () => {
  it('counts once in the hour and in the day of its own time, and its user too', async () => {
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

  it('is the same event within its dedup window, and another one for another user or item', async () => {
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

  it('counts by each value that it has, in the order in which breakdowns are declared', async () => {
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
    // The hour from 2 to 3 is there twice, and once not at all.
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', 2],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25', 3],
    ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25', 24],
    ['Europe/Berlin', '2026-03-29T21:30:00Z', '2026-03-29', 22],
    ['Asia/Kathmandu', '2026-11-21T18:14:59Z', '2026-11-21', 23],
  ])('in %s at %s is of %s, hour %i', async (zone, time, day, hour) => {
    const { store, add } = world(`time_zone: "${zone}"`);
    await add([{ atMs: Date.parse(time) }]).added;
    expect([store.count('i1', day), store.count('i1', day, { hour })]).toEqual([1, 1]);
  });
});

describe('a row', () => {
  it('is written at once, and then once in an interval with all that has come', async () => {
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

  it('goes with the other rows of a flush in one call, each with one mutation', async () => {
    const { store, add, clock } = world();
    const items = Array.from({ length: 50 }, (_, i) => ({ item: `i${i}`, atMs: START }));
    await add(items).added;
    const again = add(items.map((look) => ({ ...look, atMs: START + MINUTE_MS })));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(again.outcomes).toHaveLength(50);
    expect(store.calls.map((rows) => rows.length)).toEqual([50, 50]);
  });

  it('has one mutation in flight, however long that takes, and nobody is told too early', async () => {
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

  it('is not written for what it has already', async () => {
    const { store, add } = world();
    await add(minutes(3)).added;
    const again = add(minutes(3));
    await again.added;
    expect(again.outcomes).toEqual(['durable', 'durable', 'durable']);
    expect(store.calls).toHaveLength(1);
  });

  it('is written in several entries when it is larger than one may be', async () => {
    const { store, add } = world('breakdowns: "page"', { mutationsPerRowMax: 10 });
    const looks = Array.from({ length: 20 }, (_, i) => ({ atMs: START + i * MINUTE_MS, page: `p${i}` }));
    await add(looks).added;
    // 20 pages and all, in the day and the hour.
    expect(store.calls[0]!.map(({ mutations }) => mutations.length)).toEqual([10, 10, 10, 10, 2]);
    expect(store.count('i1', DAY, { breakdown: { index: 0, value: 'p7' } })).toBe(1);
  });
});

describe('when a write fails', () => {
  it('who waited is told, and the next write has everything', async () => {
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

  it('and was done all the same, counts stay what they are', async () => {
    const { store, add, clock } = world();
    store.fate = () => ({ isApplied: true, error: DOWN });
    await add(minutes(4)).added;
    store.fate = () => ({ isApplied: true });
    void add(minutes(5));
    await clock.advance(SKETCH_LIMITS.flushIntervalMs);
    expect(store.count('i1', DAY)).toBe(5);
  });

  it('and is done later than those that follow it, they count', async () => {
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

  it('as the clock was set back, later writes still come after earlier ones', async () => {
    const { store, add, clock } = world();
    for (const count of [2, 4, 6, 8, 10]) {
      if (count === 8) clock.nowMs = () => START - 3_600_000;
      void add(minutes(count));
      await clock.advance(SKETCH_LIMITS.flushIntervalMs);
      expect(store.count('i1', DAY)).toBe(count);
    }
    expect(store.calls).toHaveLength(5);
  });

  it('and is waited for again while it is written anew, nothing of it is held for ever', async () => {
    const { store, writer, add, clock } = world('');
    store.fate = () => ({ isApplied: false, error: DOWN });
    await add(minutes(1)).added;
    store.fate = () => ({ isApplied: true });
    store.isHolding = true;
    // Another action's sketches, whose flush takes what has failed along.
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

  it('of one row, the others of its call are written', async () => {
    const { store, add } = world();
    const bad = store.mutateRows;
    store.mutateRows = async (table, rows) =>
      (await bad(table, rows)).map((result, index) => (index === 1 ? DOWN : result));
    const added = add([{ atMs: START }, { atMs: START, item: 'i2' }, { atMs: START, item: 'i3' }]);
    await added.added;
    expect(added.outcomes).toEqual(['durable', 'store_unavailable', 'durable']);
  });

  it('is a fault of the program where it is none of the store', async () => {
    const { store, add, writer } = world();
    store.mutateRows = () => Promise.reject(new Error('a bug'));
    await expect(add(minutes(1)).added).rejects.toThrow('a bug');
    expect(writer.state().dirty).toBe(0);
  });
});

describe('a caller without time', () => {
  it('is told so, and the event is written all the same', async () => {
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

describe('memory', () => {
  const items = (first: number, count: number, atMs = START): Look[] =>
    Array.from({ length: count }, (_, i) => ({ item: `i${first + i}`, atMs }));

  it('has so many sketches at most, and those let go are counted on in columns of their own', async () => {
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

  it('keeps what is used, and lets go of what is not', async () => {
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

  it('is never let go of while somebody waits: more is refused as overload', async () => {
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

  it('is not taken from what was let go of in time and is waited for again', async () => {
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

  it('is not kept by what was let go of while it was being written, in vain', async () => {
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

  it('is free again when nothing was added for long', async () => {
    const { writer, add, clock, store } = world();
    await add(items(0, 5)).added;
    expect(writer.state().held).toBe(20);
    await clock.advance(2 * SKETCH_LIMITS.idleMs);
    expect(writer.state()).toMatchObject({ held: 0, dirty: 0 });
    await add(items(0, 1, START + MINUTE_MS)).added;
    expect(store.count('i0', DAY)).toBe(2);
  });
});

describe('closing', () => {
  it('writes what waits for its interval, and takes nothing more', async () => {
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

  it('waits for what is under way and for what follows it', async () => {
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
