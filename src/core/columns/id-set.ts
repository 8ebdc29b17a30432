/** Ids of one dimension that a query asks about, or that it has come across, numbered from 0 in the order they came in. */
export class IdSet {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

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
}
