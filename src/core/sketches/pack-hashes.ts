import { endianness } from 'node:os';

export const HASH_BYTES = 8;
/** Position of the words in a 64-bit number. The second word is its lower half. */
const [FIRST, SECOND] = endianness() === 'LE' ? [1, 0] : [0, 1];

/** Packs hashes, given as pairs of words, as ascending big-endian 64-bit numbers. So equal sets have equal bytes. */
export function packHashes(halves: Uint32Array): Buffer {
  const words = new Uint32Array(halves.length);
  for (let at = 0; at < halves.length; at += 2) {
    words[at + FIRST] = halves[at]!;
    words[at + SECOND] = halves[at + 1]!;
  }
  // Sorted natively, without an object per number.
  new BigUint64Array(words.buffer).sort();
  const bytes = Buffer.from(words.buffer);
  return endianness() === 'LE' ? bytes.swap64() : bytes;
}

/** Returns whether the bytes are at most `countMax` ascending hashes. */
export function arePackedHashes(bytes: Uint8Array, countMax: number): boolean {
  if (bytes.length % HASH_BYTES !== 0 || bytes.length > HASH_BYTES * countMax) return false;
  const view = viewOf(bytes);
  for (let at = HASH_BYTES; at < bytes.length; at += HASH_BYTES) {
    const first = view.getUint32(at);
    const previous = view.getUint32(at - HASH_BYTES);
    if (first > previous) continue;
    if (first < previous || view.getUint32(at + 4) <= view.getUint32(at - 4)) return false;
  }
  return true;
}

/** Unpacks hashes to pairs of words. */
export function unpackHashes(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes);
  const halves = new Uint32Array(bytes.length / 4);
  for (let place = 0; place < halves.length; place++) halves[place] = view.getUint32(4 * place);
  return halves;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
