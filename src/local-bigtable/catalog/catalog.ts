import { alreadyExistsError, notFoundError } from '../grpc/rpc-error';
import type { Instance } from './instance';
import type { admin } from '../encoding/proto';
import type { LocalCluster } from '../replication/local-cluster';
import { Replica } from '../replication/replica';
import type { ReplicatedTable } from '../replication/replicated-table';
import { chooseCluster, type RoutedRequest } from './choose-cluster';

/** A table as the server knows it: its definition, and its copies in the clusters of its instance. */
export class TableEntry {
  /** `projects/…/instances/…/tables/…` */
  readonly name: string;
  readonly instance: Instance;
  readonly replicated: ReplicatedTable;
  definition: admin.ITable;
  /** Row keys, in order, at which the table was split when it was made. */
  initialSplits: readonly string[] = [];
  readonly #replicas = new Map<LocalCluster, Replica>();

  constructor(definition: admin.ITable, instance: Instance, replicated: ReplicatedTable) {
    this.name = definition.name ?? '';
    this.definition = definition;
    this.instance = instance;
    this.replicated = replicated;
  }

  /** Number under which storage keeps the rows. */
  get number(): number {
    return this.replicated.number;
  }

  replicaAt(cluster: LocalCluster): Replica {
    let replica = this.#replicas.get(cluster);
    if (replica === undefined) {
      replica = new Replica(this.replicated, cluster);
      this.#replicas.set(cluster, replica);
    }
    return replica;
  }
}

/** The one place that maps resource names to instances and tables, and requests to a cluster's copy of a table. */
export class Catalog {
  readonly instances = new Map<string, Instance>();
  readonly #tables = new Map<string, TableEntry>();

  /** The copy of the table that a request through this app profile reads and writes. */
  route(tableName: string, appProfileId: string, request: RoutedRequest): Replica {
    const table = this.table(tableName);
    const profile = table.instance.appProfile(appProfileId);
    return table.replicaAt(chooseCluster(table.instance, profile, request));
  }

  instance(name: string): Instance {
    const instance = this.instances.get(name);
    if (instance === undefined) throw notFoundError(`Instance not found: ${name}`);
    return instance;
  }

  table(name: string): TableEntry {
    const entry = this.#tables.get(name);
    if (entry === undefined) throw notFoundError(`Table not found: ${name}`);
    return entry;
  }

  /** Whether the very table is still there: a name may have been given to another one. */
  has(table: TableEntry): boolean {
    return this.#tables.get(table.name) === table;
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
    if (this.#tables.has(name)) throw alreadyExistsError(`Table already exists: ${name}`);
  }

  add(table: TableEntry): void {
    this.checkFree(table.name);
    this.#tables.set(table.name, table);
    table.instance.tables.add(table.replicated);
  }

  remove(table: TableEntry): void {
    this.#tables.delete(table.name);
    table.instance.tables.delete(table.replicated);
    table.replicated.drop();
  }
}
