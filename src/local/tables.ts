import type { Catalog, TableEntry } from './catalog';
import { admin } from './proto';
import type { CommitQueue } from './storage/commit-queue';
import type { Family, Table } from './store/table';

/** Creates, changes and drops tables, in the catalog and in storage together. */
export class Tables {
  readonly #catalog: Catalog;
  readonly #commits: CommitQueue;
  #lastNumber: number;
  /** Of the latest change of any table's definition. */
  #version = 0;

  constructor(catalog: Catalog, commits: CommitQueue, lastNumber: number) {
    this.#catalog = catalog;
    this.#commits = commits;
    this.#lastNumber = lastNumber;
  }

  async create(definition: admin.ITable, rows: Table): Promise<void> {
    const name = definition.name ?? '';
    this.#catalog.checkFree(name);
    const version = this.#commits.nextVersion();
    const entry = { name, number: ++this.#lastNumber, definition, rows };
    this.#catalog.add(entry);
    this.#commits.append(defineRecord(entry));
    await this.#committed(version);
  }

  /** Families that are no longer there lose their cells. */
  async redefine(table: TableEntry, definition: admin.ITable, families: readonly Family[]): Promise<void> {
    const version = this.#commits.nextVersion();
    const kept = new Set(families.map(({ name }) => name));
    const dropped = [...table.rows.families.keys()].filter((name) => !kept.has(name));
    const rows = dropped.flatMap((name) => table.rows.removeFamily(name, version));
    table.rows.setFamilies(families);
    const entry = { ...table, definition };
    this.#catalog.replace(entry);
    this.#commits.append({ kind: 'rows', table: table.number, rows }, defineRecord(entry));
    await this.#committed(version);
  }

  /** Waits until all that the catalog says, of tables that are there and of those that are not, is durable. */
  async durable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  async drop(table: TableEntry): Promise<void> {
    const version = this.#commits.nextVersion();
    this.#catalog.remove(table.name);
    this.#commits.append({ kind: 'drop', table: table.number });
    await this.#committed(version);
  }

  async #committed(version: number): Promise<void> {
    this.#version = version;
    await this.durable();
  }
}

const defineRecord = (entry: TableEntry) =>
  ({
    kind: 'define',
    table: entry.number,
    definition: admin.Table.encode(entry.definition).finish(),
  }) as const;
