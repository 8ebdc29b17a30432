import { isUtf8 } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import type { FileMetaData, ParquetParsers } from 'hyparquet' with { 'resolution-mode': 'import' };
import { stringAt, type JsonObject } from '../../core/json/json-fields';
import { invalidArgument, TidemarkError } from '../../errors';
import type { ObjectBody } from '../../operations/objects/cell-to-put';
import { malformedRecord } from '../files/malformed-record';
import { millisecondsOf } from './object-message';
import type { ObjectInput, ObjectSource, ObjectSourceRecord } from './object-record';
import { PARQUET_COLUMNS } from './parquet-columns';

export interface ParquetSourceOptions {
  /** Maximum size of a row group, uncompressed, in bytes: it is read as a whole. */
  readonly rowGroupBytesMax: number;
  readonly signal: AbortSignal;
}

const REQUIRED = ['id', 'data_type', 'sub_type'];
const NANOS_PER_MICRO = 1_000n;
const MICROS_PER_MS = 1_000n;

/** Timestamps of any unit become microseconds, and texts that are not UTF-8 stay bytes. */
const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => millis * MICROS_PER_MS,
  timestampFromMicroseconds: (micros) => micros,
  timestampFromNanoseconds: (nanos) =>
    nanos % NANOS_PER_MICRO === 0n ? nanos / NANOS_PER_MICRO : Number.NaN,
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined || !isUtf8(bytes) ? bytes : Buffer.from(bytes).toString('utf8'),
  jsonFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8'),
};

/** Opens a Parquet file. Throws `malformed_body` or `invalid_argument` when it is none, or lacks a column. */
export function openParquetSource(path: string, options: ParquetSourceOptions): ObjectSource {
  let bytesRead = 0;
  return {
    records: readParquet(path, options, (bytes) => (bytesRead += bytes)),
    bytesRead: () => bytesRead,
  };
}

async function* readParquet(
  path: string,
  { rowGroupBytesMax, signal }: ParquetSourceOptions,
  count: (bytes: number) => void,
): AsyncGenerator<ObjectSourceRecord> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const handle = await open(path, 'r');
  try {
    const file = await asyncBuffer(handle, count);
    const metadata = await parquetMetadataAsync(file).catch((cause: unknown) => {
      throw malformedRecord(`${path} is not a Parquet file`, cause);
    });
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    checkColumns(columns);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      signal.throwIfAborted();
      if (group.total_byte_size > BigInt(rowGroupBytesMax))
        throw invalidArgument(
          'file',
          `has a row group of ${group.total_byte_size} bytes: at most ${rowGroupBytesMax}`,
        );
      const rowEnd = rowStart + Number(group.num_rows);
      const range = { rowStart, rowEnd, columns: columns.filter((name) => PARQUET_COLUMNS.includes(name)) };
      const rows = await parquetReadObjects({
        file,
        metadata,
        ...range,
        utf8: false,
        parsers: PARSERS,
      }).catch((cause: unknown) => {
        throw unreadable(metadata, rowStart, cause);
      });
      for (const [at, row] of rows.entries()) yield recordOf(row, rowStart + at + 1);
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}

async function asyncBuffer(handle: FileHandle, count: (bytes: number) => void) {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start: number, end = size): Promise<ArrayBuffer> {
      const bytes = new Uint8Array(Math.max(0, end - start));
      await handle.read(bytes, 0, bytes.length, start);
      count(bytes.length);
      return bytes.buffer;
    },
  };
}

function unreadable({ created_by: writer }: FileMetaData, row: number, cause: unknown): TidemarkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `cannot be read from row ${row + 1} on: ${reason} (written by ${writer ?? 'an unknown program'})`;
  return new TidemarkError('malformed_body', message, { field: 'file', cause });
}

function checkColumns(columns: readonly string[]): void {
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (!columns.includes('value') && !columns.includes('json')) missing.push('value');
  if (missing.length === 0) return;
  throw invalidArgument('file', `has no column ${missing.join(', ')}; there are ${columns.join(', ')}`);
}

function recordOf(row: JsonObject, line: number): ObjectSourceRecord {
  const value = row.value instanceof Uint8Array ? Buffer.from(row.value) : undefined;
  const json = typeof row.json === 'string' ? row.json : undefined;
  const input = inputOf(row, { value, json });
  const raw = (): string =>
    JSON.stringify({ ...row, value: value?.toString('base64'), json }, (_key, each: unknown) =>
      typeof each === 'bigint' ? String(each) : each,
    );
  return { line, raw, input, bytes: value?.length ?? json?.length ?? 0 };
}

interface ValueColumns {
  readonly value: Buffer | undefined;
  readonly json: string | undefined;
}

function inputOf(row: JsonObject, columns: ValueColumns): ObjectInput | TidemarkError {
  try {
    return {
      id: stringAt(row.id, 'id'),
      dataType: stringAt(row.data_type, 'data_type'),
      subType: stringAt(row.sub_type, 'sub_type'),
      timestampMs: timestampOf(row.timestamp ?? undefined),
      body: bodyOf(columns),
    };
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
}

function timestampOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'bigint')
    throw invalidArgument('timestamp', 'must be a timestamp, or microseconds as INT64');
  return millisecondsOf(Number(value), 'timestamp');
}

function bodyOf({ value, json }: ValueColumns): ObjectBody {
  if (value !== undefined) return { kind: 'protobuf', bytes: value };
  if (json === undefined) throw invalidArgument('value', 'or json is required');
  try {
    return { kind: 'json', value: JSON.parse(json) as unknown };
  } catch {
    throw invalidArgument('json', 'is not JSON');
  }
}
