import fc from 'fast-check';
import { encodeSketch, mergeSketchBytes } from '../../../../src/codec/sketches/sketch-codec';
import { PersistedSketch, type SketchWrite } from '../../../../src/codec/sketches/persisted-sketch';
import { Sketch } from '../../../../src/core/sketches/sketch';
import { addItem, itemsFrom, sketchOf } from '../../../support/sketches';

/** Cells of one writer: the newest version of each column, whatever arrived last. */
class Store {
  readonly #cells = new Map<string, { readonly timestamp: number; readonly value: Buffer }>();

  set({ cells }: SketchWrite, timestamp: number): void {
    for (const { part, value } of cells) {
      if ((this.#cells.get(part)?.timestamp ?? -1) < timestamp) this.#cells.set(part, { timestamp, value });
    }
  }

  sketch(): Sketch {
    const sketch = new Sketch();
    for (const { value } of this.#cells.values()) mergeSketchBytes(sketch, value);
    return sketch;
  }

  bytesOf(part: string): number {
    return this.#cells.get(part)?.value.length ?? 0;
  }
}

const bytesOf = (sketch: Sketch): string => encodeSketch(sketch).toString('hex');

type Step =
  | { readonly kind: 'add'; readonly count: number }
  | {
      readonly kind: 'flush';
      readonly outcome: 'written' | 'lost' | 'unknown' | 'late';
      readonly meanwhile: number;
    };

const count = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 30 }) },
  fc.integer({ min: 0, max: 1_500 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), count }),
  fc.record({
    kind: fc.constant('flush' as const),
    outcome: fc.constantFrom(
      'written' as const,
      'written' as const,
      'lost' as const,
      'unknown' as const,
      'late' as const,
    ),
    meanwhile: count,
  }),
);

describe('a persisted sketch', () => {
  it('is stored completely after a write, whatever writes were lost, late or of unknown outcome', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const writer = new Writer();
        for (const each of steps) {
          if (each.kind === 'add') writer.add(each.count);
          else writer.flush(each);
        }
        writer.flush({ outcome: 'written', meanwhile: 0 });
        expect(bytesOf(writer.store.sketch())).toBe(bytesOf(sketchOf(itemsFrom(0, writer.added))));
        expect([writer.sketch.isDirty, writer.sketch.pendingWrite()]).toEqual([false, undefined]);
      }),
      { numRuns: 60 },
    );
  });

  it('has all acknowledged items in the store after each flush', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const writer = new Writer();
        for (const each of steps) {
          if (each.kind === 'add') writer.add(each.count);
          else writer.flush(each);
          const stored = writer.store.sketch();
          const before = bytesOf(stored);
          stored.merge(sketchOf(itemsFrom(0, writer.acknowledged)));
          expect(bytesOf(stored)).toBe(before);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('has nothing to write without new items', () => {
    const sketch = new PersistedSketch();
    expect([sketch.isDirty, sketch.pendingWrite()]).toEqual([false, undefined]);
    expect([addItem(sketch, 1), addItem(sketch, 1), sketch.isDirty]).toEqual([true, false, true]);
    sketch.confirmWritten(sketch.pendingWrite()!);
    expect([addItem(sketch, 1), sketch.isDirty, sketch.pendingWrite()]).toEqual([false, false, undefined]);
  });

  it('is written again until the write is confirmed', () => {
    const sketch = new PersistedSketch();
    addItem(sketch, 1);
    expect(sketch.pendingWrite()).toEqual(sketch.pendingWrite());
    const write = sketch.pendingWrite()!;
    addItem(sketch, 2);
    sketch.confirmWritten(write);
    expect(sketch.isDirty).toBe(true);
  });

  it('writes the items added since the whole, and the whole when those have cost as much', () => {
    const { writes, bytes } = flushed({ items: 1_000, each: 10 });
    const wholes = writes.filter((parts) => parts.startsWith('whole')).length;
    expect([writes.length, wholes > 5, wholes < 30]).toEqual([100, true, true]);
    // Writing the whole each time would take 400 times as much.
    expect(bytes / 1_000).toBeLessThan(75);
  });

  it('writes a few dozen bytes of a big sketch, and the whole rarely', () => {
    const writer = new Writer();
    writer.add(50_000);
    writer.flush({ outcome: 'written', meanwhile: 0 });
    const sizes = itemsFrom(0, 200).map(() => {
      writer.add(10);
      return writer.flush({ outcome: 'written', meanwhile: 0 });
    });
    const whole = sizes.filter((size) => size > 8_000).length;
    expect([whole >= 1, whole <= 8]).toEqual([true, true]);
    expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThan(500);
  });

  it('clears the other cell when it writes the whole', () => {
    const writer = new Writer();
    for (let i = 0; i < 40; i++) {
      writer.add(3);
      writer.flush({ outcome: 'written', meanwhile: 0 });
      if (writer.lastParts === 'whole,added') break;
    }
    expect(writer.lastParts).toBe('whole,added');
    expect(writer.store.bytesOf('added')).toBe(encodeSketch(new Sketch()).length);
  });

  it('writes the whole when more registers were raised than it records, even during a write', () => {
    for (const outcome of ['written', 'lost', 'unknown'] as const) {
      const writer = new Writer();
      writer.add(1_100);
      writer.flush({ outcome: 'written', meanwhile: 1 });
      writer.flush({ outcome, meanwhile: 5_000 });
      writer.add(1);
      writer.flush({ outcome: 'written', meanwhile: 0 });
      expect(bytesOf(writer.store.sketch())).toBe(bytesOf(sketchOf(itemsFrom(0, writer.added))));
    }
  });
});

/** Adds items 0, 1, 2 …, and flushes with all possible outcomes of a write. */
class Writer {
  readonly sketch = new PersistedSketch();
  readonly store = new Store();
  added = 0;
  acknowledged = 0;
  lastParts = '';
  #clock = 0;
  #late: (() => void)[] = [];

  add(count: number): void {
    for (const item of itemsFrom(this.added, count)) addItem(this.sketch, item);
    this.added += count;
  }

  /** Returns the bytes of the write. */
  flush({ outcome, meanwhile }: Omit<Extract<Step, { kind: 'flush' }>, 'kind'>): number {
    const write = this.sketch.pendingWrite();
    const upTo = this.added;
    const timestamp = this.#clock++;
    this.add(meanwhile);
    if (write === undefined) return 0;
    this.lastParts = write.cells.map(({ part }) => part).join();
    const arrive = (): void => this.store.set(write, timestamp);
    if (outcome === 'late') this.#late.push(arrive);
    if (outcome === 'unknown' || outcome === 'written') arrive();
    if (outcome === 'written') {
      this.sketch.confirmWritten(write);
      this.acknowledged = upTo;
      for (const each of this.#late.splice(0)) each();
    }
    return write.cells.reduce((sum, { value }) => sum + value.length, 0);
  }
}

function flushed({ items, each }: { items: number; each: number }): { writes: string[]; bytes: number } {
  const writer = new Writer();
  const writes: string[] = [];
  let bytes = 0;
  while (writer.added < items) {
    writer.add(each);
    bytes += writer.flush({ outcome: 'written', meanwhile: 0 });
    writes.push(writer.lastParts);
  }
  return { writes, bytes };
}
