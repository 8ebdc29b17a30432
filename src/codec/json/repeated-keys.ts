const QUOTE = 0x22;
/** Maximum number of keys of an object that are compared one by one. Keys of larger objects go into a set. */
const LISTED_MAX = 32;

const NO_TEXT = Buffer.alloc(0);

/**
 * Finds duplicate keys in the objects of a JSON text, of which `JSON.parse` silently keeps the last. The caller reports
 * where objects begin and end, and in order the positions of their keys. Nearly all objects are small. Their keys are
 * compared by a fingerprint of the length and three bytes, and byte by byte only if fingerprints are equal, so a member
 * costs less than 10 ns. One instance serves all texts, one after the other.
 */
export class RepeatedKeys {
  #text: Buffer = NO_TEXT;
  /** Fingerprints of the members of all open objects, outermost first. */
  readonly #marks: number[] = [];
  /** Offsets of their keys, after the quotation mark. */
  readonly #starts: number[] = [];
  /** Index of the first member of each open object or array, by depth. */
  readonly #bases: number[] = [0];
  /** A bit for each fingerprint in an object, by depth. Without the bit no comparison is needed. */
  readonly #filters: number[] = [0];
  /** Keys of objects that are large or have keys with escapes, by depth. */
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

  /** Releases the text. */
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

  /** Adds the key from `start` to the quotation mark at `end`. Returns the key if the object already has it. */
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

  /** Returns a fingerprint of 30 bits, which fits a small integer of the engine. */
  #markOf(start: number, end: number): number {
    const text = this.#text;
    const [first, middle, last] = [text[start]!, text[(start + end) >> 1]!, text[end - 1]!];
    return (((end - start) & 0x3f) << 24) | (first << 16) | (middle << 8) | last;
  }

  /** Returns whether two keys without escapes are equal. */
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
    // Adds the key and detects a duplicate with one lookup.
    return set.add(key).size === before ? this.#keyAt(key) : undefined;
  }

  #setOfListed(): Set<string> {
    const text = this.#text;
    const starts = this.#starts.slice(this.#bases[this.#depth], this.#count);
    return new Set(starts.map((start) => text.toString('latin1', start, text.indexOf(QUOTE, start))));
  }

  /** Returns the unescaped key, or the written key if its escapes are invalid, which the parser then rejects. */
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
