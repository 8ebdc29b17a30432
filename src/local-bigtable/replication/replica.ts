import { failedPreconditionError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import type { StoredCell } from '../store/stored-cell';
import type { StoredRow, RowOperation } from '../store/stored-row';
import { type KeySpan, wouldExceedSize, type StoredTable } from '../store/stored-table';
import type { EmulatedCluster } from './local-cluster';
import type { PendingRow } from './pending-row';
import type { ReplicatedTable } from './replicated-table';

/** Table as one cluster sees it, which services read and write. */
export class Replica {
  readonly cluster: EmulatedCluster;
  readonly table: ReplicatedTable;
  readonly #base: StoredTable;

  constructor(table: ReplicatedTable, cluster: EmulatedCluster) {
    this.table = table;
    this.cluster = cluster;
    this.#base = table.base;
  }

  get families(): StoredTable['families'] {
    return this.#base.families;
  }

  /** Changes with everything but the row that decides which of a row's cells are visible: families and their GC rules. */
  get visibilityKey(): string {
    return String(this.#base.familiesVersion);
  }

  /** Whether answers can change by the passing of time alone. */
  get dependsOnTime(): boolean {
    return this.#base.dependsOnTime;
  }

  /** Version that every answer waits for, because it may have removed absent cells. */
  get removedVersion(): number {
    return this.table.removedVersion;
  }

  /** Returns the cluster's wall clock in milliseconds. */
  nowMs(): number {
    return this.cluster.nowMs();
  }

  /** Returns whether a row of this key would be visible. */
  includesRow(_key: string): boolean {
    return true;
  }

  /** First key after all visible rows; empty at the end of the table. */
  get endKey(): string {
    return '';
  }

  row(key: string): StoredRow | undefined {
    const pending = this.table.pendingRow(key);
    const base = this.#base.row(key);
    return pending === undefined ? base : pending.view(this.cluster, base);
  }

  /** Returns the version that an answer about one row, present or absent, depends on. */
  rowVersion(key: string): number {
    return this.row(key)?.version ?? this.removedVersion;
  }

  /** Returns the row's cells without garbage; empty when the row is absent. */
  cells(row: StoredRow | undefined): readonly StoredCell[] {
    return this.#base.cells(row, this.nowMs());
  }

  /** Returns rows in key order within the span, or in reverse. The table must not change during the iteration. */
  scan(span: KeySpan, reversed = false): Iterable<StoredRow> {
    const base = this.#base.scan(span, reversed);
    return this.table.pendingRows === 0
      ? base
      : this.#merged(base, this.#pendingIn(span, reversed), reversed);
  }

  /** Throws PERMISSION_DENIED for a row or operations that this access to the table does not include. */
  checkAccess(_key: string, _operations: readonly RowOperation[]): void {
    // The whole table is accessible.
  }

  /**
   * Commits a row mutation atomically. Returns the version to wait for before answering. Rejects a mutation that would
   * make the row too large, with the status that production documents for reading such rows.
   */
  commit(key: string, operations: readonly RowOperation[]): number {
    this.checkAccess(key, operations);
    if (wouldExceedSize(this.row(key), key, operations, BIGTABLE_LIMITS.rowBytesMax)) {
      throw failedPreconditionError(
        `Reached maximum allowed row size of ${BIGTABLE_LIMITS.rowBytesMax} bytes`,
      );
    }
    return this.table.commit(key, operations, this.cluster);
  }

  *#merged(
    base: Iterator<StoredRow>,
    pending: Iterator<PendingRow>,
    reversed: boolean,
  ): Generator<StoredRow> {
    let row = base.next();
    let nextPending = pending.next();
    while (row.done !== true || nextPending.done !== true) {
      const rowFirst =
        nextPending.done === true ||
        (row.done !== true && isBefore(row.value.key, nextPending.value.key, reversed));
      if (rowFirst) {
        yield (row as IteratorYieldResult<StoredRow>).value;
        row = base.next();
        continue;
      }
      const { key } = (nextPending as IteratorYieldResult<PendingRow>).value;
      const under = row.done !== true && row.value.key === key ? row.value : undefined;
      const view = (nextPending as IteratorYieldResult<PendingRow>).value.view(this.cluster, under);
      if (view !== undefined) yield view;
      if (under !== undefined) row = base.next();
      nextPending = pending.next();
    }
  }

  *#pendingIn({ start, end }: KeySpan, reversed: boolean): Generator<PendingRow> {
    for (const row of this.table.pendingFrom(reversed ? end : start, reversed)) {
      if (reversed ? row.key < start : end !== undefined && row.key >= end) return;
      yield row;
    }
  }
}

const isBefore = (a: string, b: string, reversed: boolean): boolean => (reversed ? a > b : a < b);
