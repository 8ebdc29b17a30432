import { int32s } from './pooled-arrays';

const SEED = 0x811c9dc5;
const MULTIPLIER = 0xcc9e2d51;
const EMPTY = -1;
/** Initial state of every interner: most queries fill few of theirs. Never written to. */
const NO_SLOTS = Int32Array.of(EMPTY);
const NO_ENTRIES = new Int32Array(0);
const NO_BYTES = Buffer.alloc(0);
const SLOTS_MIN = 16;
const ENTRIES_MIN = 16;

/**
 * Assigns consecutive numbers to byte strings without creating JavaScript strings: an open-addressing hash table over
 * the bytes themselves (linear probing, at most half full).
 */
export class ByteInterner {
  #slots = NO_SLOTS;
  #hashes = NO_ENTRIES;
  /** End of each entry: entry i is `#bytes[#ends[i - 1], #ends[i])`. */
  #ends = NO_ENTRIES;
  #bytes = NO_BYTES;
  #size = 0;

  /** Returns the number of the string. A new string receives the next number. */
  intern(source: Uint8Array, start: number, end: number): number {
    if ((this.#size + 1) * 2 > this.#slots.length) this.#rehash();
    const hash = hashOf(source, start, end);
    const slot = this.#slotOf(hash, source, start, end);
    const known = this.#slots[slot]!;
    if (known !== EMPTY) return known;
    this.#slots[slot] = this.#size;
    return this.#append(hash, source, { start, end });
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : this.#ends[index - 1]!;
  }

  /** Returns the slot of the string, or the empty slot where it belongs. */
  #slotOf(hash: number, source: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const index = this.#slots[slot]!;
      if (index === EMPTY) return slot;
      if (this.#hashes[index] === hash && this.#equals(index, source, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(index: number, source: Uint8Array, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const offset = this.#startOf(index);
    if (this.#ends[index]! - offset !== end - start) return false;
    for (let i = start, j = offset; i < end; i++, j++) if (source[i] !== bytes[j]) return false;
    return true;
  }

  #append(
    hash: number,
    source: Uint8Array,
    { start, end }: { readonly start: number; readonly end: number },
  ): number {
    const index = this.#size;
    let at = this.#startOf(index);
    this.#reserve(at + end - start);
    // Ids are short: the loop finishes before `set` has checked its arguments.
    for (let i = start; i < end; i++) this.#bytes[at++] = source[i]!;
    this.#ends[index] = at;
    this.#hashes[index] = hash;
    return this.#size++;
  }

  #reserve(bytes: number): void {
    if (this.#size === this.#ends.length) {
      this.#ends = grown(this.#ends);
      this.#hashes = grown(this.#hashes);
    }
    if (bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(512, bytes * 2));
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }

  #rehash(): void {
    const slots = int32s(Math.max(SLOTS_MIN, this.#slots.length * 4)).fill(EMPTY);
    const mask = slots.length - 1;
    for (let index = 0; index < this.#size; index++) {
      let slot = this.#hashes[index]! & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    this.#slots = slots;
  }
}

/** Hashes four bytes at a time, because each multiplication waits for the previous one. */
function hashOf(source: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const word = source[i]! | (source[i + 1]! << 8) | (source[i + 2]! << 16) | (source[i + 3]! << 24);
    hash = Math.imul(hash ^ word, MULTIPLIER);
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = Math.imul(hash ^ source[i]!, MULTIPLIER);
  return hash ^ (hash >>> 15);
}

function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = int32s(Math.max(ENTRIES_MIN, values.length * 2));
  larger.set(values);
  return larger;
}
