import type { EventType } from '../schema/schema';

/** Field numbers below this are looked up in a table. Larger ones are rare. */
const TABLE_SIZE = 256;
export const NO_DIMENSION = -1;

/** Maps field numbers to dimension indexes. */
export class FieldIndex {
  readonly #table = new Int8Array(TABLE_SIZE).fill(NO_DIMENSION);
  readonly #others = new Map<number, number>();

  constructor({ dimensions }: Pick<EventType, 'dimensions'>) {
    for (const { fieldNumber, index } of dimensions) {
      if (fieldNumber < TABLE_SIZE) this.#table[fieldNumber] = index;
      else this.#others.set(fieldNumber, index);
    }
  }

  /** Returns the index of the dimension, or `NO_DIMENSION` for other fields. */
  of(fieldNumber: number): number {
    if (fieldNumber < TABLE_SIZE) return this.#table[fieldNumber]!;
    return this.#others.get(fieldNumber) ?? NO_DIMENSION;
  }
}
