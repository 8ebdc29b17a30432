import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useLocalBigtable } from '../../../src/embedded/use-local-bigtable';
import type { LocalBigtable } from '../../../src/embedded/local-bigtable';
import { startLocalBigtable } from '../../../src/embedded/start-local-bigtable';
import { createTables } from '../../../src/embedded/seed-tables';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { setCell, SERVER_TIME } from '../../../src/bigtable/write/mutations';

const TOPOLOGY = {
  project: 'p',
  instances: {
    i: {
      clusters: { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } },
      appProfiles: { eu: { cluster: 'eu-a' }, us: { cluster: 'us-a' } },
    },
  },
};

const TARGET = { project: 'p', instance: 'i' };

/** Runs `use` with a data client through an app profile. */
async function withClient<T>(
  endpoint: string,
  appProfileId: string,
  use: (client: ReturnType<typeof createDataClient>) => Promise<T>,
): Promise<T> {
  const transport = createTransport({ endpoint, plaintext: true, channels: 1 });
  const client = createDataClient({ transport, ...TARGET, appProfileId });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const hasRow = (endpoint: string, profile: string): Promise<boolean> =>
  withClient(
    endpoint,
    profile,
    async (client) => (await client.readRow({ table: 't', key: Buffer.from('r') })) !== undefined,
  );

const write = (endpoint: string, profile: string): Promise<void> =>
  withClient(endpoint, profile, (client) =>
    client.mutateRow('t', {
      key: Buffer.from('r'),
      mutations: [setCell('f', Buffer.from('q'), SERVER_TIME, Buffer.from('v'))],
    }),
  );

describe('startLocalBigtable', () => {
  let running: LocalBigtable | undefined;

  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  it('starts a server with the topology, whose links are cut and healed', async () => {
    running = await startLocalBigtable({ topology: TOPOLOGY });
    const { endpoint, port, env, faults } = running;
    expect([endpoint, env.BIGTABLE_EMULATOR_HOST]).toEqual([`127.0.0.1:${port}`, endpoint]);
    await createTables({ endpoint, ...TARGET }, { t: ['f'] });
    await faults.cut('eu', 'us');
    await write(endpoint, 'eu');
    const [cut] = await faults.status();
    expect(cut).toMatchObject({ name: 'projects/p/instances/i', tables: 1, pendingRows: 1 });
    expect(cut!.links.map(({ blocked }) => blocked)).toEqual([true, true]);
    expect(await hasRow(endpoint, 'us')).toBe(false);
    await faults.heal();
    await expect(replicated(running)).resolves.toBeUndefined();
    expect(await hasRow(endpoint, 'us')).toBe(true);
  });

  it('stops, starts and resets clusters', async () => {
    running = await startLocalBigtable({ topology: TOPOLOGY });
    const { faults } = running;
    await faults.stopCluster('eu-a');
    await faults.slow('us-a', 5);
    await faults.failRequests('us-a', 0.5);
    await faults.skewClock('us-a', 1_000);
    await faults.link('eu', 'us', { delayMs: 7 });
    const [changed] = await faults.status();
    expect(changed!.clusters).toEqual([
      expect.objectContaining({ id: 'eu-a', stopped: true, slowMs: 0 }),
      expect.objectContaining({ id: 'us-a', stopped: false, slowMs: 5, errorRate: 0.5 }),
    ]);
    await faults.startCluster('eu-a');
    expect((await faults.status())[0]!.clusters[0]!.stopped).toBe(false);
    await faults.reset();
    expect((await faults.status())[0]!.clusters[1]).toMatchObject({ slowMs: 0, errorRate: 0 });
  });

  it('rejects a place that does not exist, a topology that is invalid, and a port that is taken', async () => {
    running = await startLocalBigtable({ topology: TOPOLOGY });
    await expect(running.faults.cut('asia')).rejects.toMatchObject({ code: 'invalid_argument' });
    const wrong = { instances: { i: { clusters: { a: { region: 'eu', regoin: 'us' } } } } };
    await expect(startLocalBigtable({ topology: wrong })).rejects.toMatchObject({
      code: 'invalid_argument',
      field: 'instances.i.clusters.a.regoin',
    });
    await expect(startLocalBigtable({ port: running.port })).rejects.toMatchObject({ field: 'port' });
  });

  it('names the data folder that another server uses', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-embedded-'));
    running = await startLocalBigtable({ dataDir });
    await expect(startLocalBigtable({ dataDir })).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(dataDir) as string,
    });
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('stops once, however often it is asked to', async () => {
    running = await startLocalBigtable();
    await Promise.all([running.stop(), running.stop()]);
  });
});

async function replicated({ faults }: LocalBigtable): Promise<void> {
  while ((await faults.status())[0]?.pendingRows !== 0);
}

describe('useLocalBigtable', () => {
  let seeded: string | undefined;
  const local = useLocalBigtable({
    topology: TOPOLOGY,
    tables: { t: { f: { versionsMax: 1, maxAgeMs: 86_400_000 } }, sums: { s: { aggregate: 'sum' } } },
    rows: { t: { r: { 'f:q': 'v' } } },
    seed: (bigtable) => {
      seeded = bigtable.endpoint;
    },
  });

  it('starts with the tables, the rows and the variable of emulators', async () => {
    expect([local.project, local.instance, seeded]).toEqual(['p', 'i', local.endpoint]);
    expect(process.env['BIGTABLE_EMULATOR_HOST']).toBe(local.endpoint);
    expect(await hasRow(local.endpoint, 'eu')).toBe(true);
    await local.faults.stopCluster('eu-a');
  });

  it('ends the faults of the test before', async () => {
    expect((await local.faults.status())[0]!.clusters.map(({ stopped }) => stopped)).toEqual([false, false]);
  });
});

it('useLocalBigtable names what to pass where there are no global hooks', () => {
  const { beforeAll } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'beforeAll');
    expect(() => useLocalBigtable()).toThrow(/import \* as hooks from 'vitest'/);
  } finally {
    globalThis.beforeAll = beforeAll;
  }
});
