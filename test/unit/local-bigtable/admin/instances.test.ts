import type { Writer } from 'protobufjs';
import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  PROJECT,
  rejectionOf,
  resultOf,
  TWO_CLUSTERS,
  zone,
} from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

const { INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION } = GrpcStatus;

describe('Instances', () => {
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    core = await openCore({ clock: new VirtualClock(1_700_000_000_500) });
    calls = new AdminCalls(core);
  });

  afterEach(() => core.close());

  it('an instance is created with its clusters and a default app profile', async () => {
    const operation = await calls.createInstance({
      instance: { displayName: 'One', labels: { team: 'ads' } },
    });
    const created = resultOf(admin.Instance, operation);
    expect(created).toMatchObject({
      name: INSTANCE,
      displayName: 'One',
      labels: { team: 'ads' },
      state: admin.Instance.State.READY,
      type: admin.Instance.Type.PRODUCTION,
    });
    expect(Number(created.createTime?.seconds)).toBe(1_700_000_000);
    expect(created.createTime?.nanos).toBe(500_000_000);
    expect(await calls.getInstance()).toEqual(created);
    const metadata = admin.CreateInstanceMetadata.decode(operation.metadata?.value as Uint8Array);
    expect(metadata.originalRequest?.instanceId).toBe('instance-1');
    expect(Number(metadata.finishTime?.seconds)).toBe(1_700_000_000);
    expect((await calls.listClusters()).clusters.map(({ name }) => name)).toEqual([
      `${INSTANCE}/clusters/cluster-eu`,
      `${INSTANCE}/clusters/cluster-us`,
    ]);
    expect((await calls.getProfile('default')).multiClusterRoutingUseAny).toBeDefined();
  });

  it('the default app profile of a single cluster allows transactions', async () => {
    await calls.createInstance({ clusters: { 'cluster-us': TWO_CLUSTERS['cluster-us']! } });
    expect((await calls.getProfile('default')).singleClusterRouting).toMatchObject({
      clusterId: 'cluster-us',
      allowTransactionalWrites: true,
    });
  });

  it.each<[string, admin.ICreateInstanceRequest, number, RegExp]>([
    ['a parent that is no project', { parent: 'project' }, INVALID_ARGUMENT, /parent/],
    ['a short id', { instanceId: 'five5' }, INVALID_ARGUMENT, /instance_id/],
    ['an id that ends with a dash', { instanceId: 'instance-' }, INVALID_ARGUMENT, /instance_id/],
    ['an id in capitals', { instanceId: 'INSTANCE' }, INVALID_ARGUMENT, /instance_id/],
    ['a long id', { instanceId: 'i'.repeat(34) }, INVALID_ARGUMENT, /instance_id/],
    ['no display name', { instance: {} }, INVALID_ARGUMENT, /display_name/],
    ['no cluster', { clusters: {} }, INVALID_ARGUMENT, /clusters/],
    [
      'a label that cannot be',
      { instance: { displayName: 'd', labels: { Team: 'x' } } },
      INVALID_ARGUMENT,
      /labels.*"Team"/,
    ],
    [
      'a label of few characters but many bytes',
      { instance: { displayName: 'd', labels: { ['漢'.repeat(43)]: 'x' } } },
      INVALID_ARGUMENT,
      /labels has an invalid key/,
    ],
    [
      'too many labels',
      {
        instance: {
          displayName: 'd',
          labels: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`l${index}`, ''])),
        },
      },
      INVALID_ARGUMENT,
      /labels.*64/,
    ],
    [
      'two clusters in a zone',
      { clusters: { 'cluster-1': { location: zone('a-b') }, 'cluster-2': { location: zone('a-b') } } },
      FAILED_PRECONDITION,
      /Cannot create multiple clusters in the same zone/,
    ],
    [
      'nine regions',
      {
        clusters: Object.fromEntries(
          Array.from({ length: 9 }, (_, index) => [`cluster-${index}`, { location: zone(`r${index}-a`) }]),
        ),
      },
      GrpcStatus.RESOURCE_EXHAUSTED,
      /9 regions.*8/,
    ],
  ])('an instance is not created with %s', async (_, request, status, message) => {
    expect(await rejectionOf(calls.createInstance(request))).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect((await calls.listInstances()).instances).toEqual([]);
  });

  it('an instance is not created with a cluster that has only an id, as a map entry on the wire may', async () => {
    const entry = Buffer.from('\x22\x0b\x0a\x09cluster-1', 'latin1');
    const request = admin.CreateInstanceRequest.encode({
      parent: PROJECT,
      instanceId: 'instance-1',
      instance: { displayName: 'One' },
    }).finish();
    const raw = { encode: (bytes: Uint8Array) => ({ finish: () => bytes }) as unknown as Writer };
    const path = 'google.bigtable.admin.v2.BigtableInstanceAdmin/CreateInstance';
    const call = calls.call(path, [raw, admin.Instance], Buffer.concat([request, entry]));
    expect(await rejectionOf(call)).toEqual([INVALID_ARGUMENT, expect.stringContaining('location')]);
  });

  it('an instance is created once, even if its first table created it', async () => {
    await calls.createInstance();
    expect((await rejectionOf(calls.createInstance()))[0]).toBe(ALREADY_EXISTS);
    await calls.call(
      'google.bigtable.admin.v2.BigtableTableAdmin/CreateTable',
      [admin.CreateTableRequest, admin.Table],
      { parent: `${PROJECT}/instances/implied`, tableId: 't', table: {} },
    );
    expect((await calls.getInstance(`${PROJECT}/instances/implied`)).displayName).toBe('implied');
    expect((await calls.listInstances()).instances.map(({ displayName }) => displayName)).toEqual([
      'implied',
      'The first',
    ]);
    expect((await calls.listClusters(`${PROJECT}/instances/implied`)).clusters).toMatchObject([
      { location: zone('local-a'), serveNodes: 1 },
    ]);
  });

  it('instances are listed by project only', async () => {
    await calls.createInstance();
    await calls.createInstance({ parent: 'projects/project-2' });
    expect((await calls.listInstances()).instances).toHaveLength(1);
    expect((await rejectionOf(calls.listInstances('nonsense')))[0]).toBe(INVALID_ARGUMENT);
    expect((await rejectionOf(calls.getInstance(`${PROJECT}/instances/nowhere`)))[0]).toBe(NOT_FOUND);
    for (const name of ['', '/', PROJECT, `${PROJECT}/instances/`, `${PROJECT}/instances/nowhere/tables/t`]) {
      expect((await rejectionOf(calls.deleteInstance(name)))[0]).toBe(INVALID_ARGUMENT);
      expect((await rejectionOf(calls.getInstance(name)))[0]).toBe(INVALID_ARGUMENT);
    }
  });

  it('an update replaces only display name and type', async () => {
    await calls.createInstance({ instance: { displayName: 'One', labels: { a: 'b' } } });
    const updated = await calls.updateInstance({ displayName: 'Two', labels: { c: 'd' } });
    expect(updated).toMatchObject({ displayName: 'Two', labels: { a: 'b' }, type: 1 });
    expect((await rejectionOf(calls.updateInstance({ displayName: '' })))[0]).toBe(INVALID_ARGUMENT);
    expect((await rejectionOf(calls.updateInstance({ name: `${PROJECT}/instances/x` })))[0]).toBe(NOT_FOUND);
  });

  it('a mask updates only the fields that it names, in either spelling', async () => {
    await calls.createInstance({ instance: { displayName: 'One', labels: { a: 'b' } } });
    const patch = { displayName: 'Two', labels: { c: 'd' } };
    expect(resultOf(admin.Instance, await calls.patchInstance(patch, ['labels']))).toMatchObject({
      displayName: 'One',
      labels: { c: 'd' },
    });
    expect(resultOf(admin.Instance, await calls.patchInstance(patch, ['displayName']))).toMatchObject(patch);
    expect(resultOf(admin.Instance, await calls.patchInstance({}, ['labels'])).labels).toEqual({});
    const { PRODUCTION } = admin.Instance.Type;
    expect(resultOf(admin.Instance, await calls.patchInstance({}, ['type'])).type).toBe(PRODUCTION);
    expect((await calls.getInstance()).displayName).toBe('Two');
  });

  it.each([
    [[], /update_mask must not be empty/],
    [['create_time'], /create_time/],
    [['name'], /name/],
  ])('an instance is not updated by the mask %j', async (paths, message) => {
    await calls.createInstance();
    expect(await rejectionOf(calls.patchInstance({ displayName: 'Two' }, paths))).toEqual([
      INVALID_ARGUMENT,
      expect.stringMatching(message),
    ]);
  });

  it('deleting an instance deletes everything in it', async () => {
    await calls.createInstance();
    await calls.createTable('t');
    await calls.createProfile('any', { multiClusterRoutingUseAny: {} });
    await calls.deleteInstance();
    expect((await rejectionOf(calls.getInstance()))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.getTable('t')))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.getProfile('any')))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.deleteInstance()))[0]).toBe(NOT_FOUND);
    await calls.createInstance();
    expect((await calls.listProfiles()).appProfiles.map(({ name }) => name)).toEqual([
      `${INSTANCE}/appProfiles/default`,
    ]);
  });

  it('an instance is not deleted while one of its tables has deletion protection', async () => {
    await calls.createInstance();
    await calls.createTable('loose');
    await calls.createTable('kept', { deletionProtection: true });
    expect(await rejectionOf(calls.deleteInstance())).toEqual([
      FAILED_PRECONDITION,
      expect.stringContaining('tables/kept'),
    ]);
    await calls.getTable('loose');
  });

  it('every permission is reported as granted', async () => {
    await calls.createInstance();
    const permissions = ['bigtable.tables.get', 'bigtable.instances.delete'];
    expect((await calls.testPermissions(INSTANCE, permissions)).permissions).toEqual(permissions);
    for (const nowhere of [`${PROJECT}/instances/nowhere`, `${INSTANCE}/tables/nowhere`]) {
      expect((await rejectionOf(calls.testPermissions(nowhere, permissions)))[0]).toBe(NOT_FOUND);
    }
  });
});
