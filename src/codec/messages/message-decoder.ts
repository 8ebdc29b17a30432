import type protobuf from 'protobufjs';
import { FieldValues, type FieldContent, type WireValue } from '../protobuf/field-values';
import { ShapeCompiler } from '../protobuf/message-shape';
import { decodeMessage } from '../protobuf/decode-message';

/**
 * Returns a decoder of messages to objects with the fields that are set, by their JSON names. Unlike in JSON, bytes are
 * views of the message, and 64-bit integers are numbers. The decoder throws `malformed_body`.
 */
export function messageDecoder<T>(root: protobuf.Root, name: string): (bytes: Buffer) => Partial<T> {
  const shape = new ShapeCompiler().message(root.lookupType(name));
  return (bytes) => objectOf(decodeMessage(shape, bytes)) as Partial<T>;
}

function objectOf(values: FieldValues): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [field, content] of values) object[field.jsonName] = contentOf(content);
  return object;
}

function contentOf(content: FieldContent): unknown {
  if (Array.isArray(content)) return content.map(valueOf);
  if (content instanceof FieldValues) return objectOf(content);
  if (!(content instanceof Map)) return valueOf(content);
  return Object.fromEntries(
    Array.from(content, ([key, value]) => [String(key as string | number | boolean), valueOf(value)]),
  );
}

function valueOf(value: WireValue): unknown {
  if (value instanceof FieldValues) return objectOf(value);
  return typeof value === 'bigint' ? Number(value) : value;
}
