import { ACTION_OFFSET } from '../events/dedup-key';

const ACTION_CODES = 256;

/** A set, or the keys of a map. */
type Qualifiers = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** Events of a family that are hidden by their qualifiers. */
export class NamedEvents {
  readonly #qualifiers: Qualifiers;
  /** Pairs of a dedup window and an action. Created on first use, because most rows have no blocks of these days. */
  #windows: ReadonlySet<number> | undefined;
  /** Starts of the dedup windows, each once, in seconds. */
  #starts: readonly number[] | undefined;

  /** `qualifiers`: qualifiers of single events, as Latin-1. */
  constructor(qualifiers: Qualifiers) {
    this.#qualifiers = qualifiers;
  }

  has(qualifier: Uint8Array): boolean {
    const { buffer, byteOffset, length } = qualifier;
    return this.#qualifiers.has(Buffer.from(buffer, byteOffset, length).toString('latin1'));
  }

  /** Whether an event of the action may be among them, whose dedup window starts at this second since the Unix epoch. */
  mayHave(windowStartSeconds: number, actionCode: number): boolean {
    this.#windows ??= new Set(this.#prefixes().map(([start, code]) => start * ACTION_CODES + code));
    return this.#windows.has(windowStartSeconds * ACTION_CODES + actionCode);
  }

  /** Whether dedup windows of some of them start in this range of seconds, the end not included. */
  hasBetween(startSeconds: number, endSeconds: number): boolean {
    this.#starts ??= [...new Set(this.#prefixes().map(([start]) => start))];
    return this.#starts.some((start) => start >= startSeconds && start < endSeconds);
  }

  #prefixes(): readonly (readonly [number, number])[] {
    return Array.from(this.#qualifiers.keys())
      .filter(({ length }) => length > ACTION_OFFSET)
      .map((qualifier) => {
        const bytes = Buffer.from(qualifier, 'latin1');
        return [bytes.readUInt32BE(0), bytes[ACTION_OFFSET]!];
      });
  }
}
