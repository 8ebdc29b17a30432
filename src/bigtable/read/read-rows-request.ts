import { google } from '../../gen/bigtable';
import { FramedWriter } from '../protobuf/framed-writer';
import type { ScanPlan } from './scan-plan';
import type { Filter, RowRange } from '../client/types';

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

/** Tags of RowFilter and RowFilter.Interleave. */
const INTERLEAVE = (2 << 3) | 2;
const FILTERS = (1 << 3) | 2;

const constants = new WeakMap<Filter, Uint8Array>();

/** Registers a filter that never changes and is part of many others: it is serialized once. */
export function constantFilter(filter: Filter): Filter {
  constants.set(filter, serialized(filter));
  return Object.freeze(filter);
}

/** Serializes a filter. All attempts of a call share the result. */
export function encodeFilter(filter: Filter | undefined): Uint8Array | undefined {
  if (filter === undefined) return undefined;
  const branches = filter.interleave?.filters;
  const hasConstant = branches?.some((branch) => constants.has(branch)) === true;
  return hasConstant ? interleaved(branches) : serialized(filter);
}

function interleaved(branches: readonly Filter[]): Uint8Array {
  const writer = new FramedWriter();
  for (const branch of branches) writer.bytes(FILTERS, constants.get(branch) ?? serialized(branch));
  return new FramedWriter().bytes(INTERLEAVE, writer.message()).message();
}

function serialized(filter: Filter): Uint8Array {
  return google.bigtable.v2.RowFilter.encode(filter).finish();
}

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
