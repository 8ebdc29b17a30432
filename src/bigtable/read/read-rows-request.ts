import { FramedWriter } from '../protobuf/framed-writer';
import type { ScanPlan } from './scan-plan';
import type { RowRange } from '../client/types';

/** Tags (field number << 3 | wire type) of google.bigtable.v2.ReadRowsRequest, RowSet and RowRange. */
const ROWS = (2 << 3) | 2;
const FILTER = (3 << 3) | 2;
const ROWS_LIMIT = 4 << 3;
const REVERSED = 7 << 3;
const ROW_KEYS = (1 << 3) | 2;
const ROW_RANGES = (2 << 3) | 2;
const START_CLOSED = (1 << 3) | 2;
const START_OPEN = (2 << 3) | 2;
const END_OPEN = (3 << 3) | 2;
const END_CLOSED = (4 << 3) | 2;

/** Encodes a framed ReadRowsRequest. `header` contains the serialized table name and app profile. */
export function encodeReadRows(header: Uint8Array, plan: ScanPlan, filter: Uint8Array | undefined): Buffer {
  const writer = new FramedWriter().raw(header);
  if (plan.keys !== undefined || plan.ranges !== undefined) writer.bytes(ROWS, encodeRowSet(plan));
  if (filter !== undefined) writer.bytes(FILTER, filter);
  if (plan.rowsLimit !== undefined) writer.varint(ROWS_LIMIT).varint(plan.rowsLimit);
  if (plan.reversed) writer.varint(REVERSED).varint(1);
  return writer.framed();
}

/** Encodes the framed request of a point read: the hot path. */
export function encodeReadRow(header: Uint8Array, key: Uint8Array, filter: Uint8Array | undefined): Buffer {
  return encodeReadRows(header, { keys: [key as Buffer], reversed: false }, filter);
}

function encodeRowSet(plan: ScanPlan): Uint8Array {
  const writer = new FramedWriter();
  for (const key of plan.keys ?? []) writer.bytes(ROW_KEYS, key);
  for (const range of plan.ranges ?? []) writer.bytes(ROW_RANGES, encodeRange(range));
  return writer.message();
}

function encodeRange({ start, end }: RowRange): Uint8Array {
  const writer = new FramedWriter();
  if (start !== undefined) writer.bytes(start.inclusive ? START_CLOSED : START_OPEN, start.key);
  if (end !== undefined) writer.bytes(end.inclusive ? END_CLOSED : END_OPEN, end.key);
  return writer.message();
}
