import fc from 'fast-check';
import { hash64, type Hash64 } from '../../src/core/shared/hash64';
import { REGISTER_COUNT } from '../../src/core/sketches/registers';
import { Sketch } from '../../src/core/sketches/sketch';

const hashes = new Map<number, Hash64>();

/** Test items are numbers, hashed like event keys. Hashes are cached, because tests of sketches hash little else. */
export function itemHash(item: number): Hash64 {
  const known = hashes.get(item) ?? hashOf(item);
  hashes.set(item, known);
  return known;
}

function hashOf(item: number): Hash64 {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleLE(item);
  return hash64(bytes);
}

export function addItem(sketch: { add(first: number, second: number): boolean }, item: number): boolean {
  const { first, second } = itemHash(item);
  return sketch.add(first, second);
}

export function sketchOf(items: Iterable<number>): Sketch {
  const sketch = new Sketch();
  for (const item of items) addItem(sketch, item);
  return sketch;
}

/** Returns the registers of an inexact sketch. */
export function ranksOf({ registers }: Sketch): number[] {
  return itemsFrom(0, REGISTER_COUNT).map((index) => registers!.rankAt(index));
}

export function itemsFrom(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

/** Generates runs of items that may overlap: small sets, and sets near and beyond the exact range. */
export const someItems: fc.Arbitrary<number[]> = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 3_000 }),
      count: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1_200 })),
    }),
    { maxLength: 4 },
  )
  .map((runs) => runs.flatMap(({ from, count }) => itemsFrom(from, count)));
