import { google } from '@google-cloud/bigtable/build/protos/protos';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import type { StreamHandler } from '../../../../src/local-bigtable/grpc/grpc-server';
import { admin, data } from '../../../../src/local-bigtable/encoding/proto';
import { LevelStorage } from '../../../../src/local-bigtable/storage/level-storage';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
} from '../../../../src/routing/topology/topology';
import { FRAME_HEADER_BYTES, GrpcStatus } from '../../../../src/platform/network/grpc';
import { AdminCalls, INSTANCE, PROJECT, rejectionOf } from '../../../support/local-bigtable/admin-calls';

const TABLE = `${INSTANCE}/tables/t`;
const cluster = (id: string, region: string, nodes = 1): ClusterDeclaration => ({
  id,
  region,
  zone: `${region}-a`,
  nodes,
  role: 'serving',
  writes: 'accepted',
});
const EU = cluster('eu', 'europe-west1');
const US = cluster('us', 'us-east1');
const ASIA = cluster('asia', 'asia-east1');
const profile = (id: string, clusterId: string): AppProfileDeclaration => ({
  id,
  description: `to ${clusterId}`,
  priority: 'low',
  readOnly: false,
  routing: { kind: 'single-cluster', clusterId, transactions: false },
});
const declared = (
  clusters: readonly ClusterDeclaration[],
  appProfiles: readonly AppProfileDeclaration[] = [],
): InstanceDeclaration => ({ name: INSTANCE, displayName: 'Declared', clusters, appProfiles });

describe('Instances, clusters and app profiles in a data folder', () => {
  let folder: string;
  let core: LocalCore;
  let calls: AdminCalls;

  async function open(...instances: InstanceDeclaration[]): Promise<void> {
    const storage = await LevelStorage.open(folder, { sync: false });
    core = await openCore({ topology: { links: [], instances } }, storage);
    calls = new AdminCalls(core);
  }

  async function reopen(...instances: InstanceDeclaration[]): Promise<void> {
    await core.close();
    await open(...instances);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-resources-'));
  });

  afterEach(async () => {
    await core.close();
    rmSync(folder, { recursive: true });
  });

  const clusterIds = (): string[] => [...core.dependencies.catalog.instance(INSTANCE).clusters.keys()].sort();
  const profileIds = (): string[] =>
    [...core.dependencies.catalog.instance(INSTANCE).appProfiles.keys()].sort();
  const routed = (profileId: string): string =>
    core.dependencies.catalog.route(TABLE, profileId, { access: 'read', clientRegion: undefined }).cluster.id;

  /** Writes through a profile and lets replication run. */
  async function write(key: string, appProfileId = ''): Promise<void> {
    await calls.call(
      'google.bigtable.v2.Bigtable/MutateRow',
      [data.MutateRowRequest, google.bigtable.v2.MutateRowResponse],
      {
        tableName: TABLE,
        appProfileId,
        rowKey: Buffer.from(key),
        mutations: [{ setCell: { familyName: 'f', columnQualifier: Buffer.from('q'), timestampMicros: 0 } }],
      },
    );
  }

  function keysAt(id: string): string[] {
    const { catalog } = core.dependencies;
    const replica = catalog.table(TABLE).replicaAt(catalog.instance(INSTANCE).cluster(id));
    return [...replica.scan({ start: '', end: undefined })].map(({ key }) => key);
  }

  async function samples(): Promise<[offsetBytes: number, key: string][]> {
    const handler = core.handlers.get('/google.bigtable.v2.Bigtable/SampleRowKeys');
    const samples: [number, string][] = [];
    const request = Buffer.from(data.SampleRowKeysRequest.encode({ tableName: TABLE }).finish());
    const sink = {
      isEnded: false,
      onEnded: () => undefined,
      write(frame: Buffer): undefined {
        const { offsetBytes, rowKey } = data.SampleRowKeysResponse.decode(frame.subarray(FRAME_HEADER_BYTES));
        samples.push([Number(offsetBytes), Buffer.from(rowKey as Uint8Array).toString()]);
      },
    };
    await (handler!.handle as StreamHandler)(request, sink, {});
    return samples;
  }

  /** Returns everything that the admin API reports. */
  const snapshot = async () => [
    await calls.listInstances(),
    await calls.listClusters(`${PROJECT}/instances/-`),
    await calls.listProfiles({ parent: `${PROJECT}/instances/-` }),
    await calls.getTable('t'),
  ];

  it('instances, clusters and app profiles survive a restart', async () => {
    await open();
    await calls.createInstance({ instance: { displayName: 'One', labels: { a: 'b' } } });
    await calls.createTable('t', { columnFamilies: { f: {} }, deletionProtection: true });
    await calls.updateTable('t', { changeStreamConfig: { retentionPeriod: { seconds: 86_400 } } }, [
      'change_stream_config',
    ]);
    await calls.createProfile('us', { singleClusterRouting: { clusterId: 'cluster-us' } });
    await calls.createProfile('gone', { multiClusterRoutingUseAny: {} });
    await calls.deleteProfile('gone');
    await calls.updateCluster('cluster-us', { serveNodes: 9 });
    await calls.createCluster('cluster-asia', { location: `${PROJECT}/locations/asia-east1-a` });
    await calls.deleteCluster('cluster-eu');
    await calls.patchInstance({ displayName: 'Two' }, ['display_name']);
    await calls.createInstance({ instanceId: 'without-tables' });
    await calls.createInstance({ instanceId: 'deleted' });
    await calls.deleteInstance(`${PROJECT}/instances/deleted`);
    await write('k');
    const before = await snapshot();
    await reopen();
    expect(await snapshot()).toEqual(before);
    expect([clusterIds(), profileIds(), routed('us')]).toEqual([
      ['cluster-asia', 'cluster-us'],
      ['default', 'us'],
      'cluster-us',
    ]);
    expect((await rejectionOf(calls.deleteTable('t')))[0]).toBe(GrpcStatus.FAILED_PRECONDITION);
    expect(keysAt('cluster-asia')).toEqual(['k']);
  });

  it('a table creates its instance permanently', async () => {
    await open();
    await calls.createTable('t', { columnFamilies: { f: {} } });
    const before = await snapshot();
    await reopen();
    expect(await snapshot()).toEqual(before);
    expect(await rejectionOf(calls.createInstance())).toEqual([
      GrpcStatus.ALREADY_EXISTS,
      expect.stringContaining(INSTANCE),
    ]);
  });

  it('instances are created for the tables of a folder that has none', async () => {
    const definition = admin.Table.encode({ name: TABLE, columnFamilies: { f: {} } }).finish();
    const storage = await LevelStorage.open(folder, { sync: false });
    await storage.load({ table() {}, row() {}, entry() {} });
    await storage.commit([{ kind: 'define', table: 1, definition }]);
    await storage.close();
    await open();
    expect((await calls.getInstance()).displayName).toBe('instance-1');
    await write('k');
    await reopen();
    expect([clusterIds(), keysAt('local')]).toEqual([['local'], ['k']]);
  });

  it('names beyond ASCII are retained', async () => {
    await open();
    const parent = 'projects/prøject-漢/instances/instance-1';
    core.dependencies.instances.getOrCreate(parent);
    await reopen();
    expect((await calls.getInstance(parent)).name).toBe(parent);
  });

  it('names that resemble storage keys are retained', async () => {
    await open();
    const parent = `${PROJECT}/instances/initialSplits`;
    await calls.createInstance();
    for (const id of ['initialSplits', 'declaredAppProfiles', '__proto__', 'constructor']) {
      await calls.createProfile(id, { multiClusterRoutingUseAny: {} });
    }
    await calls.call(
      'google.bigtable.admin.v2.BigtableTableAdmin/CreateTable',
      [admin.CreateTableRequest, admin.Table],
      { parent, tableId: 'initialSplits', initialSplits: [{ key: Buffer.from('m') }] },
    );
    const instances = (await calls.listInstances()).instances;
    const ids = profileIds();
    await reopen();
    expect(profileIds()).toEqual(ids);
    expect((await calls.listInstances()).instances).toEqual(instances);
    expect(core.dependencies.catalog.table(`${parent}/tables/initialSplits`).details.initialSplits).toEqual([
      'm',
    ]);
  });

  it('a declaration applies from one start to the next', async () => {
    const topology = declared([EU, { ...US, nodes: 4 }], [profile('batch', 'us')]);
    await open(topology);
    expect((await calls.getInstance()).displayName).toBe('Declared');
    expect(await calls.getCluster('us')).toMatchObject({
      location: `${PROJECT}/locations/us-east1-a`,
      serveNodes: 4,
    });
    expect(await calls.getProfile('batch')).toMatchObject({
      description: 'to us',
      singleClusterRouting: { clusterId: 'us', allowTransactionalWrites: false },
      standardIsolation: { priority: admin.AppProfile.Priority.PRIORITY_LOW },
    });
    await calls.createTable('t');
    const before = await snapshot();
    await reopen(topology);
    expect([await snapshot(), core.dependencies.commits.latestVersion]).toEqual([before, 0]);
    await reopen();
    expect(await snapshot()).toEqual(before);
  });

  it('a changed declaration adds and changes resources, and removes what it omits', async () => {
    await open(declared([EU, US], [profile('one', 'us'), profile('two', 'us')]));
    await calls.createTable('t', { columnFamilies: { f: {} } });
    await calls.createProfile('by-hand', { multiClusterRoutingUseAny: {} });
    await write('k', 'by-hand');
    await reopen(declared([{ ...EU, nodes: 5 }, ASIA], [profile('two', 'asia'), profile('three', 'eu')]));
    expect([clusterIds(), profileIds(), routed('two')]).toEqual([
      ['asia', 'eu'],
      ['by-hand', 'default', 'three', 'two'],
      'asia',
    ]);
    expect((await calls.getCluster('eu')).serveNodes).toBe(5);
    expect((await rejectionOf(calls.getCluster('us')))[0]).toBe(GrpcStatus.NOT_FOUND);
    expect((await rejectionOf(calls.getProfile('one')))[0]).toBe(GrpcStatus.NOT_FOUND);
    expect([keysAt('eu'), keysAt('asia')]).toEqual([['k'], ['k']]);
  });

  it('the data remains when every cluster is declared again', async () => {
    await open(declared([EU]));
    await calls.createTable('t', { columnFamilies: { f: {} } });
    await write('k');
    await reopen(declared([{ ...EU, region: 'europe-west4', zone: 'europe-west4-a' }]));
    expect([keysAt('eu'), routed('')]).toEqual([['k'], 'eu']);
    await reopen(declared([US, ASIA]));
    expect([keysAt('us'), keysAt('asia'), routed('')]).toEqual([['k'], ['k'], 'asia']);
    await write('l');
    expect((await calls.getProfile('default')).multiClusterRoutingUseAny).toBeTruthy();
  });

  it('a declaration applies to an instance that a table has created', async () => {
    await open();
    await calls.createTable('t', { columnFamilies: { f: {} } });
    await write('k');
    await reopen(declared([EU, US]));
    expect([clusterIds(), keysAt('us'), routed('')]).toEqual([['eu', 'us'], ['k'], 'eu']);
  });

  it('a removed declaration of the default app profile restores the usual one', async () => {
    await open(declared([EU, US], [profile('default', 'us')]));
    await calls.createTable('t');
    expect(routed('')).toBe('us');
    await reopen(declared([EU, US]));
    expect(routed('')).toBe('eu');
  });

  it('initial splits are retained as long as their tables exist', async () => {
    await open();
    await calls.createTable('t', { columnFamilies: { f: {} } }, ['m', 'd', 'm', 't']);
    const empty = ['d', 'm', 't', ''].map((key) => [0, key]);
    expect(await samples()).toEqual(empty);
    await reopen();
    expect(await samples()).toEqual(empty);
    for (const key of ['a', 'm', 'z']) await write(key);
    const [afterA, beforeM, afterM, all] = (await samples()).map(([offsetBytes]) => offsetBytes);
    expect([afterA! > 0, beforeM === afterA, afterM! > beforeM!, all! > afterM!]).toEqual(
      Array(4).fill(true),
    );
    await calls.deleteTable('t');
    await reopen();
    await calls.createTable('t');
    await reopen();
    expect(await samples()).toEqual([[0, '']]);
  });
});
