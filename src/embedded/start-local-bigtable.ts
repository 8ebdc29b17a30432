import { LOCAL_DEFAULTS } from '../config/sections/local';
import { createControlClient } from './control-client';
import { createFaultControl } from './create-fault-control';
import type { LocalBigtable, LocalBigtableOptions } from './local-bigtable';
import { startInChildProcess } from './child-process';
import { startInProcess, type RunningServer } from './run-server';

/**
 * Starts an embedded Bigtable on 127.0.0.1, in this process or in one of its own. Any client of Cloud Bigtable that honours
 * BIGTABLE_EMULATOR_HOST can use it. Throws an error with the code `invalid_argument` for an invalid topology or a port that is
 * taken, and `store_unavailable` for a data folder that cannot be used.
 */
export async function startLocalBigtable(options: LocalBigtableOptions = {}): Promise<LocalBigtable> {
  const { topology, port = 0, dataDir, childProcess = false } = options;
  const start = childProcess ? startInChildProcess : startInProcess;
  return handleOf(await start({ topology, port, dataDir, host: LOCAL_DEFAULTS.host }));
}

function handleOf(server: RunningServer): LocalBigtable {
  const { endpoint } = server;
  const client = createControlClient(endpoint);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await client.close();
    await server.stop();
  };
  return {
    endpoint,
    port: Number(endpoint.slice(endpoint.lastIndexOf(':') + 1)),
    env: { BIGTABLE_EMULATOR_HOST: endpoint },
    faults: createFaultControl(client),
    stop: () => (stopped ??= stop()),
  };
}
