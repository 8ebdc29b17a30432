import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';

const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
export const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;

/** 2^28: the first four bytes of a varint are combined with bit operations, the rest with arithmetic. */
const LOW_RANGE = 0x1000_0000;

/** Cursor over one serialized protobuf message. It returns views, never copies. Reading past the end throws. */
export class ProtoReader {
  #bytes: Buffer = Buffer.alloc(0);
  position = 0;

  /** Moves to the beginning of another message. */
  open(bytes: Buffer): void {
    this.#bytes = bytes;
    this.position = 0;
  }

  /** Reads a tag: field number << 3 | wire type. */
  tag(): number {
    return this.#uint32();
  }

  /** Reads the length of the field that begins here. Throws if the field does not fit into the message. */
  length(): number {
    const length = this.#uint32();
    if (length > this.#bytes.length - this.position) throw truncated();
    return length;
  }

  bytes(): Buffer {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    return this.#bytes.subarray(start, this.position);
  }

  string(): string {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    return this.#bytes.toString('utf8', start, this.position);
  }

  /** Reads bytes, but returns `likely` if it has the same content: a comparison is cheaper than another view. */
  bytesReusing(likely: Buffer | undefined): Buffer {
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    if (likely !== undefined && this.#equals(likely, start, length)) return likely;
    return this.#bytes.subarray(start, this.position);
  }

  /** Reads the bytes in a google.protobuf.BytesValue; `likely` as in `bytesReusing`. */
  wrappedBytes(likely: Buffer): Buffer {
    const end = this.length() + this.position;
    if (this.position === end) return this.#bytes.subarray(end, end);
    this.#expectWrapped();
    const bytes = this.bytesReusing(likely);
    if (this.position !== end) throw truncated();
    return bytes;
  }

  /** Reads the text in a google.protobuf.StringValue. Returns `likely` itself if it is equal. */
  wrappedString(likely: string): string {
    const end = this.length() + this.position;
    if (this.position === end) return '';
    this.#expectWrapped();
    const length = this.length();
    const start = this.position;
    this.position = start + length;
    if (this.position !== end) throw truncated();
    return this.#holds(likely, start, length) ? likely : this.#bytes.toString('utf8', start, end);
  }

  /** Reads a varint as a number. Negative numbers are supported; values are exact up to 2^53. */
  int64(): number {
    const bytes = this.#bytes;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#next(bytes);
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return low;
    }
    return low + this.#highPart(bytes) * LOW_RANGE;
  }

  skip(tag: number): void {
    const wire = tag & 7;
    if (wire === WIRE_VARINT) this.int64();
    else if (wire === WIRE_BYTES) this.position = this.length() + this.position;
    else if (wire === WIRE_FIXED64) this.position += 8;
    else if (wire === WIRE_FIXED32) this.position += 4;
    else throw malformed(`wire type ${wire}`);
    if (this.position > this.#bytes.length) throw truncated();
  }

  /** Reads bits 28 to 63 as a signed number. A varint has at most ten bytes, and the tenth contains bit 63 only. */
  #highPart(bytes: Buffer): number {
    let high = 0;
    let scale = 1;
    for (let count = 5; count <= 10; count += 1) {
      const byte = this.#next(bytes);
      high += (byte & 0x7f) * scale;
      if (byte < 0x80) return count === 10 ? high - 2 ** 36 : high;
      scale *= 0x80;
    }
    throw malformed('varint of more than ten bytes');
  }

  #next(bytes: Buffer): number {
    const byte = bytes[this.position];
    if (byte === undefined) throw truncated();
    this.position += 1;
    return byte;
  }

  #uint32(): number {
    const byte = this.#bytes[this.position];
    if (byte !== undefined && byte < 0x80) {
      this.position += 1;
      return byte;
    }
    const value = this.int64();
    if (value < 0 || value > 0xffff_ffff) throw malformed('tag or length out of range');
    return value;
  }

  #expectWrapped(): void {
    if (this.tag() !== ((1 << 3) | WIRE_BYTES)) throw malformed('wrapper');
  }

  /** Compares from the end, because keys and qualifiers differ there. */
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
      const byte = this.#bytes[start + index] as number;
      if (byte >= 0x80 || byte !== text.charCodeAt(index)) return false;
    }
    return true;
  }
}

function truncated(): BigtableError {
  return malformed('the message ends within a field');
}

function malformed(reason: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `malformed protobuf in the answer: ${reason}`);
}
