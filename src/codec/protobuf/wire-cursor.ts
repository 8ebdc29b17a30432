import { isUtf8 } from 'node:buffer';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT } from '../../core/events/wire-types';

/** 2^28: a varint's first four bytes are gathered by bit operations, the rest by arithmetic. */
const LOW_RANGE = 0x1000_0000;
const UINT32_MAX = 0xffff_ffff;

/** Goes through serialized messages in one buffer, without views or copies. Throws plain errors where they are none. */
export class WireCursor {
  readonly bytes: Buffer;
  at: number;
  /** Of the message at hand. */
  end: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Field number << 3 | wire type. */
  tag(): number {
    const tag = this.#uint32();
    if (tag >>> 3 === 0) throw new Error('a field has number 0');
    return tag;
  }

  /** Goes over a length to what it is the length of, and tells where that ends. */
  delimited(): number {
    const end = this.#uint32() + this.at;
    if (end > this.end) throw new Error('a field ends beyond its message');
    return end;
  }

  text(): string {
    const end = this.delimited();
    const start = this.at;
    this.at = end;
    for (let i = start; i < end; i++) if (this.bytes[i]! > 0x7f) return this.#unicode(start, end);
    return this.bytes.toString('latin1', start, end);
  }

  /** A varint as a signed number of 64 bits: exact to 2^53. */
  int64(): number {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#next();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    return low + this.#highPart() * LOW_RANGE;
  }

  skip(wireType: number): void {
    if (wireType === VARINT) this.int64();
    else if (wireType === LENGTH_DELIMITED) this.at = this.delimited();
    else if (wireType === FIXED64) this.at += 8;
    else if (wireType === FIXED32) this.at += 4;
    else throw new Error(`wire type ${wireType}`);
    if (this.at > this.end) throw new Error('a field ends beyond its message');
  }

  #unicode(start: number, end: number): string {
    if (!isUtf8(this.bytes.subarray(start, end))) throw new Error('a string is not valid UTF-8');
    return this.bytes.toString('utf8', start, end);
  }

  /** Bits 28 to 63, as a signed number: a varint has ten bytes at most, and the tenth bit 63 only. */
  #highPart(): number {
    let high = 0;
    let scale = 1;
    for (let count = 5; count <= 10; count++) {
      const byte = this.#next();
      if (count === 10) return tenth(byte, high);
      high += (byte & 0x7f) * scale;
      if (byte < 0x80) return high;
      scale *= 0x80;
    }
    throw new Error('a varint of more than ten bytes');
  }

  #next(): number {
    if (this.at >= this.end) throw new Error('a message ends within a field');
    return this.bytes[this.at++]!;
  }

  #uint32(): number {
    const value = this.int64();
    if (value < 0 || value > UINT32_MAX) throw new Error('a tag or a length is out of range');
    return value;
  }
}

/** The last byte of a varint of ten: the sign, and nothing else. */
function tenth(byte: number, high: number): number {
  if (byte > 1) throw new Error('a varint of more than 64 bits');
  return byte === 0 ? high : high - 2 ** 35;
}
