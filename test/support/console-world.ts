import { join } from 'node:path';
import { createApp } from '../../src/app';
import { loadSchema } from '../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../src/config/index';
import { createControlClient } from '../../src/embedded/control-client';
import { createFaultControl } from '../../src/embedded/create-fault-control';
import { startLocalBigtable } from '../../src/local-bigtable/index';
import { createLogger } from '../../src/platform/telemetry/logger';
import { loadTopology } from '../../src/routing/topology/topology-file';
import { LONG_DEADLINES } from './long-deadlines';
import { applySchema } from './running-app';

const TOPOLOGY = join(__dirname, '../../infra/examples/topologies/three-continents.json');

export interface ConsoleWorld {
  /** Address of the server, whose console controls the faults of its store. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on an embedded Bigtable with clusters in three regions. */
export async function startConsoleWorld(env: NodeJS.ProcessEnv = {}): Promise<ConsoleWorld> {
  const bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: loadTopology(TOPOLOGY) });
  await applySchema(bigtable.endpoint, undefined, loadSchema());
  const config = loadConfig({
    PORT: '0',
    BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
    TIDEMARK_TOPOLOGY: TOPOLOGY,
    ...LONG_DEADLINES,
    ...env,
  });
  const control = createControlClient(bigtable.endpoint);
  const logger = createLogger({ level: 'silent', service: 'test' });
  const app = await createApp(config, { logger, faults: createFaultControl(control) });
  const { port } = await app.listen();
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await app.drain();
      await control.close();
      await bigtable.close();
    },
  };
}
