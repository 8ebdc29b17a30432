/** Decoded messages, and what the wire decoder and encoder share. https://protobuf.dev/programming-guides/encoding/ */
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import type { FieldShape, MapEntryShape, Scalar, ValueShape } from './message-shape';

/** Value of a field. 64-bit integers are bigints, and enums are their numbers. */
export type WireValue = number | bigint | boolean | string | Buffer | FieldValues;
export type MapEntries = Map<WireValue, WireValue>;
export type FieldContent = WireValue | WireValue[] | MapEntries;

/** Values of the fields of a message that are set. */
export class FieldValues extends Map<FieldShape, FieldContent> {}

/** Maximum nesting of messages, as in every protobuf implementation. */
export const NESTING_MAX = 100;

const SCALAR_WIRE_TYPES: Readonly<Record<Scalar, number>> = {
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

export function wireTypeOf(value: ValueShape): number {
  if (value.kind === 'message') return LENGTH_DELIMITED;
  return value.kind === 'enum' ? VARINT : SCALAR_WIRE_TYPES[value.scalar];
}

export function entryOf(field: FieldShape): MapEntryShape {
  if (field.entry === undefined) throw new Error(`${field.name} is not a map`);
  return field.entry;
}

/** Returns the value that proto3 reads for an absent field without presence. */
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
