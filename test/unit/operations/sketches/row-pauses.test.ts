import { UNPLACED_SKETCHES } from '../../../../src/core/residency/sketch-tables';
import {
  createSketchWriter,
  type SketchWriterLimits,
} from '../../../../src/operations/sketches/sketch-writer';
import { seededRandom } from '../../../../src/platform/random';
import { SKETCH_LIMITS, sketchedEvent, sketchedType, SketchStore } from '../../../support/sketch-store';
import { VirtualClock } from '../../../support/virtual-clock';

const START = Date.UTC(2026, 10, 21, 12);
const DAY = '2026-11-21';
const INTERVAL_MS = SKETCH_LIMITS.flushIntervalMs;
const LIMITS: SketchWriterLimits = { ...SKETCH_LIMITS, flushBytesFree: 4_000, flushIntervalMaxMs: 3_000 };

interface Written {
  readonly atMs: number;
  /** Bytes written to the row by then. */
  readonly bytes: number;
}

function world(limits: Partial<SketchWriterLimits> = {}) {
  const { schema, type } = sketchedType('reach: true');
  const clock = new VirtualClock(START);
  const store = new SketchStore();
  const bytes: number[] = [];
  const writer = createSketchWriter({
    writer: store,
    sketchTables: UNPLACED_SKETCHES,
    schema,
    clock,
    random: seededRandom(7),
    limits: { ...LIMITS, ...limits },
    observer: { onRow: (size) => bytes.push(size), onEnded: () => undefined },
  });
  /** Bytes written, by row. */
  const written = new Map<string, Written[]>();
  const waits: number[] = [];
  const mutateRows = store.mutateRows;
  store.mutateRows = (table, rows) => {
    for (const { key } of rows) {
      const name = key.toString();
      const before = written.get(name) ?? [];
      written.set(name, [...before, { atMs: clock.monotonicMs(), bytes: writer.state().rowBytesMax }]);
    }
    return mutateRows(table, rows);
  };
  let user = 0;
  const add = (item = 'i1', timeoutMs?: number): void => {
    const fromMs = clock.monotonicMs();
    const event = sketchedEvent(type, { atMs: START, item, user: `u${user++}` });
    void writer
      .add([event], timeoutMs === undefined ? {} : { timeoutMs })
      .then(() => waits.push(clock.monotonicMs() - fromMs));
  };
  const writesOf = (item: string): readonly Written[] =>
    [...written].find(([name]) => name.includes(`${item}#`))?.[1] ?? [];
  const gapsOf = (item: string): number[] =>
    writesOf(item)
      .slice(1)
      .map(({ atMs }, place) => atMs - writesOf(item)[place]!.atMs);
  return { clock, store, writer, add, writesOf, gapsOf, waits, bytes };
}

describe('The pause between two writes of a row', () => {
  it('it grows with the bytes written up to the maximum, which limits every wait', async () => {
    const { clock, store, add, writesOf, gapsOf, waits } = world();
    for (let i = 0; i < 1_500; i++) {
      add();
      await clock.advance(20);
    }
    const gaps = gapsOf('i1');
    gaps.forEach((gapMs, place) => {
      const grownMs = (INTERVAL_MS * writesOf('i1')[place]!.bytes) / LIMITS.flushBytesFree;
      const wantedMs = Math.max(INTERVAL_MS, Math.min(grownMs, LIMITS.flushIntervalMaxMs));
      expect(gapMs).toBeGreaterThanOrEqual(wantedMs);
      expect(gapMs).toBeLessThan(wantedMs + INTERVAL_MS);
    });
    expect([gaps[0], gaps.at(-1)]).toEqual([INTERVAL_MS, LIMITS.flushIntervalMaxMs]);
    expect(Math.max(...waits)).toBeLessThan(LIMITS.flushIntervalMaxMs + INTERVAL_MS);
    await clock.advance(LIMITS.flushIntervalMaxMs);
    expect(waits).toHaveLength(1_500);
    expect(Math.abs(store.count('i1', DAY) - 1_500)).toBeLessThan(75);
  });

  it('it bounds the bytes that a process writes to a row, at any load', async () => {
    const [patient, hasty] = [world(), world({ flushIntervalMaxMs: INTERVAL_MS })];
    for (const { clock, add } of [patient, hasty]) {
      for (let i = 0; i < 1_500; i++) {
        add();
        await clock.advance(20);
      }
    }
    const writes = [patient, hasty].map(({ writesOf }) => writesOf('i1').length);
    expect(writes[1]).toBe(121);
    expect(writes[0]).toBeLessThan(30_000 / LIMITS.flushIntervalMaxMs + 20);
    const total = ({ bytes }: typeof patient): number => bytes.reduce((sum, each) => sum + each);
    expect(total(patient)).toBeLessThan(0.5 * total(hasty));
  });

  it('it depends on its own row only', async () => {
    const { clock, add, gapsOf } = world();
    for (let i = 0; i < 1_000; i++) {
      add();
      if (i >= 950) add('i2');
      await clock.advance(20);
    }
    expect(gapsOf('i1').at(-1)).toBe(LIMITS.flushIntervalMaxMs);
    expect(gapsOf('i2').slice(0, 2)).toEqual([INTERVAL_MS, INTERVAL_MS]);
  });

  /** Few enough for exact counts, so that each event changes them. */
  it("it is at most a quarter of a caller's timeout, also for a caller that arrives during a write", async () => {
    const { clock, store, add, waits } = world();
    for (let i = 0; i < 900; i++) {
      add();
      await clock.advance(20);
    }
    await clock.advance(2 * LIMITS.flushIntervalMaxMs);
    waits.length = 0;
    add();
    add('i1', 2_000);
    await clock.advance(500 - 1);
    expect(waits).toEqual([0]);
    await clock.advance(1);
    expect(waits).toEqual([0, 500]);
    add();
    await clock.advance(LIMITS.flushIntervalMaxMs);
    expect(waits).toEqual([0, 500, LIMITS.flushIntervalMaxMs]);
    await clock.advance(LIMITS.flushIntervalMaxMs);
    waits.length = 0;
    store.isHolding = true;
    add();
    await clock.advance(INTERVAL_MS);
    add('i1', 2_000);
    await clock.advance(INTERVAL_MS);
    store.isHolding = false;
    store.held.shift()!();
    await clock.advance(0);
    expect(waits).toEqual([2 * INTERVAL_MS, INTERVAL_MS]);
  });

  it('it ends when the process ends', async () => {
    const { clock, store, writer, add, waits } = world();
    for (let i = 0; i < 1_000; i++) {
      add();
      await clock.advance(20);
    }
    add();
    const before = store.calls.length;
    await writer.close();
    expect(store.calls).toHaveLength(before + 1);
    expect(waits).toHaveLength(1_001);
    expect(clock.pending).toBe(0);
  });
});
