/** Scalars and enums, written from their wire format as JSON. https://protobuf.dev/programming-guides/json/ */
import type { Halves, WireReader } from '../../core/protobuf/wire-reader';
import type { AnswerBuffer } from '../json/answer-buffer';
import { enumToJson, shortFloat } from './json-scalars';
import type { EnumShape, Scalar } from './message-shape';

/**
 * Reads a value and appends it as JSON. Returns whether it is the default of its type. Throws `NOT_WRITABLE` for an
 * invalid value.
 */
export type ValueWriter = (reader: WireReader, json: AnswerBuffer) => boolean;

/**
 * Thrown for a value that cannot be written from its wire format: it is invalid or encoded in an unusual way. One
 * instance, because it never leaves the writer and its stack is not read.
 */
export const NOT_WRITABLE = new Error('the message cannot be written as JSON from its wire format');

const QUOTE = 0x22;
const WORD_RANGE = 2 ** 32;
/** High halves below this belong to integers that a number represents exactly. */
const EXACT_HIGH_MAX = 2 ** 21;

export const scalarWriters: Readonly<Record<Scalar, ValueWriter>> = {
  double: (reader, json) => writeFloat(reader.double(), json),
  float: (reader, json) => {
    const value = reader.float();
    return writeFloat(Number.isFinite(value) ? shortFloat(value) : value, json);
  },
  int32: (reader, json) => writeNumber(reader.varint64().low | 0, json),
  uint32: (reader, json) => writeNumber(reader.varint64().low, json),
  sint32: (reader, json) => {
    const zigzag = reader.varint64().low;
    return writeNumber((zigzag >>> 1) ^ -(zigzag & 1), json);
  },
  fixed32: (reader, json) => writeNumber(reader.fixed32(), json),
  sfixed32: (reader, json) => writeNumber(reader.fixed32() | 0, json),
  int64: (reader, json) => writeSigned(reader.varint64(), json),
  uint64: (reader, json) => writeUnsigned(reader.varint64(), json),
  sint64: (reader, json) => writeZigzag(reader.varint64(), json),
  fixed64: (reader, json) => writeUnsigned(reader.fixed64(), json),
  sfixed64: (reader, json) => writeSigned(reader.fixed64(), json),
  bool: (reader, json) => {
    const { low, high } = reader.varint64();
    const value = low !== 0 || high !== 0;
    json.ascii(value ? 'true' : 'false');
    return !value;
  },
  string: (reader, json) => {
    const start = reader.skipBytes();
    if (!json.jsonUtf8(reader.buffer, start, reader.position)) throw NOT_WRITABLE;
    return start === reader.position;
  },
  bytes: (reader, json) => {
    const start = reader.skipBytes();
    json.jsonBase64(reader.buffer, start, reader.position);
    return start === reader.position;
  },
};

/** Returns the writer of an enum: the name of its value, or an undeclared number. */
export function enumWriter(shape: EnumShape): ValueWriter {
  const texts = new Map([...shape.names.keys()].map((number) => [number, textOf(shape, number)]));
  return (reader, json) => {
    const number = reader.varint64().low | 0;
    json.ascii(texts.get(number) ?? textOf(shape, number));
    return number === 0;
  };
}

function textOf(shape: EnumShape, number: number): string {
  return JSON.stringify(enumToJson(shape, number));
}

function writeNumber(value: number, json: AnswerBuffer): boolean {
  json.number(value);
  return value === 0;
}

function writeFloat(value: number, json: AnswerBuffer): boolean {
  if (Number.isFinite(value)) json.number(value);
  else json.ascii(`"${value}"`);
  // Negative zero is no default.
  return Object.is(value, 0);
}

function writeUnsigned({ low, high }: Readonly<Halves>, json: AnswerBuffer): boolean {
  if (high < EXACT_HIGH_MAX) return writeQuoted(high * WORD_RANGE + low, json);
  return writeQuoted(bigintOf(low, high), json);
}

function writeSigned({ low, high }: Readonly<Halves>, json: AnswerBuffer): boolean {
  if (high < EXACT_HIGH_MAX) return writeQuoted(high * WORD_RANGE + low, json);
  return writeQuoted(BigInt.asIntN(64, bigintOf(low, high)), json);
}

function writeZigzag({ low, high }: Readonly<Halves>, json: AnswerBuffer): boolean {
  const zigzag = bigintOf(low, high);
  return writeQuoted((zigzag >> 1n) ^ -(zigzag & 1n), json);
}

function bigintOf(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Appends a 64-bit integer, which is a string in JSON. */
function writeQuoted(value: number | bigint, json: AnswerBuffer): boolean {
  json.reserve(1);
  json.char(QUOTE);
  if (typeof value === 'number') json.number(value);
  else json.ascii(value.toString());
  json.char(QUOTE);
  return value === 0 || value === 0n;
}
