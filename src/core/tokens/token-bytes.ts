const BYTES_INITIALLY = 128;
/** Maximum length of a varint. A zigzag of ±2^52 has 53 bits, and 8 bytes with 7 bits each have 56. */
const TOKEN_VARINT_BYTES_MAX = 8;

/** Writes the body of a token to a growing buffer. */
export class TokenWriter {
  #buffer = Buffer.allocUnsafe(BYTES_INITIALLY);
  #at = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#at++] = value;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  latin1(text: string): void {
    this.#reserve(text.length);
    this.#at += this.#buffer.write(text, this.#at, 'latin1');
  }

  uint48(value: number): void {
    this.#reserve(6);
    this.#at = this.#buffer.writeUIntBE(value, this.#at, 6);
  }

  /** Writes a whole number from 0 to 2^53 with seven bits per byte, lowest first. */
  varint(value: number): void {
    this.#reserve(TOKEN_VARINT_BYTES_MAX);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#at++] = rest;
  }

  /** Writes a signed whole number. Numbers near zero take few bytes. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : value * -2 - 1);
  }

  /** Returns the bytes written so far: a view that is valid until the next write. */
  written(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe((this.#at + bytes) * 2);
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

/**
 * Reads the bytes that a `TokenWriter` wrote. Reading beyond the end returns zero or an empty string and sets
 * `isOverrun`.
 */
export class TokenReader {
  readonly #bytes: Buffer;
  #at: number;
  #overrun = false;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get isOverrun(): boolean {
    return this.#overrun;
  }

  latin1(length: number): string {
    const at = this.#take(length);
    return at < 0 ? '' : this.#bytes.toString('latin1', at, at + length);
  }

  uint48(): number {
    const at = this.#take(6);
    return at < 0 ? 0 : this.#bytes.readUIntBE(at, 6);
  }

  varint(): number {
    let value = 0;
    for (let scale = 1, count = 0; count < TOKEN_VARINT_BYTES_MAX; count++, scale *= 0x80) {
      const at = this.#take(1);
      if (at < 0) return 0;
      const byte = this.#bytes[at]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    this.#overrun = true;
    return 0;
  }

  zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Returns the offset of the next `length` bytes, or -1 if there are fewer. */
  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) this.#overrun = true;
    this.#at += length;
    return this.#overrun ? -1 : at;
  }
}
