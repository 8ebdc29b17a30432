const INITIAL_BYTES = 64 * 1024;
/** What is kept from answer to answer. */
const KEPT_BYTES_MAX = 1024 * 1024;

/**
 * Text in UTF-8, appended byte by byte to one buffer that is used again for each answer: a large answer is made of a few
 * bytes a thousand times, for which strings cost several times as much.
 */
export class AnswerBytes {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = 0;

  begin(): this {
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
    this.#at = 0;
    return this;
  }

  text(text: string): this {
    this.reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at);
    return this;
  }

  /** One character of ASCII. The room for it is the caller's business, as are those of what follows. */
  char(code: number): void {
    this.#bytes[this.#at++] = code;
  }

  copy(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let from = start; from < end; from++) bytes[at++] = source[from]!;
    this.#at = at;
  }

  /** A whole number below 2^32, in decimal. */
  digits(value: number): void {
    if (value < 10) {
      this.#bytes[this.#at++] = 48 + value;
      return;
    }
    let end = this.#at + 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) >>> 0) end++;
    this.#at = end;
    for (let at = end - 1, rest = value; at >= 0; at--) {
      const tenth = (rest / 10) >>> 0;
      this.#bytes[at] = 48 + rest - tenth * 10;
      if (tenth === 0) return;
      rest = tenth;
    }
  }

  /** Makes room for so many bytes more. */
  reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** A copy of what was written. */
  finish(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }
}
