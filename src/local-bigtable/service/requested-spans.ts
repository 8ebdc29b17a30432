import { invalidArgumentError } from '../grpc/rpc-error';
import { byteString, type data } from '../encoding/proto';
import { mergeSpans, successor } from '../store/key-span';
import type { KeySpan } from '../store/stored-table';

/** Span of a request. `isKey` is true if it is known to consist of one key: comparing its ends would cost more. */
export interface RequestedSpan extends KeySpan {
  readonly isKey?: boolean;
}

const WHOLE_TABLE: KeySpan = { start: '', end: undefined };

/**
 * Converts the requested keys and ranges to disjoint spans in key order. A request without any reads the whole table.
 */
export function requestedSpans(rows: data.IRowSet | null | undefined): RequestedSpan[] {
  const keys = rows?.rowKeys ?? [];
  const ranges = rows?.rowRanges ?? [];
  if (keys.length + ranges.length === 0) return [WHOLE_TABLE];
  if (keys.length === 1 && ranges.length === 0) return [keySpan(byteString(keys[0]))];
  return mergeSpans([...keys.map((key) => keySpan(byteString(key))), ...ranges.map(rangeSpan)]);
}

const keySpan = (key: string): RequestedSpan => ({ start: key, end: successor(key), isKey: true });

/** Converts a range. An open end that is empty means the end of the table, like an absent one. */
function rangeSpan(range: data.IRowRange): KeySpan {
  const start = byteString(range.startKeyOpen ?? range.startKeyClosed);
  const end = byteString(range.endKeyClosed ?? range.endKeyOpen);
  const endClosed = isSet(range.endKeyClosed);
  if (start > end && (end !== '' || endClosed)) {
    throw invalidArgumentError('A row range must not start after its end');
  }
  return {
    start: isSet(range.startKeyOpen) ? successor(start) : start,
    end: endClosed ? successor(end) : end || undefined,
  };
}

const isSet = (bytes: Uint8Array | string | null | undefined): boolean =>
  bytes !== null && bytes !== undefined;
