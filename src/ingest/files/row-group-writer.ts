import type { ByteWriter, ColumnSource, ParquetWriter } from 'hyparquet-writer' with {
  'resolution-mode': 'import',
};

type Schema = ParquetWriter['schema'];

/** Row groups that were written: what the end of the file lists. */
interface ParquetState {
  readonly rowGroups: ParquetWriter['row_groups'];
  readonly rows: bigint;
}

/** Values of the rows of a group by column. */
export type RowGroupColumn = Pick<ColumnSource, 'name' | 'data'>;

interface RowGroupWriterOptions {
  /** Root and columns, in order. */
  readonly schema: readonly Readonly<Schema[number]>[];
  /** Size of the file so far, in bytes. Default: 0, a new file. */
  readonly offset?: number | undefined;
  /** `state()` of the writer at that size. */
  readonly state?: string | undefined;
}

/** Writes a Parquet file as a sequence of row groups. It can be continued after each of them by another process. */
export class RowGroupWriter {
  readonly #file: ParquetWriter;
  readonly #writer: ByteWriter;

  constructor(file: ParquetWriter, writer: ByteWriter) {
    this.#file = file;
    this.#writer = writer;
  }

  /** Returns the bytes of a row group, with the beginning of the file before the first one. */
  take(columns: readonly RowGroupColumn[], rows: number): Buffer {
    if (rows > 0) {
      const columnData = columns.map((column) => ({ ...column, offsetIndex: false }));
      // The promise is settled at once, since the writer is synchronous.
      void this.#file.write({ columnData, rowGroupSize: rows });
      // The library collects indexes for the end of the file. There are none.
      this.#file.pendingIndexes = [];
    }
    return this.#takeBytes();
  }

  /** Returns the last bytes of the file. */
  end(): Buffer {
    void this.#file.finish();
    return this.#takeBytes();
  }

  /** Returns what another writer needs to continue behind the row groups so far. */
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

/** Loads the library, an ES module, only when it is needed. Returns a function that begins or continues a file. */
export async function loadRowGroupWriter(): Promise<(options: RowGroupWriterOptions) => RowGroupWriter> {
  const library = await import('hyparquet-writer');
  return ({ schema, offset = 0, state }) => {
    const writer = new library.ByteWriter();
    const elements = schema.map((element) => ({ ...element }));
    const file = new library.ParquetWriter({
      writer,
      schema: elements,
      statistics: false,
      createdBy: 'tidemark',
    });
    if (offset > 0) {
      const { rowGroups, rows } = JSON.parse(state ?? '', revived) as ParquetState;
      [writer.index, writer.offset] = [0, offset];
      [file.row_groups, file.num_rows] = [rowGroups, rows];
    }
    return new RowGroupWriter(file, writer);
  };
}

const BIGINT_KEY = '$bigint';

const stored = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { [BIGINT_KEY]: String(value) } : value;

function revived(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(BIGINT_KEY in value)) return value;
  return BigInt(value[BIGINT_KEY] as string);
}
