import { bigInt64, byteString, type data } from '../proto';
import type { Bound } from './cells';

type Bytes = Uint8Array | string | null | undefined;

/** A lower bound, given as one of two fields; the empty string, inclusive, when neither is set. */
export function startBound(closed: Bytes, open: Bytes): Bound {
  return isSet(open)
    ? { value: byteString(open), inclusive: false }
    : { value: byteString(closed), inclusive: true };
}

/** An upper bound, given as one of two fields; none when neither is set. */
export function endBound(closed: Bytes, open: Bytes): Bound | undefined {
  if (isSet(closed)) return { value: byteString(closed), inclusive: true };
  return isSet(open) ? { value: byteString(open), inclusive: false } : undefined;
}

const isSet = (bytes: Bytes): boolean => bytes !== null && bytes !== undefined;

/**
 * A timestamp range in milliseconds, half-open. Cells have whole milliseconds, so bounds within one are rounded up:
 * a cell lies behind them exactly when it lies behind the next millisecond.
 */
export function timestampBounds(range: data.ITimestampRange): { fromMs: number; toMs: number } {
  const end = bigInt64(range.endTimestampMicros);
  return {
    fromMs: roundedUpMs(bigInt64(range.startTimestampMicros)),
    toMs: end === 0n ? Infinity : roundedUpMs(end),
  };
}

const roundedUpMs = (micros: bigint): number => Number((micros + (micros > 0n ? 999n : 0n)) / 1000n);
