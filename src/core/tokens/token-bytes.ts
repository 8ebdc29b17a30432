const BYTES_INITIALLY = 128;
/** A zigzag of ±2^52 has 53 bits, and 8 bytes of 7 bits each hold 56. */
const VARINT_BYTES_MAX = 8;

/** Appends to a buffer that grows. */
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

  /** A whole number from 0 to 2^53, seven bits to a byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(VARINT_BYTES_MAX);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#at++] = rest;
  }

  /** A whole number of either sign; those near zero are short. */
  zigzag(value: number): void {
    this.varint(value >= 0 ? value * 2 : value * -2 - 1);
  }

  /** What was appended so far: a view, valid until more is. */
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

/** Reads what a ByteWriter wrote. Beyond the end everything is zero or empty, and `overrun` says so. */
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
    for (let scale = 1, count = 0; count < VARINT_BYTES_MAX; count++, scale *= 0x80) {
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

  /** Where the next bytes begin, or -1 when there are not so many. */
  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) this.#overrun = true;
    this.#at += length;
    return this.#overrun ? -1 : at;
  }
}
