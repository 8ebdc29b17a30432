import {
  QUALIFIER_END,
  QUALIFIER_START,
  SPANS_PER_CELL,
  VALUE_END,
  VALUE_START,
  type CellColumns,
} from './cell-columns';

/** One version of one column, as an object. Its buffers are views of the row's. */
export interface RowCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
  readonly value: Buffer;
  readonly labels: readonly string[];
}

/** Adjacent cells of one family. */
export interface FamilyRun {
  readonly family: string;
  readonly start: number;
  readonly end: number;
}

/** Cells of a row, as a decoder has collected them. */
export interface CollectedCells {
  /** Buffers that contain the cells. Offsets count through all of them, as if they were one. */
  readonly buffers: readonly Buffer[];
  readonly spans: Uint32Array;
  readonly timestampsMicros: Float64Array;
  /** Labels by cell. Absent: no cell has any. */
  readonly labels: ReadonlyMap<number, readonly string[]> | undefined;
}

const NO_LABELS: readonly string[] = Object.freeze([]);
const NO_CELLS: readonly RowCell[] = Object.freeze([]);

/**
 * A row whose cells are columns. Objects are created for those cells only that a caller asks for: all by `cells`, those
 * of one family by `cellsOf`.
 */
export class ColumnRow {
  readonly key: Buffer;
  readonly #collected: CollectedCells;
  readonly #runs: readonly FamilyRun[];
  #cells: readonly RowCell[] | undefined;
  #bytes: Buffer | undefined;

  /** `runs` contain the row's cells, in order. */
  constructor(key: Buffer, collected: CollectedCells, runs: readonly FamilyRun[]) {
    this.key = key;
    this.#collected = collected;
    this.#runs = runs;
  }

  /** All cells, in Bigtable's order. */
  get cells(): readonly RowCell[] {
    return (this.#cells ??= this.#cellsOf(this.#runs));
  }

  /** Size of the row's qualifiers and values, in bytes. */
  get contentBytes(): number {
    const { spans } = this.#collected;
    let bytes = 0;
    for (const { start, end } of this.#runs) {
      for (let at = start * SPANS_PER_CELL; at < end * SPANS_PER_CELL; at += 2)
        bytes += spans[at + 1]! - spans[at]!;
    }
    return bytes;
  }

  /** Families of the cells, in order. Empty families are not among them. */
  get families(): readonly string[] {
    return this.#runs.map(({ family }) => family);
  }

  /** Whether a cell of the family has this timestamp, in microseconds since the Unix epoch, or an earlier one. */
  hasCellUpTo(family: string, micros: number): boolean {
    const { timestampsMicros } = this.#collected;
    for (const run of this.#runs) {
      if (run.family !== family) continue;
      for (let cell = run.start; cell < run.end; cell++) if (timestampsMicros[cell]! <= micros) return true;
    }
    return false;
  }

  /** Returns the cells of one family as objects. */
  cellsOf(family: string): readonly RowCell[] {
    const runs = this.#runs.filter((run) => run.family === family);
    return runs.length === 0 ? NO_CELLS : this.#cellsOf(runs);
  }

  /** Returns the row without the cells of one family, or undefined if it has no others. */
  without(family: string): ColumnRow | undefined {
    const runs = this.#runs.filter((run) => run.family !== family);
    if (runs.length === 0) return undefined;
    return runs.length === this.#runs.length ? this : new ColumnRow(this.key, this.#collected, runs);
  }

  /** Returns the columns of one family. Undefined if its cells are not adjacent, or the row has none. */
  columnsOf(family: string): CellColumns | undefined {
    const runs = this.#runs.filter((run) => run.family === family);
    if (runs.length !== 1) return undefined;
    const { spans, timestampsMicros, buffers } = this.#collected;
    const bytes = (this.#bytes ??= buffers.length === 1 ? buffers[0]! : Buffer.concat(buffers));
    return { bytes, spans, timestampsMicros, start: runs[0]!.start, end: runs[0]!.end };
  }

  #cellsOf(runs: readonly FamilyRun[]): RowCell[] {
    const { buffers, spans, timestampsMicros, labels } = this.#collected;
    const views = buffers.length === 1 ? undefined : new BufferViews(buffers);
    const [buffer] = buffers as readonly [Buffer];
    const view = (start: number, end: number): Buffer =>
      views === undefined ? buffer.subarray(start, end) : views.between(start, end);
    const cells: RowCell[] = [];
    for (const { family, start, end } of runs) {
      for (let cell = start; cell < end; cell++) {
        const at = cell * SPANS_PER_CELL;
        cells.push({
          family,
          qualifier: view(spans[at + QUALIFIER_START]!, spans[at + QUALIFIER_END]!),
          timestampMicros: timestampsMicros[cell]!,
          value: view(spans[at + VALUE_START]!, spans[at + VALUE_END]!),
          labels: labels?.get(cell) ?? NO_LABELS,
        });
      }
    }
    return cells;
  }
}

/** Views of several buffers by offsets that count through all of them. */
class BufferViews {
  readonly #buffers: readonly Buffer[];
  #index = 0;
  /** Offset at which the current buffer begins. */
  #base = 0;

  constructor(buffers: readonly Buffer[]) {
    this.#buffers = buffers;
  }

  between(start: number, end: number): Buffer {
    if (start < this.#base) this.#index = this.#base = 0;
    while (start > this.#base + this.#buffers[this.#index]!.length) this.#advance();
    // An offset between two buffers belongs to the later one, unless nothing of that one is needed.
    if (end > this.#base + this.#buffers[this.#index]!.length) this.#advance();
    return this.#buffers[this.#index]!.subarray(start - this.#base, end - this.#base);
  }

  #advance(): void {
    this.#base += this.#buffers[this.#index]!.length;
    this.#index += 1;
  }
}
