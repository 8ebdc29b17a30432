import { type Catalog, TableEntry } from './catalog';
import type { Instance } from './instance';
import { newRows, type TableCopy } from './table-copy';
import { detailRecords, NO_DETAILS } from './table-details';
import { failedPreconditionError } from '../grpc/rpc-error';
import { admin } from '../encoding/proto';
import { type FamilyChange, ReplicatedTable } from '../replication/replicated-table';
import type { CommitQueue } from '../storage/commit-queue';
import type { StorageRecord } from '../storage/commit-storage';
import { type FamilyDefinition, StoredTable } from '../store/stored-table';

/** Creates, changes and drops tables, in the catalog and in storage together. */
export class Tables {
  readonly #catalog: Catalog;
  readonly #commits: CommitQueue;
  #lastNumber = 0;
  /** Version of the latest change of any table's definition. */
  #version = 0;
  /** Called for each table whose definition is new or has changed, in the turn in which that is committed. */
  onDefined: (table: TableEntry) => void = () => undefined;
  onDropped: (table: TableEntry) => void = () => undefined;

  constructor(catalog: Catalog, commits: CommitQueue) {
    this.#catalog = catalog;
    this.#commits = commits;
  }

  /** Sets the highest table number in use. New tables get higher ones. */
  setLastNumber(lastNumber: number): void {
    this.#lastNumber = lastNumber;
  }

  async create(
    definition: admin.ITable,
    families: readonly FamilyDefinition[],
    instance: Instance,
    initialSplits: readonly string[] = [],
  ): Promise<void> {
    const details = { ...NO_DETAILS, initialSplits };
    await this.createFromCopy({ definition, details, contents: new StoredTable(families) }, instance);
  }

  /** Creates a table with the contents of a copy, which becomes its own. */
  async createFromCopy(copy: TableCopy, instance: Instance): Promise<void> {
    this.#catalog.checkFree(copy.definition.name ?? '');
    const version = this.#commits.nextVersion();
    const table = this.load(this.nextNumber(), copy, instance);
    this.#commits.appendAll(copyRecords(table.number, copy));
    this.onDefined(table);
    await this.#committed(version);
  }

  /** Returns a number that no table or copy has ever had. */
  nextNumber(): number {
    return ++this.#lastNumber;
  }

  /** Adds a table that storage already contains, or will with the same commit. */
  load(number: number, { definition, details, contents }: TableCopy, instance: Instance): TableEntry {
    const dependencies = { replication: instance, commits: this.#commits };
    const replicated = new ReplicatedTable(number, contents, dependencies);
    const table = new TableEntry(definition, instance, replicated, details);
    this.#catalog.add(table);
    return table;
  }

  /**
   * Replaces a table's definition. Without `change` its families remain unchanged. Families that are removed lose
   * their cells, which is rejected while the table is protected.
   */
  async redefine(table: TableEntry, definition: admin.ITable, change?: FamilyChange): Promise<void> {
    if (change !== undefined) checkProtection(table, change);
    this.#commits.checkWritable();
    table.definition = definition;
    const version =
      change === undefined
        ? this.#commits.nextVersion()
        : table.replicated.setFamilies(change, () => [defineRecord(table), ...storeFamilyKeys(table)]);
    if (change === undefined) this.#commits.append(defineRecord(table));
    this.onDefined(table);
    await this.#committed(version);
  }

  /** Resolves when the catalog's contents, including removed tables, are durable. */
  async whenDurable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  async drop(table: TableEntry): Promise<void> {
    const version = this.#commits.nextVersion();
    this.#catalog.remove(table);
    this.#commits.appendAll(dropRecords(table.number, table));
    this.onDropped(table);
    await this.#committed(version);
  }

  async #committed(version: number): Promise<void> {
    this.#version = version;
    await this.whenDurable();
  }
}

const defineRecord = ({ number, definition }: Pick<TableEntry, 'number' | 'definition'>): StorageRecord => ({
  kind: 'define',
  table: number,
  definition: admin.Table.encode(definition).finish(),
});

/** Returns the records that store a copy of a table under a new number. */
export function copyRecords(number: number, { definition, details, contents }: TableCopy): StorageRecord[] {
  return [
    defineRecord({ number, definition }),
    ...detailRecords(definition.name ?? '', NO_DETAILS, details),
    { kind: 'rows', table: number, rows: newRows(contents) },
  ];
}

/** Returns the records that remove a table or a copy of one. */
export function dropRecords(
  number: number,
  { definition, details }: Omit<TableCopy, 'contents'>,
): StorageRecord[] {
  return [{ kind: 'drop', table: number }, ...detailRecords(definition.name ?? '', details, NO_DETAILS)];
}

/** Updates the stored keys of a table's families. Returns the records of the change. */
function storeFamilyKeys(table: TableEntry): StorageRecord[] {
  const before = table.details;
  const added = [...table.replicated.base.families.values()].filter(({ name, key }) => name !== key);
  table.details = { ...before, familyKeys: new Map(added.map(({ name, key }) => [name, key])) };
  return detailRecords(table.name, before, table.details);
}

function checkProtection(
  { name, definition, replicated }: TableEntry,
  { families, added = [] }: FamilyChange,
): void {
  if (definition.deletionProtection !== true) return;
  const names = families.map((family) => family.name);
  const remaining = new Set(names.filter((family) => !added.includes(family)));
  const dropped = [...replicated.base.families.keys()].filter((family) => !remaining.has(family));
  if (dropped.length > 0) {
    throw failedPreconditionError(
      `The column family ${dropped[0]} cannot be deleted: the table ${name} has deletion protection`,
    );
  }
}
