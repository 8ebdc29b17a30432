import { HashSet } from './hash-set';
import { estimateDistinct, type DistinctEstimate } from './likelihood';
import { Registers } from './registers';

/** Number of items up to which a sketch stores the set itself. Stored, it takes at most as many bytes as registers. */
export const EXACT_MAX = 1_024;
/** Number of standard deviations to either side that contain 95 % of a normal distribution. */
export const DEVIATIONS_95 = 1.96;

export interface CountBounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Counts distinct items: exactly up to `EXACT_MAX`, and by an estimate beyond. Items are 64-bit hashes, as two unsigned
 * words. The state depends only on the set of items, not on order, repetitions or merges: `merge` is commutative,
 * associative and idempotent.
 */
export class Sketch {
  #hashes: HashSet | undefined = new HashSet();
  #registers: Registers | undefined;
  /** Cached estimate, until the next change. */
  #estimated: DistinctEstimate | undefined;

  get isExact(): boolean {
    return this.#registers === undefined;
  }

  /** All items while the count is exact, otherwise undefined. */
  get hashes(): HashSet | undefined {
    return this.#hashes;
  }

  /** Registers once the count is not exact. Do not modify. */
  get registers(): Registers | undefined {
    return this.#registers;
  }

  /** Adds an item and returns whether the sketch changed. It does not allocate once there are many items. */
  add(first: number, second: number): boolean {
    const registers = this.#registers;
    if (registers === undefined) return this.#addExactly(first, second);
    if (!registers.add(first, second)) return false;
    this.#estimated = undefined;
    return true;
  }

  merge(other: Sketch): void {
    if (other.#registers !== undefined) this.#changeRegisters().merge(other.#registers.words);
    else this.addHashes(other.#hashes!.halves());
  }

  /** Adds items given as pairs of words. */
  addHashes(halves: Uint32Array): void {
    for (let at = 0; at < halves.length; at += 2) this.add(halves[at]!, halves[at + 1]!);
  }

  /** Merges registers that `change` decodes and raises. The count is then no longer exact. */
  mergeRegisters(change: (registers: Registers) => void): void {
    change(this.#changeRegisters());
  }

  /** Returns the count as a whole number. An estimate may decrease by merging, but never into the exact range. */
  estimate(): number {
    if (this.#hashes !== undefined) return this.#hashes.size;
    return Math.max(EXACT_MAX + 1, Math.round(this.#estimateOnce().count));
  }

  /** Returns the standard error relative to the count: 0 if it is exact, at most 0.0081. */
  relativeError(): number {
    return this.isExact ? 0 : this.#estimateOnce().standardError;
  }

  /** Returns the bounds that contain the true count in 95 of 100 cases. Both are the count if it is exact. */
  bounds(): CountBounds {
    const count = this.estimate();
    if (this.isExact) return { lower: count, upper: count };
    const reach = DEVIATIONS_95 * this.relativeError() * count;
    return { lower: Math.max(EXACT_MAX + 1, Math.floor(count - reach)), upper: Math.ceil(count + reach) };
  }

  clone(): Sketch {
    const copy = new Sketch();
    copy.#hashes = this.#hashes?.clone();
    copy.#registers = this.#registers?.clone();
    return copy;
  }

  #addExactly(first: number, second: number): boolean {
    const hashes = this.#hashes!;
    if (hashes.size < EXACT_MAX) return hashes.add(first, second);
    if (hashes.has(first, second)) return false;
    this.#changeRegisters().add(first, second);
    return true;
  }

  /** Returns the registers for modification. */
  #changeRegisters(): Registers {
    this.#estimated = undefined;
    if (this.#registers !== undefined) return this.#registers;
    const registers = new Registers();
    const halves = this.#hashes!.halves();
    for (let at = 0; at < halves.length; at += 2) registers.add(halves[at]!, halves[at + 1]!);
    this.#hashes = undefined;
    return (this.#registers = registers);
  }

  #estimateOnce(): DistinctEstimate {
    return (this.#estimated ??= estimateDistinct(this.#registers!.histogram));
  }
}
