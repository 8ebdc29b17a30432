import { viewOf } from '../shared/data-view';
import { int32s } from './pooled-arrays';

const EMPTY = -1;
/** Slots per id. Most of the ids that are looked up are not listed: they should meet an empty slot at once. */
const SLOTS_PER_ID = 4;
const SLOTS_MIN_LOG2 = 4;

/**
 * An id of these lengths is compared as five words of four bytes, which overlap if it is shorter than 20 bytes. So it
 * takes no loop and no branch. Decimal 64-bit numbers have at most 20 digits.
 */
const WORDS = 5;
const WORDED_BYTES_MIN = 4;
const WORDED_BYTES_MAX = 4 * WORDS;
/** Entries per id: its length, its start, its words. */
const ENTRY = 2 + WORDS;

/**
 * Listed ids by their bytes in UTF-8: an open-addressing hash table (linear probing, at most a quarter full). An id of
 * a stored event is found without being parsed or copied.
 */
export class IdBytes {
  readonly #slots: Int32Array;
  /** Upper bits of a hash that are a slot. */
  readonly #shift: number;
  readonly #entries: Int32Array;
  readonly #view: DataView;

  constructor(ids: readonly string[]) {
    const log2 = Math.max(SLOTS_MIN_LOG2, Math.ceil(Math.log2(SLOTS_PER_ID * ids.length)));
    const text = ids.join('');
    const bytes = Buffer.from(text);
    const isAscii = bytes.length === text.length;
    this.#slots = int32s(2 ** log2).fill(EMPTY);
    this.#shift = 32 - log2;
    this.#entries = int32s(ids.length * ENTRY);
    this.#view = viewOf(bytes);
    let end = 0;
    for (let number = 0; number < ids.length; number++) {
      const start = end;
      end += isAscii ? ids[number]!.length : Buffer.byteLength(ids[number]!);
      this.#add(number, start, end);
    }
  }

  #add(number: number, start: number, end: number): void {
    const slots = this.#slots;
    const at = number * ENTRY;
    this.#entries[at] = end - start;
    this.#entries[at + 1] = start;
    if (isWorded(end - start)) this.#setWords(at + 2, start, end - 4);
    let slot = hashOf(this.#view, start, end) >>> this.#shift;
    while (slots[slot] !== EMPTY) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number;
  }

  #setWords(at: number, start: number, last: number): void {
    const entries = this.#entries;
    const view = this.#view;
    entries[at] = view.getInt32(start, true);
    entries[at + 1] = view.getInt32(Math.min(start + 4, last), true);
    entries[at + 2] = view.getInt32(Math.min(start + 8, last), true);
    entries[at + 3] = view.getInt32(Math.min(start + 12, last), true);
    entries[at + 4] = view.getInt32(last, true);
  }

  /** Returns the number of the id in `view[start, end)`, or -1. */
  find(view: DataView, start: number, end: number): number {
    const slots = this.#slots;
    let slot = hashOf(view, start, end) >>> this.#shift;
    let number = slots[slot]!;
    while (number !== EMPTY && !this.#is(number, view, start, end)) {
      slot = (slot + 1) & (slots.length - 1);
      number = slots[slot]!;
    }
    return number;
  }

  #is(number: number, view: DataView, start: number, end: number): boolean {
    const entries = this.#entries;
    const at = number * ENTRY;
    const length = end - start;
    if (entries[at] !== length) return false;
    if (!isWorded(length)) return this.#hasBytes(entries[at + 1]!, view, start, end);
    const last = end - 4;
    return (
      entries[at + 2] === view.getInt32(start, true) &&
      entries[at + 3] === view.getInt32(Math.min(start + 4, last), true) &&
      entries[at + 6] === view.getInt32(last, true) &&
      (length <= 12 ||
        (entries[at + 4] === view.getInt32(Math.min(start + 8, last), true) &&
          entries[at + 5] === view.getInt32(Math.min(start + 12, last), true)))
    );
  }

  #hasBytes(from: number, view: DataView, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (view.getUint8(at) !== this.#view.getUint8(from + at - start)) return false;
    }
    return true;
  }
}

const isWorded = (length: number): boolean => length >= WORDED_BYTES_MIN && length <= WORDED_BYTES_MAX;

/** Returns a hash whose upper bits depend on all bytes: a product by an odd number passes bits upwards only. */
function hashOf(view: DataView, start: number, end: number): number {
  const length = end - start;
  if (!isWorded(length)) return hashOfBytes(view, start, end);
  const last = end - 4;
  const sum =
    (Math.imul(view.getInt32(start, true), 0x9e3779b1) +
      Math.imul(view.getInt32(Math.min(start + 4, last), true), 0x85ebca6b) +
      Math.imul(view.getInt32(last, true), 0x165667b1)) |
    0;
  if (length <= 12) return sum;
  return (
    (sum +
      Math.imul(view.getInt32(Math.min(start + 8, last), true), 0xc2b2ae35) +
      Math.imul(view.getInt32(Math.min(start + 12, last), true), 0x27d4eb2f)) |
    0
  );
}

function hashOfBytes(view: DataView, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1);
  return hash;
}
