import { HashSet } from './hash-set';
import { estimateDistinct, type DistinctEstimate } from './likelihood';
import { Registers } from './registers';

/** Items up to which a sketch is their set itself: as many as take no more bytes than registers when they are stored. */
export const EXACT_MAX = 1_024;
/** Standard deviations to either side that 95 % of a normal distribution lie within. */
export const DEVIATIONS_95 = 1.96;

export interface CountBounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * How many different items were added: exact up to `EXACT_MAX`, beyond that an estimate. Items are 64-bit hashes, in two
 * unsigned words. What a sketch is follows from the set of its items alone, whatever their order, repetitions and merges:
 * `merge` is commutative, associative and idempotent.
 */
export class Sketch {
  #hashes: HashSet | undefined = new HashSet();
  #registers: Registers | undefined;
  /** Until the next change. */
  #estimated: DistinctEstimate | undefined;

  get isExact(): boolean {
    return this.#registers === undefined;
  }

  /** All items, while the count is exact. */
  get hashes(): HashSet | undefined {
    return this.#hashes;
  }

  /** Only when the count is no longer exact. Not to be changed. */
  get registers(): Registers | undefined {
    return this.#registers;
  }

  /** Whether this has changed the sketch: false for what it has already. Allocates nothing once there are many items. */
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

  /** Adds items by pairs of words. */
  addHashes(halves: Uint32Array): void {
    for (let at = 0; at < halves.length; at += 2) this.add(halves[at]!, halves[at + 1]!);
  }

  /** Merges registers that somebody else reads: `change` raises them. The count is exact no longer. */
  mergeRegisters(change: (registers: Registers) => void): void {
    change(this.#changeRegisters());
  }

  /** A whole number. An estimate may be one that is less than before, but never among those that would be exact. */
  estimate(): number {
    if (this.#hashes !== undefined) return this.#hashes.size;
    return Math.max(EXACT_MAX + 1, Math.round(this.#estimateOnce().count));
  }

  /** The standard error, relative to the count: 0 when it is exact, 0.0081 at most. */
  relativeError(): number {
    return this.isExact ? 0 : this.#estimateOnce().standardError;
  }

  /** The true count lies between these in 95 of 100 cases: both are the count when it is exact. */
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

  /** The registers, which are about to change. */
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
