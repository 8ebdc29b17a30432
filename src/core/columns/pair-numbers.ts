import { int32s, uint32s } from './pooled-arrays';

const EMPTY = -1;
const SLOTS_MIN = 16;
const NO_SLOTS = Int32Array.of(EMPTY);
const NO_KEYS = new Uint32Array(0);

/**
 * Numbers pairs of 32-bit values from 0 in the order in which they were added: an open-addressing hash table (linear
 * probing, at most half full). A Map would need a key made of both values and costs several times as much.
 */
export class PairNumbers {
  #slots: Int32Array = NO_SLOTS;
  /** Values of the pairs: pair i is `#keys[2 * i]`, `#keys[2 * i + 1]`. */
  #keys: Uint32Array = NO_KEYS;
  #size = 0;

  /** Creates a table with room for `expected` pairs. */
  constructor(expected = 0) {
    if (expected === 0) return;
    this.#slots = int32s(2 ** Math.ceil(Math.log2(4 * expected))).fill(EMPTY);
    this.#keys = uint32s(2 * expected);
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the number of the pair. A new pair receives the next number. */
  add(first: number, second: number): number {
    if ((this.#size + 1) * 2 > this.#slots.length) this.#rehash();
    const slot = this.#slotOf(first, second);
    const known = this.#slots[slot]!;
    if (known !== EMPTY) return known;
    if (this.#size * 2 === this.#keys.length) this.#grow();
    this.#keys[this.#size * 2] = first;
    this.#keys[this.#size * 2 + 1] = second;
    this.#slots[slot] = this.#size;
    return this.#size++;
  }

  /** Returns the number of the pair, or -1. */
  find(first: number, second: number): number {
    return this.#slots[this.#slotOf(first, second)]!;
  }

  /** Returns `find` for each pair in the arrays. */
  findAll(firsts: Uint32Array, seconds: Uint32Array): Int32Array {
    const slots = this.#slots;
    const keys = this.#keys;
    const mask = slots.length - 1;
    const found = int32s(firsts.length);
    for (let i = 0; i < firsts.length; i++) {
      const first = firsts[i]!;
      const second = seconds[i]!;
      let slot = hashOf(first, second) & mask;
      let number = slots[slot]!;
      while (number !== EMPTY && (keys[number * 2] !== first || keys[number * 2 + 1] !== second)) {
        slot = (slot + 1) & mask;
        number = slots[slot]!;
      }
      found[i] = number;
    }
    return found;
  }

  first(number: number): number {
    return this.#keys[number * 2]!;
  }

  second(number: number): number {
    return this.#keys[number * 2 + 1]!;
  }

  /** Returns the slot of the pair, or the empty slot where it belongs. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const keys = this.#keys;
    const mask = slots.length - 1;
    let slot = hashOf(first, second) & mask;
    for (;;) {
      const number = slots[slot]!;
      if (number === EMPTY || (keys[number * 2] === first && keys[number * 2 + 1] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const larger = uint32s(Math.max(SLOTS_MIN, this.#keys.length * 2));
    larger.set(this.#keys);
    this.#keys = larger;
  }

  #rehash(): void {
    const slots = int32s(Math.max(SLOTS_MIN, this.#slots.length * 4)).fill(EMPTY);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hashOf(this.first(number), this.second(number)) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

/** Multiplies as MurmurHash3's finaliser does: consecutive ids must not fall into neighbouring slots. */
function hashOf(first: number, second: number): number {
  let hash = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ second;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
