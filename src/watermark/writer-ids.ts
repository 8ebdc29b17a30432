import { WRITER_BYTES } from '../core/row-watermark';
import type { Random } from '../platform/random';

/** Rows that have an id of their own, before all rows get a new one instead. */
const ROWS_MAX = 10_000;

/**
 * Under which id a process writes each row: 6 bytes as Latin-1, of which nobody else has the same, 2^48 being many.
 *
 * A mutation that nobody waits for any longer may yet be committed, at any time. It must then be the last of its column,
 * or a later version there would vouch for what had not happened when it was seen. So the row's next mutation goes
 * under another id.
 */
export class WriterIds {
  readonly #random: Random;
  readonly #ownIds = new Map<string, string>();
  #id: string;

  constructor(random: Random) {
    this.#random = random;
    this.#id = this.#newId();
  }

  /** Of the row, which is named however its caller likes, always alike. */
  of(row: string): string {
    return this.#ownIds.get(row) ?? this.#id;
  }

  /** To be called when a mutation of the row, written under this id, may or may not be committed. */
  retire(row: string, id: string): void {
    if (this.of(row) !== id) return;
    if (this.#ownIds.size < ROWS_MAX) {
      this.#ownIds.set(row, this.#newId());
      return;
    }
    this.#ownIds.clear();
    this.#id = this.#newId();
  }

  #newId(): string {
    const bytes = Array.from({ length: WRITER_BYTES }, () => Math.floor(this.#random() * 256));
    return Buffer.from(bytes).toString('latin1');
  }
}
