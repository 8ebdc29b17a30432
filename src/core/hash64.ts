/**
 * MurmurHash3 x86_128 (Austin Appleby, public domain; SMHasher's MurmurHash3.cpp), the variant made of 32-bit
 * multiplications: the only 128-bit Murmur that runs at full speed on JavaScript's numbers. Digests are the bytes
 * that the reference implementation writes on a little-endian machine, so other languages can derive our row keys.
 */

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** The four words of the last digest: one scratch for all calls, none of which can interleave. */
const lanes = new Int32Array(4);

/** Two unsigned 32-bit halves: the first and second word of the digest. */
export interface Hash64 {
  readonly first: number;
  readonly second: number;
}

/** The first 64 of the 128 bits of `bytes[0, length)`, which are as well mixed as the rest. */
export function hash64(bytes: Uint8Array, seed = 0, length = bytes.length): Hash64 {
  digest(bytes, length, seed);
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

/** In local variables throughout: keeping the state in an array takes twice as long. */
function digest(bytes: Uint8Array, length: number, seed: number): void {
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  const tail = length & ~15;
  for (let at = 0; at < tail; at += 16) {
    h1 ^= mixed1(word(bytes, at));
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= mixed2(word(bytes, at + 4));
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= mixed3(word(bytes, at + 8));
    h3 = (Math.imul(((h3 << 15) | (h3 >>> 17)) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= mixed4(word(bytes, at + 12));
    h4 = (Math.imul(((h4 << 13) | (h4 >>> 19)) + h1, 5) + 0x32ac3b17) | 0;
  }
  if (tail < length) {
    // The last bytes as words padded with zeros: a zero word mixes to zero, as the reference's fall-through does.
    h1 ^= mixed1(partialWord(bytes, tail, length));
    h2 ^= mixed2(partialWord(bytes, tail + 4, length));
    h3 ^= mixed3(partialWord(bytes, tail + 8, length));
    h4 ^= mixed4(partialWord(bytes, tail + 12, length));
  }
  const sum = ((h1 ^ length) + (h2 ^ length) + (h3 ^ length) + (h4 ^ length)) | 0;
  h1 = avalanche(sum);
  h2 = avalanche((h2 ^ length) + sum);
  h3 = avalanche((h3 ^ length) + sum);
  h4 = avalanche((h4 ^ length) + sum);
  lanes[0] = h1 + h2 + h3 + h4;
  lanes[1] = h2 + lanes[0];
  lanes[2] = h3 + lanes[0];
  lanes[3] = h4 + lanes[0];
}

function mixed1(word: number): number {
  const k = Math.imul(word, C1);
  return Math.imul((k << 15) | (k >>> 17), C2);
}

function mixed2(word: number): number {
  const k = Math.imul(word, C2);
  return Math.imul((k << 16) | (k >>> 16), C3);
}

function mixed3(word: number): number {
  const k = Math.imul(word, C3);
  return Math.imul((k << 17) | (k >>> 15), C4);
}

function mixed4(word: number): number {
  const k = Math.imul(word, C4);
  return Math.imul((k << 18) | (k >>> 14), C1);
}

function avalanche(lane: number): number {
  let h = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** At most four bytes that begin at `at` and before `end`. */
function partialWord(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  for (let i = (at + 4 < end ? at + 4 : end) - 1; i >= at; i--) value = (value << 8) | bytes[i]!;
  return value;
}
