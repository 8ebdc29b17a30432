import { isUtf8 } from 'node:buffer';
import type { Steps } from '../../core/shared/steps';
import { acquireBuffer, releaseBuffer } from './buffer-pool';

const INITIAL_BYTES = 64 * 1024;
/** Maximum size of a buffer that is reused, in bytes. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** Maximum number of bytes copied by a loop, which is faster than the engine's copy for few bytes. */
const LOOPED_BYTES_MAX = 128;

/** Bytes of a value that are encoded as base64 at a time. A multiple of three, so that only the last part is padded. */
const BASE64_PART_BYTES = 24 * 1024;

/** Room that `reserve` leaves beyond the bytes asked for, for punctuation. */
const SPARE_BYTES = 16;

/** Longest text of a number: -1.2345678901234567e-308. */
const NUMBER_BYTES_MAX = 24;
/** Numbers from 0.000001 on, below which exponents begin, that have up to ten decimals. */
const DECIMAL_MIN = 1e-6;
const DECIMAL_MAX = 90_000;
const DECIMAL_SCALE = 1e10;
const HALF_SCALE = 1e5;

/** Maximum number of idle buffers. */
const IDLE_MAX = 8;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;

/**
 * Buffer to which an answer is appended as UTF-8 text. It is reused for each answer. A large answer consists of
 * thousands of short pieces, for which strings cost several times as much.
 */
export class AnswerBuffer {
  #bytes = acquireBuffer(INITIAL_BYTES);
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

  /**
   * Appends the text that these bytes are in UTF-8 as a JSON string, in quotes. Returns false, with an unfinished string
   * appended, if they are not valid UTF-8.
   */
  jsonUtf8(source: Buffer, start: number, end: number): boolean {
    this.reserve(end - start + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    let union = 0;
    bytes[at++] = QUOTE;
    for (let from = start; from < end; from++) {
      const byte = source[from]!;
      if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return this.#escapedUtf8(source, start, end);
      union |= byte;
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.#at = at;
    // JSON does not escape characters beyond ASCII.
    return union < 0x80 || isUtf8(source.subarray(start, end));
  }

  #escapedUtf8(source: Buffer, start: number, end: number): boolean {
    if (!isUtf8(source.subarray(start, end))) return false;
    this.text(JSON.stringify(source.toString('utf8', start, end)));
    return true;
  }

  /** Appends bytes as a JSON string in base64, in quotes. */
  jsonBase64(source: Buffer, start: number, end: number): void {
    this.reserve(Math.ceil((end - start) / 3) * 4 + 2);
    this.char(QUOTE);
    for (let from = start; from < end; from += BASE64_PART_BYTES) {
      const part = source.toString('base64', from, Math.min(from + BASE64_PART_BYTES, end));
      this.#at += this.#bytes.write(part, this.#at, 'latin1');
    }
    this.char(QUOTE);
  }

  /** Appends a finite number as JSON. */
  number(value: number): void {
    this.reserve(NUMBER_BYTES_MAX);
    if (value >>> 0 === value) return this.digits(value);
    const size = Math.abs(value);
    if (size >= DECIMAL_MIN && size < DECIMAL_MAX) {
      const scaled = Math.round(size * DECIMAL_SCALE);
      // At most 15 digits, so this decimal is the shortest one of the number.
      if (scaled / DECIMAL_SCALE === size) return this.#decimal(value < 0, scaled);
    }
    // Unlike `String`, this fills no cache: for numbers that do not repeat it takes a third less time.
    this.ascii(JSON.stringify(value));
  }

  /** Appends `scaled / DECIMAL_SCALE` without zeros at the end. */
  #decimal(isNegative: boolean, scaled: number): void {
    if (isNegative) this.char(MINUS);
    const whole = Math.floor(scaled / DECIMAL_SCALE);
    this.digits(whole);
    const fraction = scaled - whole * DECIMAL_SCALE;
    if (fraction === 0) return;
    this.char(POINT);
    const high = Math.floor(fraction / HALF_SCALE);
    this.#paddedDigits(high);
    this.#paddedDigits(fraction - high * HALF_SCALE);
    while (this.last === ZERO) this.#at -= 1;
  }

  /** Appends five digits. */
  #paddedDigits(value: number): void {
    for (let at = this.#at + 4, rest = value; at >= this.#at; at--) {
      const tenth = (rest / 10) >>> 0;
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#at += 5;
  }

  /** Appends a short ASCII text, in a loop: a call of the engine's encoder costs more. */
  ascii(text: string): this {
    this.reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.#at = at;
    return this;
  }

  append(source: Uint8Array): void {
    this.reserve(source.length);
    this.copy(source, 0, source.length);
  }

  /** Last byte written. */
  get last(): number {
    return this.#bytes[this.#at - 1]!;
  }

  /** Discards what was written beyond this length. */
  rewind(length: number): void {
    this.#at = length;
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

  /** Makes room for this many further bytes, and a few characters. */
  reserve(bytes: number): void {
    const needed = this.#at + bytes + SPARE_BYTES;
    if (needed <= this.#bytes.length) return;
    const larger = acquireBuffer(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(larger, 0, 0, this.#at);
    releaseBuffer(this.#bytes);
    this.#bytes = larger;
  }

  /** Returns the bytes: a copy, or the buffer itself if it is too large to be reused. */
  finish(): Buffer {
    if (this.#bytes.length > KEPT_BYTES_MAX) return this.#detach();
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** Ends a part of an answer: adds the bytes to it, and begins anew with another buffer. */
  finishPart(answer: PooledAnswer): void {
    answer.add(this.#detach());
    this.begin();
  }

  #detach(): Buffer {
    const written = this.#bytes.subarray(0, this.#at);
    this.#bytes = acquireBuffer(INITIAL_BYTES);
    return written;
  }
}

/** An answer in buffers that are reused after it has been sent. */
export class PooledAnswer {
  readonly #parts: Buffer[] = [];

  get parts(): readonly Buffer[] {
    return this.#parts;
  }

  /** Size in bytes. */
  get length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }

  add(part: Buffer): void {
    this.#parts.push(part);
  }

  /** Makes the buffers available to other answers. Call it once, when nothing reads this answer any more. */
  release(): void {
    for (const { buffer } of this.#parts.splice(0)) releaseBuffer(Buffer.from(buffer));
  }
}

const idle: AnswerBuffer[] = [];

/**
 * Runs `write` with a buffer of its own, so that answers written in steps do not mix. Returns its result.
 *
 * `write` must be a generator function that exists once, hence the argument `answer`. V8 gives each generator function
 * that is called a hidden class in its old space, for the objects that it returns. The class of a function expression
 * keeps its context, with the request and the answer, until the next full collection.
 */
export function* withAnswerBuffer<Answer, T>(
  write: (bytes: AnswerBuffer, answer: Answer) => Steps<T>,
  answer: Answer,
): Steps<T> {
  const bytes = idle.pop() ?? new AnswerBuffer();
  try {
    return yield* write(bytes.begin(), answer);
  } finally {
    if (idle.length < IDLE_MAX) idle.push(bytes);
  }
}

/** Returns whether JSON does not escape the ASCII character. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f && code !== QUOTE && code !== BACKSLASH;
}
