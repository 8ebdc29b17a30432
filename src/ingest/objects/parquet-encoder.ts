import type { ByteWriter, ParquetWriter } from 'hyparquet-writer' with { 'resolution-mode': 'import' };
import type { ObjectEncoder, ObjectEncoderOptions } from './object-encoder';
import { valueJson } from './object-json';
import type { ObjectRecord } from './object-record';
import { PARQUET_SCHEMA } from './parquet-columns';

const MICROS_PER_MS = 1_000;
/** Estimated size of a record in memory besides its texts and bytes, in bytes. */
const RECORD_BYTES = 64;

interface PendingRecord extends ObjectRecord {
  readonly json: string | undefined;
}

/** Row groups that were written: what the end of the file lists. */
interface ParquetState {
  readonly rowGroups: ParquetWriter['row_groups'];
  readonly rows: bigint;
}

/** Returns an encoder of Parquet. Each `take` returns one row group. Loads the library, an ES module, only when needed. */
export async function createParquetEncoder(options: ObjectEncoderOptions): Promise<ObjectEncoder> {
  const library = await import('hyparquet-writer');
  const writer = new library.ByteWriter();
  const file = new library.ParquetWriter({
    writer,
    schema: PARQUET_SCHEMA.map((element) => ({ ...element })),
    statistics: false,
    createdBy: 'tidemark',
  });
  const { offset = 0, state } = options;
  if (offset > 0) {
    const { rowGroups, rows } = JSON.parse(state ?? '', revived) as ParquetState;
    [writer.index, writer.offset] = [0, offset];
    [file.row_groups, file.num_rows] = [rowGroups, rows];
  }
  return new ParquetEncoder(file, writer, options.codecOf);
}

class ParquetEncoder implements ObjectEncoder {
  readonly #file: ParquetWriter;
  readonly #writer: ByteWriter;
  readonly #codecOf: ObjectEncoderOptions['codecOf'];
  #records: PendingRecord[] = [];
  #bytes = 0;

  constructor(file: ParquetWriter, writer: ByteWriter, codecOf: ObjectEncoderOptions['codecOf']) {
    this.#file = file;
    this.#writer = writer;
    this.#codecOf = codecOf;
  }

  get bufferedBytes(): number {
    return this.#bytes;
  }

  add(record: ObjectRecord): void {
    const json = valueJson(record.value, this.#codecOf(record.dataType));
    // The value is a view of a received message, which would stay in memory as long as the row group is open.
    this.#records.push({ ...record, value: Buffer.from(record.value), json });
    const texts = record.id.length + record.subType.length + (json?.length ?? 0);
    this.#bytes += RECORD_BYTES + record.value.length + texts;
  }

  take(): Buffer {
    if (this.#records.length > 0) {
      const columnData = columnsOf(this.#records);
      // The promise is settled at once, since the writer is synchronous.
      void this.#file.write({ columnData, rowGroupSize: this.#records.length });
      // The library collects indexes for the end of the file. There are none.
      this.#file.pendingIndexes = [];
      [this.#records, this.#bytes] = [[], 0];
    }
    return this.#takeBytes();
  }

  end(): Buffer {
    void this.#file.finish();
    return this.#takeBytes();
  }

  state(): string {
    const state: ParquetState = { rowGroups: this.#file.row_groups, rows: this.#file.num_rows };
    return JSON.stringify(state, stored);
  }

  #takeBytes(): Buffer {
    const bytes = Buffer.from(this.#writer.getBytes());
    this.#writer.index = 0;
    return bytes;
  }
}

function columnsOf(records: readonly PendingRecord[]) {
  const column = (name: string, valueOf: (record: PendingRecord) => unknown) => ({
    name,
    data: records.map(valueOf),
    offsetIndex: false,
  });
  return [
    column('id', ({ id }) => id),
    column('data_type', ({ dataType }) => dataType),
    column('sub_type', ({ subType }) => subType),
    column('timestamp', ({ timestampMs }) => BigInt(timestampMs * MICROS_PER_MS)),
    column('value', ({ value }) => value),
    column('json', ({ json }) => json),
  ];
}

const BIGINT_KEY = '$bigint';

const stored = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { [BIGINT_KEY]: String(value) } : value;

function revived(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(BIGINT_KEY in value)) return value;
  return BigInt(value[BIGINT_KEY] as string);
}
