import { failedPreconditionError } from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import type { StoredCell } from '../store/stored-cell';
import type { StoredRow, RowOperation } from '../store/stored-row';
import { type KeySpan, wouldExceedSize, type StoredTable } from '../store/stored-table';
import type { LocalCluster } from './local-cluster';
import type { PendingRow } from './pending-row';
import type { ReplicatedTable } from './replicated-table';

/** A table as one cluster sees it: what the services read and write. */
export class Replica {
  readonly cluster: LocalCluster;
  readonly table: ReplicatedTable;
  readonly #settled: StoredTable;

  constructor(table: ReplicatedTable, cluster: LocalCluster) {
    this.table = table;
    this.cluster = cluster;
    this.#settled = table.base;
  }

  get families(): StoredTable['families'] {
    return this.#settled.families;
  }

  /** Counts changes of the families: GC rules decide over what a row shows. */
  get familiesVersion(): number {
    return this.#settled.familiesVersion;
  }

  /** Whether answers can change with time alone. */
  get dependsOnTime(): boolean {
    return this.#settled.dependsOnTime;
  }

  /** Every answer waits for this version: what it does not show may have been removed by it. */
  get removedVersion(): number {
    return this.table.removedVersion;
  }

  /** The cluster's wall clock, milliseconds. */
  nowMs(): number {
    return this.cluster.nowMs();
  }

  row(key: string): StoredRow | undefined {
    const pending = this.table.pendingRow(key);
    const settled = this.#settled.row(key);
    return pending === undefined ? settled : pending.view(this.cluster, settled);
  }

  /** The version that an answer about one row, present or absent, depends on. */
  rowVersion(key: string): number {
    return this.row(key)?.version ?? this.removedVersion;
  }

  /** The row's cells without garbage; empty when the row is absent. */
  cells(row: StoredRow | undefined): readonly StoredCell[] {
    return this.#settled.cells(row, this.nowMs());
  }

  /** Rows in key order within the span, or from its end backwards. The table must not change during the iteration. */
  scan(span: KeySpan, reversed = false): Iterable<StoredRow> {
    const settled = this.#settled.scan(span, reversed);
    return this.table.pendingRows === 0
      ? settled
      : this.#merged(settled, this.#pendingIn(span, reversed), reversed);
  }

  /**
   * Commits a row mutation as a whole; returns the version to wait for before answering. Refuses, before anything is
   * changed, what would make the row too large: with the status that production gives for reading such rows, as that
   * for writing them is not documented.
   */
  commit(key: string, operations: readonly RowOperation[]): number {
    if (wouldExceedSize(this.row(key), key, operations, BIGTABLE_LIMITS.rowBytesMax)) {
      throw failedPreconditionError(
        `Reached maximum allowed row size of ${BIGTABLE_LIMITS.rowBytesMax} bytes`,
      );
    }
    return this.table.commit(key, operations, this.cluster);
  }

  *#merged(
    settled: Iterator<StoredRow>,
    pending: Iterator<PendingRow>,
    reversed: boolean,
  ): Generator<StoredRow> {
    let row = settled.next();
    let over = pending.next();
    while (row.done !== true || over.done !== true) {
      const rowFirst =
        over.done === true || (row.done !== true && isBefore(row.value.key, over.value.key, reversed));
      if (rowFirst) {
        yield (row as IteratorYieldResult<StoredRow>).value;
        row = settled.next();
        continue;
      }
      const { key } = (over as IteratorYieldResult<PendingRow>).value;
      const under = row.done !== true && row.value.key === key ? row.value : undefined;
      const view = (over as IteratorYieldResult<PendingRow>).value.view(this.cluster, under);
      if (view !== undefined) yield view;
      if (under !== undefined) row = settled.next();
      over = pending.next();
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
