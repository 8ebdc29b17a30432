import { connectAdmin, connectData } from '../bigtable/connect';
import { createDataClient } from '../bigtable/data-client';
import { createTableAdminClient, type TableAdminClient } from '../bigtable/table-admin-client';
import type { DataClient } from '../bigtable/types';
import type { SchemaRegistry } from '../codec/schema-registry';
import { loadSchema } from '../codec/schema-registry';
import { loadConfig, processEnvironment, type Config } from '../config';
import { DEFAULTS } from '../defaults';
import { TidemarkError } from '../errors';
import { findLocalInstance } from './local-instance';

export interface StoreConnection {
  readonly client: DataClient;
  readonly schema: SchemaRegistry;
  close(): Promise<void>;
}

/** Connects lazily: an unreachable store shows at the first call. */
export function openStore(config: Config): StoreConnection {
  const { project, instance, appProfileId } = config.bigtable;
  const transport = connectData(config.bigtable);
  const client = createDataClient({ transport, project, instance, appProfileId, limits: config.bigtable });
  return { client, schema: loadSchema(config.schema), close: () => client.close() };
}

/** The environment's configuration; where that names no store, the local instance that runs in this folder. */
export function commandConfig(): Config {
  const env = processEnvironment();
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  if (isSet('BIGTABLE_EMULATOR_HOST') || isSet('TIDEMARK_PROJECT')) return loadConfig(env);
  const dataDir = isSet('TIDEMARK_DATA_DIR') ? env.TIDEMARK_DATA_DIR! : DEFAULTS.local.dataDir;
  const local = findLocalInstance(dataDir);
  if (local === undefined) {
    throw new TidemarkError(
      'store_unavailable',
      'no store: run `npm start` in this folder, or set BIGTABLE_EMULATOR_HOST, or TIDEMARK_PROJECT and TIDEMARK_INSTANCE',
    );
  }
  return loadConfig({ ...env, BIGTABLE_EMULATOR_HOST: local.endpoint });
}

/** Runs `use` with a client of the table-admin API, and closes it. */
export async function withAdmin<T>(
  { bigtable }: Config,
  use: (admin: TableAdminClient) => Promise<T>,
): Promise<T> {
  const { project, instance } = bigtable;
  const transport = connectAdmin(bigtable);
  try {
    return await use(createTableAdminClient({ transport, project, instance }));
  } finally {
    await transport.close();
  }
}
