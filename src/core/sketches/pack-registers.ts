/**
 * Registers as bytes:
 *
 *     | base | 4 bits per register, the even one's low   | those beyond          |
 *     | 1    | 8,192: rank - base, 15 for all from there | 3 bytes each, as below |
 *
 * `base` is the lowest rank. Only a few registers are 15 or more above it, however many items there are. This takes a
 * third less than 6 bits per register. Single registers are index << 6 | rank in 3 bytes, with ascending indexes.
 */
import { minPerByte, ONE_PER_BYTE, RANK_MAX, REGISTER_COUNT, WORD_COUNT, type Registers } from './registers';
import { appendAll } from '../shared/lists';

const SINGLE_BYTES = 3;
const RANK_BITS = 6;
const SPAN = 15;
/** Maximum base, so that any 4 bits are a valid rank. */
const BASE_MAX = RANK_MAX - SPAN;
const NIBBLES_END = 1 + REGISTER_COUNT / 2;
/** Bits that are set in a byte above 15. */
const BEYOND = 0xf0 * ONE_PER_BYTE;

/** Packs registers. Equal registers have equal bytes. */
export function packRegisters(registers: Registers): Buffer {
  const { words, histogram } = registers;
  const base = lowestRank(histogram);
  const nibbles = Buffer.allocUnsafe(NIBBLES_END);
  nibbles[0] = base;
  const beyond: number[] = [];
  for (let place = 0; place < WORD_COUNT; place++) {
    const above = words[place]! - base * ONE_PER_BYTE;
    if ((above & BEYOND) !== 0) appendAll(beyond, indexesBeyond(above, place));
    const pairs = nibblesOf(minPerByte(above, SPAN));
    nibbles[1 + 2 * place] = pairs;
    nibbles[2 + 2 * place] = pairs >>> 8;
  }
  return Buffer.concat([nibbles, packSingles(registers, beyond)]);
}

function indexesBeyond(above: number, place: number): number[] {
  return [0, 1, 2, 3]
    .filter((byte) => ((above >>> (8 * byte)) & 0xff) > SPAN)
    .map((byte) => 4 * place + byte);
}

/** Returns whether the bytes are a result of `packRegisters`, so that they can be merged. */
export function arePackedRegisters(bytes: Uint8Array): boolean {
  const base = bytes[0];
  if (base === undefined || base > BASE_MAX || bytes.length < NIBBLES_END) return false;
  const singles = bytes.subarray(NIBBLES_END);
  return arePackedSingles(singles, base + SPAN + 1) && singlesAreFull(bytes, singles);
}

/** Buffer shared by all calls, which cannot interleave. */
const unpacked = new Int32Array(WORD_COUNT);

/** Merges packed registers that `arePackedRegisters` has verified. */
export function mergePackedRegisters(into: Registers, bytes: Uint8Array): void {
  const base = bytes[0]! * ONE_PER_BYTE;
  for (let place = 0; place < WORD_COUNT; place++) {
    unpacked[place] = base + bytesOf(bytes[1 + 2 * place]! | (bytes[2 + 2 * place]! << 8));
  }
  into.merge(unpacked);
  mergeSingles(into, bytes.subarray(NIBBLES_END));
}

/** Spreads four 4-bit values to one byte each. */
function bytesOf(nibbles: number): number {
  const pairs = (nibbles | (nibbles << 8)) & 0x00ff00ff;
  return (pairs | (pairs << 4)) & (SPAN * ONE_PER_BYTE);
}

/** Inverse of `bytesOf`. */
function nibblesOf(bytes: number): number {
  const pairs = (bytes | (bytes >>> 4)) & 0x00ff00ff;
  return (pairs | (pairs >>> 8)) & 0xffff;
}

/** Packs single registers, given by ascending index. */
export function packSingles(registers: Registers, indexes: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(SINGLE_BYTES * indexes.length);
  indexes.forEach((index, place) =>
    bytes.writeUIntBE((index << RANK_BITS) | registers.rankAt(index), SINGLE_BYTES * place, SINGLE_BYTES),
  );
  return bytes;
}

export function arePackedSingles(bytes: Uint8Array, rankMin = 1): boolean {
  if (bytes.length % SINGLE_BYTES !== 0) return false;
  let previous = -1;
  for (let at = 0; at < bytes.length; at += SINGLE_BYTES) {
    const single = singleAt(bytes, at);
    const index = single >>> RANK_BITS;
    const rank = rankIn(single);
    if (index <= previous || index >= REGISTER_COUNT || rank < rankMin || rank > RANK_MAX) return false;
    previous = index;
  }
  return true;
}

/** Merges packed single registers that `arePackedSingles` has verified. */
export function mergeSingles(into: Registers, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += SINGLE_BYTES) {
    const single = singleAt(bytes, at);
    into.raise(single >>> RANK_BITS, rankIn(single));
  }
}

/** Returns whether the 4 bits of each single register have the maximum value. */
function singlesAreFull(bytes: Uint8Array, singles: Uint8Array): boolean {
  for (let at = 0; at < singles.length; at += SINGLE_BYTES) {
    const index = singleAt(singles, at) >>> RANK_BITS;
    if (((bytes[1 + (index >>> 1)]! >>> (4 * (index & 1))) & SPAN) !== SPAN) return false;
  }
  return true;
}

function singleAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
}

function rankIn(single: number): number {
  return single & (2 ** RANK_BITS - 1);
}

function lowestRank(histogram: Uint32Array): number {
  const lowest = histogram.findIndex((registers) => registers > 0);
  return Math.min(lowest, BASE_MAX);
}
