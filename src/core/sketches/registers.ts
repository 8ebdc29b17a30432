/**
 * Registers of HyperLogLog (Flajolet et al., 2007) for 64-bit hashes, as in Heule et al. (2013): the first 14 bits of a
 * hash select a register. The register keeps the largest rank, which is 1 + the number of leading zeros of the other 50
 * bits.
 */
export const PRECISION = 14;
export const REGISTER_COUNT = 2 ** PRECISION;
const INDEX_SHIFT = 32 - PRECISION;
/** Number of bits of the first word that belong to the rank. */
const HIGH_BITS = INDEX_SHIFT;
/** Maximum rank, of 50 zeros. */
export const RANK_MAX = 64 - PRECISION + 1;

/** Returns the register of a hash, by its first word. */
export function registerOf(first: number): number {
  return first >>> INDEX_SHIFT;
}

function rankOf(first: number, second: number): number {
  const high = first << PRECISION;
  return high === 0 ? HIGH_BITS + Math.clz32(second) + 1 : Math.clz32(high) + 1;
}

/** Number of words. A word has four registers, one per byte, which are mostly merged, stored and counted together. */
export const WORD_COUNT = REGISTER_COUNT / 4;
/** Factor that repeats a byte four times. */
export const ONE_PER_BYTE = 0x01010101;
const TOP_BITS = 0x80808080 | 0;

export class Registers {
  /** Words of four registers. The one with the smallest index is in the lowest byte. */
  readonly #words = new Int32Array(WORD_COUNT);
  /** Number of registers with each rank. Undefined if it must be recomputed. */
  #histogram: Uint32Array | undefined;

  /** Words of the registers. Do not modify. */
  get words(): Int32Array {
    return this.#words;
  }

  /** Number of registers by rank, which determines the estimate. Do not modify. */
  get histogram(): Uint32Array {
    return (this.#histogram ??= this.#countRanks());
  }

  rankAt(index: number): number {
    return (this.#words[index >>> 2]! >>> ((index & 3) << 3)) & 0xff;
  }

  /** Adds a hash and returns whether it raised its register. */
  add(first: number, second: number): boolean {
    return this.raise(first >>> INDEX_SHIFT, rankOf(first, second));
  }

  /** Raises a register and returns whether it was lower. */
  raise(index: number, rank: number): boolean {
    const place = index >>> 2;
    const shift = (index & 3) << 3;
    const word = this.#words[place]!;
    const old = (word >>> shift) & 0xff;
    if (rank <= old) return false;
    this.#words[place] = word + ((rank - old) << shift);
    const histogram = this.#histogram;
    if (histogram === undefined) return true;
    histogram[old]!--;
    histogram[rank]!++;
    return true;
  }

  /** Raises each register to its value in `words`. */
  merge(words: Int32Array): void {
    const own = this.#words;
    for (let place = 0; place < WORD_COUNT; place++) own[place] = largerBytes(own[place]!, words[place]!);
    this.#histogram = undefined;
  }

  clone(): Registers {
    const copy = new Registers();
    copy.#words.set(this.#words);
    copy.#histogram = this.#histogram?.slice();
    return copy;
  }

  /** Counts ranks in four tables, one per byte: equal ranks of neighbours in one table would wait for each other. */
  #countRanks(): Uint32Array {
    const counts = [0, 1, 2, 3].map(() => new Uint32Array(RANK_MAX + 1));
    const [first, second, third, fourth] = counts as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    for (const word of this.#words) {
      first[word & 0xff]!++;
      second[(word >>> 8) & 0xff]!++;
      third[(word >>> 16) & 0xff]!++;
      fourth[word >>> 24]!++;
    }
    return first.map((count, rank) => count + second[rank]! + third[rank]! + fourth[rank]!);
  }
}

/** Returns the larger of each two bytes. None is above 127, so that bit 7 is free for the comparison. */
function largerBytes(a: number, b: number): number {
  const mask = bytesFrom(a, b);
  return (a & mask) | (b & ~mask);
}

/** Returns the smaller of each byte and `most`. */
export function minPerByte(word: number, most: number): number {
  const limit = most * ONE_PER_BYTE;
  const mask = bytesFrom(word, limit);
  return (limit & mask) | (word & ~mask);
}

/** Returns a mask of the low seven bits of each byte where a's is at least b's. */
function bytesFrom(a: number, b: number): number {
  const atLeast = ((a | TOP_BITS) - b) & TOP_BITS;
  return (atLeast - (atLeast >>> 7)) | 0;
}
