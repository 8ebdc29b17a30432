/** Mapping of a log's columns to the fields of an event. */
import { DateTime } from 'luxon';
import type { IngestInput } from '../../codec/events/event-inputs';
import type { ActionEvent } from '../../core/events/event';
import { countryAt } from '../../core/residency/countries';
import { canonicalId } from '../../core/events/ids';
import { parseInstant } from '../../core/time/instant';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { mappedColumn, compileColumnCheck } from './import-columns';
import { valueAt } from '../files/nested-fields';
import type { SourceRecord } from '../files/record-source';
import type { ImportMapping } from './import-mapping';

const BYTE_ORDER_MARK = 0xfeff;

/** Maps a record to an input of ingestion. */
export type ToInput = (record: SourceRecord) => IngestInput;

/** Compiles the mapping to events of the DataType. `shiftMs` is added to every event time, in milliseconds. */
export function compileImportMapping(dataType: EventDataType, mapping: ImportMapping, shiftMs = 0): ToInput {
  const { user, action, time, dimensions } = dataType.events;
  const parseTime = timeParser(mapping, time.name);
  const userReader = fieldReader(mapping, user.name);
  const actionReader = fieldReader(mapping, action.name);
  const timeReader = fieldReader(mapping, time.name);
  const readers = dimensions.map((dimension) => ({
    ...dimension,
    read: fieldReader(mapping, dimension.name),
  }));
  const accessLocationOf = accessLocationReader(mapping);
  const checkColumns = compileColumnCheck(dataType, mapping);
  const mapped = valueMapper(mapping);
  const eventOf = (fields: Fields): ActionEvent => ({
    userId: canonicalId(mapped(required(userReader(fields), user.name), user.name), user.idType, user.name),
    action: mapped(required(actionReader(fields), action.name), action.name),
    eventTimeMs: parseTime(required(timeReader(fields), time.name)) + shiftMs,
    dimensions: readers.map(({ name, idType, read }) => {
      const value = read(fields);
      return value === undefined ? undefined : canonicalId(mapped(value, name), idType, name);
    }),
  });
  return ({ fields, columns }) => {
    if (fields instanceof TidemarkError) return { error: fields };
    try {
      // The columns of a CSV are the same in every record and are checked once.
      if (columns === undefined) checkColumns(fields);
      return { event: eventOf(fields), dataType, accessLocation: accessLocationOf(fields) };
    } catch (error) {
      if (error instanceof TidemarkError) return { error };
      throw error;
    }
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldReader(mapping: ImportMapping, field: string): (fields: Fields) => unknown {
  const column = mappedColumn(mapping, field);
  if (column === undefined) return () => mapping.constants[field];
  return (fields) => valueAt(fields, column);
}

/** Returns a function that reads the text of a field, and replaces it if the mapping lists it. */
function valueMapper({ values = {} }: ImportMapping): (value: unknown, field: string) => string {
  const byField = new Map(
    Object.entries(values).map(([field, map]) => [field, new Map(Object.entries(map))]),
  );
  return (value, field) => {
    const read = text(value, field);
    return byField.get(field)?.get(read) ?? read;
  };
}

/** Returns the reader of a record's country. Throws `invalid_argument` for an invalid one of the options. */
function accessLocationReader({
  accessLocationColumn: column,
  accessLocation,
}: ImportMapping): (fields: Fields) => string | undefined {
  const usual = accessLocation === undefined ? undefined : countryAt(accessLocation, 'access-location');
  if (column === undefined) return () => usual;
  return (fields) => {
    const value = valueAt(fields, column);
    return value === undefined ? usual : countryAt(value, column);
  };
}

function required(value: unknown, field: string): unknown {
  if (value === undefined) throw invalidArgument(field, 'is required');
  return value;
}

/** Accepts exact integers, because JSON logs often have numbers as ids. */
function text(value: unknown, field: string): string {
  if (typeof value === 'string') return withoutControlEnds(value, field);
  if (Number.isSafeInteger(value)) return String(value);
  throw invalidArgument(field, 'must be a string or a whole number of at most 53 bits');
}

/**
 * Rejects a control character at the ends of a value. It comes from a line ending, a separator or a byte order mark
 * that was taken for data. It is invisible, but it would make a different id.
 */
function withoutControlEnds(value: string, field: string): string {
  const codes = [value.charCodeAt(0), value.charCodeAt(value.length - 1)];
  const code = codes.find(isControl);
  if (code === undefined) return value;
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  throw invalidArgument(field, `must not begin or end with a control character (U+${hex})`);
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === BYTE_ORDER_MARK;
}

function timeParser({ timeFormat, timeZone }: ImportMapping, field: string): (value: unknown) => number {
  switch (timeFormat) {
    case 'ms':
      return (value) => parseInstant(numberOf(value, field), field);
    case 's':
      return (value) => parseInstant(Math.round(numberOf(value, field) * 1_000), field);
    case 'iso':
      return timeZone === undefined ? (value) => isoInstant(value, field) : localIso(timeZone, field);
    default:
      return byFormat(timeFormat, timeZone, field);
  }
}

function isoInstant(value: unknown, field: string): number {
  return parseInstant(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value, field);
}

/** A time with a zone keeps its own zone. */
function localIso(zone: string, field: string): (value: unknown) => number {
  return (value) => {
    if (typeof value !== 'string' || /^\d+$/.test(value)) return isoInstant(value, field);
    if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(value) && /[t ]\d{2}:/i.test(value)) return isoInstant(value, field);
    const time = DateTime.fromISO(value.replace(' ', 'T'), { zone });
    return parseInstant(time.isValid ? time.toMillis() : value, field);
  };
}

function byFormat(format: string, zone: string | undefined, field: string): (value: unknown) => number {
  const namesZone = /[Zz]|X|x/.test(format.replace(/'[^']*'/g, ''));
  if (zone === undefined && !namesZone) {
    throw invalidArgument('time-zone', `is required: the time format ${JSON.stringify(format)} has no zone`);
  }
  const parser = DateTime.buildFormatParser(format, { locale: 'en' });
  const options = { locale: 'en', zone };
  return (value) => {
    const time = DateTime.fromFormatParser(String(value), parser, options);
    if (!time.isValid) throw invalidArgument(field, `must have the format ${format}`);
    return parseInstant(time.toMillis(), field);
  };
}

function numberOf(value: unknown, field: string): number {
  const number =
    typeof value === 'number' ? value : Number(typeof value === 'string' && value !== '' ? value : NaN);
  if (Number.isNaN(number)) throw invalidArgument(field, 'must be a number');
  return number;
}
