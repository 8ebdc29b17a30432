import { invalidArgument } from '../grpc/rpc-error';
import { byteString, type data } from '../proto';
import { mergeSpans, successor } from '../store/row-set';
import type { KeySpan } from '../store/table';

const WHOLE_TABLE: KeySpan = { start: '', end: undefined };

/** The requested keys and ranges as disjoint spans in key order; a request without any reads the whole table. */
export function requestedSpans(rows: data.IRowSet | null | undefined): KeySpan[] {
  const keys = rows?.rowKeys ?? [];
  const ranges = rows?.rowRanges ?? [];
  if (keys.length + ranges.length === 0) return [WHOLE_TABLE];
  return mergeSpans([...keys.map((key) => keySpan(byteString(key))), ...ranges.map(rangeSpan)]);
}

function keySpan(key: string): KeySpan {
  if (key === '') throw invalidArgument('Row keys must be non-empty');
  return { start: key, end: successor(key) };
}

function rangeSpan(range: data.IRowRange): KeySpan {
  const start = isSet(range.startKeyOpen)
    ? successor(byteString(range.startKeyOpen))
    : byteString(range.startKeyClosed);
  const end = isSet(range.endKeyClosed)
    ? closedEnd(byteString(range.endKeyClosed))
    : byteString(range.endKeyOpen) || undefined;
  if (end !== undefined && start > end) throw invalidArgument('Row range start is after its end');
  return { start, end };
}

/** An empty end key means the table's end, closed or open. */
const closedEnd = (key: string): string | undefined => (key === '' ? undefined : successor(key));

const isSet = (bytes: Uint8Array | string | null | undefined): boolean =>
  bytes !== null && bytes !== undefined;
