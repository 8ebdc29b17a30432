import { alreadyExists, notFound } from './grpc/rpc-error';
import type { admin } from './proto';
import type { Table } from './store/table';

/** A table as the server knows it: its definition, and where its rows are. */
export interface TableEntry {
  /** `projects/…/instances/…/tables/…` */
  readonly name: string;
  /** Number under which storage keeps the rows; never used twice. */
  readonly number: number;
  readonly definition: admin.ITable;
  readonly rows: Table;
}

/**
 * The one place that maps resource names to data. Today every instance has one cluster, and any project and instance
 * name is accepted; when instances, clusters and app profiles come, `route` is what they change.
 */
export class Catalog {
  readonly #tables = new Map<string, TableEntry>();

  /** The copy of the table that a request through this app profile reads and writes. */
  route(tableName: string, _appProfileId: string): TableEntry {
    return this.table(tableName);
  }

  table(name: string): TableEntry {
    const entry = this.#tables.get(name);
    if (entry === undefined) throw notFound(`Table not found: ${name}`);
    return entry;
  }

  /** Whether the very table is still there: a name may have been given to another one. */
  has(name: string, number: number): boolean {
    return this.#tables.get(name)?.number === number;
  }

  /** The tables of an instance, by name. */
  tablesOf(instanceName: string): TableEntry[] {
    const prefix = `${instanceName}/tables/`;
    return this.all()
      .filter(({ name }) => name.startsWith(prefix))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  all(): TableEntry[] {
    return [...this.#tables.values()];
  }

  checkFree(name: string): void {
    if (this.#tables.has(name)) throw alreadyExists(`Table already exists: ${name}`);
  }

  add(entry: TableEntry): void {
    this.checkFree(entry.name);
    this.#tables.set(entry.name, entry);
  }

  /** Puts an entry in the place of the one with its name. */
  replace(entry: TableEntry): void {
    this.#tables.set(entry.name, entry);
  }

  remove(name: string): void {
    this.#tables.delete(name);
  }
}
