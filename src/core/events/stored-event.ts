import { TidemarkError } from '../../errors';
import { int32s } from '../columns/pooled-arrays';
import type { EventType } from '../schema/schema';
import { FieldIndex, NO_DIMENSION } from './field-index';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT } from '../protobuf/wire-types';
import { DIMENSION_WIRE_TYPES } from './wire-types';

/** Greatest varint of one byte. */
const ONE_BYTE_MAX = 0x7f;

/**
 * Positions of the ids within the values of stored events. Finding one takes a few nanoseconds. Decoding the message
 * would create an object and a string for each, most of them unused. Room for several events is allocated once.
 */
export class EventSpans {
  /** Start of each id, by event and dimension index. 0 if the event lacks the dimension; no value starts at 0. */
  readonly starts: Int32Array;
  /** End of each id's bytes, for any wire type. A number ends where its varint ends. */
  readonly ends: Int32Array;
  /** Number of entries per event in both arrays. */
  readonly width: number;
  /** Number of events that there is room for. */
  readonly events: number;
  readonly #layout: Layout;
  #at = 0;

  constructor(type: Pick<EventType, 'dimensions'>, events = 1) {
    this.width = type.dimensions.length;
    this.events = events;
    this.starts = int32s(events * this.width);
    this.ends = int32s(events * this.width);
    this.#layout = layoutOf(type);
  }

  /** Scans one value. Throws if it is not a message of the type. */
  scan(value: Uint8Array): void {
    this.scanAt(0, value, 0, value.length);
  }

  /** Scans the value of an event in `bytes[from, end)`. Throws if it is not a message of the type. */
  scanAt(event: number, bytes: Uint8Array, from: number, end: number): void {
    const { starts, ends, width } = this;
    const { texts } = this.#layout;
    const first = event * width;
    for (let i = first; i < first + width; i++) starts[i] = 0;
    for (let at = from; at < end;) {
      // Nearly all fields are texts with a tag and a length of one byte each.
      const index = texts[bytes[at]!]!;
      const start = at + 2;
      const next = start + bytes[at + 1]!;
      if (index !== NO_DIMENSION && next <= end && next - start <= ONE_BYTE_MAX) {
        at = next;
        if (next === start) continue;
        starts[first + index] = start;
        ends[first + index] = next;
      } else at = this.#scanField(first, bytes, at, end);
    }
  }

  /** Scans the field at `at`, and returns where the next one begins. */
  #scanField(first: number, bytes: Uint8Array, at: number, end: number): number {
    const { fields, wireTypes } = this.#layout;
    const tag = this.#varint(bytes, at, end);
    const start = this.#skip(bytes, tag & 7, end);
    const index = fields.of(tag >>> 3);
    if (index === NO_DIMENSION) return this.#at;
    if ((tag & 7) !== wireTypes[index]) throw malformedEvent();
    if (this.#at > start) {
      this.starts[first + index] = start;
      this.ends[first + index] = this.#at;
    }
    return this.#at;
  }

  /** Advances to the end of the field, and returns where its value begins. */
  #skip(bytes: Uint8Array, wireType: number, end: number): number {
    let length = 0;
    if (wireType === LENGTH_DELIMITED) {
      length = this.#varint(bytes, this.#at, end);
    }
    const start = this.#at;
    if (wireType === LENGTH_DELIMITED) this.#at += length;
    else if (wireType === VARINT) this.#varint(bytes, start, end);
    else if (wireType === FIXED64) this.#at += 8;
    else if (wireType === FIXED32) this.#at += 4;
    else throw malformedEvent();
    if (this.#at > end) throw malformedEvent();
    return start;
  }

  /** Returns the low 32 bits of a varint of at most ten bytes, and advances to its end. */
  #varint(bytes: Uint8Array, start: number, end: number): number {
    this.#at = start;
    let result = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at >= end) break;
      const byte = bytes[this.#at++]!;
      if (shift < 32) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
    }
    throw malformedEvent();
  }
}

/** Lookup tables of a type's dimensions, used for each field of each event. */
interface Layout {
  readonly fields: FieldIndex;
  readonly wireTypes: Uint8Array;
  /** Dimension of each tag of one byte that is a text or bytes; `NO_DIMENSION` for other bytes. */
  readonly texts: Int8Array;
}

const layouts = new WeakMap<EventType['dimensions'], Layout>();

function layoutOf(type: Pick<EventType, 'dimensions'>): Layout {
  const { dimensions } = type;
  const known = layouts.get(dimensions);
  if (known !== undefined) return known;
  const wireTypes = Uint8Array.from(dimensions, ({ wire }) => DIMENSION_WIRE_TYPES[wire]);
  const texts = new Int8Array(256).fill(NO_DIMENSION);
  for (const { fieldNumber, index } of dimensions) {
    const tag = fieldNumber * 8 + LENGTH_DELIMITED;
    if (wireTypes[index] === LENGTH_DELIMITED && tag <= ONE_BYTE_MAX) texts[tag] = index;
  }
  const layout = { fields: new FieldIndex(type), wireTypes, texts };
  layouts.set(dimensions, layout);
  return layout;
}

/**
 * Returns the error for a cell in the events' family that ingestion did not write. Counting without it would return a
 * wrong number.
 */
export function malformedEvent(): TidemarkError {
  return new TidemarkError('internal', 'a stored event is malformed');
}
