/**
 * Reads log files as streams of records, in order, each with its line number. A malformed record does not end the
 * stream.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { invalidArgument, TidemarkError } from '../../errors';
import { TRUNCATED, malformedRecord, NOT_UTF8, recordTooLong } from './malformed-record';
import { CsvRecords, type CsvRecord } from './csv-records';
import { rejectOtherFormats } from './file-signature';
import { inputStat } from './input-file';
import { LineSplitter, type Line } from './line-splitter';

const CHUNK_BYTES = 256 * 1024;

/**
 * Version of the record splitting. Increased when the same file yields different records, since a checkpoint counts
 * records.
 */
export const RECORDS_VERSION = 2;

export type ImportFormat = 'csv' | 'ndjson';

/** One record of the file. */
export interface SourceRecord {
  /** Number of the record's last line, from 1; for a malformed record, of the line that is rejected. */
  readonly line: number;
  /** Character of the line at which a malformed record is broken, from 1. */
  readonly column?: number | undefined;
  /** Text of the record without its line ending. */
  readonly raw: string;
  /** Values by column name, or the error of a malformed record. */
  readonly fields: Readonly<Record<string, unknown>> | TidemarkError;
  /** Columns of the file. CSV only. */
  readonly columns?: readonly string[];
}

/** Options of reading records. */
export interface RecordReaderOptions {
  readonly recordBytesMax: number;
  /** Returns whether the file has grown beyond the part that is read. */
  readonly hasGrown?: () => boolean;
}

/** Format of a log file. */
export interface RecordSourceOptions extends RecordReaderOptions {
  readonly format: ImportFormat;
  /** Field separator, one character. CSV only. Default: comma. */
  readonly delimiter?: string;
  /** Column names of a file without a header line. CSV only. */
  readonly header?: readonly string[] | undefined;
}

/** A stream of records and its progress. */
export interface RecordSource {
  readonly records: AsyncIterable<SourceRecord>;
  bytesRead(): number;
}

/** The file to read. */
export interface RecordSourceInput {
  /** Path, or `-` for standard input. */
  readonly file: string;
  /** Size of the file at the start of the import, in bytes. Bytes appended later are not read. */
  readonly size?: number | undefined;
  readonly stdin: Readable;
  readonly signal: AbortSignal;
}

/** Opens the file or standard input. The signal ends a read that waits for input. */
export function openRecordSource(input: RecordSourceInput, options: RecordSourceOptions): RecordSource {
  const { file, size, signal } = input;
  const stream = openStream(input);
  signal.addEventListener('abort', () => stream.destroy(signal.reason as Error), { once: true });
  let bytes = 0;
  const counted = countBytes(stream, (count) => (bytes += count));
  const chunks = size === undefined ? counted : rejectingShorter(counted, size, () => bytes);
  const hasGrown = (): boolean => size !== undefined && inputStat(file).size > size;
  const reading = { ...options, hasGrown };
  const records = options.format === 'csv' ? readCsv(chunks, reading) : readNdjson(chunks, reading);
  return { records, bytesRead: () => bytes };
}

function openStream({ file, size, stdin }: RecordSourceInput): Readable {
  if (file === '-') return stdin;
  if (size === 0) return Readable.from([]);
  const end = size === undefined ? {} : { end: size - 1 };
  return createReadStream(file, { highWaterMark: CHUNK_BYTES, ...end });
}

async function* countBytes(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}

async function* rejectingShorter(
  chunks: AsyncIterable<Buffer>,
  size: number,
  bytesRead: () => number,
): AsyncGenerator<Buffer> {
  yield* chunks;
  if (bytesRead() < size) throw invalidArgument('file', 'was truncated during the read');
}

/** Reads one JSON object per line. A line over the limit is malformed and is not kept in memory. */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  options: RecordReaderOptions,
): AsyncGenerator<SourceRecord> {
  const { recordBytesMax } = options;
  for await (const { number: line, text: raw, bytes, isUtf8, isCut } of linesOf(chunks, options)) {
    if (isCut === true) yield { line, raw, fields: malformedRecord(TRUNCATED) };
    else if (bytes > recordBytesMax) yield { line, raw, fields: recordTooLong(recordBytesMax) };
    else if (!isUtf8) yield { line, raw, fields: malformedRecord(NOT_UTF8) };
    else if (raw.trim() !== '') yield { line, raw, fields: parseLine(raw) };
  }
}

async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  { recordBytesMax, hasGrown }: RecordReaderOptions,
): AsyncGenerator<Line> {
  const splitter = new LineSplitter(recordBytesMax);
  for await (const chunk of rejectOtherFormats(chunks)) yield* splitter.push(chunk);
  for (const line of splitter.end()) {
    const isCut = line.ending === '' && hasGrown?.() === true;
    yield isCut ? { ...line, isCut } : line;
  }
}

function parseLine(raw: string): SourceRecord['fields'] {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    return malformedRecord(`is ${kindOf(value)}, not a JSON object: each line must be one object`);
  } catch (cause) {
    return malformedRecord('is not JSON', cause);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

/**
 * Reads CSV (RFC 4180) with a header line; line endings may differ from line to line. After a malformed record
 * reading continues as `CsvRecords` describes. Throws when the header line is malformed.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  options: Omit<RecordSourceOptions, 'format'>,
): AsyncGenerator<SourceRecord> {
  let { header } = options;
  for await (const { line, raw, values, column } of csvRecords(chunks, options)) {
    if (header === undefined) {
      if (values instanceof TidemarkError) throw badHeader(line, values);
      header = values;
      continue;
    }
    const fields = values instanceof TidemarkError ? values : named(header, values);
    yield { line, raw, fields, columns: header, column };
  }
  if (header === undefined) throw noHeader();
}

async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  options: Omit<RecordSourceOptions, 'format'>,
): AsyncGenerator<CsvRecord> {
  const { delimiter = ',', recordBytesMax, header } = options;
  const records = new CsvRecords({ delimiter, recordBytesMax, columns: header?.length });
  for await (const line of linesOf(chunks, options)) yield* records.push(line);
  yield* records.end();
}

function named(header: readonly string[], values: readonly string[]): SourceRecord['fields'] {
  const fields = Object.create(null) as Record<string, string>;
  // An empty column means an absent value: CSV cannot distinguish the two.
  header.forEach((name, i) => values[i] !== '' && (fields[name] = values[i]!));
  return fields;
}

function noHeader(): TidemarkError {
  const message = 'has no header line: the CSV is empty; use --header for a file without one';
  return new TidemarkError('malformed_body', message, { field: 'file' });
}

function badHeader(line: number, { message }: TidemarkError): TidemarkError {
  return new TidemarkError('malformed_body', `header line ${line}: ${message}`, { field: 'file' });
}
