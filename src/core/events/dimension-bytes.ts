/** Ids on the wire: canonical text ⇄ the bytes of a field's value, without tag and length. */
import { parsedUint64, parseUint64, uint64Text } from '../columns/uint64';
import { VARINT_BYTES_MAX } from '../protobuf/wire-types';
import type { Dimension } from '../schema/schema';

type Wire = Pick<Dimension, 'wire'>;

export const UUID_BYTES = 16;
const FIXED64_BYTES = 8;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Offsets of the hyphens in a UUID's text. */
const HYPHENS: ReadonlySet<number> = new Set([8, 13, 18, 23]);

/** Encodes an id in the dimension's canonical form. */
export function encodeDimension({ wire }: Wire, id: string): Buffer {
  switch (wire) {
    case 'string':
      return Buffer.from(id);
    case 'bytes':
      return Buffer.from(id.replaceAll('-', ''), 'hex');
    case 'fixed64':
      return fixed64(id);
    case 'uint64':
      return varint(id);
  }
}

/** Decodes the id in `bytes[start, end)`, as `encodeDimension` encodes it. */
export function decodeDimension({ wire }: Wire, bytes: Uint8Array, start: number, end: number): string {
  switch (wire) {
    case 'string':
      return bufferOf(bytes).toString('utf8', start, end);
    case 'bytes':
      return uuidText(bytes, start);
    case 'fixed64':
      return uint64Text(wordAt(bytes, start + 4), wordAt(bytes, start));
    case 'uint64':
      return varintText(bytes, start, end);
  }
}

function fixed64(id: string): Buffer {
  parseUint64(id);
  const bytes = Buffer.allocUnsafe(FIXED64_BYTES);
  bytes.writeUInt32LE(parsedUint64.low, 0);
  bytes.writeUInt32LE(parsedUint64.high, 4);
  return bytes;
}

function varint(id: string): Buffer {
  parseUint64(id);
  let { high, low } = parsedUint64;
  const bytes = Buffer.allocUnsafe(VARINT_BYTES_MAX);
  let length = 0;
  while (high > 0 || low > 0x7f) {
    bytes[length++] = (low & 0x7f) | 0x80;
    low = ((high << 25) | (low >>> 7)) >>> 0;
    high >>>= 7;
  }
  bytes[length++] = low;
  return bytes.subarray(0, length);
}

/**
 * Decodes a varint with seven bits per byte, lowest first: 28 in the first four bytes, 4 + 3 in the fifth, 29 in the
 * rest.
 */
function varintText(bytes: Uint8Array, start: number, end: number): string {
  let low = 0;
  let high = 0;
  for (let at = start, shift = 0; at < end; at++, shift += 7) {
    const bits = bytes[at]! & 0x7f;
    if (shift < 32) low |= bits << shift;
    if (shift > 25) high |= shift < 32 ? bits >>> (32 - shift) : bits << (shift - 32);
  }
  return uint64Text(high >>> 0, low >>> 0);
}

function uuidText(bytes: Uint8Array, start: number): string {
  let text = '';
  for (let i = 0; i < UUID_BYTES; i++) {
    if (HYPHENS.has(text.length)) text += '-';
    text += HEX[bytes[start + i]!]!;
  }
  return text;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
