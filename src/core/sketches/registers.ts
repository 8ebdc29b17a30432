/**
 * HyperLogLog's registers (Flajolet et al., 2007), of 64-bit hashes as Heule et al. (2013) have it: the first 14 bits of a
 * hash choose a register, which keeps the largest rank: 1 + the number of zeros that the other 50 bits begin with.
 */
export const PRECISION = 14;
export const REGISTER_COUNT = 2 ** PRECISION;
const INDEX_SHIFT = 32 - PRECISION;
/** Bits of the first word that belong to the rank. */
const HIGH_BITS = INDEX_SHIFT;
/** Of 50 zeros. */
export const RANK_MAX = 64 - PRECISION + 1;

/** Which register a hash belongs to, by its first word. */
export function registerOf(first: number): number {
  return first >>> INDEX_SHIFT;
}

function rankOf(first: number, second: number): number {
  const high = first << PRECISION;
  return high === 0 ? HIGH_BITS + Math.clz32(second) + 1 : Math.clz32(high) + 1;
}

/** Four registers to a word, as a word has four bytes: most of them are merged, stored and counted four at a time. */
export const WORD_COUNT = REGISTER_COUNT / 4;
/** The same byte four times. */
export const ONE_PER_BYTE = 0x01010101;
const TOP_BITS = 0x80808080 | 0;

export class Registers {
  /** Of four registers that of the smallest index is in the lowest byte. */
  readonly #words = new Int32Array(WORD_COUNT);
  /** How many registers have each rank; undefined when they are to be counted again. */
  #histogram: Uint32Array | undefined;

  /** Not to be written to. */
  get words(): Int32Array {
    return this.#words;
  }

  /** By rank: all that the estimate depends on. Not to be written to. */
  get histogram(): Uint32Array {
    return (this.#histogram ??= this.#countRanks());
  }

  rankAt(index: number): number {
    return (this.#words[index >>> 2]! >>> ((index & 3) << 3)) & 0xff;
  }

  /** Whether the hash has raised its register. */
  add(first: number, second: number): boolean {
    return this.raise(first >>> INDEX_SHIFT, rankOf(first, second));
  }

  /** Whether the register was lower. */
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

  /** Raises each register to what it is in `words`. */
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

  /** Neighbours in tables of their own: equal ranks in one would wait for each other. */
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

/** Of each two bytes the larger one, and none is over 127: bit 7 is free to tell which that is. */
function largerBytes(a: number, b: number): number {
  const mask = bytesFrom(a, b);
  return (a & mask) | (b & ~mask);
}

/** Of each byte and `most` the smaller one. */
export function minPerByte(word: number, most: number): number {
  const limit = most * ONE_PER_BYTE;
  const mask = bytesFrom(word, limit);
  return (limit & mask) | (word & ~mask);
}

/** The low seven bits of each byte where a's is at least b's. */
function bytesFrom(a: number, b: number): number {
  const atLeast = ((a | TOP_BITS) - b) & TOP_BITS;
  return (atLeast - (atLeast >>> 7)) | 0;
}
