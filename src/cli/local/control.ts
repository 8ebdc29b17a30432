import { loadLocalConfig, processEnvironment } from '../../config/index';
import { createControlClient, type ControlClient } from '../../embedded/control-client';
import { TidemarkError } from '../../errors';
import { findLocalInstance } from './instance';

export type { ControlClient };

/** Names a running server. */
export interface ControlTarget {
  /** `host:port` */
  readonly endpoint?: string;
  readonly dataDir?: string;
}

/** Runs `use` with a client of the target. Throws `store_unavailable` when no server runs there. */
export async function withControl<T>(
  target: ControlTarget,
  use: (client: ControlClient) => Promise<T>,
): Promise<T> {
  const client = createControlClient(endpointOf(target));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Returns the endpoint of the options, or else of the environment, or else of the instance on the data folder. */
function endpointOf({ endpoint, dataDir }: ControlTarget): string {
  if (endpoint !== undefined) return endpoint;
  const env = processEnvironment();
  const emulator = env.BIGTABLE_EMULATOR_HOST ?? '';
  if (dataDir === undefined && emulator !== '') return emulator;
  const folder = dataDir ?? loadLocalConfig(env).dataDir;
  const local = findLocalInstance(folder);
  if (local !== undefined) return local.endpoint;
  throw new TidemarkError(
    'store_unavailable',
    `no embedded Bigtable runs on the data folder ${folder}: start one with \`tidemark local\`, or name a running one ` +
      'with --data-dir, --endpoint or BIGTABLE_EMULATOR_HOST',
  );
}
