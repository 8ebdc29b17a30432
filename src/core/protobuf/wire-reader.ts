import { isUtf8 } from 'node:buffer';
import { viewOf } from '../shared/data-view';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT, VARINT_BYTES_MAX } from './wire-types';

/** 2^28: four bytes of a varint at a time are combined by bit operations. */
const PART_RANGE = 0x1000_0000;
const WORD_RANGE = 2 ** 32;
const UINT32_MAX = 0xffff_ffff;
const NO_BYTES = Buffer.alloc(0);

/** A 64-bit integer as two unsigned halves. */
export interface Halves {
  low: number;
  high: number;
}

/** Result of `varint64` and `fixed64`. All readers share it, which is safe because calls cannot interleave. */
const halves: Halves = { low: 0, high: 0 };

/**
 * Strict reader of serialized protobuf messages in one buffer. It returns views and makes no copies. `position` is the
 * offset of the next read, and `end` is the end of the current message, beyond which every read throws.
 */
export class WireReader {
  readonly #malformed: (reason: string) => Error;
  #bytes: Buffer = NO_BYTES;
  /** View of the buffer, created for the first floating-point number. */
  #view: DataView | undefined;
  position = 0;
  end = 0;

  /** `malformed` creates the errors that the reader throws. Default: plain errors. */
  constructor(malformed: (reason: string) => Error = (reason) => new Error(reason)) {
    this.#malformed = malformed;
  }

  /** Starts at the beginning of another message. */
  open(bytes: Buffer): this {
    this.#bytes = bytes;
    this.#view = undefined;
    this.position = 0;
    this.end = bytes.length;
    return this;
  }

  /** The opened buffer, which also contains what surrounds the current message. */
  get buffer(): Buffer {
    return this.#bytes;
  }

  /** Reads a tag: field number << 3 | wire type. */
  tag(): number {
    const tag = this.#uint32();
    if (tag >>> 3 === 0) throw this.#malformed('a field has number 0');
    return tag;
  }

  /** Reads the length of a field, which must fit into the message. */
  length(): number {
    const length = this.#uint32();
    if (length > this.end - this.position) throw this.#truncated();
    return length;
  }

  bytes(): Buffer {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    return this.#bytes.subarray(start, this.position);
  }

  /** Skips a value of bytes and returns where it begins. It ends at `position`. */
  skipBytes(): number {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    return start;
  }

  /** Skips the bytes in a google.protobuf.BytesValue and returns where they begin. They end at `position`. */
  skipWrappedBytes(): number {
    const end = this.length() + this.position;
    if (this.position === end) return end;
    this.#expectWrapped();
    const start = this.skipBytes();
    if (this.position !== end) throw this.#truncated();
    return start;
  }

  /** Reads a string. Throws if it is not valid UTF-8, which general decoders repair. */
  text(): string {
    const length = this.length();
    const start = this.position;
    const end = start + length;
    this.position = end;
    for (let i = start; i < end; i++) if (this.#bytes[i]! > 0x7f) return this.#unicode(start, end);
    return this.#bytes.toString('latin1', start, end);
  }

  /** Reads bytes like `bytes`. Returns `likely` itself if it has the same bytes: comparing is cheaper than a new view. */
  bytesReusing(likely: Buffer | undefined): Buffer {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    if (likely !== undefined && this.#equals(likely, start, length)) return likely;
    return this.#bytes.subarray(start, this.position);
  }

  /** Reads the bytes in a google.protobuf.BytesValue. Returns `likely` itself if it has the same bytes. */
  wrappedBytes(likely: Buffer): Buffer {
    const end = this.length() + this.position;
    if (this.position === end) return this.#bytes.subarray(end, end);
    this.#expectWrapped();
    const bytes = this.bytesReusing(likely);
    if (this.position !== end) throw this.#truncated();
    return bytes;
  }

  /** Reads the text in a google.protobuf.StringValue. Returns `likely` itself if it is equal. */
  wrappedText(likely: string): string {
    const end = this.length() + this.position;
    if (this.position === end) return '';
    this.#expectWrapped();
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    if (this.position !== end) throw this.#truncated();
    return this.#holds(likely, start, length) ? likely : this.#bytes.toString('utf8', start, end);
  }

  /** Reads a varint as a signed 64-bit number, which is exact up to ±2^53. */
  int64(): number {
    if (this.end - this.position < VARINT_BYTES_MAX) return this.#int64AtEnd();
    const bytes = this.#bytes;
    let at = this.position;
    let byte = bytes[at++]!;
    let low = byte & 0x7f;
    for (let shift = 7; byte > 0x7f && shift < 28; shift += 7) {
      byte = bytes[at++]!;
      low |= (byte & 0x7f) << shift;
    }
    let middle = 0;
    for (let shift = 0; byte > 0x7f && shift < 28; shift += 7) {
      byte = bytes[at++]!;
      middle |= (byte & 0x7f) << shift;
    }
    this.position = at;
    const high = byte > 0x7f ? middle + this.#topPart() * PART_RANGE : middle;
    return low + high * PART_RANGE;
  }

  /** Reads a varint near the end of the message, where each byte may be the last. It has less than ten bytes. */
  #int64AtEnd(): number {
    const { low, high } = this.varint64();
    return high * WORD_RANGE + low;
  }

  /** Reads a varint exactly. The result is valid until the next read. */
  varint64(): Readonly<Halves> {
    let low = 0;
    let high = 0;
    for (let count = 0, shift = 0; count < VARINT_BYTES_MAX; count++, shift += 7) {
      const byte = this.#next();
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift > 25) high |= shift < 32 ? bits >>> (32 - shift) : bits << (shift - 32);
      if (byte < 0x80) return halved(low, high);
    }
    throw this.#malformed('a varint has more than ten bytes');
  }

  fixed32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  /** Reads eight bytes exactly. The result is valid until the next read. */
  fixed64(): Readonly<Halves> {
    const start = this.#take(8);
    return halved(this.#bytes.readUInt32LE(start), this.#bytes.readUInt32LE(start + 4));
  }

  float(): number {
    return (this.#view ??= viewOf(this.#bytes)).getFloat32(this.#take(4), true);
  }

  double(): number {
    return (this.#view ??= viewOf(this.#bytes)).getFloat64(this.#take(8), true);
  }

  /** Skips the value of a field with this wire type. Groups are not supported. */
  skip(wireType: number): void {
    if (wireType === VARINT) this.int64();
    else if (wireType === LENGTH_DELIMITED) this.position = this.length() + this.position;
    else if (wireType === FIXED64) this.#take(8);
    else if (wireType === FIXED32) this.#take(4);
    else throw this.#malformed(`a field has wire type ${wireType}`);
  }

  /** Advances by `length` bytes and returns where they begin. */
  #take(length: number): number {
    const start = this.position;
    if (length > this.end - start) throw this.#truncated();
    this.position = start + length;
    return start;
  }

  #unicode(start: number, end: number): string {
    if (isUtf8(this.#bytes.subarray(start, end))) return this.#bytes.toString('utf8', start, end);
    throw this.#malformed('a string is not valid UTF-8');
  }

  /** Reads bits 56 to 63 of a varint, as a signed number. */
  #topPart(): number {
    const byte = this.#next();
    if (byte < 0x80) return byte;
    // The tenth byte contains bit 63 only, which is the sign.
    const last = this.#next();
    if (last > 1) throw this.#malformed('a varint has more than 64 bits');
    return (byte & 0x7f) - last * 0x80;
  }

  #next(): number {
    if (this.position >= this.end) throw this.#truncated();
    return this.#bytes[this.position++]!;
  }

  #uint32(): number {
    // Nearly all tags and lengths have one byte.
    const byte = this.position < this.end ? this.#bytes[this.position]! : 0x80;
    if (byte < 0x80) {
      this.position += 1;
      return byte;
    }
    const value = this.int64();
    if (value < 0 || value > UINT32_MAX) throw this.#malformed('a tag or a length is out of range');
    return value;
  }

  #expectWrapped(): void {
    if (this.tag() !== ((1 << 3) | LENGTH_DELIMITED)) throw this.#malformed('a wrapper has another field');
  }

  /** Compares from the end, where keys and qualifiers differ. */
  #equals(other: Buffer, start: number, length: number): boolean {
    if (other.length !== length) return false;
    const bytes = this.#bytes;
    for (let index = length - 1; index >= 0; index -= 1) {
      if (bytes[start + index] !== other[index]) return false;
    }
    return true;
  }

  #holds(text: string, start: number, length: number): boolean {
    if (text.length !== length) return false;
    for (let index = 0; index < length; index += 1) {
      const byte = this.#bytes[start + index]!;
      if (byte >= 0x80 || byte !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  #truncated(): Error {
    return this.#malformed('a field ends beyond its message');
  }
}

function halved(low: number, high: number): Readonly<Halves> {
  halves.low = low >>> 0;
  halves.high = high >>> 0;
  return halves;
}
