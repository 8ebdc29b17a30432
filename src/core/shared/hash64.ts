/**
 * MurmurHash3 x86_128 (Austin Appleby, public domain; SMHasher's MurmurHash3.cpp), the variant made of 32-bit
 * multiplications: the only 128-bit Murmur that runs at full speed on JavaScript numbers. Digests are the bytes that
 * the reference implementation writes on a little-endian machine, so other languages can derive the same row keys.
 */

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

/** The four words of the last digest. All calls share this buffer, which is safe because calls cannot interleave. */
const lanes = new Int32Array(4);

/** A 64-bit hash as two unsigned 32-bit halves: the first and second word of the digest. */
export interface Hash64 {
  readonly first: number;
  readonly second: number;
}

/** Returns the first 64 of the 128 bits, which are mixed as well as the rest. */
export function hash64(bytes: Uint8Array, seed = 0): Hash64 {
  digest(bytes, bytes.length, seed);
  return { first: lanes[0]! >>> 0, second: lanes[1]! >>> 0 };
}

/** Returns `hash64` of a range of bytes. It is faster for callers that keep their bytes in one buffer with one view. */
export function hash64At(view: DataView, start: number, length: number): Hash64 {
  digestAt(view, start, length, 0);
  return { first: lanes[0]! >>> 0, second: lanes[1]! >>> 0 };
}

/** Returns the 16 bytes of the digest. */
export function hash128(bytes: Uint8Array, seed = 0): Buffer {
  digest(bytes, bytes.length, seed);
  const out = Buffer.allocUnsafe(16);
  writeDigest(out, 0, 16);
  return out;
}

/**
 * Hashes `bytes[0, length)` and writes the first `outBytes` (≤ 16) bytes of the digest at `offset`; allocates nothing.
 */
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

const COPIED_MAX = 64;
const copied = new Uint8Array(COPIED_MAX);
const copiedView = new DataView(copied.buffer);

/** Creating a view takes as long as copying and hashing a few bytes, so short inputs are copied. */
function digest(bytes: Uint8Array, length: number, seed: number): void {
  if (length > COPIED_MAX) {
    return digestAt(new DataView(bytes.buffer, bytes.byteOffset, length), 0, length, seed);
  }
  for (let i = 0; i < length; i++) copied[i] = bytes[i]!;
  digestAt(copiedView, 0, length, seed);
}

/**
 * Reads words through a view and keeps the state in local variables. Reading bytes and keeping an array takes four
 * times as long.
 */
function digestAt(view: DataView, start: number, length: number, seed: number): void {
  let h1 = seed | 0;
  let h2 = h1;
  let h3 = h1;
  let h4 = h1;
  const end = start + length;
  let at = start;
  for (; at + 16 <= end; at += 16) {
    h1 ^= mixed1(view.getInt32(at, true));
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= mixed2(view.getInt32(at + 4, true));
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= mixed3(view.getInt32(at + 8, true));
    h3 = (Math.imul(((h3 << 15) | (h3 >>> 17)) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= mixed4(view.getInt32(at + 12, true));
    h4 = (Math.imul(((h4 << 13) | (h4 >>> 19)) + h1, 5) + 0x32ac3b17) | 0;
  }
  if (at < end) {
    // The last bytes are read as words padded with zeros, like the reference's fall-through. An empty word mixes to
    // zero.
    h1 ^= mixed1(lastWord(view, at, end));
    if (at + 4 < end) h2 ^= mixed2(lastWord(view, at + 4, end));
    if (at + 8 < end) h3 ^= mixed3(lastWord(view, at + 8, end));
    if (at + 12 < end) h4 ^= mixed4(lastWord(view, at + 12, end));
  }
  const sum = ((h1 ^ length) + (h2 ^ length) + (h3 ^ length) + (h4 ^ length)) | 0;
  h1 = avalanche(sum);
  h2 = avalanche((h2 ^ length) + sum);
  h3 = avalanche((h3 ^ length) + sum);
  h4 = avalanche((h4 ^ length) + sum);
  h1 = (h1 + h2 + h3 + h4) | 0;
  lanes[0] = h1;
  lanes[1] = h1 + h2;
  lanes[2] = h1 + h3;
  lanes[3] = h1 + h4;
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

/** Returns the bytes from `at` to `end`, at most four, as a little-endian word. */
function lastWord(view: DataView, at: number, end: number): number {
  if (at + 4 <= end) return view.getInt32(at, true);
  let value = 0;
  for (let i = end - 1; i >= at; i--) value = (value << 8) | view.getUint8(i);
  return value;
}
