/** Codec of stored sketches: `Sketch` of protos/tidemark/v1/sketch.proto. */
import { crc32 } from 'node:zlib';
import { arePackedHashes, packHashes, unpackHashes } from '../../core/sketches/pack-hashes';
import {
  arePackedRegisters,
  arePackedSingles,
  mergePackedRegisters,
  mergeSingles,
  packRegisters,
  packSingles,
} from '../../core/sketches/pack-registers';
import { PRECISION, type Registers } from '../../core/sketches/registers';
import { EXACT_MAX, type Sketch } from '../../core/sketches/sketch';
import { TidemarkError } from '../../errors';
import { tidemark } from '../../gen/tidemark';
import { FIXED32 } from '../../core/protobuf/wire-types';

const { Sketch: Message } = tidemark.v1;

const VERSION = 1;
const CHECKSUM_TAG = (6 << 3) | FIXED32;
/** Length of the checksum field, with its tag. It is the last of the message. */
const CHECKSUM_BYTES = 5;

type Items = Pick<tidemark.v1.ISketch, 'hashes' | 'registers' | 'raised'>;

/** Encodes a sketch. Sketches of equal sets have equal bytes. */
export function encodeSketch(sketch: Sketch): Buffer {
  if (sketch.registers !== undefined) return encodeItems({ registers: packRegisters(sketch.registers) });
  return encodeHashes(sketch.hashes!.halves());
}

/** Encodes a sketch of few items, given as pairs of words. */
export function encodeHashes(halves: Uint32Array): Buffer {
  return encodeItems({ hashes: packHashes(halves) });
}

/**
 * Encodes some registers of an inexact sketch, by ascending index: those raised since another cell with all registers
 * was written.
 */
export function encodeRaised(registers: Registers, indexes: readonly number[]): Buffer {
  return encodeItems({ raised: packSingles(registers, indexes) });
}

/**
 * Merges a stored sketch. Throws `data_corrupted` if the bytes differ from those written, and `data_unsupported` for a
 * later version or another precision. Then nothing is changed.
 */
export function mergeSketchBytes(into: Sketch, bytes: Uint8Array): void {
  const { items, hashes, registers, raised } = decode(bytes);
  if (items === 'hashes' && arePackedHashes(hashes!, EXACT_MAX)) {
    into.addHashes(unpackHashes(hashes!));
  } else if (items === 'registers' && arePackedRegisters(registers!)) {
    into.mergeRegisters((own) => mergePackedRegisters(own, registers!));
  } else if (items === 'raised' && arePackedSingles(raised!)) {
    into.mergeRegisters((own) => mergeSingles(own, raised!));
  } else {
    throw damaged('its items are out of range');
  }
}

function encodeItems(items: Items): Buffer {
  const message = Message.encode({ version: VERSION, precision: PRECISION, ...items }).finish();
  const checksum = Buffer.allocUnsafe(CHECKSUM_BYTES);
  checksum[0] = CHECKSUM_TAG;
  checksum.writeUInt32LE(crc32(message), 1);
  return Buffer.concat([message, checksum]);
}

function decode(bytes: Uint8Array): tidemark.v1.Sketch {
  checkSum(bytes);
  const message = parse(bytes);
  const { version, precision } = message;
  if (version !== VERSION) throw unsupported(`version ${version}, written by a later version of Tidemark`);
  if (precision !== PRECISION) throw unsupported(`precision ${precision}; only ${PRECISION} can be merged`);
  return message;
}

/** Verifies the checksum before anything is decoded. */
function checkSum(bytes: Uint8Array): void {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 0 || bytes[end] !== CHECKSUM_TAG) throw damaged('its checksum is missing');
  const stored = new DataView(bytes.buffer, bytes.byteOffset + end + 1).getUint32(0, true);
  if (stored !== crc32(bytes.subarray(0, end))) throw damaged('its checksum does not match');
}

function parse(bytes: Uint8Array): tidemark.v1.Sketch {
  try {
    return Message.decode(bytes);
  } catch (cause) {
    throw damaged('it is not a message', cause);
  }
}

function damaged(how: string, cause?: unknown): TidemarkError {
  return new TidemarkError('data_corrupted', `a sketch is corrupted: ${how}`, { cause });
}

function unsupported(what: string): TidemarkError {
  return new TidemarkError('data_unsupported', `a sketch has ${what}`);
}
