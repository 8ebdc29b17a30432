import type { Steps } from '../../core/shared/steps';

const INITIAL_BYTES = 64 * 1024;
/** Maximum size of a buffer that is reused, in bytes. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** Maximum number of bytes copied by a loop, which is faster than the engine's copy for few bytes. */
const LOOPED_BYTES_MAX = 128;

/** Maximum number of idle buffers. */
const IDLE_MAX = 8;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;

/**
 * Buffer to which an answer is appended as UTF-8 text. It is reused for each answer. A large answer consists of
 * thousands of short pieces, for which strings cost several times as much.
 */
export class AnswerBuffer {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = 0;

  begin(): this {
    this.#at = 0;
    return this;
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#at;
  }

  text(text: string): this {
    this.reserve(text.length * 3);
    this.#at += this.#bytes.write(text, this.#at);
    return this;
  }

  /** Appends a text as a JSON string, in quotes. */
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

  /** Appends one ASCII character. The caller must reserve room, as for the following methods. */
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

  /** Appends a whole number below 2^32 in decimal. */
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

  /** Appends the end of an object. It replaces the comma after the last member, if there is one. */
  closeObject(): void {
    if (this.#bytes[this.#at - 1] === COMMA) this.#at -= 1;
    this.char(CLOSE);
  }

  /** Makes room for this many further bytes. */
  reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** Returns the bytes: a copy, or the buffer itself if it is too large to be reused. */
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

/** Runs `write` with a buffer of its own, so that answers written in steps do not mix. Returns its result. */
export function* withAnswerBuffer<T>(write: (bytes: AnswerBuffer) => Steps<T>): Steps<T> {
  const bytes = idle.pop() ?? new AnswerBuffer();
  try {
    return yield* write(bytes.begin());
  } finally {
    if (idle.length < IDLE_MAX) idle.push(bytes);
  }
}

/** Returns whether JSON does not escape the ASCII character. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f && code !== QUOTE && code !== BACKSLASH;
}
