/**
 * Runs the embedded Bigtable alone in a process on the given data folder and prints its address. A second argument
 * delays each commit by this many milliseconds, so that a kill between a change and its commit is likely. A third one
 * is the number of clusters, `c0`, `c1`, …, each in its own region and with an app profile `at-c0`, … that routes to
 * it.
 */
import { startLocalBigtable } from '../../../src/local-bigtable/server';
import { LevelStorage } from '../../../src/local-bigtable/storage/level-storage';
import type { CommitStorage } from '../../../src/local-bigtable/storage/commit-storage';
import type { Topology } from '../../../src/routing/topology/topology';

const LINK_DELAY_MS = 20;

function delayed(storage: CommitStorage, delayMs: number): CommitStorage {
  return {
    load: (reader) => storage.load(reader),
    close: () => storage.close(),
    async commit(records) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await storage.commit(records);
    },
  };
}

function topologyOf(count: number): Topology {
  const ids = Array.from({ length: count }, (_, index) => `c${index}`);
  return {
    links: ids.flatMap((a, index) =>
      ids.slice(index + 1).map((b) => ({
        between: [`region-${a}`, `region-${b}`] as const,
        conditions: { delayMs: LINK_DELAY_MS, jitterMs: LINK_DELAY_MS },
      })),
    ),
    instances: [
      {
        name: 'projects/p/instances/i',
        displayName: 'i',
        clusters: ids.map((id) => ({
          id,
          region: `region-${id}`,
          zone: `region-${id}-a`,
          nodes: 1,
          role: 'serving',
          writes: 'accepted' as const,
        })),
        appProfiles: ids.map((clusterId) => ({
          id: `at-${clusterId}`,
          description: '',
          priority: 'high' as const,
          readOnly: false,
          routing: { kind: 'single-cluster', clusterId, transactions: true },
        })),
      },
    ],
  };
}

async function main(folder: string, delayMs: number, clusters: number): Promise<string> {
  const storage = await LevelStorage.open(folder, { sync: false });
  const { endpoint } = await startLocalBigtable({
    host: '127.0.0.1',
    port: 0,
    storage: delayMs > 0 ? delayed(storage, delayMs) : storage,
    ...(clusters > 0 && { topology: topologyOf(clusters) }),
  });
  return endpoint;
}

const [folder = '', delayMs = '0', clusters = '0'] = process.argv.slice(2);
main(folder, Number(delayMs), Number(clusters)).then(
  (endpoint) => process.stdout.write(`${endpoint}\n`),
  (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
