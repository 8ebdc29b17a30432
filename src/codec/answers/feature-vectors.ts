/**
 * Encodes `tidemark.v1.FatigueFeatures` directly from the vectors. Packed floats are the vectors' bytes, so each
 * candidate takes one copy.
 */
import { endianness } from 'node:os';
import protobuf from 'protobufjs/minimal';
import type { FeatureLayout } from '../../core/features/feature-layout';

export interface FeatureVectorsAnswer {
  readonly userId: string;
  readonly asOfMs: number;
  readonly layout: FeatureLayout;
  /** Vectors of all candidates, concatenated. */
  readonly vectors: Float32Array;
  readonly withNames: boolean;
}

const LENGTH_DELIMITED = 2;
const tagOf = (field: number): number => (field << 3) | LENGTH_DELIMITED;
const CANDIDATES_TAG = tagOf(4);
const VALUES_TAG = tagOf(1);
const VARINT_BYTES_MAX = 10;
const FLOAT_BYTES = 4;

export function encodeFatigueFeatures(answer: FeatureVectorsAnswer): Buffer {
  const { layout, vectors } = answer;
  const head = headOf(answer);
  const size = layout.names.length;
  const bytesMax = (size * FLOAT_BYTES + 2 * (1 + VARINT_BYTES_MAX)) * (vectors.length / size);
  const message = Buffer.allocUnsafe(head.length + bytesMax);
  let at = head.copy(message);
  for (let first = 0; first < vectors.length; first += size) {
    at = writeCandidate(message, at, vectors.subarray(first, first + size));
  }
  return message.subarray(0, at);
}

/** Returns the floats of a vector as protobuf packs them: little-endian. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}

function headOf({
  userId,
  asOfMs,
  layout,
  withNames,
}: FeatureVectorsAnswer): Uint8Array & { copy: Buffer['copy'] } {
  const writer = new protobuf.BufferWriter();
  writer.uint32(8).uint32(layout.version).uint32(tagOf(2)).string(layout.id);
  if (withNames) for (const name of layout.names) writer.uint32(tagOf(3)).string(name);
  writer
    .uint32(tagOf(5))
    .string(userId)
    .uint32(6 << 3)
    .int64(asOfMs);
  return writer.finish() as Buffer;
}

function writeCandidate(message: Buffer, start: number, vector: Float32Array): number {
  const values = vectorBytes(vector);
  let at = start;
  message[at++] = CANDIDATES_TAG;
  at = writeVarint(message, at, 1 + varintBytes(values.length) + values.length);
  message[at++] = VALUES_TAG;
  at = writeVarint(message, at, values.length);
  return at + values.copy(message, at);
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) bytes++;
  return bytes;
}

function writeVarint(message: Buffer, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) message[at++] = (rest & 0x7f) | 0x80;
  message[at++] = rest;
  return at;
}
