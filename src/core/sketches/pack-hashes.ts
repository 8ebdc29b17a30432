import { endianness } from 'node:os';

export const HASH_BYTES = 8;
/** The second word is the lower half of the number. */
const [FIRST, SECOND] = endianness() === 'LE' ? [1, 0] : [0, 1];

/** Hashes given as pairs of words, as numbers of 64 bits, big-endian, ascending: so equal sets are equal bytes. */
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

/** Whether these are `countMax` hashes at most, ascending. */
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

/** As pairs of words. */
export function unpackHashes(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes);
  const halves = new Uint32Array(bytes.length / 4);
  for (let place = 0; place < halves.length; place++) halves[place] = view.getUint32(4 * place);
  return halves;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
