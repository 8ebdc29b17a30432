/**
 * The embedded Bigtable and the API in one process, as `npm start` has them: `ingest-server.ts <data folder>`. Prints
 * the API's port.
 */
import { startApp, startStore } from './running-app';

async function main(dataDir: string): Promise<void> {
  const store = await startStore({ dataDir });
  const { port } = await startApp({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    // However slow the machine is: what is tested is what becomes of events, not how soon.
    TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '60000',
  });
  process.stdout.write(`${port}\n`);
}

void main(process.argv[2]!);
