const ITEMS_AT_FIRST = 8;
/** Slots per item: at least half of the slots are free, so that searches are short. */
const SLOTS_PER_ITEM = 2;

/** Set of 64-bit hashes in insertion order, with at most 65,535 items. It allocates only to grow. */
export class HashSet {
  /** Hashes, two words each. */
  #halves = new Uint32Array(2 * ITEMS_AT_FIRST);
  /** Open-addressing table: 1 + the index of a hash, or 0. */
  #slots = new Uint16Array(SLOTS_PER_ITEM * ITEMS_AT_FIRST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the hashes from index `from` on, as pairs of words: a view that is valid until the next change. */
  halves(from = 0): Uint32Array {
    return this.#halves.subarray(2 * from, 2 * this.#size);
  }

  has(first: number, second: number): boolean {
    return this.#slots[this.#slotOf(first, second)] !== 0;
  }

  /** Adds a hash and returns whether it was new. */
  add(first: number, second: number): boolean {
    if (this.has(first, second)) return false;
    if (2 * this.#size === this.#halves.length) this.#grow();
    const place = this.#size++;
    this.#slots[this.#slotOf(first, second)] = 1 + place;
    this.#halves[2 * place] = first;
    this.#halves[2 * place + 1] = second;
    return true;
  }

  clone(): HashSet {
    const copy = new HashSet();
    copy.#halves = this.#halves.slice();
    copy.#slots = this.#slots.slice();
    copy.#size = this.#size;
    return copy;
  }

  /** Returns the slot of the hash, or the free slot where it belongs. */
  #slotOf(first: number, second: number): number {
    const slots = this.#slots;
    const halves = this.#halves;
    const mask = slots.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = 2 * (slots[slot]! - 1);
      if (at < 0 || (halves[at] === first && halves[at + 1] === second)) return slot;
    }
  }

  #grow(): void {
    const halves = new Uint32Array(2 * this.#halves.length);
    halves.set(this.#halves);
    this.#halves = halves;
    this.#slots = new Uint16Array(2 * this.#slots.length);
    for (let place = 0; place < this.#size; place++) {
      this.#slots[this.#slotOf(halves[2 * place]!, halves[2 * place + 1]!)] = 1 + place;
    }
  }
}
