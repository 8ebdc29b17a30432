import { TidemarkError } from '../../errors';
import type { EventType } from '../schema';
import { FieldIndex, NO_DIMENSION } from './field-index';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT, WIRE_TYPES } from './wire-types';

/**
 * Where the ids of a stored event lie within its value. Finding them costs a few nanoseconds each; decoding the
 * message would make an object and a string for each of them, most of them for nothing.
 */
export class EventSpans {
  /** By the dimension's index; 0 where the event has none, which no value starts at. */
  readonly starts: Int32Array;
  /** The end of the value's bytes, whatever their wire type: a number's end where its varint does. */
  readonly ends: Int32Array;
  readonly #fields: FieldIndex;
  readonly #wireTypes: Uint8Array;
  #at = 0;

  constructor(type: Pick<EventType, 'dimensions'>) {
    const { dimensions } = type;
    this.starts = new Int32Array(dimensions.length);
    this.ends = new Int32Array(dimensions.length);
    this.#fields = new FieldIndex(type);
    this.#wireTypes = Uint8Array.from(dimensions, ({ wire }) => WIRE_TYPES[wire]);
  }

  /** Throws when the value is not a message of the type. */
  scan(value: Uint8Array): void {
    this.starts.fill(0);
    this.#at = 0;
    while (this.#at < value.length) {
      const tag = this.#varint(value);
      const index = this.#fields.of(tag >>> 3);
      const wireType = tag & 7;
      const start = this.#skip(value, wireType);
      if (index === NO_DIMENSION) continue;
      if (wireType !== this.#wireTypes[index]) throw malformedEvent();
      if (this.#at === start) continue;
      this.starts[index] = start;
      this.ends[index] = this.#at;
    }
    if (this.#at > value.length) throw malformedEvent();
  }

  /** Goes to the end of the field, and tells where its value began. */
  #skip(value: Uint8Array, wireType: number): number {
    const length = wireType === LENGTH_DELIMITED ? this.#varint(value) : 0;
    const start = this.#at;
    if (wireType === LENGTH_DELIMITED) this.#at += length;
    else if (wireType === VARINT) this.#varint(value);
    else if (wireType === FIXED64) this.#at += 8;
    else if (wireType === FIXED32) this.#at += 4;
    else throw malformedEvent();
    if (this.#at > value.length) throw malformedEvent();
    return start;
  }

  /** Low 32 bits of a varint of at most ten bytes. */
  #varint(value: Uint8Array): number {
    let byte = value[this.#at++];
    if (byte !== undefined && byte < 0x80) return byte;
    let result = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (byte === undefined) throw malformedEvent();
      if (shift < 32) result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return result >>> 0;
      byte = value[this.#at++];
    }
    throw malformedEvent();
  }
}

/** Something else than ingestion wrote to the events' column family. Counting on would give a wrong number. */
export function malformedEvent(): TidemarkError {
  return new TidemarkError('internal', 'a stored event is malformed');
}
