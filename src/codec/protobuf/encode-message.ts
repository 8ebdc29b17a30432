import { LENGTH_DELIMITED } from '../../core/protobuf/wire-types';
import { WireWriter } from '../../core/protobuf/wire-writer';
import {
  entryOf,
  wireTypeOf,
  type FieldContent,
  type FieldValues,
  type MapEntries,
  type WireValue,
} from './field-values';
import type { FieldShape, Scalar, ValueShape } from './message-shape';

/** Writers of the messages that are being written, by their depth: a buffer for each message would be mostly empty. */
const writers: WireWriter[] = [];
let depth = 0;
/** Size in bytes up to which the buffer of a message is used for the next one. */
const KEPT_BYTES_MAX = 64 * 1024;

/** Serializes a message with its fields in the order of their numbers, so that equal messages have equal bytes. */
export function encodeMessage(values: FieldValues): Buffer {
  const writer = begin();
  try {
    writeFields(writer, values);
    return writer.copy();
  } finally {
    end(writer);
  }
}

/** Returns the bytes of a nested message, which are valid until another one is written. */
function nestedMessage(write: (writer: WireWriter) => void): Buffer {
  const writer = begin();
  try {
    write(writer);
    return writer.message();
  } finally {
    end(writer);
  }
}

function begin(): WireWriter {
  const writer = (writers[depth] ??= new WireWriter());
  depth += 1;
  return writer.reset();
}

function end(writer: WireWriter): void {
  depth -= 1;
  if (writer.length > KEPT_BYTES_MAX) writers.length = depth;
}

function writeFields(writer: WireWriter, values: FieldValues): void {
  const fields = [...values].sort(([a], [b]) => a.id - b.id);
  for (const [field, value] of fields) writeField(writer, field, value);
}

function writeField(writer: WireWriter, field: FieldShape, content: FieldContent): void {
  const { value, id } = field;
  if (field.cardinality === 'map') {
    for (const entry of content as MapEntries) writer.bytes(delimitedTag(id), mapEntry(field, entry));
  } else if (field.cardinality === 'one') {
    writeValue(writer.varint(tagOf(id, value)), value, content as WireValue);
  } else if (field.packed && wireTypeOf(value) !== LENGTH_DELIMITED) {
    const packed = nestedMessage((inner) => {
      for (const each of content as WireValue[]) writeValue(inner, value, each);
    });
    writer.bytes(delimitedTag(id), packed);
  } else {
    for (const each of content as WireValue[]) writeValue(writer.varint(tagOf(id, value)), value, each);
  }
}

function mapEntry(field: FieldShape, entry: [WireValue, WireValue]): Buffer {
  const { key, value } = entryOf(field);
  return nestedMessage((writer) => {
    writeField(writer, key, entry[0]);
    writeField(writer, value, entry[1]);
  });
}

function tagOf(id: number, value: ValueShape): number {
  return ((id << 3) | wireTypeOf(value)) >>> 0;
}

function delimitedTag(id: number): number {
  return ((id << 3) | LENGTH_DELIMITED) >>> 0;
}

function writeValue(writer: WireWriter, value: ValueShape, actual: WireValue): void {
  if (value.kind === 'message')
    writeBytes(
      writer,
      nestedMessage((inner) => writeFields(inner, actual as FieldValues)),
    );
  else if (value.kind === 'enum') writeInt32(writer, actual as number);
  else writeScalar(writer, value.scalar, actual);
}

function writeScalar(writer: WireWriter, scalar: Scalar, value: WireValue): void {
  switch (scalar) {
    case 'double':
      return void writer.double(value as number);
    case 'float':
      return void writer.float(value as number);
    case 'int32':
      return writeInt32(writer, value as number);
    case 'uint32':
      return void writer.varint((value as number) >>> 0);
    case 'sint32':
      return void writer.varint((((value as number) << 1) ^ ((value as number) >> 31)) >>> 0);
    case 'fixed32':
    case 'sfixed32':
      return void writer.fixed32(value as number);
    case 'int64':
    case 'uint64':
      return void writer.varint64(value as bigint);
    case 'sint64':
      return void writer.varint64(((value as bigint) << 1n) ^ ((value as bigint) >> 63n));
    case 'fixed64':
    case 'sfixed64':
      return void writer.fixed64(value as bigint);
    case 'bool':
      return void writer.varint(value === true ? 1 : 0);
    case 'string':
      return void writer.textValue(value as string);
    case 'bytes':
      return writeBytes(writer, value as Buffer);
  }
}

/** Negative numbers take ten bytes, as 64-bit ones. */
function writeInt32(writer: WireWriter, value: number): void {
  if (value >= 0) writer.varint(value);
  else writer.varint64(BigInt(value));
}

function writeBytes(writer: WireWriter, bytes: Uint8Array): void {
  writer.varint(bytes.length).raw(bytes);
}
