/**
 * Packed runs of 32-bit integers: most with the same few bits, and exceptions patched in afterwards (PFOR: Zukowski,
 * Héman, Nes, Boncz, "Super-scalar RAM-CPU cache compression", ICDE 2006). Unpacking is a loop without a branch.
 *
 *     | width, flags | least value, or 0 | bits of all, LSB first | patches |
 *
 * With `DELTAS` the values are zigzag differences between neighbours, so that ascending or repeated values cost almost
 * nothing. The caller of `unpackIntegers` knows the number of values. At least four other bytes must follow
 * the bits, which are read four bytes at a time.
 */
import type { BlockReader } from './byte-reader';
import type { BlockWriter } from './byte-writer';
import { corruptBlock } from './block-errors';
import { uint32s } from '../columns/pooled-arrays';

const PATCHED = 0x40;
const DELTAS = 0x80;
const WIDTH_MASK = 0x3f;
const WIDTH_MAX = 32;
/** Maximum width of a value that lies within four bytes, at whichever bit of the first byte it begins. */
const ONE_LOAD_MAX = 25;

export function packIntegers(values: Uint32Array, out: BlockWriter): void {
  const plain = planOf(relativeTo(leastOf(values), values));
  const deltas = planOf(deltasOf(values));
  if (deltas.bytes < plain.bytes) {
    writePlan(deltas, 0, { flags: DELTAS, out });
  } else {
    writePlan(plain, leastOf(values), { flags: 0, out });
  }
}

export function unpackIntegers(reader: BlockReader, count: number): Uint32Array {
  const header = reader.byte();
  const width = header & WIDTH_MASK;
  if (width > WIDTH_MAX) throw corruptBlock();
  const least = reader.varint();
  const values = uint32s(count);
  const start = reader.skip(Math.ceil((count * width) / 8));
  if (width > 0) unpackBits(reader.view, { start, width, least }, values);
  else if (least > 0) values.fill(least);
  if ((header & PATCHED) !== 0) patch(reader, width, values);
  if ((header & DELTAS) !== 0) sumDeltas(values);
  return values;
}

interface Plan {
  readonly values: Uint32Array;
  readonly width: number;
  readonly patches: number;
  /** Estimated size in bytes, for comparison. */
  readonly bytes: number;
}

/** Returns the plan with the width that takes the fewest bytes, patches included. */
function planOf(values: Uint32Array): Plan {
  const lengths = new Uint32Array(WIDTH_MAX + 1);
  for (const value of values) lengths[WIDTH_MAX - Math.clz32(value)]!++;
  // By width: the values that are longer, each of which is patched, and the bytes of their bits beyond the width, 7 in a byte.
  const patches = new Uint32Array(WIDTH_MAX + 1);
  const patchBytes = new Uint32Array(WIDTH_MAX + 1 + 7);
  let best = { width: WIDTH_MAX, bytes: Infinity };
  for (let width = WIDTH_MAX; width >= 0; width--) {
    if (width < WIDTH_MAX) patches[width] = patches[width + 1]! + lengths[width + 1]!;
    patchBytes[width] = patches[width]! + patchBytes[width + 7]!;
    const positionBytes = patches[width]! * 128 < values.length ? 2 : 1;
    const bytes =
      Math.ceil((values.length * width) / 8) + patchBytes[width]! + patches[width]! * positionBytes;
    if (bytes < best.bytes) best = { width, bytes };
  }
  return { values, ...best, patches: patches[best.width]! };
}

function writePlan(
  { values, width, patches }: Plan,
  least: number,
  { flags, out }: { readonly flags: number; readonly out: BlockWriter },
): void {
  out.byte(width | flags | (patches > 0 ? PATCHED : 0));
  out.varint(least);
  writeBits(values, width, out);
  if (patches > 0) writePatches(values, width, out);
}

function writeBits(values: Uint32Array, width: number, out: BlockWriter): void {
  if (width === 0) return;
  const limit = 2 ** width;
  let pending = 0;
  let bits = 0;
  for (const value of values) {
    // Arithmetic on whole numbers of at most 39 bits is exact. Shifts would cut them to 32 bits.
    pending += (value % limit) * 2 ** bits;
    for (bits += width; bits >= 8; bits -= 8) {
      out.byte(pending % 256);
      pending = Math.floor(pending / 256);
    }
  }
  if (bits > 0) out.byte(pending);
}

/** Writes the number of patches, then for each its distance from the previous one and the bits beyond the width. */
function writePatches(values: Uint32Array, width: number, out: BlockWriter): void {
  const limit = 2 ** width;
  const places = [...values.keys()].filter((i) => values[i]! >= limit);
  out.varint(places.length);
  let previous = 0;
  for (const place of places) {
    out.varint(place - previous);
    out.varint(Math.floor(values[place]! / limit));
    previous = place;
  }
}

function patch(reader: BlockReader, width: number, values: Uint32Array): void {
  const scale = 2 ** width;
  let place = 0;
  for (let left = reader.varint(); left > 0; left--) {
    place += reader.varint();
    if (place >= values.length) throw corruptBlock();
    values[place] = values[place]! + reader.varint() * scale;
  }
}

function unpackBits(
  view: DataView,
  { start, width, least }: { readonly start: number; readonly width: number; readonly least: number },
  values: Uint32Array,
): void {
  const mask = width === WIDTH_MAX ? -1 : (1 << width) - 1;
  const { length } = values;
  const base = least | 0;
  let bit = 0;
  if (width <= ONE_LOAD_MAX) {
    for (let i = 0; i < length; i++, bit += width) {
      values[i] = ((view.getInt32(start + (bit >>> 3), true) >>> (bit & 7)) & mask) + base;
    }
    return;
  }
  for (let i = 0; i < length; i++, bit += width) {
    const at = start + (bit >>> 3);
    const shift = bit & 7;
    // A shift by 32 is a shift by 0 in JavaScript, hence the two steps.
    const upper = (view.getUint8(at + 4) << (31 - shift)) << 1;
    values[i] = (((view.getInt32(at, true) >>> shift) | upper) & mask) + base;
  }
}

function leastOf(values: Uint32Array): number {
  let least = values[0] ?? 0;
  for (const value of values) if (value < least) least = value;
  return least;
}

function relativeTo(least: number, values: Uint32Array): Uint32Array {
  return least === 0 ? values : values.map((value) => value - least);
}

/**
 * Returns the differences between neighbours modulo 2^32, zigzag-encoded, so that small steps in either direction are
 * small numbers.
 */
function deltasOf(values: Uint32Array): Uint32Array {
  const deltas = new Uint32Array(values.length);
  let previous = 0;
  values.forEach((value, i) => {
    const delta = (value - previous) | 0;
    deltas[i] = (delta << 1) ^ (delta >> 31);
    previous = value;
  });
  return deltas;
}

function sumDeltas(values: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const zigzag = values[i]!;
    sum = (sum + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    values[i] = sum;
  }
}
