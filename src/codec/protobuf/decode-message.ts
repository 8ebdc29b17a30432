/**
 * Strict decoder of the protobuf wire format. The decoders of protobufjs read a field of the wrong wire type as the
 * declared one, cut strings that extend beyond the end and replace invalid UTF-8, so they cannot detect invalid
 * messages.
 */
import { WireReader, type Halves } from '../../core/protobuf/wire-reader';
import { END_GROUP, LENGTH_DELIMITED, START_GROUP } from '../../core/protobuf/wire-types';
import { TidemarkError } from '../../errors';
import type { FieldShape, MessageShape, Scalar, ValueShape } from './message-shape';
import {
  defaultOf,
  entryOf,
  FieldValues,
  NESTING_MAX,
  wireTypeOf,
  type MapEntries,
  type WireValue,
} from './field-values';

/**
 * Decodes a message. Throws `malformed_body` if the bytes are not a message of this shape. Unknown fields are skipped.
 * `depth` is the number of messages around this one.
 */
export function decodeMessage(shape: MessageShape, bytes: Buffer, depth = 0): FieldValues {
  try {
    const reader = new WireReader((reason) => malformed(shape, reason)).open(bytes);
    return readFields(shape, reader, new FieldValues(), depth);
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
  readonly reader: WireReader;
  readonly into: FieldValues;
  readonly depth: number;
}

/** Reads the fields up to the end of the reader's current message. */
function readFields(shape: MessageShape, reader: WireReader, into: FieldValues, depth: number): FieldValues {
  if (depth > NESTING_MAX) throw malformed(shape, `nested deeper than ${NESTING_MAX}`);
  const context = { shape, reader, into, depth };
  while (reader.position < reader.end) {
    const tag = reader.tag();
    const field = shape.fieldsById.get(tag >>> 3);
    if (field === undefined) skipUnknown(shape, reader, tag);
    else readField(context, field, tag & 7);
  }
  return into;
}

/** Reads a nested message, which begins with its length. */
function readNested(shape: MessageShape, { reader, depth }: ReadContext, into: FieldValues): FieldValues {
  return within(reader, () => readFields(shape, reader, into, depth + 1));
}

/** Reads a length, and then what `read` reads of so many bytes. */
function within<T>(reader: WireReader, read: () => T): T {
  const { end } = reader;
  reader.end = reader.length() + reader.position;
  const result = read();
  reader.end = end;
  return result;
}

/** Skips an unknown field, which may be a group. */
function skipUnknown(shape: MessageShape, reader: WireReader, tag: number, depth = 0): void {
  if ((tag & 7) !== START_GROUP) return reader.skip(tag & 7);
  if (depth > NESTING_MAX) throw malformed(shape, `nested deeper than ${NESTING_MAX}`);
  for (;;) {
    const inside = reader.tag();
    if ((inside & 7) === END_GROUP) return;
    skipUnknown(shape, reader, inside, depth + 1);
  }
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
  const { reader, into } = context;
  const list = listIn(into, field);
  within(reader, () => {
    while (reader.position < reader.end) list.push(readValue(context, field.value));
  });
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
  switch (value.kind) {
    case 'message':
      return readNested(
        value.message,
        context,
        previous instanceof FieldValues ? previous : new FieldValues(),
      );
    case 'enum':
      return context.reader.varint64().low | 0;
    case 'scalar':
      return readScalar(context.reader, value.scalar);
  }
}

function readScalar(reader: WireReader, scalar: Scalar): WireValue {
  switch (scalar) {
    case 'double':
      return reader.double();
    case 'float':
      return reader.float();
    case 'int32':
      return reader.varint64().low | 0;
    case 'uint32':
      return reader.varint64().low;
    case 'sint32': {
      const zigzag = reader.varint64().low;
      return (zigzag >>> 1) ^ -(zigzag & 1);
    }
    case 'fixed32':
      return reader.fixed32();
    case 'sfixed32':
      return reader.fixed32() | 0;
    case 'int64':
      return BigInt.asIntN(64, bigintOf(reader.varint64()));
    case 'uint64':
      return bigintOf(reader.varint64());
    case 'sint64': {
      const zigzag = bigintOf(reader.varint64());
      return (zigzag >> 1n) ^ -(zigzag & 1n);
    }
    case 'fixed64':
      return bigintOf(reader.fixed64());
    case 'sfixed64':
      return BigInt.asIntN(64, bigintOf(reader.fixed64()));
    case 'bool': {
      const { low, high } = reader.varint64();
      return low !== 0 || high !== 0;
    }
    case 'string':
      return reader.text();
    case 'bytes':
      return reader.bytes();
  }
}

function readMapEntry(context: ReadContext, field: FieldShape): void {
  const entry = entryOf(field);
  const read = readNested(entry, context, new FieldValues());
  const known = context.into.get(field);
  const entries: MapEntries = known instanceof Map ? (known as MapEntries) : new Map<WireValue, WireValue>();
  entries.set(partOf(read, entry.key), partOf(read, entry.value));
  context.into.set(field, entries);
}

function partOf(read: FieldValues, part: FieldShape): WireValue {
  return (read.get(part) as WireValue | undefined) ?? defaultOf(part.value);
}

function bigintOf({ low, high }: Halves): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}
