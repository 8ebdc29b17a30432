import fc from 'fast-check';
import { encodeSketch } from '../../../../src/codec/sketches/sketch-codec';
import { RANK_MAX, Registers, REGISTER_COUNT } from '../../../../src/core/sketches/registers';
import { EXACT_MAX, Sketch } from '../../../../src/core/sketches/sketch';
import { addItem, itemHash, itemsFrom, ranksOf, sketchOf, someItems } from '../../../support/sketches';

/** Merges sketches of thousands of items each. */
const RUNS = { numRuns: 30 };

const bytesOf = (sketch: Sketch): string => encodeSketch(sketch).toString('hex');
const merged = (...sketches: Sketch[]): Sketch => {
  const all = new Sketch();
  for (const each of sketches) all.merge(each);
  return all;
};

describe('a sketch', () => {
  it('has the same bytes for any order, repetitions and merges of its items', () => {
    fc.assert(
      fc.property(someItems, someItems, someItems, (a, b, c) => {
        const whole = bytesOf(sketchOf([...a, ...b, ...c]));
        expect(bytesOf(sketchOf([...c, ...b, ...a].reverse()))).toBe(whole);
        expect(bytesOf(merged(sketchOf(a), sketchOf(b), sketchOf(c)))).toBe(whole);
      }),
      RUNS,
    );
  });

  it('merges commutatively, associatively and idempotently', () => {
    fc.assert(
      fc.property(someItems, someItems, someItems, (...items) => {
        const [a, b, c] = items.map(sketchOf) as [Sketch, Sketch, Sketch];
        expect(bytesOf(merged(a, b))).toBe(bytesOf(merged(b, a)));
        expect(bytesOf(merged(merged(a, b), c))).toBe(bytesOf(merged(a, merged(b, c))));
        expect(bytesOf(merged(a, a, b, a))).toBe(bytesOf(merged(a, b)));
        a.merge(a);
        expect(bytesOf(a)).toBe(bytesOf(sketchOf(items[0])));
      }),
      RUNS,
    );
  });

  it('does not change the merged sketch or a copy', () => {
    fc.assert(
      fc.property(someItems, someItems, (a, b) => {
        const [mine, theirs] = [sketchOf(a), sketchOf(b)];
        mine.estimate();
        const copy = mine.clone();
        addItem(mine, -1);
        expect(copy.estimate()).toBe(sketchOf(a).estimate());
        mine.merge(theirs);
        expect(bytesOf(theirs)).toBe(bytesOf(sketchOf(b)));
        addItem(copy, -2);
        expect(bytesOf(copy)).toBe(bytesOf(sketchOf([...a, -2])));
        expect(copy.estimate()).toBe(sketchOf([...a, -2]).estimate());
        expect(bytesOf(mine)).toBe(bytesOf(sketchOf([...a, ...b, -1])));
      }),
      RUNS,
    );
  });

  it('is exact up to its limit, and reports it', () => {
    for (const count of [0, 1, 7, 8, 9, 100, EXACT_MAX - 1, EXACT_MAX]) {
      const sketch = sketchOf([...itemsFrom(0, count), ...itemsFrom(0, count)]);
      expect([sketch.isExact, sketch.estimate(), sketch.relativeError()]).toEqual([true, count, 0]);
      expect(sketch.bounds()).toEqual({ lower: count, upper: count });
    }
  });

  it('is an estimate from the first distinct item beyond its limit', () => {
    const sketch = sketchOf(itemsFrom(0, EXACT_MAX));
    expect([addItem(sketch, 0), sketch.isExact]).toEqual([false, true]);
    expect([addItem(sketch, EXACT_MAX), sketch.isExact]).toEqual([true, false]);
    const { lower, upper } = sketch.bounds();
    expect(sketch.estimate()).toBeGreaterThan(EXACT_MAX);
    expect([lower > EXACT_MAX, lower <= sketch.estimate(), upper > sketch.estimate()]).toEqual(
      Array(3).fill(true),
    );
  });

  it('returns for each item whether it changed anything', () => {
    for (const count of [500, 5_000]) {
      const sketch = sketchOf(itemsFrom(0, count));
      expect(itemsFrom(0, count).some((item) => addItem(sketch, item))).toBe(false);
      const before = bytesOf(sketch);
      for (const item of itemsFrom(count, 200)) {
        const changed = addItem(sketch, item);
        expect(changed).toBe(bytesOf(sketch) !== before || sketch.isExact);
        if (changed) break;
      }
    }
  });

  it('updates the estimate after each kind of change', () => {
    const sketch = sketchOf(itemsFrom(0, 2_000));
    expect(sketch.estimate()).toBe(sketchOf(itemsFrom(0, 2_000)).estimate());
    for (const item of itemsFrom(2_000, 2_000)) addItem(sketch, item);
    expect(sketch.estimate()).toBe(sketchOf(itemsFrom(0, 4_000)).estimate());
    sketch.merge(sketchOf(itemsFrom(4_000, 2_000)));
    expect(sketch.estimate()).toBe(sketchOf(itemsFrom(0, 6_000)).estimate());
    sketch.merge(sketchOf(itemsFrom(6_000, 500)));
    expect(sketch.estimate()).toBe(sketchOf(itemsFrom(0, 6_500)).estimate());
  });
});

describe('registers', () => {
  it('are selected by the first 14 bits of a hash and store the rank of the other 50', () => {
    const word = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 31 }).map((shift) => 2 ** shift),
    );
    const hashes = fc.array(fc.tuple(fc.oneof(word, fc.constant(0)), fc.oneof(word, fc.constant(0))));
    fc.assert(
      fc.property(hashes, (pairs) => {
        const registers = new Registers();
        const expected = new Map<number, number>();
        for (const [first, second] of pairs) {
          const { index, rank } = plainRegister(first, second);
          const changes = rank > (expected.get(index) ?? 0);
          expect(registers.add(first, second)).toBe(changes);
          if (changes) expected.set(index, rank);
        }
        expect(ranks(registers)).toEqual([...expected].sort(([a], [b]) => a - b));
      }),
    );
  });

  it('have a correct histogram after each kind of change', () => {
    const [a, b] = [sketchOf(itemsFrom(0, 5_000)), sketchOf(itemsFrom(3_000, 50_000))];
    a.merge(b);
    const { histogram } = a.registers!;
    const counted = new Array<number>(RANK_MAX + 1).fill(0);
    for (const rank of ranksOf(a)) counted[rank]!++;
    expect([...histogram]).toEqual(counted);
    expect(counted.reduce((sum, each) => sum + each)).toBe(REGISTER_COUNT);
  });
});

describe('hashes of items', () => {
  it('are distinguished by both words', () => {
    const { first, second } = itemHash(1);
    const sketch = new Sketch();
    const others = [first ^ 1, first ^ (1 << 31)].map((word) => word >>> 0);
    for (const word of [first, ...others]) sketch.add(word, second);
    sketch.add(first, (second ^ 1) >>> 0);
    sketch.add(0, 0);
    expect(sketch.estimate()).toBe(5);
  });
});

/** Existing registers by index. */
function ranks(registers: Registers): [number, number][] {
  return itemsFrom(0, REGISTER_COUNT)
    .map((index): [number, number] => [index, registers.rankAt(index)])
    .filter(([, rank]) => rank > 0);
}

/** Reference implementation by arithmetic on the 64 bits, digit by digit. */
function plainRegister(first: number, second: number): { index: number; rank: number } {
  const bits = first.toString(2).padStart(32, '0') + second.toString(2).padStart(32, '0');
  const rest = bits.slice(14);
  const one = rest.indexOf('1');
  return { index: parseInt(bits.slice(0, 14), 2), rank: (one === -1 ? rest.length : one) + 1 };
}
