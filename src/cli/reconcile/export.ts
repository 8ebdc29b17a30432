import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { invalidArgument } from '../../errors';
import type { CountComparison } from '../../operations/reconcile/compare-day';
import { PRIVATE_FILE_MODE } from '../../platform/files/replace-file';
import {
  createExportedRowWriter,
  type ExportedRow,
  type ReconciliationExportFormat,
  type ExportedRowWriter,
} from './formats';

/** What all rows of one export have in common. */
export interface ExportedDay {
  readonly day: string;
  readonly timeZone: string;
  readonly dataType: string;
  readonly level: string;
  readonly recountedMs: number;
}

/**
 * A file with all comparisons, which is there as a whole or not at all: it is written beside its name, synced, and renamed. That it
 * can be is known from the start, and not only after an hour's counting.
 */
export class ReconciliationExport {
  readonly #path: string;
  readonly #format: ReconciliationExportFormat;
  readonly #rowsHeld: number;
  readonly #file: number;
  #writer: ExportedRowWriter | undefined;
  #held: ExportedRow[] = [];
  #rows = 0;
  #bytes = 0;

  /** `rowsHeld`: so many are written at once. Throws `invalid_argument` where no file can be made there. */
  constructor(path: string, format: ReconciliationExportFormat, rowsHeld: number) {
    this.#path = path;
    this.#format = format;
    this.#rowsHeld = rowsHeld;
    try {
      this.#file = openSync(this.#temporary, 'w', PRIVATE_FILE_MODE);
    } catch (error) {
      throw cannotBeWritten(error);
    }
  }

  get #temporary(): string {
    return `${this.#path}.tmp`;
  }

  /** Throws `invalid_argument` where the file can grow no more. */
  async add(comparison: CountComparison, day: ExportedDay): Promise<void> {
    this.#held.push(rowOf(comparison, day));
    if (this.#held.length >= this.#rowsHeld) await this.#writeHeld();
  }

  /** Throws `invalid_argument`, on a full disk say; then what was there before is there still. */
  async finish(): Promise<{ readonly rows: number; readonly bytes: number }> {
    await this.#writeHeld();
    this.#write(this.#writer!.end());
    try {
      fsyncSync(this.#file);
      renameSync(this.#temporary, this.#path);
    } catch (error) {
      throw cannotBeWritten(error);
    }
    return { rows: this.#rows, bytes: this.#bytes };
  }

  async #writeHeld(): Promise<void> {
    this.#writer ??= await createExportedRowWriter(this.#format);
    if (this.#held.length === 0) return;
    this.#write(this.#writer.rows(this.#held));
    this.#rows += this.#held.length;
    this.#held = [];
  }

  #write(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw cannotBeWritten(error);
    }
    this.#bytes += bytes.length;
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
