/** Columns and file formats of an export of `tidemark reconcile`. */

export const RECONCILIATION_EXPORT_FORMATS = ['ndjson', 'parquet'] as const;
export type ReconciliationExportFormat = (typeof RECONCILIATION_EXPORT_FORMATS)[number];

/** A row of the export. Null: no value. */
export type ExportedRow = Readonly<
  Record<(typeof COLUMNS)[number]['name'], string | number | boolean | null>
>;

/** Columns in order, with their Parquet types. Counts have 64 bits, the usual integer of warehouses. */
const COLUMNS = [
  { name: 'day', type: 'STRING', nullable: false },
  { name: 'time_zone', type: 'STRING', nullable: false },
  { name: 'data_type', type: 'STRING', nullable: false },
  { name: 'level', type: 'STRING', nullable: false },
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'registered', type: 'BOOLEAN', nullable: true },
  { name: 'action', type: 'STRING', nullable: false },
  { name: 'hour', type: 'INT32', nullable: true },
  { name: 'kind', type: 'STRING', nullable: false },
  { name: 'exact', type: 'INT64', nullable: false },
  { name: 'possible', type: 'INT64', nullable: false },
  { name: 'sketch', type: 'INT64', nullable: true },
  { name: 'sketch_exact', type: 'BOOLEAN', nullable: true },
  { name: 'difference', type: 'INT64', nullable: true },
  { name: 'bound', type: 'INT64', nullable: true },
  { name: 'verdict', type: 'STRING', nullable: false },
  { name: 'error', type: 'STRING', nullable: true },
  { name: 'recounted_at', type: 'TIMESTAMP', nullable: false },
] as const;

export interface ExportedRowWriter {
  /**
   * Returns the next bytes of the file, which must be written before the next call. In Parquet the rows become one row
   * group.
   */
  rows(rows: readonly ExportedRow[]): Uint8Array;
  /** Returns the last bytes of the file. */
  end(): Uint8Array;
}

export async function createExportedRowWriter(
  format: ReconciliationExportFormat,
): Promise<ExportedRowWriter> {
  return format === 'parquet' ? parquetWriter() : NDJSON_WRITER;
}

const NDJSON_WRITER: ExportedRowWriter = {
  rows: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  end: () => Buffer.alloc(0),
};

/** Loads the Parquet library, an ES module, only when it is needed. */
async function parquetWriter(): Promise<ExportedRowWriter> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const file = new ParquetWriter({ writer, schema, createdBy: 'tidemark' });
  const takeBytes = (): Uint8Array => {
    const bytes = writer.getBytes();
    writer.index = 0;
    return bytes;
  };
  return {
    rows(rows) {
      // The promise is settled at once, since the writer is synchronous.
      void file.write({ columnData: columnsOf(rows), rowGroupSize: rows.length });
      return takeBytes();
    },
    end() {
      void file.finish();
      return takeBytes();
    },
  };
}

function columnsOf(rows: readonly ExportedRow[]) {
  return COLUMNS.map(({ name, type, nullable }) => ({
    name,
    type,
    nullable,
    data: rows.map((row) => parquetValue(row[name], type)),
  }));
}

function parquetValue(value: string | number | boolean | null, type: string): unknown {
  if (value === null) return undefined;
  if (type === 'INT64') return BigInt(value);
  return type === 'TIMESTAMP' ? new Date(value as string) : value;
}
