/** A store whose topology has placements, on the embedded Bigtable. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../src/bigtable/client/types';
import { setCell } from '../../../src/bigtable/write/mutations';
import { DIRECTORY_TABLE, FENCE_TABLE, fenceTable } from '../../../src/core/residency/placement-rules';
import { rowKey } from '../../../src/core/rows/row-key';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { runCli } from '../../support/run-cli';
import { openTableAdmin } from '../../support/table-admin';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

const EXAMPLE = join(__dirname, '../../../infra/examples/topologies/residency.json');
const topology = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
  readonly placements: Record<string, unknown>;
  readonly instances: {
    readonly 'tidemark-eu': { readonly clusters: { readonly 'eu-north': Record<string, string> } };
  };
};
const call = { timeoutMs: 20_000 };

const row = (id: string) => ({
  key: rowKey(id),
  mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('v'))],
});
const read = (table: string, id: string) => ({ table, key: rowKey(id), filter: { passAllFilter: true } });

describe('A store with placements', () => {
  let world: ConsistencyWorld;
  let store: Store;

  beforeAll(async () => {
    world = await startConsistencyWorld(topology);
  });
  afterAll(() => world.close());

  beforeEach(() => {
    store = openTestStore(world.env('europe-west1'));
  });
  afterEach(async () => {
    await store.close();
    writeFileSync(world.topologyFile, JSON.stringify(topology));
  });

  /** Returns a client of one instance, behind its app profile for this cluster. */
  const clientOf = (instance: string, appProfileId: string): DataClient =>
    createDataClient({
      transport: createTransport({ endpoint: world.endpoint, plaintext: true }),
      project: 'tidemark',
      instance,
      appProfileId,
    });

  const familiesOf = async (instance: string): Promise<Record<string, readonly string[]>> => {
    const { admin, close } = openTableAdmin({ endpoint: world.endpoint, project: 'tidemark', instance });
    const tables = await Promise.all((await admin.listTables()).map((table) => admin.getTable(table)));
    await close();
    return Object.fromEntries(tables.map((each) => [each!.table, Object.keys(each!.families).sort()]));
  };

  it('has the tables of each placement in its instance', async () => {
    const users = ['_loc', '_prv', '_rsv', '_wm', 'ad_action', 'campaign_action', 'embedding', 'profile'];
    const fences = ['_loc', '_wm'];
    expect(await familiesOf('tidemark-us')).toMatchObject({ users, tidemark_fences: fences });
    expect((await familiesOf('tidemark-us'))['campaigns']).not.toContain('_loc');
    const counts = ['_wm', 'campaign_counts'];
    expect((await familiesOf('tidemark-us'))['campaign_counts']).toEqual(counts);
    expect(await familiesOf('tidemark-eu')).toEqual({
      users,
      campaign_counts: counts,
      tidemark_fences: fences,
    });
    expect(await familiesOf('tidemark-directory')).toEqual({ tidemark_directory: ['_loc', '_wm'] });
  });

  it('writes and reads each placement strictly, in its own instance only', async () => {
    const { cluster } = await store.writer.mutateRow('users@eu', row('hanna'), call);
    expect(cluster).toMatch(/^eu-/);
    const { row: found, evidence } = await store.reader.readRow(
      read('users@eu', 'hanna'),
      { level: 'strict' },
      call,
    );
    expect([found?.cells.length, evidence.met]).toEqual([1, true]);
    const us = clientOf('tidemark-us', 'at-us-central');
    const eu = clientOf('tidemark-eu', 'at-eu-west');
    await until(async () => (await eu.readRow({ table: 'users', key: rowKey('hanna') })) !== undefined);
    expect(await us.readRow({ table: 'users', key: rowKey('hanna') })).toBeUndefined();
    await Promise.all([us.close(), eu.close()]);
  });

  it('clears, warms up and writes heartbeats to all tables', async () => {
    await store.warmUp(call);
    store.start();
    const places = [
      { table: 'users', client: clientOf('tidemark-eu', 'at-eu-west') },
      { table: FENCE_TABLE, client: clientOf('tidemark-eu', 'at-eu-west') },
      { table: FENCE_TABLE, client: clientOf('tidemark-us', 'at-us-central') },
      { table: DIRECTORY_TABLE, client: clientOf('tidemark-directory', 'at-eu-west') },
    ];
    for (const { table, client } of places) {
      const hasHeartbeat = async (): Promise<boolean> => {
        for await (const { key } of client.readRows({ table }))
          if (/^[0-9a-f]{2}!\d{10}$/.test(key.toString())) return true;
        return false;
      };
      await until(hasHeartbeat);
      await client.close();
    }
  });

  it('retires a cluster from the tables of its placement', async () => {
    const draining = structuredClone(topology);
    draining.instances['tidemark-eu'].clusters['eu-north']['writes'] = 'draining';
    writeFileSync(world.topologyFile, JSON.stringify(draining));
    const args = ['topology', 'retire', 'eu-north', '--rollout', '0', '--dry-run', '--json'];
    const { stdout } = await runCli(args, { env: world.env() });
    const { tables } = JSON.parse(stdout) as { tables: readonly { readonly table: string }[] };
    expect(tables.map(({ table }) => table)).toEqual(['users@eu', 'campaign_counts@eu', fenceTable('eu')]);
  });

  it('follows a topology that loses and regains a placement', async () => {
    const without = structuredClone(topology);
    delete without.placements['eu'];
    writeFileSync(world.topologyFile, JSON.stringify(without));
    store.reload();
    const lost = tidemarkError('store_unavailable', undefined, 'in no placement');
    for (const table of ['users@eu', fenceTable('eu')]) {
      await expect(store.writer.mutateRow(table, row('ida'), call)).rejects.toEqual(lost);
      await expect(store.reader.readRow(read(table, 'ida'), { level: 'strict' }, call)).rejects.toEqual(lost);
    }
    writeFileSync(world.topologyFile, JSON.stringify(topology));
    store.reload();
    expect((await store.writer.mutateRow('users@eu', row('ida'), call)).cluster).toMatch(/^eu-/);
  });

  it('keeps its topology when a new one places a corpus that the schema does not declare', async () => {
    const misspelt = { ...topology, placementGroups: { users: { corpora: ['user'], default: 'us' } } };
    writeFileSync(world.topologyFile, JSON.stringify(misspelt));
    store.reload();
    expect(store.topology.placements?.groupByCorpus.has('users')).toBe(true);
    expect(() => openTestStore(world.env('europe-west1'))).toThrow(
      tidemarkError('invalid_argument', 'placementGroups.users.corpora[0]', 'did you mean "users"?'),
    );
  });
});
