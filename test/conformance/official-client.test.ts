import { Bigtable } from '@google-cloud/bigtable';
import { type LocalBigtable, startLocalBigtable } from '../../src/local/server';

type Families = Record<string, Record<string, { value: unknown }[]>>;

/** Google's own client, unchanged, against the embedded server. */
describe('the official Node client on the embedded server', () => {
  let server: LocalBigtable;
  let bigtable: Bigtable;

  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    process.env['BIGTABLE_EMULATOR_HOST'] = server.endpoint;
    bigtable = new Bigtable({ projectId: 'p', metricsEnabled: false });
  });

  afterAll(async () => {
    delete process.env['BIGTABLE_EMULATOR_HOST'];
    await bigtable.close();
    await server.close();
  });

  it('creates a table, inserts, reads, filters, deletes', async () => {
    const table = bigtable.instance('i').table('users');
    await table.create({ families: [{ name: 'stats', rule: { versions: 2 } }, 'info'] });
    expect((await bigtable.instance('i').getTables())[0].map(({ id }) => id)).toEqual(['users']);
    await table.insert([
      { key: 'u#1', data: { stats: { clicks: { value: 'three', timestamp: 3000 } }, info: { name: 'Ada' } } },
      { key: 'u#2', data: { stats: { clicks: { value: 'one', timestamp: 1000 } } } },
    ]);
    const [rows] = await table.getRows();
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(['u#1', 'u#2']);
    const [row] = await table.row('u#1').get();
    expect((row.data as Families)['info']?.['name']?.[0]?.value).toBe('Ada');
    const [filtered] = await table.getRows({ filter: [{ family: 'stats' }, { column: { cellLimit: 1 } }] });
    expect(filtered.map((each: { data: object }) => Object.keys(each.data))).toEqual([['stats'], ['stats']]);
    await table.row('u#1').increment('stats:views', 2);
    const [views] = (await table.row('u#1').get(['stats:views'])) as unknown as [Families];
    expect(views['stats']?.['views']?.[0]?.value).toBe(2);
    await table.row('u#2').delete();
    expect((await table.getRows())[0]).toHaveLength(1);
    await table.deleteRows('u#');
    expect((await table.getRows())[0]).toHaveLength(0);
    await table.createFamily('more');
    expect((await table.getFamilies())[0].map(({ id }) => id).sort()).toEqual(['info', 'more', 'stats']);
    await table.delete();
    expect((await table.exists())[0]).toBe(false);
  });

  it('makes an instance with clusters and app profiles, waiting for its operations, and deletes them', async () => {
    const cluster = { id: 'shop-c1', location: 'europe-west1-b', nodes: 3, storage: 'ssd' };
    const [instance, made] = await bigtable.createInstance('shop-1', { clusters: [cluster] });
    await made.promise();
    expect((await bigtable.getInstances())[0].map(({ id }) => id)).toContain('shop-1');
    const [, grown] = await instance.createCluster('shop-c2', { location: 'us-east1-b', nodes: 1 });
    await grown.promise();
    expect((await instance.getClusters())[0].map(({ id }) => id)).toEqual(['shop-c1', 'shop-c2']);
    const second = instance.cluster('shop-c2');
    await instance.createAppProfile('batch', { routing: second });
    expect((await instance.getAppProfiles())[0].map(({ id }) => id)).toEqual(['batch', 'default']);
    await bigtable
      .instance('shop-1')
      .table('users')
      .create({ families: ['info'] });
    await instance.appProfile('batch').delete({ ignoreWarnings: true });
    await second.delete();
    await instance.delete();
    expect((await bigtable.getInstances())[0].map(({ id }) => id)).not.toContain('shop-1');
  });
});
