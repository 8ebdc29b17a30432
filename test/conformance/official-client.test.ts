import { Bigtable, v2 } from '@google-cloud/bigtable';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/server';

const HOUR_MS = 3_600_000;

type Families = Record<string, Record<string, { value: unknown }[]>>;

/** Runs Google's client, unchanged, against the embedded server. */
describe('the official Node client on the embedded server', () => {
  let server: LocalBigtable;
  let bigtable: Bigtable;
  const clients: Bigtable[] = [];

  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    process.env['BIGTABLE_EMULATOR_HOST'] = server.endpoint;
    bigtable = new Bigtable({ projectId: 'p', metricsEnabled: false });
  });

  afterAll(async () => {
    delete process.env['BIGTABLE_EMULATOR_HOST'];
    for (const client of [bigtable, ...clients]) await client.close();
    await server.close();
  });

  it('the client creates a table, inserts, reads, filters and deletes', async () => {
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

  it('the client creates an instance with clusters and app profiles, waits for its operations, and deletes them', async () => {
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

  it('the client waits for operations and reads their results', async () => {
    const [instance, operation] = await bigtable.createInstance('shop-2', {
      displayName: 'Second',
      labels: { team: 'ads' },
      clusters: [
        { id: 'shop-c1', location: 'europe-west1-b', nodes: 3, storage: 'ssd' },
        {
          id: 'shop-c2',
          location: 'us-east1-b',
          minServeNodes: 2,
          maxServeNodes: 4,
          cpuUtilizationPercent: 60,
        },
      ],
    });
    const [made] = (await operation.promise()) as [object];
    expect(made).toMatchObject({
      name: 'projects/p/instances/shop-2',
      displayName: 'Second',
      labels: { team: 'ads' },
    });
    expect((await instance.exists())[0]).toBe(true);
    const [renamed] = await instance.setMetadata({ displayName: 'Renamed' });
    await (renamed as unknown as LongRunning).promise();
    expect((await instance.getMetadata())[0]).toMatchObject({
      displayName: 'Renamed',
      labels: { team: 'ads' },
    });

    const cluster = instance.cluster('shop-c2');
    expect((await cluster.getMetadata())[0]).toMatchObject({
      serveNodes: 2,
      clusterConfig: expect.anything() as object,
    });
    const [resized] = await cluster.setMetadata({ nodes: 5 });
    await (resized as unknown as LongRunning).promise();
    const [{ serveNodes, clusterConfig }] = await cluster.getMetadata();
    expect([serveNodes, clusterConfig]).toEqual([5, undefined]);
  });

  it('the client uses app profiles and waits for replication', async () => {
    const instance = bigtable.instance('shop-2');
    // The client accepts strings, but sends them as bytes in base64.
    const splits = ['m', 't'].map((key) => Buffer.from(key).toString('base64'));
    await instance.table('ads').create({ families: ['info'], splits });
    await instance.createAppProfile('near', { routing: 'any', description: 'the nearest' });
    await instance.createAppProfile('us', {
      routing: instance.cluster('shop-c2'),
      allowTransactionalWrites: true,
    });
    await instance.createAppProfile('group', { routing: new Set(['shop-c1', 'shop-c2']) });
    const through = (appProfileId: string) => {
      const client = new Bigtable({ projectId: 'p', metricsEnabled: false, appProfileId });
      clients.push(client);
      return client.instance('shop-2').table('ads');
    };
    await through('near').insert([
      { key: 'ad#1', data: { info: { clicks: { value: 1, timestamp: 1000 } } } },
    ]);
    await expect(through('near').row('ad#1').increment('info:clicks', 1)).rejects.toThrow(
      'Single-row transactions are not allowed by this app profile',
    );
    await through('us').row('ad#1').increment('info:clicks', 1);
    await expect(through('nowhere').getRows()).rejects.toThrow('App profile not found');
    const table = instance.table('ads');
    expect((await table.waitForReplication())[0]).toBe(true);
    const [token] = await table.generateConsistencyToken();
    expect((await table.checkConsistency(token))[0]).toBe(true);
    expect((await table.sampleRowKeys())[0].map(({ key }) => String(key))).toEqual(['m', 't', '']);
    const [metadata] = await table.getMetadata({ view: 'full' });
    expect(Object.keys(metadata.clusterStates ?? {}).sort()).toEqual(['shop-c1', 'shop-c2']);

    const [updated] = await instance.appProfile('near').setMetadata({ routing: instance.cluster('shop-c1') });
    await (updated as unknown as LongRunning).promise();
    expect((await instance.appProfile('near').getMetadata())[0]).toMatchObject({
      description: 'the nearest',
      singleClusterRouting: { clusterId: 'shop-c1' },
    });
    await expect(instance.cluster('shop-c1').delete()).rejects.toThrow(/route to it: .*near/);
    await expect(instance.appProfile('group').delete()).rejects.toThrow('Deleting an app profile');
    await instance.appProfile('group').delete({ ignoreWarnings: true });
    expect((await instance.appProfile('group').exists())[0]).toBe(false);
  });

  it('the client backs tables up, copies and restores backups, and deletes them', async () => {
    const instance = bigtable.instance('shop-2');
    const source = instance.table('backed-up');
    await source.create({ families: ['info'] });
    await source.insert({ key: 'ad#1', data: { info: { name: { value: 'Boots', timestamp: 1000 } } } });
    const expireTime = new Date(Date.now() + 8 * HOUR_MS);
    const cluster = instance.cluster('shop-c1');
    const [backup, made] = await cluster.createBackup('backup-1', { table: source, expireTime });
    await made.promise();
    await backup.getMetadata();
    expect([backup.metadata?.state, backup.expireDate.getTime()]).toEqual(['READY', expireTime.getTime()]);
    const [fromTable, second] = await source.createBackup('backup-2', { expireTime });
    await second.promise();
    await fromTable.delete();
    const later = new Date(Date.now() + 48 * HOUR_MS);
    await backup.setMetadata({ expireTime: later });
    expect(backup.expireDate.getTime()).toBe(later.getTime());
    const [copy, copied] = await backup.copy({
      cluster: instance.cluster('shop-c2'),
      id: 'copy-1',
      expireTime: later,
    });
    await copied.promise();
    expect((await instance.getBackups())[0].map(({ id }) => id).sort()).toEqual(['backup-1', 'copy-1']);
    expect((await cluster.getBackups())[0].map(({ id }) => id)).toEqual(['backup-1']);
    const [restored, restoring] = await copy.restore('restored');
    await restoring.promise();
    expect((await restored.getRows())[0].map(({ id }: { id: string }) => id)).toEqual(['ad#1']);
    const elsewhere = bigtable.instance('i');
    const [, moving] = await backup.restoreTo({ tableId: 'moved', instance: elsewhere });
    await moving.promise();
    expect((await elsewhere.table('moved').getRows())[0]).toHaveLength(1);
    await Promise.all([backup.delete(), copy.delete()]);
    await expect(backup.getMetadata()).rejects.toThrow('Backup not found');
  });

  it('the client reads and writes through an authorized view', async () => {
    const table = bigtable.instance('i').table('viewed');
    await table.create({ families: ['info'] });
    const cell = (value: string) => ({ value, timestamp: 1000 });
    const data = { info: { name: cell('Ada'), mail: cell('ada@example.com') } };
    await table.insert([
      { key: 'u#1', data },
      { key: 'x#1', data },
    ]);
    const admin = new v2.BigtableTableAdminClient(bigtable.options.BigtableTableAdminClient);
    const [creation] = await admin.createAuthorizedView({
      parent: 'projects/p/instances/i/tables/viewed',
      authorizedViewId: 'names',
      authorizedView: {
        subsetView: {
          rowPrefixes: [Buffer.from('u#')],
          familySubsets: { info: { qualifiers: [Buffer.from('name')] } },
        },
      },
    });
    await creation.promise();
    const name = 'projects/p/instances/i/tables/viewed/authorizedViews/names';
    const view = bigtable.instance('i').view('viewed', 'names');
    const rows = (await view.getRows())[0] as { id: string; data: Families }[];
    expect(rows.map((row) => [row.id, Object.keys(row.data['info']!)])).toEqual([['u#1', ['name']]]);
    await view.insert({ key: 'u#2', data: { info: { name: cell('Grace') } } });
    await expect(
      view.insert({ key: 'u#2', data: { info: { mail: cell('g@example.com') } } }),
    ).rejects.toThrow(
      `Cannot mutate from ${name} because the mutation contains cells outside the Authorized View.`,
    );
    await expect(view.insert({ key: 'x#1', data: { info: { name: cell('no') } } })).rejects.toThrow(
      'Cannot mutate',
    );
    expect((await view.sampleRowKeys())[0].map(({ key }: { key: unknown }) => String(key))).toEqual(['u$']);
    expect(
      (await admin.listAuthorizedViews({ parent: 'projects/p/instances/i/tables/viewed' }))[0],
    ).toHaveLength(1);
    await admin.deleteAuthorizedView({ name });
    await expect(view.getRows()).rejects.toThrow('Authorized view not found');
    await admin.close();
  });

  it('the client restores a deleted table', async () => {
    const table = bigtable.instance('i').table('deleted');
    await table.create({ families: ['info'] });
    await table.insert({ key: 'u#1', data: { info: { name: { value: 'Ada', timestamp: 1000 } } } });
    await table.delete();
    const admin = new v2.BigtableTableAdminClient(bigtable.options.BigtableTableAdminClient);
    const [operation] = await admin.undeleteTable({ name: 'projects/p/instances/i/tables/deleted' });
    expect((await operation.promise())[0].name).toBe('projects/p/instances/i/tables/deleted');
    expect((await table.getRows())[0]).toHaveLength(1);
    await admin.close();
  });

  it('the client tests permissions and protects a table', async () => {
    const instance = bigtable.instance('shop-2');
    const permissions = ['bigtable.tables.create', 'bigtable.clusters.delete'];
    expect((await instance.testIamPermissions(permissions))[0]).toEqual(permissions);
    const [policy] = await instance.getIamPolicy();
    expect(policy).toMatchObject({ bindings: [] });
    const bindings = [{ role: 'roles/bigtable.reader', members: ['user:ada@example.com'] }];
    const [stored] = await instance.table('ads').setIamPolicy({ bindings });
    expect((await instance.table('ads').getIamPolicy())[0]).toEqual(stored);
    const admin = new v2.BigtableTableAdminClient(bigtable.options.BigtableTableAdminClient);
    const name = 'projects/p/instances/shop-2/tables/ads';
    const update = {
      table: { name, deletionProtection: true },
      updateMask: { paths: ['deletion_protection'] },
    };
    const [operation] = await admin.updateTable(update);
    expect((await operation.promise())[0]).toMatchObject({ name, deletionProtection: true });
    const checked = await admin.checkUpdateTableProgress(operation.name ?? '');
    expect([checked.done, checked.metadata]).toMatchObject([true, { name }]);
    await expect(instance.table('ads').delete()).rejects.toThrow('deletion protection');
    await expect(instance.delete()).rejects.toThrow('deletion protection');
    await admin.close();
  });
});

/** Result of a call with more fields than its type. */
interface LongRunning {
  promise(): Promise<unknown>;
}
