import protobuf from 'protobufjs/minimal';
import type { FieldShape, ValueShape } from './message-shape';
import {
  entryOf,
  LENGTH_DELIMITED,
  wireTypeOf,
  type FieldContent,
  type FieldValues,
  type MapEntries,
  type WireValue,
} from './wire-format';

/** Serializes a message with its fields in the order of their numbers, so that equal messages have equal bytes. */
export function encodeMessage(values: FieldValues): Buffer {
  const writer = new protobuf.BufferWriter();
  const fields = [...values].sort(([a], [b]) => a.id - b.id);
  for (const [field, value] of fields) writeField(writer, field, value);
  return writer.finish() as Buffer;
}

function writeField(writer: protobuf.Writer, field: FieldShape, content: FieldContent): void {
  const { value, id } = field;
  if (field.cardinality === 'map') {
    for (const entry of content as MapEntries) writeMapEntry(writer, field, entry);
  } else if (field.cardinality === 'one') {
    writeValue(writer.uint32(tagOf(id, value)), value, content as WireValue);
  } else if (field.packed && wireTypeOf(value) !== LENGTH_DELIMITED) {
    writer.uint32(((id << 3) | LENGTH_DELIMITED) >>> 0).fork();
    for (const each of content as WireValue[]) writeValue(writer, value, each);
    writer.ldelim();
  } else {
    for (const each of content as WireValue[]) writeValue(writer.uint32(tagOf(id, value)), value, each);
  }
}

function writeMapEntry(writer: protobuf.Writer, field: FieldShape, entry: [WireValue, WireValue]): void {
  const { key, value } = entryOf(field);
  writer.uint32(((field.id << 3) | LENGTH_DELIMITED) >>> 0).fork();
  writeField(writer, key, entry[0]);
  writeField(writer, value, entry[1]);
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

/** Returns the bits as two 32-bit halves, which protobufjs accepts as a Long. */
function bitsOf(value: bigint): protobuf.Long {
  const low = Number(BigInt.asIntN(32, value));
  const high = Number(BigInt.asIntN(32, value >> 32n));
  return { low, high, unsigned: false };
}
