/** Log files as streams of records, in order, each with its line number; a bad record does not end the stream. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { invalidArgument, TidemarkError } from '../errors';

const CHUNK_BYTES = 256 * 1024;

export type ImportFormat = 'csv' | 'ndjson';

/** One record as it stands in the file. */
export interface SourceRecord {
  /** Of the record's last line, from 1. */
  readonly line: number;
  /** As written, without its line end. */
  readonly raw: string;
  /** Values by column name; or why there are none. */
  readonly fields: Readonly<Record<string, unknown>> | TidemarkError;
  /** CSV only: the file's columns. */
  readonly columns?: readonly string[];
}

export interface SourceOptions {
  readonly format: ImportFormat;
  readonly recordBytesMax: number;
  /** CSV only. */
  readonly delimiter?: string;
  /** CSV only: names of the columns where the file has no header line. */
  readonly header?: readonly string[];
}

export interface Source {
  readonly records: AsyncIterable<SourceRecord>;
  bytesRead(): number;
}

/** Opens the file, or standard input for `-`. The signal ends a read that waits for input. */
export function openSource(
  input: { readonly file: string; readonly stdin: Readable; readonly signal: AbortSignal },
  options: SourceOptions,
): Source {
  const { file, stdin, signal } = input;
  const stream = file === '-' ? stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  signal.addEventListener('abort', () => stream.destroy(signal.reason as Error), { once: true });
  let bytes = 0;
  const counted = countBytes(stream, (count) => (bytes += count));
  const records = options.format === 'csv' ? readCsv(counted, options) : readNdjson(counted, options);
  return { records, bytesRead: () => bytes };
}

async function* countBytes(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}

/**
 * One JSON object per line. Lines are split as bytes: a character that straddles two chunks stays whole. A line over
 * the limit is a bad record like any other, and is not kept in memory.
 */
export async function* readNdjson(
  chunks: AsyncIterable<Buffer>,
  { recordBytesMax }: Pick<SourceOptions, 'recordBytesMax'>,
): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const bytes of splitLines(chunks, recordBytesMax)) {
    line++;
    const raw = (line === 1 ? withoutByteOrderMark(bytes) : bytes).toString('utf8').replace(/\r$/, '');
    if (bytes.length > recordBytesMax) yield { line, raw, fields: tooLong(recordBytesMax) };
    else if (!isUtf8(bytes)) yield { line, raw, fields: malformed('is not valid UTF-8') };
    else if (raw.trim() !== '') yield { line, raw, fields: parseLine(raw) };
  }
}

const NEWLINE = 0x0a;

/** Of a line over the limit, one byte more than the limit is kept. */
async function* splitLines(chunks: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const keep = (part: Buffer): void => {
    const room = bytesMax + 1 - restBytes;
    if (room <= 0 || part.length === 0) return;
    rest.push(part.subarray(0, room));
    restBytes += Math.min(room, part.length);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield Buffer.concat(rest, restBytes);
      [rest, restBytes, start] = [[], 0, end + 1];
    }
    keep(chunk.subarray(start));
  }
  if (restBytes > 0) yield Buffer.concat(rest, restBytes);
}

function parseLine(raw: string): SourceRecord['fields'] {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    return malformed('is not a JSON object');
  } catch (cause) {
    return malformed('is not JSON', cause);
  }
}

/** What the parser puts for bytes that are not UTF-8. By it differing ids would become one. */
const REPLACEMENT = '\ufffd';

interface CsvRecord {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/**
 * RFC 4180 with a header line. Records that are too short or too long are bad records; a quote that never ends or a
 * record over the limit leaves nothing to go on from, and throws.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  options: Omit<SourceOptions, 'format'>,
): AsyncGenerator<SourceRecord> {
  const parser = parse({
    bom: true,
    delimiter: options.delimiter ?? ',',
    info: true,
    max_record_size: options.recordBytesMax,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  let header = options.header;
  try {
    for await (const { record, raw, info } of pipeInto(chunks, parser)) {
      if (header === undefined) header = record;
      else {
        const text = raw.replace(/[\r\n]+$/, '');
        const fields = text.includes(REPLACEMENT) ? notUtf8() : named(header, record);
        yield { line: info.lines, raw: text, fields, columns: header };
      }
    }
  } catch (error) {
    throw csvFailure(error);
  }
}

async function* pipeInto(
  chunks: AsyncIterable<Buffer>,
  parser: ReturnType<typeof parse>,
): AsyncGenerator<CsvRecord> {
  // Errors of either come out of the iteration.
  pipeline(Readable.from(chunks), parser, () => undefined);
  yield* parser as AsyncIterable<CsvRecord>;
}

function named(header: readonly string[], record: readonly string[]): SourceRecord['fields'] {
  if (record.length !== header.length) {
    return malformed(`has ${record.length} columns where the header has ${header.length}`);
  }
  const fields = Object.create(null) as Record<string, string>;
  // An empty column is an absent value: CSV cannot tell the two apart.
  header.forEach((name, i) => record[i] !== '' && (fields[name] = record[i]!));
  return fields;
}

function csvFailure(error: unknown): unknown {
  const { code, lines } = error as Partial<CsvError> & { readonly lines?: number };
  if (typeof code !== 'string' || !code.startsWith('CSV_')) return error;
  return new TidemarkError('malformed_body', `cannot be read as CSV from line ${lines ?? '?'} on: ${code}`, {
    field: 'file',
    cause: error,
  });
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function notUtf8(): TidemarkError {
  return malformed('is not valid UTF-8, or holds U+FFFD, which stands for what was not');
}

function malformed(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', message, { field: 'record', cause });
}

function tooLong(bytesMax: number): TidemarkError {
  return invalidArgument('record', `must have at most ${bytesMax} bytes`);
}
