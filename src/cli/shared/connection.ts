import { connectTableAdmin } from '../../bigtable/client/connect';
import type { TableAdminConnection } from '../../bigtable/admin/table-admin-connection';
import { createTableAdminClient, type TableAdminClient } from '../../bigtable/admin/table-admin-client';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import { loadConfig, processEnvironment, type Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import type { Placement, PlacementRules } from '../../core/residency/placement-rules';
import type { EventDataType } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import type { SchemaAdmin } from '../../operations/schema/apply-schema';
import { createLogger, type Logger } from '../../platform/telemetry/logger';
import { acquireAllSync, awaitAll, type Resources } from '../../platform/tasks/resources';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Workload } from '../../routing/topology/cluster';
import { instanceForTable, type StoreTopology } from '../../routing/topology/store-topology';
import type { Residency } from '../../residency/residency';
import { openBatchStore, openServingStore, type ServingStore, type Store } from '../../store/open-store';
import type { StoreOptions } from '../../store/store-dependencies';
import { workloadOfBatchReads, workloadOfBatchWrites } from '../../store/batch-workload';
import { currentTopology } from '../../store/topology-source';
import { findLocalInstance } from '../local/instance';
import { readLocalTokenKeys } from './local-token-keys';
import { printError } from './terminal';

export interface StoreConnection {
  readonly store: Store;
  readonly schema: SchemaRegistry;
}

interface ConnectionDependencies {
  /** Closes the store when it is released. Absent: the caller closes it. */
  readonly resources?: Resources;
  readonly logger?: Logger;
  readonly telemetry?: Telemetry | undefined;
  /** See `StoreOptions.readsRestored`. */
  readonly readsRestored?: boolean;
  readonly onTransaction?: StoreOptions['onTransaction'];
}

/**
 * Returns the store for requests that a client waits for. It connects lazily: an unreachable Bigtable fails the first
 * call, not this one.
 */
export function openServing(
  config: Config,
  dependencies: ConnectionDependencies = {},
): StoreConnection & { readonly store: ServingStore } {
  const { schema, options } = prepare(config, dependencies);
  return { schema, store: closingWith(dependencies, openServingStore(options)) };
}

export interface BatchConnection extends StoreConnection {
  readonly dataType: EventDataType;
  /** Kind of the clusters that are used: `serving` only when the topology has no suitable batch cluster. */
  readonly workload: Workload;
}

/**
 * Returns the store for batch writes to the table of an event DataType. `family` is its name; default: the default
 * DataType. Throws `no_write_cluster` when the topology has batch clusters and none of them accepts writes.
 */
export function openBatch(
  config: Config,
  family?: string,
  dependencies: ConnectionDependencies = {},
): BatchConnection {
  const { schema, options } = prepare(config, dependencies);
  const dataType = schema.eventDataType(family, '--data-type');
  const workload = workloadOfBatchWrites(currentTopology(config), dataType.corpus);
  return { schema, store: closingWith(dependencies, openStore(workload, options)), workload, dataType };
}

/** Returns the store for batch reads of an event DataType. Batch clusters that accept no writes serve as well. */
export function openBatchReads(
  config: Config,
  family?: string,
  dependencies: ConnectionDependencies = {},
): BatchConnection {
  const { schema, options } = prepare(config, dependencies);
  const dataType = schema.eventDataType(family, '--data-type');
  const workload = workloadOfBatchReads(currentTopology(config), dataType.corpus);
  return { schema, store: closingWith(dependencies, openStore(workload, options)), workload, dataType };
}

/** Like `openBatch`, for one event DataType or for all. DataTypes with the same workload share a store. */
export function openBatchTypes(
  config: Config,
  family: string | undefined,
  dependencies: ConnectionDependencies,
): readonly BatchConnection[] {
  const { schema, options } = prepare(config, dependencies);
  const types = family === undefined ? schema.eventTypes() : [schema.eventDataType(family, '--data-type')];
  const stores = new Map<Workload, Store>();
  const connections = acquireAllSync((resources) =>
    types.map((dataType) => {
      const workload = workloadOfBatchWrites(currentTopology(config), dataType.corpus);
      const store =
        stores.get(workload) ?? resources.add(openStore(workload, options), (each) => each.close());
      stores.set(workload, store);
      return { schema, store, workload, dataType };
    }),
  );
  dependencies.resources?.defer(() => awaitAll([...stores.values()].map((store) => store.close())));
  return connections;
}

export interface TableConnection extends StoreConnection {
  /** Kind of the clusters that are used: `serving` only when the topology has no suitable batch cluster. */
  readonly workload: Workload;
}

/** Like `openBatch`, for a table of any kind. */
export function openBatchTable(
  config: Config,
  table: string,
  dependencies: ConnectionDependencies = {},
): TableConnection {
  const { schema, options } = prepare(config, dependencies);
  const workload = workloadOfBatchWrites(currentTopology(config), table);
  return { schema, store: closingWith(dependencies, openStore(workload, options)), workload };
}

/** Like `openBatchReads`, for a table of any kind. */
export function openBatchTableReads(
  config: Config,
  table: string,
  dependencies: ConnectionDependencies = {},
): TableConnection {
  const { schema, options } = prepare(config, dependencies);
  const workload = workloadOfBatchReads(currentTopology(config), table);
  return { schema, store: closingWith(dependencies, openStore(workload, options)), workload };
}

export interface PlacementsConnection extends StoreConnection {
  readonly residency: Residency;
  /** Kind of the clusters that are used: `serving` only when a placement has no batch cluster. */
  readonly workload: Workload;
}

/** Returns the store for batch reads of all placements. Throws `invalid_argument` if the topology has none. */
export function openPlacements(
  config: Config,
  dependencies: ConnectionDependencies = {},
): PlacementsConnection {
  const { schema, options } = prepare(config, dependencies);
  const topology = currentTopology(config);
  const { placements = new Map<string, Placement>() } = topology.placements ?? {};
  if (placements.size === 0) throw invalidArgument('placements', 'the topology has no placements');
  const used = new Set([...placements.values()].flatMap(({ instances }) => [...instances.values()]));
  const haveBatch = topology.instances.every(
    ({ id, clusters }) => !used.has(id) || clusters.batch.length > 0,
  );
  const workload = haveBatch ? 'batch' : 'serving';
  const store = closingWith(dependencies, openStore(workload, options));
  return { schema, store, residency: store.residency!, workload };
}

/** Returns a store for serving, and one for batch work that uses its directory: moves need both. */
export function openServingAndBatch(
  config: Config,
  dependencies: ConnectionDependencies = {},
): { readonly schema: SchemaRegistry; readonly serving: ServingStore; readonly batch: Store } {
  const { schema, options } = prepare(config, dependencies);
  const serving = closingWith(dependencies, openServingStore(options));
  return { schema, serving, batch: closingWith(dependencies, openBatchStore(options, serving)) };
}

/** Prints a warning when a batch job has to use the serving clusters, since the topology has no others. */
export function warnWithoutBatchCluster(connections: readonly { readonly workload: Workload }[]): void {
  if (connections.some(({ workload }) => workload === 'serving'))
    printError('tidemark: no batch cluster configured: using the serving clusters');
}

function openStore(workload: Workload, options: StoreOptions): Store {
  return workload === 'batch' ? openBatchStore(options) : openServingStore(options);
}

function closingWith<S extends Store>({ resources }: ConnectionDependencies, store: S): S {
  return resources === undefined ? store : resources.add(store, (each) => each.close());
}

function prepare(
  config: Config,
  { logger, telemetry, readsRestored, onTransaction }: ConnectionDependencies,
): { readonly schema: SchemaRegistry; readonly options: StoreOptions } {
  const schema = loadSchema(config.schema);
  const silent = createLogger({ level: 'silent', service: config.telemetry.serviceName });
  const options = { config, corpora: schema.corpora(), logger: logger ?? silent };
  return { schema, options: { ...options, telemetry, readsRestored, onTransaction } };
}

/**
 * Returns the configuration of the environment. When that names no store, it is completed with the local instance that
 * runs on the data folder. Throws `store_unavailable` when there is neither.
 */
export function loadCommandConfig(): Config {
  const named = commandEnvironment(processEnvironment());
  if (named !== undefined) return loadConfig(named.env);
  throw new TidemarkError(
    'store_unavailable',
    'no store configured: run `npx tidemark start` in this folder, or set BIGTABLE_EMULATOR_HOST, TIDEMARK_TOPOLOGY, or ' +
      'TIDEMARK_PROJECT and TIDEMARK_INSTANCE',
  );
}

/** Source of the name of a command's store: variables, or the local instance that runs on the data folder. */
export type StoreSource = 'variables' | 'local instance';

/**
 * Returns the environment of a command, completed with the local instance of the data folder if no variable names a
 * store; undefined when there is neither.
 */
export function commandEnvironment(
  env: NodeJS.ProcessEnv,
): { readonly env: NodeJS.ProcessEnv; readonly source: StoreSource } | undefined {
  const names = ['BIGTABLE_EMULATOR_HOST', 'TIDEMARK_PROJECT', 'TIDEMARK_TOPOLOGY'];
  if (names.some((name) => isSet(env, name))) return { env, source: 'variables' };
  const dataDir = isSet(env, 'TIDEMARK_DATA_DIR') ? env.TIDEMARK_DATA_DIR! : DEFAULTS.local.dataDir;
  const local = findLocalInstance(dataDir);
  if (local === undefined) return undefined;
  return { env: localInstanceEnvironment(env, { ...local, dataDir }), source: 'local instance' };
}

/** Whether the variable has a value: an empty one counts as absent. */
const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => (env[name] ?? '') !== '';

/**
 * Returns the environment of commands for a local instance: its endpoint, its topology, and the keys of its write
 * tokens.
 */
export function localInstanceEnvironment(
  env: NodeJS.ProcessEnv,
  local: { readonly endpoint: string; readonly topology?: string | undefined; readonly dataDir: string },
): NodeJS.ProcessEnv {
  const { endpoint, topology, dataDir } = local;
  const keys = isSet(env, 'TIDEMARK_TOKEN_KEYS_FILE') ? undefined : readLocalTokenKeys(dataDir);
  return {
    TIDEMARK_TOKEN_KEYS: keys,
    ...env,
    ...(topology !== undefined && { TIDEMARK_TOPOLOGY: topology, TIDEMARK_INSTANCE: '' }),
    BIGTABLE_EMULATOR_HOST: endpoint,
  };
}

/** Returns what returns the admin client of the instance that has a table of the store. */
export function tableAdmins(
  connection: TableAdminConnection,
  topology: () => StoreTopology,
): (table: string) => TableAdminClient {
  const admins = new Map<string, TableAdminClient>();
  return (table) => {
    const { project, id: instance } = instanceForTable(topology(), table);
    const admin = admins.get(instance) ?? createTableAdminClient({ connection, project, instance });
    admins.set(instance, admin);
    return admin;
  };
}

/** Tables of the configured store. */
interface SchemaStore {
  /** Client of the table-admin API that uses the instance of each table. */
  readonly admin: SchemaAdmin;
  readonly placements: PlacementRules | undefined;
}

/** Runs `use` with a client of the table-admin API, and then closes it. */
export async function withSchemaAdmin<T>(
  config: Config,
  use: (store: SchemaStore) => Promise<T>,
): Promise<T> {
  const topology = currentTopology(config);
  const connection = connectTableAdmin(config.bigtable);
  const adminOf = tableAdmins(connection, () => topology);
  try {
    const admin: SchemaAdmin = {
      getTable: (table, options) => adminOf(table).getTable(table, options),
      createTable: (table, options) => adminOf(table.table).createTable(table, options),
      modifyColumnFamilies: (table, changes, options) =>
        adminOf(table).modifyColumnFamilies(table, changes, options),
    };
    return await use({ admin, placements: topology.placements });
  } finally {
    await connection.close();
  }
}
