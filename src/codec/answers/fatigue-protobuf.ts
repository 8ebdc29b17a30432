import { endianness } from 'node:os';
import type { FeatureLayout } from '../../core/features/feature-layout';
import type { Omission } from '../../core/privacy/omissions';
import { LENGTH_DELIMITED, VARINT, VARINT_BYTES_MAX } from '../../core/protobuf/wire-types';
import { WireWriter } from '../../core/protobuf/wire-writer';

/** Features of the candidates of one user. */
export interface FatigueFeaturesAnswer {
  readonly userId: string;
  readonly asOfMs: number;
  readonly layout: FeatureLayout;
  /** Vectors of all candidates, concatenated. */
  readonly vectors: Float32Array;
  readonly withNames: boolean;
  /** DataTypes that are left out. Default: none. */
  readonly omitted?: readonly Omission[] | undefined;
}

const tagOf = (field: number): number => (field << 3) | LENGTH_DELIMITED;
const VERSION_TAG = (1 << 3) | VARINT;
const LAYOUT_TAG = tagOf(2);
const NAMES_TAG = tagOf(3);
const CANDIDATES_TAG = tagOf(4);
const USER_TAG = tagOf(5);
const AS_OF_TAG = (6 << 3) | VARINT;
const OMITTED_TAG = tagOf(7);
/** Tag of `CandidateFeatures.values`. */
const VALUES_TAG = tagOf(1);
const FLOAT_BYTES = 4;
/** Initial room for the fields before the candidates. */
const HEAD_BYTES = 4_096;

/**
 * Encodes a `tidemark.v1.FatigueFeatures` directly from the vectors. Packed floats are the vectors' bytes, so each
 * candidate takes one copy.
 */
export function fatigueProtobuf(answer: FatigueFeaturesAnswer): Buffer {
  const { userId, asOfMs, layout, vectors, withNames, omitted = [] } = answer;
  const size = layout.names.length;
  const candidateBytesMax = size * FLOAT_BYTES + 2 * (1 + VARINT_BYTES_MAX);
  const writer = new WireWriter({ capacity: HEAD_BYTES + candidateBytesMax * (vectors.length / size) });
  writer.varint(VERSION_TAG).varint(layout.version).text(LAYOUT_TAG, layout.id);
  if (withNames) for (const name of layout.names) writer.text(NAMES_TAG, name);
  writer.text(USER_TAG, userId).varint(AS_OF_TAG).varint64(BigInt(asOfMs));
  for (let first = 0; first < vectors.length; first += size) {
    const values = vectorBytes(vectors.subarray(first, first + size));
    writer.varint(CANDIDATES_TAG).varint(1 + varintBytes(values.length) + values.length);
    writer.bytes(VALUES_TAG, values);
  }
  for (const each of omitted) writer.bytes(OMITTED_TAG, omissionBytes(each));
  return writer.message();
}

/** Encodes a `tidemark.v1.Omission`. */
function omissionBytes({ dataType, purpose, reason }: Omission): Buffer {
  const writer = new WireWriter();
  return writer.text(tagOf(1), dataType).text(tagOf(2), purpose).text(tagOf(3), reason).message();
}

/** Returns the floats of a vector as protobuf packs them: little-endian. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) bytes++;
  return bytes;
}
