/**
 * Strict decoder of the protobuf wire format. The decoders of protobufjs read a field of the wrong wire type as the
 * declared one, cut strings that extend beyond the end and replace invalid UTF-8, so they cannot detect invalid
 * messages.
 */
import { isUtf8 } from 'node:buffer';
import protobuf from 'protobufjs/minimal';
import { TidemarkError } from '../../errors';
import type { FieldShape, MessageShape, Scalar, ValueShape } from './message-shape';
import {
  defaultOf,
  entryOf,
  FieldValues,
  LENGTH_DELIMITED,
  NESTING_MAX,
  wireTypeOf,
  type MapEntries,
  type WireValue,
} from './wire-format';

const UNSIGNED_64: ReadonlySet<Scalar> = new Set(['uint64', 'fixed64']);

/**
 * Decodes a message. Throws `malformed_body` if the bytes are not a message of this shape. Unknown fields are skipped.
 */
export function decodeMessage(shape: MessageShape, bytes: Buffer): FieldValues {
  try {
    return readFields(shape, bytes, new FieldValues(), 0);
  } catch (error) {
    if (error instanceof TidemarkError) throw error;
    throw malformed(shape, error instanceof Error ? error.message : String(error), error);
  }
}

function malformed(shape: MessageShape, why: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', `not a ${shape.name}: ${why}`, { field: 'body', cause });
}

interface ReadContext {
  readonly shape: MessageShape;
  readonly reader: protobuf.Reader;
  readonly into: FieldValues;
  readonly depth: number;
}

function readFields(shape: MessageShape, bytes: Buffer, into: FieldValues, depth: number): FieldValues {
  if (depth > NESTING_MAX) throw malformed(shape, `nested deeper than ${NESTING_MAX}`);
  const reader = new protobuf.BufferReader(bytes);
  const context = { shape, reader, into, depth };
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const field = shape.fieldsById.get(tag >>> 3);
    if (tag >>> 3 === 0) throw malformed(shape, 'a field has number 0');
    if (field === undefined) reader.skipType(tag & 7);
    else readField(context, field, tag & 7);
  }
  return into;
}

function readField(context: ReadContext, field: FieldShape, wireType: number): void {
  const expected = field.cardinality === 'map' ? LENGTH_DELIMITED : wireTypeOf(field.value);
  if (wireType === LENGTH_DELIMITED && field.cardinality === 'many' && expected !== LENGTH_DELIMITED) {
    return readPacked(context, field);
  }
  if (wireType !== expected) {
    throw malformed(context.shape, `${field.name} has wire type ${wireType} instead of ${expected}`);
  }
  const { into } = context;
  if (field.cardinality === 'map') return readMapEntry(context, field);
  if (field.cardinality === 'many') {
    listIn(into, field).push(readValue(context, field.value));
    return;
  }
  clearOneof(into, field);
  into.set(field, readValue(context, field.value, into.get(field)));
}

/** Reads a packed list. A list may be packed or not, whatever is declared. */
function readPacked(context: ReadContext, field: FieldShape): void {
  const reader = new protobuf.BufferReader(context.reader.bytes());
  const packed = { ...context, reader };
  const list = listIn(context.into, field);
  while (reader.pos < reader.len) list.push(readValue(packed, field.value));
}

function listIn(into: FieldValues, field: FieldShape): WireValue[] {
  const known = into.get(field);
  if (Array.isArray(known)) return known;
  const list: WireValue[] = [];
  into.set(field, list);
  return list;
}

/** Removes other members of the oneof: the last one on the wire wins. */
function clearOneof(into: FieldValues, field: FieldShape): void {
  if (field.oneof === undefined) return;
  for (const other of into.keys()) if (other !== field && other.oneof === field.oneof) into.delete(other);
}

/** Reads a value. A singular message that occurs twice is merged. */
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
  const entry = entryOf(field);
  const read = readFields(entry, context.reader.bytes() as Buffer, new FieldValues(), context.depth + 1);
  const known = context.into.get(field);
  const entries: MapEntries = known instanceof Map ? (known as MapEntries) : new Map<WireValue, WireValue>();
  entries.set(partOf(read, entry.key), partOf(read, entry.value));
  context.into.set(field, entries);
}

function partOf(read: FieldValues, part: FieldShape): WireValue {
  return (read.get(part) as WireValue | undefined) ?? defaultOf(part.value);
}

function bigintOf(value: number | { low: number; high: number }, unsigned: boolean): bigint {
  if (typeof value === 'number') return BigInt(value);
  const bits = (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
  return unsigned ? BigInt.asUintN(64, bits) : BigInt.asIntN(64, bits);
}
