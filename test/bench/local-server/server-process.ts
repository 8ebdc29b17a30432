/** The embedded Bigtable alone in a process, on the folder given or in memory; ends with its parent's channel. */
import { startLocalBigtable } from '../../../src/local/server';

const dataDir = process.argv[2];

async function main(): Promise<void> {
  const bigtable = await startLocalBigtable({
    host: '127.0.0.1',
    port: 0,
    ...(dataDir !== undefined && { dataDir }),
  });
  process.once('disconnect', () => void bigtable.close().then(() => process.exit()));
  process.send?.(bigtable.endpoint);
}

void main();
