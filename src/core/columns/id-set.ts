import { PairNumbers } from './pair-numbers';
import { parsed, parseUint64, uint64Text } from './uint64';

/** Ids of one dimension that a query asks about, or that it has come across, numbered from 0 in the order they came in. */
export class IdSet {
  #texts: string[] = [];
  /** Made when it is needed: ids that are numbers are mostly found as such. */
  #numbers: Map<string, number> | undefined;
  #uint64s: Uint64Ids | undefined;

  constructor(ids: Iterable<string> = []) {
    for (const id of ids) this.add(id);
  }

  /** A set of these, which are known to be distinct. */
  static ofDistinct(ids: readonly string[]): IdSet {
    const set = new IdSet();
    set.#texts = ids.slice();
    return set;
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The id's number, which is the next one if it is new. */
  add(id: string): number {
    const numbers = this.#byText();
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, this.#texts.length);
    return this.#texts.push(id) - 1;
  }

  /** The id's number, or -1. */
  numberOf(id: string): number {
    return this.#byText().get(id) ?? -1;
  }

  text(number: number): string {
    return this.#texts[number]!;
  }

  /** `numberOf` the text of a number of 64 bits. */
  numberOfUint64(high: number, low: number): number {
    return this.#indexed().numberOf(high, low);
  }

  /** For each number of 64 bits, in two halves, the `numberOf` its text; no text is made. */
  numbersOfUint64s(highs: Uint32Array, lows: Uint32Array): Int32Array {
    return this.#indexed().numbersOf(highs, lows);
  }

  /** `add` for the text of a number of 64 bits, which is made only if it is new. */
  addUint64(high: number, low: number): number {
    const known = this.#indexed().numberOf(high, low);
    return known >= 0 ? known : this.add(uint64Text(high, low));
  }

  #byText(): Map<string, number> {
    return (this.#numbers ??= new Map(this.#texts.map((text, number) => [text, number])));
  }

  /** The numbers among the ids, those included that have come in since this was called last. */
  #indexed(): Uint64Ids {
    const uint64s = (this.#uint64s ??= new Uint64Ids(this.#texts.length));
    if (uint64s.seen < this.#texts.length) uint64s.see(this.#texts);
    return uint64s;
  }
}

/** Which of a set's ids are numbers of 64 bits. */
class Uint64Ids {
  readonly #pairs: PairNumbers;
  /** By pair; undefined while all ids are numbers, and those of pairs and ids the same. */
  #ids: number[] | undefined;
  seen = 0;

  constructor(expected: number) {
    this.#pairs = new PairNumbers(expected);
  }

  /** Those that it has not seen yet. */
  see(ids: readonly string[]): void {
    for (; this.seen < ids.length; this.seen++) {
      if (!parseUint64(ids[this.seen]!)) this.#ids ??= [...ids.keys()].slice(0, this.seen);
      else {
        const pair = this.#pairs.add(parsed.high, parsed.low);
        if (this.#ids !== undefined) this.#ids[pair] = this.seen;
      }
    }
  }

  numberOf(high: number, low: number): number {
    const pair = this.#pairs.find(high, low);
    return pair < 0 || this.#ids === undefined ? pair : this.#ids[pair]!;
  }

  numbersOf(highs: Uint32Array, lows: Uint32Array): Int32Array {
    const numbers = this.#pairs.findAll(highs, lows);
    const ids = this.#ids;
    if (ids === undefined) return numbers;
    for (let i = 0; i < numbers.length; i++) if (numbers[i]! >= 0) numbers[i] = ids[numbers[i]!]!;
    return numbers;
  }
}
