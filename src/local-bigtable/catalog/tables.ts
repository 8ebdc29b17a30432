import { type Catalog, TableEntry } from './catalog';
import type { Instance } from './instance';
import { detailRecords, NO_DETAILS, type TableDetails } from './table-details';
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
    this.#catalog.checkFree(definition.name ?? '');
    const version = this.#commits.nextVersion();
    const details = { ...NO_DETAILS, initialSplits };
    const table = this.load(++this.#lastNumber, definition, families, instance, details);
    this.#commits.appendAll([defineRecord(table), ...detailRecords(table.name, NO_DETAILS, details)]);
    this.onDefined(table);
    await this.#committed(version);
  }

  /** Adds a table that storage already contains. */
  load(
    number: number,
    definition: admin.ITable,
    families: readonly FamilyDefinition[],
    instance: Instance,
    details: TableDetails,
  ): TableEntry {
    const dependencies = { replication: instance, commits: this.#commits };
    const replicated = new ReplicatedTable(
      number,
      new StoredTable(families, details.familyKeys),
      dependencies,
    );
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
    this.#commits.appendAll([
      { kind: 'drop', table: table.number },
      ...detailRecords(table.name, table.details, NO_DETAILS),
    ]);
    this.onDropped(table);
    await this.#committed(version);
  }

  async #committed(version: number): Promise<void> {
    this.#version = version;
    await this.whenDurable();
  }
}

const defineRecord = ({ number, definition }: TableEntry): StorageRecord => ({
  kind: 'define',
  table: number,
  definition: admin.Table.encode(definition).finish(),
});

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
