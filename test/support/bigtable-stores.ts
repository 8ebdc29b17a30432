import { createDataClient } from '../../src/bigtable/client/data-client';
import type { TableAdminClient } from '../../src/bigtable/admin/table-admin-client';
import { createTransport } from '../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../src/bigtable/client/types';
import { startLocalBigtable } from '../../src/local-bigtable/index';
import { googleBigtableSkipReason, startGoogleBigtable } from './google-bigtable';
import { openTableAdmin } from './table-admin';

/** Running Bigtable with clients of one instance. `instance()` returns further, empty ones. */
export interface Store {
  readonly endpoint: string;
  instance(): StoreInstance;
}

export interface StoreInstance {
  readonly project: string;
  readonly client: DataClient;
  readonly admin: TableAdminClient;
}

interface RunningServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

async function startEmbedded(): Promise<RunningServer> {
  const server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
  return { endpoint: server.endpoint, stop: () => server.close() };
}

/** Runs the same tests on the embedded Bigtable and on Google's emulator, or reports why the latter is skipped. */
export function describeStores(topic: string, define: (store: () => Store) => void): void {
  describeStore(`${topic}, on the embedded Bigtable`, startEmbedded, define);
  const skipReason = googleBigtableSkipReason();
  const title = `${topic}, on Google's emulator`;
  if (skipReason === undefined) describeStore(title, startGoogleBigtable, define);
  else describe.skip(`${title}: ${skipReason}`, () => it.todo('needs the emulator'));
}

function describeStore(
  title: string,
  start: () => Promise<RunningServer>,
  define: (store: () => Store) => void,
): void {
  describe(title, () => {
    let server: RunningServer;
    const clients: { close(): Promise<void> }[] = [];
    let instances = 0;

    beforeAll(async () => {
      server = await start();
    });

    afterAll(async () => {
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
    });

    define(() => ({
      endpoint: server.endpoint,
      instance() {
        const project = `test-${process.pid}-${instances++}`;
        const transport = createTransport({ endpoint: server.endpoint, plaintext: true, channels: 1 });
        const names = { project, instance: 'tidemark' };
        const client = createDataClient({ transport, ...names });
        const opened = openTableAdmin({ endpoint: server.endpoint, ...names });
        clients.push(client, opened);
        return { project, client, admin: opened.admin };
      },
    }));
  });
}
