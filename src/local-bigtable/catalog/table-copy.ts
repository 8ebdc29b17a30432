import { familiesFromProto } from '../admin/column-family';
import type { admin } from '../encoding/proto';
import { commitBytes } from '../replication/commit';
import type { EmulatedCluster } from '../replication/local-cluster';
import { StoredTable } from '../store/stored-table';
import type { StoredRow } from '../store/stored-row';
import type { TableEntry } from './catalog';
import type { TableDetails } from './table-details';

/** Definition and contents of a table at one time. Nothing changes them, so that copies share their cells. */
export interface TableCopy {
  readonly definition: admin.ITable;
  readonly details: TableDetails;
  readonly contents: StoredTable;
}

/** Returns a copy without rows, to which storage adds them. */
export function emptyCopy(definition: admin.ITable, details: TableDetails): TableCopy {
  const families = familiesFromProto(definition.columnFamilies ?? {});
  return { definition, details, contents: new StoredTable(families, details.familyKeys) };
}

/** Copies the table as one cluster sees it. */
export function copyAtCluster(table: TableEntry, cluster: EmulatedCluster): TableCopy {
  const copy = { definition: table.definition, details: table.details, contents: emptyLike(table) };
  addCopies(copy.contents, table.replicaAt(cluster).scan(EVERYTHING));
  return copy;
}

/** Copies the table with all commits, as every cluster will see it in the end. */
export function copyConverged(table: TableEntry): TableCopy {
  const copy = { definition: table.definition, details: table.details, contents: emptyLike(table) };
  addCopies(copy.contents, table.replicated.base.scan(EVERYTHING));
  for (const { commits } of table.replicated.pendingFrom('', false)) {
    for (const { key, operations, version } of commits) copy.contents.apply(key, operations, version);
  }
  return copy;
}

/** Returns a table's contents that can change independently of the copy. */
export function contentsOf({ details, contents }: TableCopy): StoredTable {
  const independent = new StoredTable(contents.families.values(), details.familyKeys);
  addCopies(independent, contents.scan(EVERYTHING));
  return independent;
}

/** Returns the size of a table with all its commits, approximately and at least, in bytes. */
export function convergedSize({ replicated }: TableEntry): number {
  let bytes = sizeOf(replicated.base);
  for (const { commits } of replicated.pendingFrom('', false)) {
    for (const { key, operations } of commits) bytes += commitBytes(key, operations);
  }
  return bytes;
}

/** Returns the size of a table's rows in bytes: keys, qualifiers and values. */
export function sizeOf(contents: StoredTable): number {
  let bytes = 0;
  for (const row of contents.scan(EVERYTHING)) bytes += row.bytes;
  return bytes;
}

/** Returns the changes that store rows which storage does not contain. */
export const newRows = (contents: StoredTable) =>
  Array.from(contents.scan(EVERYTHING), (row) => row.toNewRowChange());

function emptyLike({ replicated, details }: TableEntry): StoredTable {
  return new StoredTable(replicated.base.families.values(), details.familyKeys);
}

function addCopies(contents: StoredTable, rows: Iterable<StoredRow>): void {
  for (const row of rows) contents.addRow(row.copy());
}

const EVERYTHING = { start: '', end: undefined };
