import { invalidArgument } from '../grpc/rpc-error';
import { bigInt64, byteString, type data } from '../proto';
import type { Bound } from './cells';

type Bytes = Uint8Array | string | null | undefined;

/** A lower bound, given as one of two fields; the empty string, inclusive, when neither is set. */
export function startBound(closed: Bytes, open: Bytes): Bound {
  return isSet(open)
    ? { value: byteString(open), inclusive: false }
    : { value: byteString(closed), inclusive: true };
}

/** An upper bound, given as one of two fields; none when neither is set, or when the open one is empty. */
export function endBound(closed: Bytes, open: Bytes): Bound | undefined {
  if (isSet(closed)) return { value: byteString(closed), inclusive: true };
  return open?.length ? { value: byteString(open), inclusive: false } : undefined;
}

const isSet = (bytes: Bytes): boolean => bytes !== null && bytes !== undefined;

/** A timestamp range in milliseconds, half-open. Bigtable takes whole milliseconds only. */
export function timestampBounds(
  field: string,
  range: data.ITimestampRange,
): { fromMs: number; toMs: number } {
  const start = bigInt64(range.startTimestampMicros);
  const end = bigInt64(range.endTimestampMicros);
  if (start % 1000n !== 0n || end % 1000n !== 0n) {
    throw invalidArgument(`Error in field '${field}' : maximum precision allowed is one millisecond`);
  }
  if (start < 0n || end < 0n) throw invalidArgument(`Error in field '${field}' : negative timestamp`);
  return { fromMs: Number(start / 1000n), toMs: end === 0n ? Infinity : Number(end / 1000n) };
}
