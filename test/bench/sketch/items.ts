import { hash64At } from '../../../src/core/shared/hash64';
import type { Sketch } from '../../../src/core/sketches/sketch';

/** Items as events make them: the dedup key of a column, and the user's id; the same bytes for all contestants. */
const KEY_BYTES = 17;
const USER_DIGITS = 10;
export const ITEM_BYTES = KEY_BYTES + USER_DIGITS;
const DAY_STARTS_S = 1_795_219_200;
const DEDUP_WINDOW_S = 40;
const ZERO = 48;

/** Room for some items, which are written anew for each use. */
export class Items {
  readonly bytes: Buffer;
  readonly count: number;
  readonly #view: DataView;

  constructor(count: number) {
    this.count = count;
    this.bytes = Buffer.alloc(count * ITEM_BYTES);
    this.#view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  }

  /** Hashes each and adds it. */
  addTo(sketch: Sketch): void {
    const view = this.#view;
    const end = this.bytes.length;
    for (let at = 0; at < end; at += ITEM_BYTES) {
      const { first, second } = hash64At(view, at, ITEM_BYTES);
      sketch.add(first, second);
    }
  }

  /** Items `from`, `from + 1` … of the trial, which are different from all others. */
  fill(trial: number, from: number): void {
    for (let i = 0; i < this.count; i++) writeItem(this.bytes, i * ITEM_BYTES, { trial, number: from + i });
  }
}

function writeItem(
  bytes: Buffer,
  at: number,
  { trial, number }: { readonly trial: number; readonly number: number },
): void {
  const mixed = (Math.imul(number, 0x9e37_79b1) ^ Math.imul(trial, 0x85eb_ca77)) >>> 0;
  bytes.writeUInt32BE(DAY_STARTS_S + DEDUP_WINDOW_S * (mixed % 2_160), at);
  bytes[at + 4] = 1;
  bytes.writeUInt32LE(mixed, at + 5);
  bytes.writeUInt32LE(number, at + 9);
  bytes.writeUInt32LE(trial, at + 13);
  writeDigits(bytes, at + KEY_BYTES, mixed);
}

function writeDigits(bytes: Buffer, at: number, value: number): void {
  let left = value;
  for (let digit = USER_DIGITS - 1; digit >= 0; digit--) {
    const rest = (left / 10) >>> 0;
    bytes[at + digit] = ZERO + left - 10 * rest;
    left = rest;
  }
}
