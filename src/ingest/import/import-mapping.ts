/** How a log's columns become an event. */
import { DateTime } from 'luxon';
import type { IngestInput } from '../../codec/events/event-inputs';
import type { ActionEvent } from '../../core/events/event';
import { canonicalId } from '../../core/events/ids';
import { parseInstant } from '../../core/time/instant';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import { mappedColumn, importFields, compileColumnCheck } from './import-columns';
import type { SourceRecord } from '../files/record-source';

export interface ImportMapping {
  /** Column of each field; a field not named here is read from the column of its own name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that have the same value in every event. */
  readonly constants: Readonly<Record<string, string>>;
  /** Columns that are left out on purpose; any other column that no field is read from is an error. */
  readonly ignoredColumns?: readonly string[];
  /** Leaves out every column that no field is read from. */
  readonly ignoreUnknown?: boolean;
  /** `iso` (also takes milliseconds), `ms`, `s`, or a Luxon format such as `yyyy-MM-dd HH:mm:ss`. */
  readonly timeFormat: string;
  /** IANA zone of times that name none; absent, such times are refused. */
  readonly timeZone?: string;
}

const BYTE_ORDER_MARK = 0xfeff;

export type ToInput = (record: SourceRecord) => IngestInput;

/** Compiles the mapping to events of the DataType. `shiftMs` is added to every event time. */
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
  const checkColumns = compileColumnCheck(dataType, mapping);
  const eventOf = (fields: Fields): ActionEvent => ({
    userId: canonicalId(text(required(userReader(fields), user.name), user.name), user.idType, user.name),
    action: text(required(actionReader(fields), action.name), action.name),
    eventTimeMs: parseTime(required(timeReader(fields), time.name)) + shiftMs,
    dimensions: readers.map(({ name, idType, read }) => {
      const value = read(fields);
      return value === undefined ? undefined : canonicalId(text(value, name), idType, name);
    }),
  });
  return ({ fields, columns }) => {
    if (fields instanceof TidemarkError) return { error: fields };
    try {
      // The columns of a CSV are the same in each record, and checked once.
      if (columns === undefined) checkColumns(fields);
      return { event: eventOf(fields), dataType };
    } catch (error) {
      if (error instanceof TidemarkError) return { error };
      throw error;
    }
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Refuses what is no field of the DataType's events: it would be left out without a word. */
export function rejectUnknownFields(
  dataType: EventDataType,
  { columns, constants }: Pick<ImportMapping, 'columns' | 'constants'>,
): void {
  const known = importFields(dataType);
  for (const [option, fields] of [
    ['column', columns],
    ['set', constants],
  ] as const) {
    const unknown = Object.keys(fields).find((field) => !known.includes(field));
    if (unknown === undefined) continue;
    throw invalidArgument(
      option,
      `"${unknown}" is no field of ${dataType.family}; known: ${known.join(', ')}`,
    );
  }
}

function fieldReader(mapping: ImportMapping, field: string): (fields: Fields) => unknown {
  const column = mappedColumn(mapping, field);
  if (column === undefined) return () => mapping.constants[field];
  return (fields) => fields[column] ?? undefined;
}

function required(value: unknown, field: string): unknown {
  if (value === undefined) throw invalidArgument(field, 'is required');
  return value;
}

/** JSON logs often have numbers for ids; those that are exact are taken. */
function text(value: unknown, field: string): string {
  if (typeof value === 'string') return withoutControlEnds(value, field);
  if (Number.isSafeInteger(value)) return String(value);
  throw invalidArgument(field, 'must be a string or a whole number of at most 53 bits');
}

/**
 * Such a character comes from a line ending, a separator or a byte order mark that was taken for data. Nobody sees it, and
 * the id would be another one.
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

/** Times that name their zone keep it. */
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
    throw invalidArgument(
      'time-zone',
      `is required: the time format ${JSON.stringify(format)} names no zone`,
    );
  }
  const parser = DateTime.buildFormatParser(format, { locale: 'en' });
  const options = { locale: 'en', ...(zone !== undefined && { zone }) };
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
