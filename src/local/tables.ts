import { type Catalog, TableEntry } from './catalog';
import type { Instance } from './instance';
import { admin } from './proto';
import { ReplicatedTable } from './replication/replicated-table';
import type { CommitQueue } from './storage/commit-queue';
import type { StorageRecord } from './storage/storage';
import { type Family, Table } from './store/table';

/** Creates, changes and drops tables, in the catalog and in storage together. */
export class Tables {
  readonly #catalog: Catalog;
  readonly #commits: CommitQueue;
  #lastNumber = 0;
  /** Of the latest change of any table's definition. */
  #version = 0;

  constructor(catalog: Catalog, commits: CommitQueue) {
    this.#catalog = catalog;
    this.#commits = commits;
  }

  /** New tables get numbers above this one. */
  startAfter(lastNumber: number): void {
    this.#lastNumber = lastNumber;
  }

  async create(definition: admin.ITable, families: readonly Family[], instance: Instance): Promise<void> {
    this.#catalog.checkFree(definition.name ?? '');
    const version = this.#commits.nextVersion();
    const table = this.load(++this.#lastNumber, definition, families, instance);
    this.#commits.append(defineRecord(table));
    await this.#committed(version);
  }

  /** Enters a table that storage has already. */
  load(
    number: number,
    definition: admin.ITable,
    families: readonly Family[],
    instance: Instance,
  ): TableEntry {
    const environment = { replication: instance, commits: this.#commits };
    const replicated = new ReplicatedTable(number, new Table(families), environment);
    const table = new TableEntry(definition, instance, replicated);
    this.#catalog.add(table);
    return table;
  }

  /** Without families they stay as they are; families that are no longer there lose their cells. */
  async redefine(table: TableEntry, definition: admin.ITable, families?: readonly Family[]): Promise<void> {
    table.definition = definition;
    if (families !== undefined) {
      return this.#committed(table.replicated.setFamilies(families, defineRecord(table)));
    }
    const version = this.#commits.nextVersion();
    this.#commits.append(defineRecord(table));
    await this.#committed(version);
  }

  /** Waits until all that the catalog says, of tables that are there and of those that are not, is durable. */
  async durable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  async drop(table: TableEntry): Promise<void> {
    const version = this.#commits.nextVersion();
    this.#catalog.remove(table);
    this.#commits.append({ kind: 'drop', table: table.number });
    await this.#committed(version);
  }

  async #committed(version: number): Promise<void> {
    this.#version = version;
    await this.durable();
  }
}

const defineRecord = ({ number, definition }: TableEntry): StorageRecord => ({
  kind: 'define',
  table: number,
  definition: admin.Table.encode(definition).finish(),
});
