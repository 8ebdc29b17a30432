import { hash64 } from '../../core/shared/hash64';

const LOAD_MAX = 0.6;

/**
 * Set of byte strings that stores a 64-bit hash of each: 13 to 27 bytes per member, where a JavaScript Set of strings
 * takes more than 100. The probability that any two of 20 million distinct keys share a hash is 1 in 90,000.
 */
export class DedupKeySet {
  /** Pairs of 32-bit words. A pair of zeros is an empty slot. */
  #slots = new Uint32Array(2 * 1_024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds the key and returns whether it was new. */
  add(key: Uint8Array): boolean {
    const { first, second } = hash64(key);
    // The hash (0, 0) would look like an empty slot, so (0, 1) is stored for it.
    return this.#add(first, first === 0 && second === 0 ? 1 : second);
  }

  #add(first: number, second: number): boolean {
    if (this.#size >= (this.#slots.length / 2) * LOAD_MAX) this.#grow();
    const at = this.#slotOf(first, second);
    if (this.#slots[at] === first && this.#slots[at + 1] === second) return false;
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    this.#size++;
    return true;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length / 2 - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 2;
      const a = this.#slots[at]!;
      const b = this.#slots[at + 1]!;
      if ((a === first && b === second) || (a === 0 && b === 0)) return at;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] === 0 && old[at + 1] === 0) continue;
      const free = this.#slotOf(old[at]!, old[at + 1]!);
      this.#slots[free] = old[at]!;
      this.#slots[free + 1] = old[at + 1]!;
    }
  }
}
