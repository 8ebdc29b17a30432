import type { Aggregator } from './aggregator';
import type { FamilyKey } from './family-key';
import { type StoredCell, columnSpan, compareCells, familySpan, lowerBound } from './stored-cell';

/**
 * Effect of a mutation on a row. It is validated, and every choice of the server (timestamps) is made: applying the
 * same operations to the same row gives the same row everywhere. This is the unit of replication.
 */
export type RowOperation =
  | {
      readonly kind: 'set';
      readonly family: FamilyKey;
      readonly qualifier: string;
      readonly timestampMs: number;
      readonly value: string;
    }
  | {
      readonly kind: 'aggregate';
      readonly family: FamilyKey;
      readonly qualifier: string;
      readonly timestampMs: number;
      readonly aggregator: Aggregator;
      readonly input: string;
    }
  | {
      readonly kind: 'delete-column';
      readonly family: FamilyKey;
      readonly qualifier: string;
      /** Inclusive. */
      readonly fromMs: number;
      /** Exclusive. Infinity for no bound. */
      readonly toMs: number;
    }
  | { readonly kind: 'delete-family'; readonly family: FamilyKey }
  | { readonly kind: 'delete-row' };

type DeleteColumn = Extract<RowOperation, { kind: 'delete-column' }>;

/**
 * Effect of an operation on one cell, which storage makes durable. `before` and `after` are absent where there is no
 * cell.
 */
export interface CellChange {
  readonly cell: Omit<StoredCell, 'value'>;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Effect of one commit on one row. */
export interface StoredRowChange {
  readonly key: string;
  readonly row: StoredRow;
  readonly changes: readonly CellChange[];
  /** Number of records of the row in storage before the commit. */
  readonly recordsBefore: number;
  /**
   * All cells of the row, if they replace its records because it is small or outweighed by changes. Otherwise the
   * changes are appended.
   */
  readonly rewritten: readonly StoredCell[] | undefined;
}

/** One row with its cells in Bigtable's order. Mutable, and owned by its table. */
export class StoredRow {
  readonly cells: StoredCell[];
  /** Number of the latest commit, set by the table's owner. */
  version = 0;
  /** Size of key, qualifiers and values in bytes, for the offsets of SampleRowKeys. */
  bytes: number;
  /** Version at the latest read. Distinguishes repeatedly read rows from those of a scan. */
  lastReadVersion = -1;
  /** Number of records in storage: one with all cells, followed by one for each later change. */
  records = 0;
  /** Size of the records after the first, in bytes. */
  changedBytes = 0;
  /** Sum of the checksums of the row's records. Used by storage only. */
  checksum = 0;

  constructor(
    readonly key: string,
    cells: StoredCell[] = [],
  ) {
    this.cells = cells;
    this.bytes = key.length;
  }

  /** Applies one operation and appends its effects to `changes`. */
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

  /** Returns the change to make durable after the row was changed. */
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

  /** Returns the change that makes a row durable that storage does not contain. */
  toNewRowChange(): StoredRowChange {
    const changes = this.cells.map((cell) => ({ cell, before: undefined, after: cell.value }));
    this.records = 0;
    return this.toRowChange(changes);
  }

  /** Returns an independent copy of the row. */
  copy(): StoredRow {
    const copy = new StoredRow(this.key, this.cells.slice());
    copy.version = this.version;
    copy.bytes = this.bytes;
    return copy;
  }

  /** Appends a cell that sorts after all present ones: the fast path of loading. */
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

  /** Removes one cell, if present. */
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

  /** Returns the newest cell of a column. */
  latest(family: FamilyKey, qualifier: string): StoredCell | undefined {
    const [start, end] = columnSpan(this.cells, family, qualifier);
    return start < end ? this.cells[start] : undefined;
  }

  #placeOf(cell: StoredCell): number {
    const last = this.cells.at(-1);
    // Cells mostly arrive in order.
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

/** Rewriting a row up to this size costs no more than writing its change, in bytes. */
const REWRITTEN_BYTES_MAX = 256;
