import type { Steps } from '../../core/shared/steps';

const INITIAL_BYTES = 64 * 1024;
/** What is kept from answer to answer. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** Up to so many, a loop is done before the engine's own copy has begun. */
const LOOPED_BYTES_MAX = 128;

/** Buffers that are kept for the next answers. */
const IDLE_MAX = 8;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;

/**
 * Text in UTF-8, appended byte by byte to one buffer that is used again for each answer: a large answer is made of a few
 * bytes a thousand times, for which strings cost several times as much.
 */
export class AnswerBuffer {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = 0;

  begin(): this {
    this.#at = 0;
    return this;
  }

  /** How many bytes there are. */
  get length(): number {
    return this.#at;
  }

  text(text: string): this {
    this.reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at);
    return this;
  }

  /** A text as JSON has it, in quotes. */
  jsonString(text: string): this {
    this.reserve(text.length + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (!isPlain(code)) return this.text(JSON.stringify(text));
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
    return this;
  }

  /** One character of ASCII. The room for it is the caller's business, as are those of what follows. */
  char(code: number): void {
    this.#bytes[this.#at++] = code;
  }

  copy(source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    this.#at += end - start;
    if (end - start > LOOPED_BYTES_MAX) bytes.set(source.subarray(start, end), at);
    else for (let from = start; from < end; from++) bytes[at++] = source[from]!;
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

  /** The end of an object, in place of the comma behind its last member, if it has any. */
  closeObject(): void {
    if (this.#bytes[this.#at - 1] === COMMA) this.#at -= 1;
    this.char(CLOSE);
  }

  /** Makes room for so many bytes more. */
  reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** What was written: a copy, or the buffer itself where that is too large to be kept. */
  finish(): Buffer {
    if (this.#bytes.length > KEPT_BYTES_MAX) {
      const written = this.#bytes.subarray(0, this.#at);
      this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
      return written;
    }
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }
}

const idle: AnswerBuffer[] = [];

/**
 * Runs `write` on a buffer that no other answer is written in meanwhile: answers that are written in steps take turns. Returns
 * its result.
 */
export function* withAnswerBuffer<T>(write: (bytes: AnswerBuffer) => Steps<T>): Steps<T> {
  const bytes = idle.pop() ?? new AnswerBuffer();
  try {
    return yield* write(bytes.begin());
  } finally {
    if (idle.length < IDLE_MAX) idle.push(bytes);
  }
}

/** ASCII that JSON does not escape. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f && code !== QUOTE && code !== BACKSLASH;
}
