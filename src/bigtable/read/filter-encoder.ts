/**
 * Serializes filters. The generated code asks each filter for each of its 20 possible fields, which becomes slow once a
 * process uses filters of many kinds: their objects have many shapes. Here the field that a filter has finds its code.
 */
import { google } from '../../gen/bigtable';
import { WireWriter } from '../../core/protobuf/wire-writer';
import type { Filter } from '../client/types';

/** Tags (field number << 3 | wire type) of google.bigtable.v2.RowFilter, of its lists, and of ColumnRange. */
const CHAIN = (1 << 3) | 2;
const INTERLEAVE = (2 << 3) | 2;
const FAMILY_REGEX = (5 << 3) | 2;
const QUALIFIER_REGEX = (6 << 3) | 2;
const COLUMN_RANGE = (7 << 3) | 2;
const CELLS_PER_COLUMN = 12 << 3;
const STRIP_VALUE = 13 << 3;
const PASS_ALL = 17 << 3;
const LABEL = (19 << 3) | 2;
const FILTERS = (1 << 3) | 2;
const FAMILY = (1 << 3) | 2;
const START_CLOSED = (2 << 3) | 2;
const END_OPEN = (5 << 3) | 2;

const constants = new WeakMap<Filter, Uint8Array>();

/** Registers a filter that never changes, alone or as a part of many others: it is serialized once. */
export function constantFilter(filter: Filter): Filter {
  constants.set(filter, serialized(filter));
  return Object.freeze(filter);
}

/** Serializes a filter. All attempts of a call share the result. */
export function encodeFilter(filter: Filter | undefined): Uint8Array | undefined {
  return filter === undefined ? undefined : (constants.get(filter) ?? serialized(filter));
}

function serialized(filter: Filter): Uint8Array {
  const [field, ...others] = Object.keys(filter);
  if (field === undefined || others.length > 0) return generated(filter);
  const writer = new WireWriter({ capacity: CAPACITY });
  return writeFilter(writer, filter, field) ? writer.message() : generated(filter);
}

/** Bytes of a filter of one family and its versions. */
const CAPACITY = 64;

/** Whether the field is one that is written here. */
function writeFilter(writer: WireWriter, filter: Filter, field: string): boolean {
  switch (field) {
    case 'chain':
      return writeList(writer, CHAIN, filter.chain?.filters);
    case 'interleave':
      return writeList(writer, INTERLEAVE, filter.interleave?.filters);
    case 'familyNameRegexFilter':
      return writeText(writer, FAMILY_REGEX, filter.familyNameRegexFilter);
    case 'applyLabelTransformer':
      return writeText(writer, LABEL, filter.applyLabelTransformer);
    case 'columnQualifierRegexFilter':
      return writeBytes(writer, QUALIFIER_REGEX, filter.columnQualifierRegexFilter);
    case 'columnRangeFilter':
      return writeRange(writer, filter.columnRangeFilter);
    case 'cellsPerColumnLimitFilter':
      return writeNumber(writer, CELLS_PER_COLUMN, filter.cellsPerColumnLimitFilter);
    case 'stripValueTransformer':
      return writeNumber(writer, STRIP_VALUE, Number(filter.stripValueTransformer ?? 0));
    case 'passAllFilter':
      return writeNumber(writer, PASS_ALL, Number(filter.passAllFilter ?? 0));
    default:
      return false;
  }
}

function writeList(writer: WireWriter, tag: number, filters: readonly Filter[] | null | undefined): boolean {
  if (filters === null || filters === undefined) return false;
  const list = new WireWriter();
  for (const filter of filters) list.bytes(FILTERS, constants.get(filter) ?? serialized(filter));
  writer.bytes(tag, list.message());
  return true;
}

type ColumnRange = NonNullable<Filter['columnRangeFilter']>;

function writeRange(writer: WireWriter, range: ColumnRange | null | undefined): boolean {
  if (range === null || range === undefined) return false;
  const { familyName, startQualifierClosed: start, startQualifierOpen, endQualifierOpen: end } = range;
  if (startQualifierOpen !== undefined || range.endQualifierClosed !== undefined) return false;
  const columns = new WireWriter({ capacity: CAPACITY });
  if (familyName !== null && familyName !== undefined) columns.text(FAMILY, familyName);
  if (start !== null && start !== undefined && !writeBytes(columns, START_CLOSED, start)) return false;
  if (end !== null && end !== undefined && !writeBytes(columns, END_OPEN, end)) return false;
  writer.bytes(COLUMN_RANGE, columns.message());
  return true;
}

function writeText(writer: WireWriter, tag: number, text: string | null | undefined): boolean {
  if (text === null || text === undefined) return false;
  writer.text(tag, text);
  return true;
}

function writeBytes(writer: WireWriter, tag: number, bytes: Uint8Array | string | null | undefined): boolean {
  if (!(bytes instanceof Uint8Array)) return false;
  writer.bytes(tag, bytes);
  return true;
}

function writeNumber(writer: WireWriter, tag: number, value: number | null | undefined): boolean {
  if (value === null || value === undefined || !(value >= 0)) return false;
  writer.varint(tag).varint(value);
  return true;
}

function generated(filter: Filter): Uint8Array {
  return google.bigtable.v2.RowFilter.encode(filter).finish();
}
