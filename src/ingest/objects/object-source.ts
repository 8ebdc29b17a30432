import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { TidemarkError } from '../../errors';
import { STDIN } from '../files/input-file';
import { openRecordSource } from '../files/record-source';
import { delimitedMessages } from './delimited-messages';
import { objectInputOf } from './object-json';
import { objectOfMessage } from './object-message';
import type { ObjectFormat, ObjectInput, ObjectSource, ObjectSourceRecord } from './object-record';
import { openParquetSource } from './parquet-source';

export interface ObjectSourceInput {
  /** Path, or `-` for standard input, which cannot be Parquet. */
  readonly file: string;
  readonly stdin: Readable;
  readonly format: ObjectFormat;
  /** Size of the file at the start, in bytes. Bytes appended later are not read. Undefined for standard input. */
  readonly size?: number | undefined;
  readonly recordBytesMax: number;
  readonly rowGroupBytesMax: number;
  readonly signal: AbortSignal;
}

const CHUNK_BYTES = 256 * 1024;

/** Opens a file with objects. The signal ends a read that waits for input. */
export function openObjectSource(input: ObjectSourceInput): ObjectSource {
  const { format, file } = input;
  if (format === 'parquet') return openParquetSource(file, input);
  return format === 'ndjson' ? openLines(input) : openMessages(input);
}

function openLines(input: ObjectSourceInput): ObjectSource {
  const { recordBytesMax } = input;
  const source = openRecordSource(input, { format: 'ndjson', recordBytesMax });
  return { records: objectsOfLines(source.records), bytesRead: () => source.bytesRead() };
}

async function* objectsOfLines(
  records: ReturnType<typeof openRecordSource>['records'],
): AsyncGenerator<ObjectSourceRecord> {
  for await (const { line, raw, fields } of records) {
    const input = fields instanceof TidemarkError ? fields : read(() => objectInputOf(fields));
    yield { line, raw: () => raw, input, bytes: raw.length };
  }
}

function openMessages({ file, stdin, size, recordBytesMax, signal }: ObjectSourceInput): ObjectSource {
  const end = size === undefined ? {} : { end: Math.max(0, size - 1) };
  const stream = file === STDIN ? stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES, ...end });
  signal.addEventListener('abort', () => stream.destroy(signal.reason as Error), { once: true });
  let bytes = 0;
  const chunks = counted(stream, (count) => (bytes += count));
  return { records: objectsOfMessages(delimitedMessages(chunks, recordBytesMax)), bytesRead: () => bytes };
}

async function* counted(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}

async function* objectsOfMessages(messages: AsyncIterable<Buffer>): AsyncGenerator<ObjectSourceRecord> {
  let line = 0;
  for await (const message of messages) {
    line += 1;
    const input = read(() => objectOfMessage(message));
    yield { line, raw: () => message.toString('base64'), input, bytes: message.length };
  }
}

/** Returns the error of a record that is not an object. */
function read(readInput: () => ObjectInput): ObjectInput | TidemarkError {
  try {
    return readInput();
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
}
