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

export class Registers {
  readonly #ranks = new Uint8Array(REGISTER_COUNT);
  /** How many registers have each rank: all that the estimate depends on. */
  readonly #histogram = new Uint32Array(RANK_MAX + 1);

  constructor() {
    this.#histogram[0] = REGISTER_COUNT;
  }

  /** By register. Not to be written to. */
  get ranks(): Uint8Array {
    return this.#ranks;
  }

  /** By rank. Not to be written to. */
  get histogram(): Uint32Array {
    return this.#histogram;
  }

  /** Whether the hash has raised its register. */
  add(first: number, second: number): boolean {
    return this.raise(first >>> INDEX_SHIFT, rankOf(first, second));
  }

  /** Whether the register was lower. */
  raise(index: number, rank: number): boolean {
    const old = this.#ranks[index]!;
    if (rank <= old) return false;
    this.#ranks[index] = rank;
    this.#histogram[old]!--;
    this.#histogram[rank]!++;
    return true;
  }

  /** Whether a register was lower. */
  merge(ranks: Uint8Array): boolean {
    let changed = false;
    for (let index = 0; index < REGISTER_COUNT; index++) {
      if (this.raise(index, ranks[index]!)) changed = true;
    }
    return changed;
  }

  clone(): Registers {
    const copy = new Registers();
    copy.#ranks.set(this.#ranks);
    copy.#histogram.set(this.#histogram);
    return copy;
  }
}
