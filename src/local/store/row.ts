import type { Aggregate } from './aggregate';
import { type Cell, columnSpan, compareCells, familySpan, lowerBound } from './cell';

/**
 * What a mutation does to a row, validated and with every server-side choice (timestamps) already made: applying the
 * same operations to the same row gives the same row anywhere. This is the unit that replication will ship.
 */
export type RowOperation =
  | {
      readonly kind: 'set';
      readonly family: string;
      readonly qualifier: string;
      readonly timestampMs: number;
      readonly value: string;
    }
  | {
      readonly kind: 'aggregate';
      readonly family: string;
      readonly qualifier: string;
      readonly timestampMs: number;
      readonly aggregate: Aggregate;
      readonly input: string;
    }
  | {
      readonly kind: 'delete-column';
      readonly family: string;
      readonly qualifier: string;
      /** Inclusive. */
      readonly fromMs: number;
      /** Exclusive; Infinity for no bound. */
      readonly toMs: number;
    }
  | { readonly kind: 'delete-family'; readonly family: string }
  | { readonly kind: 'delete-row' };

/** What an operation did to one cell: what storage makes durable. `before` or `after` is absent where no cell was or is. */
export interface CellChange {
  readonly cell: Omit<Cell, 'value'>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One row: its cells in Bigtable's order. Mutable, and owned by its table. */
export class Row {
  readonly cells: Cell[];
  /** Commit number of the latest change, set by the table's owner. */
  version = 0;
  /** Bytes of key, qualifiers and values, for SampleRowKeys' offsets. */
  bytes: number;
  /** The version at the latest reading; tells rows that are read again and again from those met by a scan. */
  lastReadVersion = -1;

  constructor(
    readonly key: string,
    cells: Cell[] = [],
  ) {
    this.cells = cells;
    this.bytes = key.length;
  }

  /** Applies one operation and appends what it changed to `changes`. */
  apply(operation: RowOperation, changes: CellChange[]): void {
    switch (operation.kind) {
      case 'set':
        return this.#put(operation, changes);
      case 'aggregate':
        return this.#put({ ...operation, value: this.#aggregated(operation) }, changes);
      case 'delete-column':
        return this.#deleteColumn(operation, changes);
      case 'delete-family':
        return this.remove(...familySpan(this.cells, operation.family), changes);
      case 'delete-row':
        return this.remove(0, this.cells.length, changes);
    }
  }

  /** A row with the same cells, to be changed on its own. */
  copy(): Row {
    const copy = new Row(this.key, this.cells.slice());
    copy.version = this.version;
    copy.bytes = this.bytes;
    return copy;
  }

  /** Appends a cell known to sort after all present ones: the fast path of loading. */
  append(cell: Cell): void {
    this.cells.push(cell);
    this.bytes += cell.qualifier.length + cell.value.length;
  }

  /** Removes the cells [start, end). */
  remove(start: number, end: number, changes: CellChange[]): void {
    if (start >= end) return;
    for (const cell of this.cells.splice(start, end - start)) {
      this.bytes -= cell.qualifier.length + cell.value.length;
      changes.push({ cell, before: cell.value, after: undefined });
    }
  }

  /** The newest cell of a column. */
  latest(family: string, qualifier: string): Cell | undefined {
    const [start, end] = columnSpan(this.cells, family, qualifier);
    return start < end ? this.cells[start] : undefined;
  }

  #put(from: Omit<Cell, 'label'>, changes: CellChange[]): void {
    const { family, qualifier, timestampMs, value } = from;
    const cell: Cell = { family, qualifier, timestampMs, value };
    const index = lowerBound(this.cells, (other) => compareCells(other, cell) < 0);
    const present = this.cells[index];
    if (present !== undefined && compareCells(present, cell) === 0) {
      this.cells[index] = cell;
      this.bytes += value.length - present.value.length;
      changes.push({ cell, before: present.value, after: value });
      return;
    }
    if (index === this.cells.length) this.cells.push(cell);
    else this.cells.splice(index, 0, cell);
    this.bytes += qualifier.length + value.length;
    changes.push({ cell, before: undefined, after: value });
  }

  #aggregated(operation: Extract<RowOperation, { kind: 'aggregate' }>): string {
    const { family, qualifier, timestampMs } = operation;
    const [start, end] = columnSpan(this.cells, family, qualifier);
    for (let index = start; index < end; index++) {
      const cell = this.cells[index]!;
      if (cell.timestampMs === timestampMs) return operation.aggregate.merge(cell.value, operation.input);
    }
    return operation.input;
  }

  #deleteColumn(operation: Extract<RowOperation, { kind: 'delete-column' }>, changes: CellChange[]): void {
    const [start, end] = columnSpan(this.cells, operation.family, operation.qualifier);
    let first = start;
    while (first < end && this.cells[first]!.timestampMs >= operation.toMs) first++;
    let last = first;
    while (last < end && this.cells[last]!.timestampMs >= operation.fromMs) last++;
    this.remove(first, last, changes);
  }
}
