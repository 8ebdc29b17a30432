import { alreadyExistsError, notFoundError } from '../grpc/rpc-error';
import type { Instance } from './instance';
import type { TableDetails } from './table-details';
import type { admin } from '../encoding/proto';
import type { EmulatedCluster } from '../replication/local-cluster';
import { Replica } from '../replication/replica';
import type { ReplicatedTable } from '../replication/replicated-table';
import { chooseCluster, findCluster, type RoutedRequest } from './choose-cluster';
import { DEFAULT_APP_PROFILE } from './default-app-profile';

/** Table of the server: its definition and its replicas in the clusters of its instance. */
export class TableEntry {
  /** Resource name `projects/…/instances/…/tables/…`. */
  readonly name: string;
  readonly instance: Instance;
  readonly replicated: ReplicatedTable;
  definition: admin.ITable;
  details: TableDetails;
  readonly #replicas = new Map<EmulatedCluster, Replica>();

  constructor(
    definition: admin.ITable,
    instance: Instance,
    replicated: ReplicatedTable,
    details: TableDetails,
  ) {
    this.name = definition.name ?? '';
    this.definition = definition;
    this.instance = instance;
    this.replicated = replicated;
    this.details = details;
  }

  /** Number that identifies the table's rows in storage. */
  get number(): number {
    return this.replicated.number;
  }

  replicaAt(cluster: EmulatedCluster): Replica {
    let replica = this.#replicas.get(cluster);
    if (replica === undefined) {
      replica = new Replica(this.replicated, cluster);
      this.#replicas.set(cluster, replica);
    }
    return replica;
  }
}

/** Maps resource names to instances and tables, and requests to the replica of a table at one cluster. */
export class Catalog {
  readonly instances = new Map<string, Instance>();
  readonly #tables = new Map<string, TableEntry>();

  /** Returns the replica of the table that serves a request through this app profile. */
  route(tableName: string, appProfileId: string, request: RoutedRequest): Replica {
    const table = this.table(tableName);
    const profile = table.instance.appProfile(appProfileId);
    return table.replicaAt(chooseCluster(table.instance, profile, request));
  }

  /** Returns the cluster that a request reaches, even if it is rejected there; undefined if it reaches none. */
  reachedCluster(
    instanceName: string,
    appProfileId: string,
    request: RoutedRequest,
  ): EmulatedCluster | undefined {
    const instance = this.instances.get(instanceName);
    const profile = instance?.appProfiles.get(appProfileId === '' ? DEFAULT_APP_PROFILE : appProfileId);
    return instance && profile && findCluster(instance, profile, request);
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

  /** Returns whether this table still exists. A table of the same name may have replaced it. */
  has(table: TableEntry): boolean {
    return this.#tables.get(table.name) === table;
  }

  /** Returns the tables of an instance, sorted by name. */
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
