import { writeText } from '../shared/write-text';
import { VARINT_BYTES_MAX } from './wire-types';

const CAPACITY_DEFAULT = 256;
const UTF8_BYTES_PER_UNIT_MAX = 3;
/** Maximum length of a text whose length in UTF-8 always fits into one byte. */
const SHORT_TEXT_MAX = Math.floor(0x7f / UTF8_BYTES_PER_UNIT_MAX);
/** Numbers below this are encoded by bit operations. */
const INT32_RANGE = 2 ** 31;

export interface WireWriterOptions {
  /** Bytes before the message, which the caller fills. Default 0. */
  readonly reservedBytes?: number;
  /** Initial size of the buffer in bytes. Default 256. */
  readonly capacity?: number;
}

/** Writes protobuf fields to one growing buffer. Tags are field number << 3 | wire type. */
export class WireWriter {
  readonly #reservedBytes: number;
  #buffer: Buffer;
  #at: number;

  constructor({ reservedBytes = 0, capacity = CAPACITY_DEFAULT }: WireWriterOptions = {}) {
    this.#reservedBytes = reservedBytes;
    this.#buffer = Buffer.allocUnsafe(reservedBytes + capacity);
    this.#at = reservedBytes;
  }

  /** Number of bytes of the message. */
  get length(): number {
    return this.#at - this.#reservedBytes;
  }

  /** Starts another message in the same buffer. */
  reset(): this {
    this.#at = this.#reservedBytes;
    return this;
  }

  /** Appends serialized fields, tags included. */
  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  /** Appends a tag, a length or another whole number from 0 to 2^53. */
  varint(value: number): this {
    this.#reserve(VARINT_BYTES_MAX);
    const buffer = this.#buffer;
    let rest = value;
    for (; rest >= INT32_RANGE; rest = Math.floor(rest / 0x80)) buffer[this.#at++] = (rest % 0x80) | 0x80;
    for (; rest > 0x7f; rest >>>= 7) buffer[this.#at++] = (rest & 0x7f) | 0x80;
    buffer[this.#at++] = rest;
    return this;
  }

  /** Appends a 64-bit integer as a varint. Negative numbers take ten bytes. */
  varint64(value: bigint): this {
    this.#reserve(VARINT_BYTES_MAX);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80;
    this.#buffer[this.#at++] = Number(rest);
    return this;
  }

  /** Appends 32 bits, signed or unsigned. */
  fixed32(value: number): this {
    this.#reserve(4);
    this.#at = this.#buffer.writeInt32LE(value | 0, this.#at);
    return this;
  }

  /** Appends 64 bits, signed or unsigned. */
  fixed64(value: bigint): this {
    this.#reserve(8);
    this.#at = this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#at);
    return this;
  }

  float(value: number): this {
    this.#reserve(4);
    this.#at = this.#buffer.writeFloatLE(value, this.#at);
    return this;
  }

  double(value: number): this {
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
    return this;
  }

  /** Appends a bytes field, or a nested message that is already serialized. */
  bytes(tag: number, bytes: Uint8Array): this {
    return this.varint(tag).varint(bytes.length).raw(bytes);
  }

  /** Appends a string field. */
  text(tag: number, text: string): this {
    return this.varint(tag).textValue(text);
  }

  /** Appends the value of a string field: its length and its bytes. */
  textValue(text: string): this {
    this.#reserve(VARINT_BYTES_MAX + text.length * UTF8_BYTES_PER_UNIT_MAX);
    if (text.length > SHORT_TEXT_MAX) {
      this.varint(Buffer.byteLength(text));
      this.#at += writeText(this.#buffer, this.#at, text);
      return this;
    }
    const written = writeText(this.#buffer, this.#at + 1, text);
    this.#buffer[this.#at] = written;
    this.#at += 1 + written;
    return this;
  }

  /** Returns the message: a view that is valid until the next write. */
  message(): Buffer {
    return this.#buffer.subarray(this.#reservedBytes, this.#at);
  }

  /** Returns the reserved bytes and the message: a view that is valid until the next write. */
  withReserved(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  /** Returns a copy of the message. */
  copy(): Buffer {
    const copy = Buffer.allocUnsafe(this.length);
    this.#buffer.copy(copy, 0, this.#reservedBytes, this.#at);
    return copy;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}
