/**
 * The protobuf wire format, strictly: protobufjs' own decoders take a field of the wrong wire type for what the
 * declaration says, cut strings that run over the end and replace invalid UTF-8, so they cannot tell good from bad.
 * https://protobuf.dev/programming-guides/encoding/
 */
import { isUtf8 } from 'node:buffer';
import protobuf from 'protobufjs/minimal';
import { TidemarkError } from '../errors';
import type { FieldShape, MessageShape, Scalar, ValueShape } from './message-shape';

/** 64-bit integers are bigints, enums their numbers. */
export type WireValue = number | bigint | boolean | string | Buffer | FieldValues;
export type FieldContent = WireValue | WireValue[] | Map<WireValue, WireValue>;

/** The fields of a message that are set. */
export class FieldValues extends Map<FieldShape, FieldContent> {}

/** Nested messages deeper than this are refused, as every protobuf implementation does. */
export const NESTING_MAX = 100;

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

const WIRE_TYPES: Readonly<Record<Scalar, number>> = {
  double: FIXED64,
  float: FIXED32,
  int32: VARINT,
  uint32: VARINT,
  sint32: VARINT,
  fixed32: FIXED32,
  sfixed32: FIXED32,
  int64: VARINT,
  uint64: VARINT,
  sint64: VARINT,
  fixed64: FIXED64,
  sfixed64: FIXED64,
  bool: VARINT,
  string: LENGTH_DELIMITED,
  bytes: LENGTH_DELIMITED,
};

const UNSIGNED_64: ReadonlySet<Scalar> = new Set(['uint64', 'fixed64']);

/** Throws `malformed_body` when the bytes are not a message of this shape. Unknown fields are skipped. */
export function decodeMessage(shape: MessageShape, bytes: Buffer): FieldValues {
  try {
    return readFields(shape, bytes, new FieldValues(), 0);
  } catch (error) {
    if (error instanceof TidemarkError) throw error;
    throw malformed(shape, error instanceof Error ? error.message : String(error), error);
  }
}

function malformed(shape: MessageShape, why: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', `Not a ${shape.name}: ${why}`, { field: 'body', cause });
}

function readFields(shape: MessageShape, bytes: Buffer, into: FieldValues, depth: number): FieldValues {
  if (depth > NESTING_MAX) throw malformed(shape, `nested deeper than ${NESTING_MAX}`);
  const reader = new protobuf.BufferReader(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const field = shape.fieldsById.get(tag >>> 3);
    if (tag >>> 3 === 0) throw malformed(shape, 'a field has number 0');
    if (field === undefined) reader.skipType(tag & 7);
    else readField({ shape, reader, into, depth }, field, tag & 7);
  }
  return into;
}

interface ReadContext {
  readonly shape: MessageShape;
  readonly reader: protobuf.Reader;
  readonly into: FieldValues;
  readonly depth: number;
}

function readField(context: ReadContext, field: FieldShape, wireType: number): void {
  const { reader, into } = context;
  const expected = field.cardinality === 'map' ? LENGTH_DELIMITED : wireTypeOf(field.value);
  if (wireType === LENGTH_DELIMITED && field.cardinality === 'many' && expected !== LENGTH_DELIMITED) {
    const packed = new protobuf.BufferReader(reader.bytes());
    while (packed.pos < packed.len)
      append(into, field, readValue({ ...context, reader: packed }, field.value));
    if (!into.has(field)) into.set(field, []);
    return;
  }
  if (wireType !== expected) {
    throw malformed(context.shape, `${field.name} has wire type ${wireType} instead of ${expected}`);
  }
  if (field.cardinality === 'map') return readMapEntry(context, field);
  if (field.cardinality === 'many') return append(into, field, readValue(context, field.value));
  clearOneof(into, field);
  into.set(field, readValue(context, field.value, into.get(field)));
}

function append(into: FieldValues, field: FieldShape, value: WireValue): void {
  const values = into.get(field);
  if (Array.isArray(values)) values.push(value);
  else into.set(field, [value]);
}

/** The last member of a oneof on the wire wins. */
function clearOneof(into: FieldValues, field: FieldShape): void {
  if (field.oneof === undefined) return;
  for (const other of into.keys()) if (other !== field && other.oneof === field.oneof) into.delete(other);
}

/** A singular message that comes twice is merged. */
function readValue(context: ReadContext, value: ValueShape, previous?: unknown): WireValue {
  const { reader, depth } = context;
  switch (value.kind) {
    case 'message': {
      const target = previous instanceof FieldValues ? previous : new FieldValues();
      return readFields(value.message, reader.bytes() as Buffer, target, depth + 1);
    }
    case 'enum':
      return reader.int32();
    case 'scalar':
      return readScalar(context, value.scalar);
  }
}

function readScalar({ shape, reader }: ReadContext, scalar: Scalar): WireValue {
  switch (scalar) {
    case 'string': {
      const bytes = reader.bytes() as Buffer;
      if (!isUtf8(bytes)) throw malformed(shape, 'a string is not valid UTF-8');
      return bytes.toString('utf8');
    }
    case 'bytes':
      return reader.bytes() as Buffer;
    case 'int64':
    case 'uint64':
    case 'sint64':
    case 'fixed64':
    case 'sfixed64':
      return bigintOf(reader[scalar](), UNSIGNED_64.has(scalar));
    default:
      return reader[scalar]();
  }
}

function readMapEntry(context: ReadContext, field: FieldShape): void {
  const entry = mapEntryShape(field);
  const [key, value] = entry.fieldsById.values();
  const read = readFields(entry, context.reader.bytes() as Buffer, new FieldValues(), context.depth + 1);
  const entries = context.into.get(field);
  const target =
    entries instanceof Map ? (entries as Map<WireValue, WireValue>) : new Map<WireValue, WireValue>();
  target.set(fieldOrDefault(read, key), fieldOrDefault(read, value));
  context.into.set(field, target);
}

function fieldOrDefault(values: FieldValues, field: FieldShape | undefined): WireValue {
  if (field === undefined) throw new Error('a map entry has a key and a value');
  return (values.get(field) as WireValue | undefined) ?? defaultOf(field.value);
}

const mapEntries = new WeakMap<FieldShape, MessageShape>();

/** A map is a repeated message of key and value on the wire. */
function mapEntryShape(field: FieldShape): MessageShape {
  const known = mapEntries.get(field);
  if (known !== undefined) return known;
  const part = { cardinality: 'one', presence: true, packed: false } as const;
  const scalar = field.key ?? 'string';
  const key: FieldShape = { ...part, id: 1, name: 'key', jsonName: 'key', value: { kind: 'scalar', scalar } };
  const value: FieldShape = { ...part, id: 2, name: 'value', jsonName: 'value', value: field.value };
  const fields = [key, value];
  const shape = {
    name: `entry of ${field.name}`,
    fieldsById: new Map(fields.map((each) => [each.id, each])),
    fieldsByName: new Map(fields.map((each) => [each.name, each])),
  };
  mapEntries.set(field, shape);
  return shape;
}

/** What proto3 reads where a field without presence is absent. */
export function defaultOf(value: ValueShape): WireValue {
  if (value.kind === 'message') return new FieldValues();
  if (value.kind === 'enum') return 0;
  if (value.scalar === 'string') return '';
  if (value.scalar === 'bytes') return Buffer.alloc(0);
  if (value.scalar === 'bool') return false;
  return value.scalar.endsWith('64') ? 0n : 0;
}

export function isDefault(value: ValueShape, actual: WireValue): boolean {
  if (value.kind === 'message') return false;
  return Buffer.isBuffer(actual) ? actual.length === 0 : Object.is(actual, defaultOf(value));
}

function bigintOf(value: number | { low: number; high: number }, unsigned: boolean): bigint {
  if (typeof value === 'number') return BigInt(value);
  const bits = (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
  return unsigned ? BigInt.asUintN(64, bits) : BigInt.asIntN(64, bits);
}

function wireTypeOf(value: ValueShape): number {
  if (value.kind === 'message') return LENGTH_DELIMITED;
  return value.kind === 'enum' ? VARINT : WIRE_TYPES[value.scalar];
}

/** Serializes with the fields in the order of their numbers, so that equal messages are equal bytes. */
export function encodeMessage(values: FieldValues): Buffer {
  const writer = new protobuf.BufferWriter();
  const fields = [...values].sort(([a], [b]) => a.id - b.id);
  for (const [field, value] of fields) writeField(writer, field, value);
  return writer.finish() as Buffer;
}

function writeField(writer: protobuf.Writer, field: FieldShape, content: FieldContent): void {
  const { value, id } = field;
  if (field.cardinality === 'map') {
    for (const entry of content as Map<WireValue, WireValue>) writeMapEntry(writer, field, entry);
  } else if (field.cardinality === 'one') {
    writeValue(writer.uint32(tagOf(id, value)), value, content as WireValue);
  } else if (field.packed && wireTypeOf(value) !== LENGTH_DELIMITED) {
    writer.uint32((id << 3) | LENGTH_DELIMITED).fork();
    for (const each of content as WireValue[]) writeValue(writer, value, each);
    writer.ldelim();
  } else {
    for (const each of content as WireValue[]) writeValue(writer.uint32(tagOf(id, value)), value, each);
  }
}

function writeMapEntry(writer: protobuf.Writer, field: FieldShape, entry: [WireValue, WireValue]): void {
  const fields = [...mapEntryShape(field).fieldsById.values()];
  writer.uint32((field.id << 3) | LENGTH_DELIMITED).fork();
  fields.forEach((each, index) => writeField(writer, each, entry[index] as WireValue));
  writer.ldelim();
}

function tagOf(id: number, value: ValueShape): number {
  return ((id << 3) | wireTypeOf(value)) >>> 0;
}

function writeValue(writer: protobuf.Writer, value: ValueShape, actual: WireValue): void {
  if (value.kind === 'message') writer.bytes(encodeMessage(actual as FieldValues));
  else if (value.kind === 'enum') writer.int32(actual as number);
  else if (typeof actual === 'bigint') writer[value.scalar as 'int64'](bitsOf(actual));
  else writer[value.scalar as 'string'](actual as string);
}

/** protobufjs takes any pair of 32-bit halves for a Long. */
function bitsOf(value: bigint): protobuf.Long {
  const low = Number(BigInt.asIntN(32, value));
  const high = Number(BigInt.asIntN(32, value >> 32n));
  return { low, high, unsigned: false };
}
