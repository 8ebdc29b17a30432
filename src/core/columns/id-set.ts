import { PairNumbers } from './pair-numbers';
import { parsed, parseUint64, uint64Text } from './uint64';

/** Ids of one dimension that a query asks about, or that it has come across, numbered from 0 in the order they came in. */
export class IdSet {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  #uint64s: Uint64Ids | undefined;

  constructor(ids: Iterable<string> = []) {
    for (const id of ids) this.add(id);
  }

  get size(): number {
    return this.#texts.length;
  }

  /** The id's number, which is the next one if it is new. */
  add(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#texts.length);
    return this.#texts.push(id) - 1;
  }

  /** The id's number, or -1. */
  numberOf(id: string): number {
    return this.#numbers.get(id) ?? -1;
  }

  text(number: number): string {
    return this.#texts[number]!;
  }

  /** `numberOf` the text of a number of 64 bits, without making that text. */
  numberOfUint64(high: number, low: number): number {
    return this.#indexed().numberOf(high, low);
  }

  /** `add` for the text of a number of 64 bits, which is made only if it is new. */
  addUint64(high: number, low: number): number {
    const known = this.#indexed().numberOf(high, low);
    return known >= 0 ? known : this.add(uint64Text(high, low));
  }

  /** The numbers among the ids, those included that have come in since this was called last. */
  #indexed(): Uint64Ids {
    const uint64s = (this.#uint64s ??= new Uint64Ids());
    while (uint64s.seen < this.#texts.length) uint64s.see(this.#texts[uint64s.seen]!);
    return uint64s;
  }
}

/** Which of a set's ids are numbers of 64 bits. */
class Uint64Ids {
  readonly #pairs = new PairNumbers();
  readonly #ids: number[] = [];
  seen = 0;

  see(id: string): void {
    if (parseUint64(id)) this.#ids[this.#pairs.add(parsed.high, parsed.low)] = this.seen;
    this.seen++;
  }

  numberOf(high: number, low: number): number {
    const pair = this.#pairs.find(high, low);
    return pair < 0 ? -1 : this.#ids[pair]!;
  }
}
