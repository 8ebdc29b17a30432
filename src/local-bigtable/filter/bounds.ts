import { invalidArgumentError } from '../grpc/rpc-error';
import { bigInt64, byteString, type data } from '../encoding/proto';

/** Bound of a range of byte strings. */
export interface Bound {
  readonly value: string;
  readonly inclusive: boolean;
}

/** Range of byte strings. */
export interface ByteRange {
  readonly start: Bound;
  /** Upper bound. Absent: none. */
  readonly end: Bound | undefined;
}

type Bytes = Uint8Array | string | null | undefined;

/** Converts a lower bound given as one of two fields. Neither set: the empty string, inclusive. */
export function startBound(closed: Bytes, open: Bytes): Bound {
  return isSet(open)
    ? { value: byteString(open), inclusive: false }
    : { value: byteString(closed), inclusive: true };
}

/** Converts an upper bound given as one of two fields. Neither set: no bound. */
export function endBound(closed: Bytes, open: Bytes): Bound | undefined {
  if (isSet(closed)) return { value: byteString(closed), inclusive: true };
  return isSet(open) ? { value: byteString(open), inclusive: false } : undefined;
}

const isSet = (bytes: Bytes): boolean => bytes !== null && bytes !== undefined;

/**
 * Returns the range between two bounds. Throws INVALID_ARGUMENT for an empty or reversed range: "the server will reject
 * empty ranges" (https://github.com/googleapis/google-cloud-cpp/blob/main/google/cloud/bigtable/filters.h).
 */
export function byteRange(field: string, start: Bound, end: Bound | undefined): ByteRange {
  if (end === undefined || start.value < end.value) return { start, end };
  if (start.value === end.value && start.inclusive && end.inclusive) return { start, end };
  throw invalidArgumentError(`Error in field '${field}' : the range is empty`);
}

/** Half-open time range in whole milliseconds. `toMs` is Infinity without an upper bound. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Converts a timestamp range. Throws INVALID_ARGUMENT if it is finer than milliseconds, empty or reversed. */
export function timeSpan(field: string, range: data.ITimestampRange): TimeSpan {
  const start = bigInt64(range.startTimestampMicros);
  const end = bigInt64(range.endTimestampMicros);
  if (start % 1000n !== 0n || end % 1000n !== 0n) {
    throw invalidArgumentError(
      `Error in field '${field}' : the maximum precision is milliseconds, but got ${start} to ${end} µs`,
    );
  }
  if (end !== 0n && start >= end)
    throw invalidArgumentError(`Error in field '${field}' : the range is empty`);
  return { fromMs: Number(start / 1000n), toMs: end === 0n ? Infinity : Number(end / 1000n) };
}
