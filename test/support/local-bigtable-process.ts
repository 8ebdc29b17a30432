/**
 * The embedded Bigtable alone in a process, on the data folder given; prints where it listens. A second argument delays
 * each commit by so many milliseconds, so that a kill between a change and its commit is likely.
 */
import { startLocalBigtable } from '../../src/local/server';
import { LevelStorage } from '../../src/local/storage/level-storage';
import type { Storage } from '../../src/local/storage/storage';

function delayed(storage: Storage, delayMs: number): Storage {
  return {
    load: (reader) => storage.load(reader),
    close: () => storage.close(),
    async commit(records) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await storage.commit(records);
    },
  };
}

async function main(folder: string, delayMs: number): Promise<string> {
  const storage = await LevelStorage.open(folder, { sync: false });
  const { endpoint } = await startLocalBigtable({
    host: '127.0.0.1',
    port: 0,
    storage: delayMs > 0 ? delayed(storage, delayMs) : storage,
  });
  return endpoint;
}

const [folder = '', delayMs = '0'] = process.argv.slice(2);
main(folder, Number(delayMs)).then(
  (endpoint) => process.stdout.write(`${endpoint}\n`),
  (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
