import { connectTableAdmin } from '../../bigtable/client/connect';
import { createTableAdminClient, type TableAdminClient } from '../../bigtable/admin/table-admin-client';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import { loadConfig, processEnvironment, type Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { SchemaAdmin } from '../../operations/schema/apply-schema';
import { createLogger, type Logger } from '../../platform/telemetry/logger';
import { acquireAllSync } from '../../platform/tasks/resources';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import type { Workload } from '../../routing/topology/cluster';
import { instanceForTable } from '../../routing/topology/store-topology';
import { openBatchStore, openServingStore, type ServingStore, type Store } from '../../store/open-store';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import { currentTopology } from '../../store/topology-source';
import { findLocalInstance } from '../local/instance';
import { readLocalTokenKeys } from './local-token-keys';

export interface StoreConnection {
  readonly store: Store;
  readonly schema: SchemaRegistry;
}

interface ConnectionDependencies {
  readonly logger?: Logger;
  readonly telemetry?: Telemetry;
}

/** Connects lazily: an unreachable store shows at the first call. */
export function openServing(
  config: Config,
  observed: ConnectionDependencies = {},
): StoreConnection & { readonly store: ServingStore } {
  const { schema, options } = prepared(config, observed);
  return { schema, store: openServingStore(options) };
}

export interface BatchConnection extends StoreConnection {
  readonly dataType: EventDataType;
  /** Whose clusters take the writes: those for serving only where the topology has none for batch. */
  readonly workload: Workload;
}

/** For work on events of that family that nobody waits for. Throws `no_write_cluster` rather than disturb those who do. */
export function openBatch(
  config: Config,
  family?: string,
  observed: ConnectionDependencies = {},
): BatchConnection {
  const { schema, options } = prepared(config, observed);
  const dataType = schema.eventDataType(family, 'data-type');
  const workload = workloadOfBatchWrites(currentTopology(config), dataType.corpus);
  const store = workload === 'batch' ? openBatchStore(options) : openServingStore(options);
  return { schema, store, workload, dataType };
}

/** For reads of events of that family that nobody waits for: by whatever clusters there are for batch work, if only to read. */
export function openBatchReads(
  config: Config,
  family?: string,
  observed: ConnectionDependencies = {},
): BatchConnection {
  const { schema, options } = prepared(config, observed);
  const dataType = schema.eventDataType(family, 'data-type');
  const { batch } = instanceForTable(currentTopology(config), dataType.corpus).clusters;
  const workload = batch.length > 0 ? 'batch' : 'serving';
  const store = workload === 'batch' ? openBatchStore(options) : openServingStore(options);
  return { schema, store, workload, dataType };
}

/** The same for each DataType that holds events, or the one; those of one workload share a store. */
export function openBatchTypes(
  config: Config,
  family: string | undefined,
  observed: ConnectionDependencies,
): readonly BatchConnection[] {
  const { schema, options } = prepared(config, observed);
  const types = family === undefined ? schema.eventTypes() : [schema.eventDataType(family, 'data-type')];
  const stores = new Map<Workload, Store>();
  return acquireAllSync((resources) =>
    types.map((dataType) => {
      const workload = workloadOfBatchWrites(currentTopology(config), dataType.corpus);
      const open = workload === 'batch' ? openBatchStore : openServingStore;
      const store = stores.get(workload) ?? resources.add(open(options), (each) => each.close());
      stores.set(workload, store);
      return { schema, store, workload, dataType };
    }),
  );
}

/** For work on any table that nobody waits for, writes included. */
export function openBatchTable(
  config: Config,
  table: string,
  observed: ConnectionDependencies = {},
): StoreConnection & { readonly workload: Workload } {
  const { schema, options } = prepared(config, observed);
  const workload = workloadOfBatchWrites(currentTopology(config), table);
  return {
    schema,
    store: workload === 'batch' ? openBatchStore(options) : openServingStore(options),
    workload,
  };
}

function prepared(config: Config, observed: ConnectionDependencies) {
  const schema = loadSchema(config.schema);
  const tables = schema.corpora().map(({ name }) => name);
  const logger = createLogger({ level: 'silent', service: config.telemetry.serviceName });
  return { schema, options: { config, tables, logger, ...observed } };
}

/** The environment's configuration; where that names no store, the local instance that runs in this folder. */
export function loadCommandConfig(): Config {
  const env = processEnvironment();
  const names = ['BIGTABLE_EMULATOR_HOST', 'TIDEMARK_PROJECT', 'TIDEMARK_TOPOLOGY'];
  if (names.some((name) => isSet(env, name))) return loadConfig(env);
  const dataDir = isSet(env, 'TIDEMARK_DATA_DIR') ? env.TIDEMARK_DATA_DIR! : DEFAULTS.local.dataDir;
  const local = findLocalInstance(dataDir);
  if (local === undefined) {
    throw new TidemarkError(
      'store_unavailable',
      'no store: run `npm start` in this folder, or set BIGTABLE_EMULATOR_HOST, TIDEMARK_TOPOLOGY, or TIDEMARK_PROJECT ' +
        'and TIDEMARK_INSTANCE',
    );
  }
  return loadConfig(localInstanceEnvironment(env, { ...local, dataDir }));
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => (env[name] ?? '') !== '';

/** How a command reaches the local instance as `npm start` runs it: by the same topology, with the same tokens. */
export function localInstanceEnvironment(
  env: NodeJS.ProcessEnv,
  local: { readonly endpoint: string; readonly topology?: string; readonly dataDir: string },
): NodeJS.ProcessEnv {
  const { endpoint, topology, dataDir } = local;
  const keys = isSet(env, 'TIDEMARK_TOKEN_KEYS_FILE') ? undefined : readLocalTokenKeys(dataDir);
  return {
    ...(keys !== undefined && { TIDEMARK_TOKEN_KEYS: keys }),
    ...env,
    ...(topology !== undefined && { TIDEMARK_TOPOLOGY: topology, TIDEMARK_INSTANCE: '' }),
    BIGTABLE_EMULATOR_HOST: endpoint,
  };
}

/** Runs `use` with a client of the table-admin API, which finds each corpus in its instance, and closes it. */
export async function withSchemaAdmin<T>(
  config: Config,
  use: (admin: SchemaAdmin) => Promise<T>,
): Promise<T> {
  const topology = currentTopology(config);
  const connection = connectTableAdmin(config.bigtable);
  const admins = new Map<string, TableAdminClient>();
  const adminOf = (table: string): TableAdminClient => {
    const { project, id: instance } = instanceForTable(topology, table);
    const admin = admins.get(instance) ?? createTableAdminClient({ connection, project, instance });
    admins.set(instance, admin);
    return admin;
  };
  try {
    return await use({
      getTable: (table, options) => adminOf(table).getTable(table, options),
      createTable: (table, options) => adminOf(table.table).createTable(table, options),
      modifyColumnFamilies: (table, changes, options) =>
        adminOf(table).modifyColumnFamilies(table, changes, options),
    });
  } finally {
    await connection.close();
  }
}
