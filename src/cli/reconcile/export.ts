import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import type { CountComparison } from '../../operations/reconcile/compare-day';
import { PRIVATE_FILE_MODE } from '../../platform/files/replace-file';
import { writeAll } from '../../platform/files/write-all';
import {
  createExportedRowWriter,
  type ExportedRow,
  type ReconciliationExportFormat,
  type ExportedRowWriter,
} from './formats';

/** Columns that have the same value in all rows of an export. */
export interface ExportedDay {
  readonly day: string;
  readonly timeZone: string;
  readonly dataType: string;
  readonly level: string;
  readonly recountedMs: number;
}

/**
 * Export file with all comparisons. It is written to a temporary file beside its path, synced, and renamed at the end,
 * so it is complete or absent. The temporary file is opened at the start, so that a bad path fails before an hour of
 * counting.
 */
export class ReconciliationExport {
  readonly #path: string;
  readonly #format: ReconciliationExportFormat;
  readonly #rowsPerWrite: number;
  readonly #file: number;
  #writer: ExportedRowWriter | undefined;
  #buffered: ExportedRow[] = [];
  #rows = 0;
  #bytes = 0;

  /**
   * `rowsPerWrite`: rows that are buffered and written together. Throws `invalid_argument` when the file cannot be
   * created.
   */
  constructor(path: string, format: ReconciliationExportFormat, rowsPerWrite: number) {
    this.#path = path;
    this.#format = format;
    this.#rowsPerWrite = rowsPerWrite;
    try {
      this.#file = openSync(this.#temporary, 'w', PRIVATE_FILE_MODE);
    } catch (error) {
      throw cannotBeWritten(error);
    }
  }

  get #temporary(): string {
    return `${this.#path}.tmp`;
  }

  /** Adds a row. Throws `invalid_argument` when the file cannot be written, as on a full disk. */
  async add(comparison: CountComparison, day: ExportedDay): Promise<void> {
    this.#buffered.push(rowOf(comparison, day));
    if (this.#buffered.length >= this.#rowsPerWrite) await this.#writeBuffered();
  }

  /** Completes the file, and puts it at its path. Throws `invalid_argument` on failure; an earlier file stays then. */
  async finish(): Promise<{ readonly rows: number; readonly bytes: number }> {
    await this.#writeBuffered();
    this.#write(this.#writer!.end());
    try {
      fsyncSync(this.#file);
      renameSync(this.#temporary, this.#path);
    } catch (error) {
      throw cannotBeWritten(error);
    }
    return { rows: this.#rows, bytes: this.#bytes };
  }

  async #writeBuffered(): Promise<void> {
    this.#writer ??= await createExportedRowWriter(this.#format);
    if (this.#buffered.length === 0) return;
    this.#write(this.#writer.rows(this.#buffered));
    this.#rows += this.#buffered.length;
    this.#buffered = [];
  }

  #write(bytes: Uint8Array): void {
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      throw cannotBeWritten(error);
    }
    this.#bytes += bytes.length;
  }

  /** Closes the file, and removes the temporary file of an unfinished export. */
  close(): void {
    closeSync(this.#file);
    rmSync(this.#temporary, { force: true });
  }
}

function cannotBeWritten(error: unknown): Error {
  return invalidArgument('export', `cannot be written: ${(error as Error).message}`);
}

function rowOf(comparison: CountComparison, day: ExportedDay): ExportedRow {
  const { entity, registered, action, hour, kind, log, sketch, difference, bound, verdict, error } =
    comparison;
  return {
    day: day.day,
    time_zone: day.timeZone,
    data_type: day.dataType,
    level: day.level,
    id: entity,
    registered: registered ?? null,
    action,
    hour: hour ?? null,
    kind,
    exact: log.exact,
    possible: log.possible,
    sketch: sketch?.count ?? null,
    sketch_exact: sketch?.exact ?? null,
    difference: difference ?? null,
    bound: bound ?? null,
    verdict,
    error: error?.code ?? null,
    recounted_at: new Date(day.recountedMs).toISOString(),
  };
}
