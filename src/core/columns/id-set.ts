import { IdBytes } from './id-bytes';
import { PairNumbers } from './pair-numbers';
import { parsedUint64, parseUint64, uint64Text } from './uint64';

const UUID_START = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-/;

/**
 * Ids of one dimension that a query names or finds, numbered from 0 in the order in which they were added. Ids that are
 * 64-bit numbers, as most are, are found by their two halves, without a text.
 */
export class IdSet implements Iterable<string> {
  /** Texts of the ids. Those of numbers are created on first use. */
  readonly #texts: (string | undefined)[] = [];
  readonly #uint64s: PairNumbers;
  /** Numbers of the ids by those in `#uint64s`. Undefined while both are the same, because there are no other ids. */
  #numbersOfUint64s: number[] | undefined;
  /** Places in `#uint64s` of the ids that are there. Undefined while both are the same. */
  #pairsOfNumbers: (number | undefined)[] | undefined;
  /** Ids that are not 64-bit numbers. */
  #others: Map<string, number> | undefined;
  /** The ids by their bytes, and how many ids it has. */
  #bytes: IdBytes | undefined;
  #bytesSize = 0;
  /** Starts of the UUIDs among the ids, and how many ids the set had. */
  #uuidStarts: PairNumbers | undefined;
  #uuidsSize = 0;

  /** Creates a set with room for `expected` 64-bit numbers. */
  constructor(ids: Iterable<string> = [], expected = 0) {
    this.#uint64s = new PairNumbers(expected);
    for (const id of ids) this.add(id);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** Whether all ids are 64-bit numbers. */
  get hasOnlyNumbers(): boolean {
    return this.#others === undefined;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.size; number++) yield this.text(number);
  }

  /** Adds an id and returns its number. A new id receives the next number. */
  add(id: string): number {
    if (parseUint64(id)) return this.#addUint64(parsedUint64.high, parsedUint64.low, id);
    const others = (this.#others ??= new Map<string, number>());
    const known = others.get(id);
    if (known !== undefined) return known;
    this.#numbersOfUint64s ??= [...this.#texts.keys()];
    this.#pairsOfNumbers ??= [...this.#texts.keys()];
    others.set(id, this.#texts.length);
    return this.#texts.push(id) - 1;
  }

  /** Adds a 64-bit number, like `add` for its text. */
  addUint64(high: number, low: number): number {
    return this.#addUint64(high, low);
  }

  /** Returns the number of an id, or -1. */
  numberOf(id: string): number {
    if (!parseUint64(id)) return this.#others?.get(id) ?? -1;
    return this.numberOfUint64(parsedUint64.high, parsedUint64.low);
  }

  /** Returns the number of a 64-bit number, like `numberOf` for its text. */
  numberOfUint64(high: number, low: number): number {
    const pair = this.#uint64s.find(high, low);
    return pair < 0 ? pair : this.#numberOfPair(pair);
  }

  text(number: number): string {
    return (this.#texts[number] ??= this.#textOfPair(this.#pairsOfNumbers?.[number] ?? number));
  }

  /** Returns `numberOf` for each 64-bit number given as two halves, without creating texts. */
  numbersOfUint64s(highs: Uint32Array, lows: Uint32Array): Int32Array {
    const numbers = this.#uint64s.findAll(highs, lows);
    if (this.#numbersOfUint64s === undefined) return numbers;
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i]! >= 0) numbers[i] = this.#numberOfPair(numbers[i]!);
    }
    return numbers;
  }

  /** Returns the ids by their bytes in UTF-8, for look-ups of more ids than the set has. */
  byBytes(): IdBytes {
    if (this.#bytes === undefined || this.#bytesSize !== this.size) {
      this.#bytes = new IdBytes([...this]);
      this.#bytesSize = this.size;
    }
    return this.#bytes;
  }

  /** Returns the first eight bytes of all UUIDs, in two halves. */
  uuidStarts(): PairNumbers {
    if (this.#uuidStarts === undefined || this.#uuidsSize !== this.size) {
      this.#uuidStarts = new PairNumbers();
      this.#uuidsSize = this.size;
      for (const id of this.#others?.keys() ?? []) {
        const [, first, second, third] = UUID_START.exec(id) ?? [];
        if (first === undefined) continue;
        this.#uuidStarts.add(Number.parseInt(first, 16), Number.parseInt(`${second}${third}`, 16));
      }
    }
    return this.#uuidStarts;
  }

  #addUint64(high: number, low: number, text?: string): number {
    const known = this.#uint64s.size;
    const pair = this.#uint64s.add(high, low);
    if (pair < known) return this.#numberOfPair(pair);
    if (this.#pairsOfNumbers !== undefined) this.#pairsOfNumbers[this.#texts.length] = pair;
    this.#numbersOfUint64s?.push(this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  #textOfPair(pair: number): string {
    return uint64Text(this.#uint64s.first(pair), this.#uint64s.second(pair));
  }

  #numberOfPair(pair: number): number {
    return this.#numbersOfUint64s === undefined ? pair : this.#numbersOfUint64s[pair]!;
  }
}
