import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { invalidArgument } from '../errors';
import type { Comparison } from '../operations/reconcile/compare-day';

export const EXPORT_FORMATS = ['ndjson', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What all rows of one export have in common. */
export interface ExportedDay {
  readonly day: string;
  readonly timeZone: string;
  readonly dataType: string;
  readonly level: string;
  readonly recountedMs: number;
}

/** A row of the export; null where there is nothing. */
export type ExportedRow = Readonly<
  Record<(typeof COLUMNS)[number]['name'], string | number | boolean | null>
>;

/** In their order, with their types in Parquet. Counts are 64 bits: what warehouses take for whole numbers. */
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

/**
 * A file with all comparisons, which is there as a whole or not at all: it is written beside its name, synced, and renamed. That it
 * can be is known from the start, and not only after an hour's counting.
 */
export class ReconciliationExport {
  readonly #path: string;
  readonly #format: ExportFormat;
  readonly #file: number;
  readonly #rows: ExportedRow[] = [];

  /** Throws `invalid_argument` where no file can be made there. */
  constructor(path: string, format: ExportFormat) {
    this.#path = path;
    this.#format = format;
    try {
      this.#file = openSync(this.#temporary, 'w');
    } catch (error) {
      throw cannotBeWritten(error);
    }
  }

  get #temporary(): string {
    return `${this.#path}.tmp`;
  }

  add(comparison: Comparison, day: ExportedDay): void {
    this.#rows.push(rowOf(comparison, day));
  }

  /** Throws `invalid_argument`, on a full disk say; then what was there before is there still. */
  async finish(): Promise<{ readonly rows: number; readonly bytes: number }> {
    const bytes = this.#format === 'parquet' ? await parquet(this.#rows) : ndjson(this.#rows);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      fsyncSync(this.#file);
      renameSync(this.#temporary, this.#path);
    } catch (error) {
      throw cannotBeWritten(error);
    }
    return { rows: this.#rows.length, bytes: bytes.length };
  }

  /** Leaves nothing of what was not finished. */
  close(): void {
    closeSync(this.#file);
    rmSync(this.#temporary, { force: true });
  }
}

function cannotBeWritten(error: unknown): Error {
  return invalidArgument('export', `cannot be written: ${(error as Error).message}`);
}

function rowOf(comparison: Comparison, day: ExportedDay): ExportedRow {
  const { entity, registered, action, hour, kind, log, sketch, difference, bound, verdict, error } =
    comparison;
  return {
    ...{ day: day.day, time_zone: day.timeZone, data_type: day.dataType, level: day.level, id: entity },
    ...{ registered: registered ?? null, action, hour: hour ?? null, kind },
    ...{ exact: log.exact, possible: log.possible },
    ...{ sketch: sketch?.count ?? null, sketch_exact: sketch?.exact ?? null },
    ...{ difference: difference ?? null, bound: bound ?? null, verdict, error: error?.code ?? null },
    recounted_at: new Date(day.recountedMs).toISOString(),
  };
}

function ndjson(rows: readonly ExportedRow[]): Buffer {
  return Buffer.concat(rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`)));
}

/** The package is an ES module, and is loaded for those who ask for it. */
async function parquet(rows: readonly ExportedRow[]): Promise<Buffer> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = COLUMNS.map(({ name, type, nullable }) => ({
    ...{ name, type, nullable },
    data: rows.map((row) => parquetValue(row[name], type)),
  }));
  return Buffer.from(parquetWriteBuffer({ columnData, createdBy: 'tidemark' }));
}

function parquetValue(value: string | number | boolean | null, type: string): unknown {
  if (value === null) return undefined;
  if (type === 'INT64') return BigInt(value);
  return type === 'TIMESTAMP' ? new Date(value as string) : value;
}
