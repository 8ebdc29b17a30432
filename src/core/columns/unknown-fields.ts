import { malformedEvent } from '../events/stored-event';
import type { EventType } from '../schema/schema';
import type { EventCell } from './event-cell';

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/** Returns the field numbers of stored events that the type does not declare, ascending. Only packing needs them. */
export function unknownFieldsOf(cells: readonly EventCell[], type: EventType): readonly number[] {
  const unknown = new Set<number>();
  const known = new Set(
    [type.user, type.action, type.time, ...type.dimensions].map((field) => field.fieldNumber),
  );
  for (const { value } of cells) {
    for (let at = 0; at < value.length;) {
      const tag = readVarint(value, at);
      if (!known.has(tag.value >>> 3)) unknown.add(tag.value >>> 3);
      at = endOf(value, tag.end, tag.value & 7);
    }
  }
  return [...unknown].sort((a, b) => a - b);
}

function endOf(value: Uint8Array, at: number, wireType: number): number {
  switch (wireType) {
    case VARINT:
      return readVarint(value, at).end;
    case FIXED64:
      return at + 8;
    case FIXED32:
      return at + 4;
    case LENGTH_DELIMITED: {
      const length = readVarint(value, at);
      return length.end + length.value;
    }
    default:
      throw malformedEvent();
  }
}

/** Returns the low 32 bits of a varint, and its end. */
function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < bytes.length; at++) {
    const shift = (at - start) * 7;
    if (shift < 32) value |= (bytes[at]! & 0x7f) << shift;
    if (bytes[at]! < 0x80) return { value: value >>> 0, end: at + 1 };
  }
  throw malformedEvent();
}
