/**
 * Registers as bytes:
 *
 *     | base | 4 bits per register, the even one's low   | those beyond          |
 *     | 1    | 8,192: rank - base, 15 for all from there | 3 bytes each, as below |
 *
 * `base` is the lowest rank there is, and 15 above it is more than a handful of registers have, however many items there are:
 * a third less than 6 bits for each. Single registers are index << 6 | rank in 3 bytes, indexes ascending.
 */
import { RANK_MAX, REGISTER_COUNT, type Registers } from './registers';

const SINGLE_BYTES = 3;
const RANK_BITS = 6;
const SPAN = 15;
/** So that whatever 4 bits say is a rank. */
const BASE_MAX = RANK_MAX - SPAN;
const NIBBLES_END = 1 + REGISTER_COUNT / 2;

/** Equal registers are equal bytes. */
export function packRegisters({ ranks, histogram }: Registers): Buffer {
  const base = lowestRank(histogram);
  const nibbles = Buffer.allocUnsafe(NIBBLES_END);
  nibbles[0] = base;
  const beyond: number[] = [];
  for (let index = 0; index < REGISTER_COUNT; index += 2) {
    const low = ranks[index]! - base;
    const high = ranks[index + 1]! - base;
    if (low > SPAN) beyond.push(index);
    if (high > SPAN) beyond.push(index + 1);
    nibbles[1 + (index >>> 1)] = Math.min(low, SPAN) | (Math.min(high, SPAN) << 4);
  }
  return Buffer.concat([nibbles, packSingles(ranks, beyond)]);
}

/** Whether these are bytes that `packRegisters` makes, so that they can be merged. */
export function arePackedRegisters(bytes: Uint8Array): boolean {
  const base = bytes[0];
  if (base === undefined || base > BASE_MAX || bytes.length < NIBBLES_END) return false;
  const singles = bytes.subarray(NIBBLES_END);
  return areSingles(singles, base + SPAN + 1) && singlesAreFull(bytes, singles);
}

/** Of bytes that were looked at. */
export function mergePackedRegisters(into: Registers, bytes: Uint8Array): void {
  const base = bytes[0]!;
  for (let at = 1; at < NIBBLES_END; at++) {
    const pair = bytes[at]!;
    const index = (at - 1) << 1;
    into.raise(index, base + (pair & SPAN));
    into.raise(index + 1, base + (pair >>> 4));
  }
  mergeSingles(into, bytes.subarray(NIBBLES_END));
}

/** Registers by ascending index. */
export function packSingles(ranks: Uint8Array, indexes: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(SINGLE_BYTES * indexes.length);
  indexes.forEach((index, place) =>
    bytes.writeUIntBE((index << RANK_BITS) | ranks[index]!, SINGLE_BYTES * place, SINGLE_BYTES),
  );
  return bytes;
}

export function areSingles(bytes: Uint8Array, rankMin = 1): boolean {
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

/** Of bytes that were looked at. */
export function mergeSingles(into: Registers, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += SINGLE_BYTES) {
    const single = singleAt(bytes, at);
    into.raise(single >>> RANK_BITS, rankIn(single));
  }
}

/** Whether the 4 bits of those beyond say so. */
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
