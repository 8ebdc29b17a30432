import { TidemarkError } from '../../errors';
import type { EventDimension } from './event';

/** Field numbers of `tidemark.v1.AdAction`; a test compares them with the descriptor. All are strings. */
export const FIELD_NUMBER: Readonly<Record<EventDimension, number>> = {
  viewType: 4,
  adId: 5,
  adGroupId: 6,
  campaignId: 7,
  advertiserId: 8,
  insertionId: 9,
  sessionId: 10,
};

const FIELDS = 16;
const LENGTH_DELIMITED = 2;

/**
 * Where a stored event's strings lie within its value. Finding them costs a few nanoseconds each; decoding the
 * message would make an object and up to ten strings per event, most of them for nothing.
 */
export class EventSpans {
  /** By field number; 0 where the field is absent, which no field starts at. */
  readonly starts = new Int32Array(FIELDS);
  readonly ends = new Int32Array(FIELDS);
  #at = 0;

  /** Throws when the value is not a protobuf message. */
  scan(value: Uint8Array): void {
    this.starts.fill(0);
    this.#at = 0;
    while (this.#at < value.length) {
      const tag = this.#varint(value);
      if ((tag & 7) === LENGTH_DELIMITED) this.#string(value, tag >>> 3);
      else this.#skip(value, tag & 7);
    }
    if (this.#at > value.length) throw malformedEvent();
  }

  #string(value: Uint8Array, field: number): void {
    const length = this.#varint(value);
    const start = this.#at;
    this.#at += length;
    if (this.#at > value.length) throw malformedEvent();
    if (field >= FIELDS || length === 0) return;
    this.starts[field] = start;
    this.ends[field] = this.#at;
  }

  #skip(value: Uint8Array, wireType: number): void {
    if (wireType === 0) this.#varint(value);
    else if (wireType === 1) this.#at += 8;
    else if (wireType === 5) this.#at += 4;
    else throw malformedEvent();
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
