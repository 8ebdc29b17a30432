/**
 * MurmurHash3 x86_128 (Austin Appleby, public domain; SMHasher's MurmurHash3.cpp), the variant made of 32-bit
 * multiplications: the only 128-bit Murmur that runs at full speed on JavaScript's numbers. Digests are the bytes
 * that the reference implementation writes on a little-endian machine, so other languages can derive our row keys.
 */

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** The four lanes of the hash in progress: one scratch for all calls, none of which can interleave. */
const lanes = new Int32Array(4);

/** Two unsigned 32-bit halves: the first and second word of the digest. */
export interface Hash64 {
  readonly first: number;
  readonly second: number;
}

/** The first 64 of the 128 bits, which are as well mixed as the rest. */
export function hash64(bytes: Uint8Array, seed = 0): Hash64 {
  digest(bytes, bytes.length, seed);
  return { first: lanes[0]! >>> 0, second: lanes[1]! >>> 0 };
}

/** The 16 bytes of the digest. */
export function hash128(bytes: Uint8Array, seed = 0): Buffer {
  digest(bytes, bytes.length, seed);
  const out = Buffer.allocUnsafe(16);
  writeDigest(out, 0, 16);
  return out;
}

/** Hashes `bytes[0, length)` and writes the first `outBytes` (≤ 16) bytes of the digest at `offset`; allocates nothing. */
export function hash128Into(
  bytes: Uint8Array,
  length: number,
  out: { readonly target: Uint8Array; readonly offset: number; readonly bytes: number },
): void {
  digest(bytes, length, 0);
  writeDigest(out.target, out.offset, out.bytes);
}

function writeDigest(out: Uint8Array, offset: number, count: number): void {
  for (let i = 0; i < count; i++) out[offset + i] = lanes[i >>> 2]! >>> ((i & 3) * 8);
}

function digest(bytes: Uint8Array, length: number, seed: number): void {
  lanes.fill(seed | 0);
  const tail = length & ~15;
  mixBlocks(bytes, tail);
  mixTail(bytes, tail, length);
  finish(length);
}

function mixBlocks(bytes: Uint8Array, end: number): void {
  let h1 = lanes[0]!;
  let h2 = lanes[1]!;
  let h3 = lanes[2]!;
  let h4 = lanes[3]!;
  for (let at = 0; at < end; at += 16) {
    h1 ^= Math.imul(rotate(Math.imul(word(bytes, at), C1), 15), C2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(word(bytes, at + 4), C2), 16), C3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(word(bytes, at + 8), C3), 17), C4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(word(bytes, at + 12), C4), 18), C1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  lanes[0] = h1;
  lanes[1] = h2;
  lanes[2] = h3;
  lanes[3] = h4;
}

/** The last 0–15 bytes, as words padded with zeros: a zero word mixes to zero, as the reference's fall-through does. */
function mixTail(bytes: Uint8Array, at: number, length: number): void {
  if (at === length) return;
  lanes[3]! ^= Math.imul(rotate(Math.imul(partialWord(bytes, at + 12, length), C4), 18), C1);
  lanes[2]! ^= Math.imul(rotate(Math.imul(partialWord(bytes, at + 8, length), C3), 17), C4);
  lanes[1]! ^= Math.imul(rotate(Math.imul(partialWord(bytes, at + 4, length), C2), 16), C3);
  lanes[0]! ^= Math.imul(rotate(Math.imul(partialWord(bytes, at, length), C1), 15), C2);
}

function finish(length: number): void {
  for (let i = 0; i < 4; i++) lanes[i]! ^= length;
  spread();
  for (let i = 0; i < 4; i++) lanes[i] = avalanche(lanes[i]!);
  spread();
}

function spread(): void {
  lanes[0] = lanes[0]! + lanes[1]! + lanes[2]! + lanes[3]!;
  for (let i = 1; i < 4; i++) lanes[i] = lanes[i]! + lanes[0];
}

function avalanche(lane: number): number {
  let h = lane;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function partialWord(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  for (let i = Math.min(at + 4, end) - 1; i >= at; i--) value = (value << 8) | bytes[i]!;
  return value;
}
