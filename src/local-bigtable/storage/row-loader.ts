import { StoredRow } from '../store/stored-row';
import { RowRecordDecoder, tableOf } from './row-record';
import type { StorageReader } from './commit-storage';

/** Assembles rows from their records, which must come in key order. */
export class RowLoader {
  readonly #reader: StorageReader;
  readonly #decoder = new RowRecordDecoder();
  #table = 0;
  #row: StoredRow | undefined;

  constructor(reader: StorageReader) {
    this.#reader = reader;
  }

  record(key: Buffer, value: Buffer, checksum: number): void {
    if (this.#decoder.isFirst(key)) this.#first(key, value);
    else this.#change(value);
    const row = this.#row!;
    row.records++;
    row.checksum = (row.checksum + checksum) | 0;
  }

  /** Completes the last row. Must be called after the last record. */
  end(): void {
    if (this.#row !== undefined) this.#reader.row(this.#table, this.#row);
    this.#row = undefined;
  }

  #first(key: Buffer, value: Buffer): void {
    this.end();
    const row = new StoredRow(this.#decoder.rowKey(key));
    this.#table = tableOf(key);
    this.#row = row;
    this.#decoder.cells(value, ({ family, qualifier, timestampMs }, bytes = '') => {
      row.append({ family, qualifier, timestampMs, value: bytes });
    });
  }

  #change(value: Buffer): void {
    const row = this.#row;
    if (row === undefined) throw new RangeError('a row lacks its first record');
    row.changedBytes += value.length;
    this.#decoder.cells(value, (cell, bytes) => {
      if (bytes === undefined) row.delete(cell);
      else row.put({ ...cell, value: bytes });
    });
  }
}
