import { loadRowGroupWriter, type RowGroupWriter } from '../files/row-group-writer';
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

/** Returns an encoder of Parquet. Each `take` returns one row group. */
export async function createParquetEncoder(options: ObjectEncoderOptions): Promise<ObjectEncoder> {
  const { offset, state, codecOf } = options;
  const open = await loadRowGroupWriter();
  return new ParquetEncoder(open({ schema: PARQUET_SCHEMA, offset, state }), codecOf);
}

class ParquetEncoder implements ObjectEncoder {
  readonly #file: RowGroupWriter;
  readonly #codecOf: ObjectEncoderOptions['codecOf'];
  #records: PendingRecord[] = [];
  #bytes = 0;

  constructor(file: RowGroupWriter, codecOf: ObjectEncoderOptions['codecOf']) {
    this.#file = file;
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
    const group = this.#file.take(columnsOf(this.#records), this.#records.length);
    [this.#records, this.#bytes] = [[], 0];
    return group;
  }

  end(): Buffer {
    return this.#file.end();
  }

  state(): string {
    return this.#file.state();
  }
}

function columnsOf(records: readonly PendingRecord[]) {
  return [
    { name: 'id', data: records.map(({ id }) => id) },
    { name: 'data_type', data: records.map(({ dataType }) => dataType) },
    { name: 'sub_type', data: records.map(({ subType }) => subType) },
    { name: 'timestamp', data: records.map(({ timestampMs }) => BigInt(timestampMs * MICROS_PER_MS)) },
    { name: 'value', data: records.map(({ value }) => value) },
    { name: 'json', data: records.map(({ json }) => json) },
  ];
}
