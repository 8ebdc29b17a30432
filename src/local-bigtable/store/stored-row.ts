import type { Aggregator } from './aggregator';
import { type StoredCell, columnSpan, compareCells, familySpan, lowerBound } from './stored-cell';

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
      readonly aggregator: Aggregator;
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

type DeleteColumn = Extract<RowOperation, { kind: 'delete-column' }>;

/** What an operation did to one cell: what storage makes durable. `before` or `after` is absent where no cell was or is. */
export interface CellChange {
  readonly cell: Omit<StoredCell, 'value'>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What one commit did to one row. */
export interface StoredRowChange {
  readonly key: string;
  readonly row: StoredRow;
  readonly changes: readonly CellChange[];
  /** How many records storage keeps of the row up to now. */
  readonly recordsBefore: number;
  /** All cells of the row, to replace those records, as it is small or changes outweigh it; else the changes are added. */
  readonly rewritten: readonly StoredCell[] | undefined;
}

/** One row: its cells in Bigtable's order. Mutable, and owned by its table. */
export class StoredRow {
  readonly cells: StoredCell[];
  /** Commit number of the latest change, set by the table's owner. */
  version = 0;
  /** Bytes of key, qualifiers and values, for SampleRowKeys' offsets. */
  bytes: number;
  /** The version at the latest reading; tells rows that are read again and again from those met by a scan. */
  lastReadVersion = -1;
  /** How storage keeps the row: as a record of all its cells, and behind it a record for each later change. */
  records = 0;
  /** Bytes in the records behind the first. */
  changedBytes = 0;
  /** Sum of the checksums of the records that storage has; its own affair. */
  checksum = 0;

  constructor(
    readonly key: string,
    cells: StoredCell[] = [],
  ) {
    this.cells = cells;
    this.bytes = key.length;
  }

  /** Applies one operation and appends what it changed to `changes`. */
  apply(operation: RowOperation, changes: CellChange[]): void {
    switch (operation.kind) {
      case 'set':
        return this.put(operation, changes);
      case 'aggregate':
        return this.put({ ...operation, value: this.#aggregated(operation) }, changes);
      case 'delete-column':
        return this.#deleteColumn(operation, changes);
      case 'delete-family':
        return this.remove(...familySpan(this.cells, operation.family), changes);
      case 'delete-row':
        return this.remove(0, this.cells.length, changes);
    }
  }

  /** Says what to make durable of a change that has just been made to the row. */
  toRowChange(changes: readonly CellChange[]): StoredRowChange {
    const recordsBefore = this.records;
    this.changedBytes += changes.reduce((bytes, { cell }) => bytes + cell.qualifier.length, this.key.length);
    for (const { after = '' } of changes) this.changedBytes += after.length;
    if (recordsBefore > 0 && this.changedBytes < this.bytes && this.bytes > REWRITTEN_BYTES_MAX) {
      this.records++;
      return { key: this.key, row: this, changes, recordsBefore, rewritten: undefined };
    }
    this.records = this.cells.length === 0 ? 0 : 1;
    this.changedBytes = 0;
    return { key: this.key, row: this, changes, recordsBefore, rewritten: this.cells.slice() };
  }

  /** A row with the same cells, to be changed on its own. */
  copy(): StoredRow {
    const copy = new StoredRow(this.key, this.cells.slice());
    copy.version = this.version;
    copy.bytes = this.bytes;
    return copy;
  }

  /** Appends a cell known to sort after all present ones: the fast path of loading. */
  append(cell: StoredCell): void {
    this.cells.push(cell);
    this.bytes += cell.qualifier.length + cell.value.length;
  }

  /** Writes one cell. */
  put(from: Omit<StoredCell, 'label'>, changes: CellChange[] = []): void {
    const { family, qualifier, timestampMs, value } = from;
    const cell: StoredCell = { family, qualifier, timestampMs, value };
    const index = this.#placeOf(cell);
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

  /** Removes one cell, if it is there. */
  delete({ family, qualifier, timestampMs }: Omit<StoredCell, 'value' | 'label'>): void {
    this.#deleteColumn({ family, qualifier, fromMs: timestampMs, toMs: timestampMs + 1 }, []);
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
  latest(family: string, qualifier: string): StoredCell | undefined {
    const [start, end] = columnSpan(this.cells, family, qualifier);
    return start < end ? this.cells[start] : undefined;
  }

  #placeOf(cell: StoredCell): number {
    const last = this.cells.at(-1);
    // Cells mostly come in order.
    if (last === undefined || compareCells(last, cell) < 0) return this.cells.length;
    return lowerBound(this.cells, (other) => compareCells(other, cell) < 0);
  }

  #aggregated(operation: Extract<RowOperation, { kind: 'aggregate' }>): string {
    const { family, qualifier, timestampMs } = operation;
    const [start, end] = columnSpan(this.cells, family, qualifier);
    for (let index = start; index < end; index++) {
      const cell = this.cells[index]!;
      if (cell.timestampMs === timestampMs) return operation.aggregator.merge(cell.value, operation.input);
    }
    return operation.input;
  }

  #deleteColumn(operation: Omit<DeleteColumn, 'kind'>, changes: CellChange[]): void {
    const [start, end] = columnSpan(this.cells, operation.family, operation.qualifier);
    let first = start;
    while (first < end && this.cells[first]!.timestampMs >= operation.toMs) first++;
    let last = first;
    while (last < end && this.cells[last]!.timestampMs >= operation.fromMs) last++;
    this.remove(first, last, changes);
  }
}

/** To write a row up to this size anew costs no more than to write its change. */
const REWRITTEN_BYTES_MAX = 256;
