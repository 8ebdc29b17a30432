const QUOTE = 0x22;
/** Keys of an object that are compared one by one; those of larger objects go into a set. */
const LISTED_MAX = 32;

const NO_TEXT = Buffer.alloc(0);

/**
 * Finds keys that one object of a JSON text has twice, of which `JSON.parse` silently keeps the last. It is told where objects begin
 * and end, and in order where their keys lie. Nearly all objects are small: their keys are compared by a mark, which is made of the length
 * and of three bytes, and byte by byte only where marks are equal. So a member costs less than 10 ns. One of these serves all texts,
 * one after the other.
 */
export class RepeatedKeys {
  #text: Buffer = NO_TEXT;
  /** Of the members of all objects that are open, the outermost first. */
  readonly #marks: number[] = [];
  /** Where their keys begin, behind the quotation mark. */
  readonly #starts: number[] = [];
  /** Where the members of the open objects and arrays begin in those, by depth. */
  readonly #bases: number[] = [0];
  /** A bit for each mark that the object has, by depth: without it there is nothing to compare. */
  readonly #filters: number[] = [0];
  /** Keys of objects that are large, or have keys with escapes, by depth. */
  #sets: (Set<string> | undefined)[] = [];
  #count = 0;
  #depth = 0;

  begin(text: Buffer): void {
    this.#text = text;
    this.#count = 0;
    this.#depth = 0;
    this.#filters[0] = 0;
    if (this.#sets.length > 0) this.#sets = [];
  }

  /** Lets go of the text. */
  end(): void {
    this.begin(NO_TEXT);
  }

  open(): void {
    const depth = (this.#depth += 1);
    this.#bases[depth] = this.#count;
    this.#filters[depth] = 0;
    if (this.#sets.length > depth) this.#sets[depth] = undefined;
  }

  close(): void {
    this.#count = this.#bases[this.#depth]!;
    if (this.#depth > 0) this.#depth -= 1;
  }

  /** Adds the key that lies from `start` up to the quotation mark at `end`. Returns it where the object has it already. */
  add(start: number, end: number, hasEscapes: boolean): string | undefined {
    const depth = this.#depth;
    const base = this.#bases[depth]!;
    const isListed = !hasEscapes && this.#count - base < LISTED_MAX;
    if (!isListed || (this.#sets.length > depth && this.#sets[depth] !== undefined))
      return this.#addToSet(start, end, hasEscapes);
    const mark = this.#markOf(start, end);
    const bit = 1 << (mark ^ (mark >> 8) ^ (mark >> 16) ^ (mark >> 24));
    if ((this.#filters[depth]! & bit) !== 0 && this.#isListed(base, mark, start))
      return this.#text.toString('utf8', start, end);
    this.#filters[depth]! |= bit;
    this.#marks[this.#count] = mark;
    this.#starts[this.#count] = start;
    this.#count += 1;
    return undefined;
  }

  #isListed(base: number, mark: number, start: number): boolean {
    for (let at = base; at < this.#count; at++) {
      if (this.#marks[at] === mark && this.#isSame(this.#starts[at]!, start)) return true;
    }
    return false;
  }

  /** 30 bits, so that it is a small integer of the engine. */
  #markOf(start: number, end: number): number {
    const text = this.#text;
    const [first, middle, last] = [text[start]!, text[(start + end) >> 1]!, text[end - 1]!];
    return (((end - start) & 0x3f) << 24) | (first << 16) | (middle << 8) | last;
  }

  /** Of two keys without escapes. */
  #isSame(a: number, b: number): boolean {
    const text = this.#text;
    let length = 0;
    while (text[a + length] === text[b + length] && text[a + length] !== QUOTE) length += 1;
    return text[a + length] === QUOTE && text[b + length] === QUOTE;
  }

  #addToSet(start: number, end: number, hasEscapes: boolean): string | undefined {
    const set = (this.#sets[this.#depth] ??= this.#setOfListed());
    const key = hasEscapes ? this.#unescaped(start, end) : this.#text.toString('latin1', start, end);
    const before = set.size;
    // Adds it, if it is new, in one look at the set.
    return set.add(key).size === before ? this.#keyAt(key) : undefined;
  }

  #setOfListed(): Set<string> {
    const text = this.#text;
    const starts = this.#starts.slice(this.#bases[this.#depth], this.#count);
    return new Set(starts.map((start) => text.toString('latin1', start, text.indexOf(QUOTE, start))));
  }

  /** What the key means; as it is written where its escapes are none of JSON, which the parser refuses. */
  #unescaped(start: number, end: number): string {
    const written = this.#text.toString('utf8', start, end);
    try {
      return Buffer.from(JSON.parse(`"${written}"`) as string).toString('latin1');
    } catch {
      return written;
    }
  }

  #keyAt(latin1: string): string {
    return Buffer.from(latin1, 'latin1').toString('utf8');
  }
}
