/** How a log's columns become an event. */
import { DateTime } from 'luxon';
import type { IngestInput } from '../codec/ad-action';
import type { ActionEvent } from '../core/events/event';
import { EVENT_DIMENSIONS } from '../core/events/event';
import { parseInstant } from '../core/instant';
import { invalidArgument, TidemarkError } from '../errors';
import type { SourceRecord } from './import-source';

export const IMPORT_FIELDS = ['userId', 'action', 'eventTime', ...EVENT_DIMENSIONS] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export interface ImportMapping {
  /** Column of each field; a field not named here is read from the column of its own name. */
  readonly columns: Readonly<Partial<Record<ImportField, string>>>;
  /** Fields that have the same value in every event. */
  readonly constants: Readonly<Partial<Record<ImportField, string>>>;
  /** `iso` (also takes milliseconds), `ms`, `s`, or a Luxon format such as `yyyy-MM-dd HH:mm:ss`. */
  readonly timeFormat: string;
  /** IANA zone of times that name none; absent, such times are refused. */
  readonly timeZone?: string;
}

export type ToInput = (record: SourceRecord) => IngestInput;

/** Compiles the mapping. `shiftMs` is added to every event time. */
export function compileMapping(mapping: ImportMapping, shiftMs = 0): ToInput {
  const readers = IMPORT_FIELDS.map((field) => [field, fieldReader(mapping, field)] as const);
  const parseTime = timeParser(mapping);
  return ({ fields }) => {
    if (fields instanceof TidemarkError) return { error: fields };
    try {
      const draft: Record<string, string | number> = {};
      for (const [field, read] of readers) {
        const value = read(fields);
        if (field === 'eventTime') draft.eventTimeMs = parseTime(required(value, field)) + shiftMs;
        else if (value !== undefined) draft[field] = text(value, field);
        else if (field === 'userId' || field === 'action') required(value, field);
      }
      return { event: draft as unknown as ActionEvent };
    } catch (error) {
      if (error instanceof TidemarkError) return { error };
      throw error;
    }
  };
}

/** Refuses names of columns that the file does not have: they would reject every line, or lose a field of each. */
export function refuseMissingColumns(mapping: ImportMapping, columns: readonly string[]): void {
  for (const [field, column] of Object.entries(mapping.columns)) {
    if (columns.includes(column)) continue;
    throw invalidArgument('column', `${field}=${column}: no such column; there are ${columns.join(', ')}`);
  }
}

function fieldReader(
  mapping: ImportMapping,
  field: ImportField,
): (fields: Readonly<Record<string, unknown>>) => unknown {
  const constant = mapping.constants[field];
  if (constant !== undefined) return () => constant;
  const column = mapping.columns[field] ?? field;
  return (fields) => fields[column] ?? undefined;
}

function required(value: unknown, field: ImportField): unknown {
  if (value === undefined) throw invalidArgument(field, 'is required');
  return value;
}

/** JSON logs often have numbers for ids; those that are exact are taken. */
function text(value: unknown, field: ImportField): string {
  if (typeof value === 'string') return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw invalidArgument(field, 'must be a string or a whole number of at most 53 bits');
}

function timeParser({ timeFormat, timeZone }: ImportMapping): (value: unknown) => number {
  switch (timeFormat) {
    case 'ms':
      return (value) => parseInstant(numberOf(value), 'eventTime');
    case 's':
      return (value) => parseInstant(Math.round(numberOf(value) * 1_000), 'eventTime');
    case 'iso':
      return timeZone === undefined ? isoInstant : localIso(timeZone);
    default:
      return byFormat(timeFormat, timeZone);
  }
}

function isoInstant(value: unknown): number {
  return parseInstant(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value, 'eventTime');
}

/** Times that name their zone keep it. */
function localIso(zone: string): (value: unknown) => number {
  return (value) => {
    if (typeof value !== 'string' || /^\d+$/.test(value)) return isoInstant(value);
    if (/(?:z|[+-]\d{2}:?\d{2})$/i.test(value) && /[t ]\d{2}:/i.test(value)) return isoInstant(value);
    const time = DateTime.fromISO(value.replace(' ', 'T'), { zone });
    return parseInstant(time.isValid ? time.toMillis() : value, 'eventTime');
  };
}

function byFormat(format: string, zone: string | undefined): (value: unknown) => number {
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
    if (!time.isValid) throw invalidArgument('eventTime', `must have the format ${format}`);
    return parseInstant(time.toMillis(), 'eventTime');
  };
}

function numberOf(value: unknown): number {
  const number =
    typeof value === 'number' ? value : Number(typeof value === 'string' && value !== '' ? value : NaN);
  if (Number.isNaN(number)) throw invalidArgument('eventTime', 'must be a number');
  return number;
}
