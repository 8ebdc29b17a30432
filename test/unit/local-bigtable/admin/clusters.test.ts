import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  PROJECT,
  rejectionOf,
  resultOf,
  zone,
} from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

const { INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION } = GrpcStatus;
const ASIA = { location: zone('asia-east1-a') };
const autoscaling = (
  min: number,
  max: number,
  targets: admin.IAutoscalingTargets = { cpuUtilizationPercent: 60 },
): admin.ICluster => ({
  clusterConfig: {
    clusterAutoscalingConfig: {
      autoscalingLimits: { minServeNodes: min, maxServeNodes: max },
      autoscalingTargets: targets,
    },
  },
});
const AUTOSCALING = 'cluster_config.cluster_autoscaling_config';

describe('Clusters', () => {
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    core = await openCore({ clock: new VirtualClock() });
    calls = new AdminCalls(core);
    await calls.createInstance();
  });

  afterEach(() => core.close());

  const regions = (): string[] =>
    [...core.dependencies.catalog.instance(INSTANCE).clusters.values()].map(({ region }) => region).sort();

  it('a new cluster has every table', async () => {
    await calls.createTable('t');
    const operation = await calls.createCluster('cluster-asia', {
      ...ASIA,
      serveNodes: 2,
      defaultStorageType: 2,
    });
    expect(resultOf(admin.Cluster, operation)).toMatchObject({
      name: `${INSTANCE}/clusters/cluster-asia`,
      location: ASIA.location,
      serveNodes: 2,
      state: admin.Cluster.State.READY,
      defaultStorageType: admin.StorageType.HDD,
    });
    const metadata = admin.CreateClusterMetadata.decode(operation.metadata?.value as Uint8Array);
    expect(Object.keys(metadata.tables)).toEqual([`${INSTANCE}/tables/t`]);
    expect(await calls.getCluster('cluster-asia')).toEqual(resultOf(admin.Cluster, operation));
    expect(regions()).toEqual(['asia-east1', 'europe-west1', 'us-east1']);
    expect(Object.keys((await calls.getTable('t')).clusterStates).sort()).toEqual([
      'cluster-asia',
      'cluster-eu',
      'cluster-us',
    ]);
  });

  it('a cluster without a number of nodes has one, on SSD', async () => {
    const created = resultOf(admin.Cluster, await calls.createCluster('cluster-asia', ASIA));
    expect(created).toMatchObject({ serveNodes: 1, defaultStorageType: admin.StorageType.SSD });
  });

  it('autoscaling keeps the number of nodes within its limits and has default targets', async () => {
    const created = resultOf(
      admin.Cluster,
      await calls.createCluster('cluster-asia', { ...ASIA, ...autoscaling(2, 5) }),
    );
    expect(created.serveNodes).toBe(2);
    expect(created.clusterConfig?.clusterAutoscalingConfig?.autoscalingTargets).toMatchObject({
      cpuUtilizationPercent: 60,
      storageUtilizationGibPerNode: 2_560,
    });
  });

  it('clusters with HDD have other autoscaling targets', async () => {
    const requested = { ...ASIA, ...autoscaling(1, 2), defaultStorageType: admin.StorageType.HDD };
    const created = resultOf(admin.Cluster, await calls.createCluster('cluster-asia', requested));
    const { autoscalingTargets } = created.clusterConfig?.clusterAutoscalingConfig ?? {};
    expect(autoscalingTargets?.storageUtilizationGibPerNode).toBe(8_192);
  });

  it.each<[string, string, admin.ICluster, number, RegExp]>([
    ['a short id', 'five5', ASIA, INVALID_ARGUMENT, /cluster_id/],
    ['an id that begins with a digit', '1-cluster', ASIA, INVALID_ARGUMENT, /cluster_id/],
    ['no location', 'cluster-asia', {}, INVALID_ARGUMENT, /location/],
    ['a taken id', 'cluster-eu', ASIA, ALREADY_EXISTS, /cluster-eu/],
    ['a taken zone', 'cluster-asia', { location: zone('us-east1-b') }, FAILED_PRECONDITION, /same zone/],
    ['fewer than no nodes', 'cluster-asia', { ...ASIA, serveNodes: -1 }, INVALID_ARGUMENT, /serve_nodes/],
    [
      'an odd number of nodes that scale by two',
      'cluster-asia',
      { ...ASIA, serveNodes: 3, nodeScalingFactor: 2 },
      INVALID_ARGUMENT,
      /multiple of 2/,
    ],
    [
      'both ways of scaling',
      'cluster-asia',
      { ...ASIA, serveNodes: 3, ...autoscaling(1, 5) },
      INVALID_ARGUMENT,
      /Exactly one/,
    ],
    [
      'limits upside down',
      'cluster-asia',
      { ...ASIA, ...autoscaling(5, 2) },
      INVALID_ARGUMENT,
      /autoscaling_limits/,
    ],
    [
      'no lower limit',
      'cluster-asia',
      { ...ASIA, ...autoscaling(0, 2) },
      INVALID_ARGUMENT,
      /min_serve_nodes/,
    ],
    [
      'too high a load',
      'cluster-asia',
      { ...ASIA, ...autoscaling(1, 2, { cpuUtilizationPercent: 81 }) },
      INVALID_ARGUMENT,
      /cpu_utilization_percent/,
    ],
    [
      'too low a load',
      'cluster-asia',
      { ...ASIA, ...autoscaling(1, 2, { cpuUtilizationPercent: 9 }) },
      INVALID_ARGUMENT,
      /cpu_utilization_percent/,
    ],
    [
      'more than an SSD takes',
      'cluster-asia',
      {
        ...ASIA,
        ...autoscaling(1, 2, { cpuUtilizationPercent: 50, storageUtilizationGibPerNode: 8_192 }),
      },
      INVALID_ARGUMENT,
      /storage_utilization_gib_per_node/,
    ],
  ])('a cluster is not created with %s', async (_, id, cluster, status, message) => {
    expect(await rejectionOf(calls.createCluster(id, cluster))).toEqual([
      status,
      expect.stringMatching(message),
    ]);
    expect(regions()).toEqual(['europe-west1', 'us-east1']);
  });

  it('an instance has clusters in at most eight regions', async () => {
    for (let index = 3; index <= 8; index++) {
      await calls.createCluster(`cluster-${index}`, { location: zone(`region${index}-a`) });
    }
    await calls.createCluster('cluster-same', { location: zone('region8-b') });
    const ninth = calls.createCluster('cluster-9', { location: zone('region9-a') });
    expect(await rejectionOf(ninth)).toEqual([GrpcStatus.RESOURCE_EXHAUSTED, expect.stringContaining('8')]);
  });

  it('an instance has at most 31 clusters', async () => {
    for (let index = 3; index <= 31; index++) {
      await calls.createCluster(`cluster-${index}`, { location: zone(`region-${index}`) });
    }
    const last = calls.createCluster('cluster-32', { location: zone('region-32') });
    expect(await rejectionOf(last)).toEqual([GrpcStatus.RESOURCE_EXHAUSTED, expect.stringContaining('31')]);
    expect((await calls.listClusters()).clusters).toHaveLength(31);
    expect((await rejectionOf(calls.getCluster('cluster-32')))[0]).toBe(NOT_FOUND);
    const clusters = Object.fromEntries(
      Array.from({ length: 32 }, (_, index) => [`cluster-${index}`, { location: zone(`region-${index}`) }]),
    );
    const crowded = calls.createInstance({ instanceId: 'instance-2', clusters });
    expect((await rejectionOf(crowded))[0]).toBe(GrpcStatus.RESOURCE_EXHAUSTED);
    expect((await calls.listInstances()).instances).toHaveLength(1);
  });

  it('clusters are listed by instance and for all instances of a project', async () => {
    await calls.createInstance({ instanceId: 'instance-2' });
    const names = async (parent?: string) =>
      (await calls.listClusters(parent)).clusters.map(({ name }) => name?.slice(PROJECT.length));
    expect(await names()).toEqual([
      '/instances/instance-1/clusters/cluster-eu',
      '/instances/instance-1/clusters/cluster-us',
    ]);
    expect(await names(`${PROJECT}/instances/-`)).toEqual([
      '/instances/instance-1/clusters/cluster-eu',
      '/instances/instance-1/clusters/cluster-us',
      '/instances/instance-2/clusters/cluster-eu',
      '/instances/instance-2/clusters/cluster-us',
    ]);
    expect((await rejectionOf(calls.listClusters(`${PROJECT}/instances/nowhere`)))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.listClusters('nowhere')))[0]).toBe(INVALID_ARGUMENT);
    expect((await rejectionOf(calls.getCluster('nowhere')))[0]).toBe(NOT_FOUND);
  });

  it('an update changes the number of nodes, but not the location or storage type', async () => {
    const resized = resultOf(admin.Cluster, await calls.updateCluster('cluster-us', { serveNodes: 7 }));
    expect(resized).toMatchObject({ serveNodes: 7, location: zone('us-east1-b') });
    expect((await calls.getCluster('cluster-us')).serveNodes).toBe(7);
    for (const change of [{ location: zone('us-west1-a') }, { defaultStorageType: 2 }]) {
      const rejected = calls.updateCluster('cluster-us', { serveNodes: 8, ...change });
      expect((await rejectionOf(rejected))[0]).toBe(INVALID_ARGUMENT);
    }
    expect((await rejectionOf(calls.updateCluster('nowhere', { serveNodes: 1 })))[0]).toBe(NOT_FOUND);
  });

  it('a mask switches to autoscaling and back', async () => {
    const patch = async (cluster: admin.ICluster, ...paths: string[]) =>
      resultOf(admin.Cluster, await calls.patchCluster('cluster-us', cluster, paths));
    expect((await patch(autoscaling(5, 10), AUTOSCALING)).serveNodes).toBe(3);
    expect((await patch({ serveNodes: 9 }, 'serve_nodes')).serveNodes).toBe(3);
    expect(
      resultOf(admin.Cluster, await calls.updateCluster('cluster-us', { serveNodes: 9 })).serveNodes,
    ).toBe(3);
    expect((await calls.getCluster('cluster-us')).clusterConfig).toBeTruthy();
    const limits = await patch(autoscaling(6, 12), `${AUTOSCALING}.autoscaling_limits`);
    expect(limits.clusterConfig?.clusterAutoscalingConfig?.autoscalingLimits?.maxServeNodes).toBe(12);
    const manual = await patch({ serveNodes: 4 }, 'serve_nodes', 'cluster_config');
    expect([manual.serveNodes, manual.clusterConfig]).toEqual([4, null]);
    const both = calls.patchCluster('cluster-us', { serveNodes: 4, ...autoscaling(1, 2) }, [
      'serve_nodes',
      AUTOSCALING,
    ]);
    expect(await rejectionOf(both)).toEqual([INVALID_ARGUMENT, expect.stringContaining('Exactly one')]);
  });

  it.each([[[]], [['location']], [['state']]])('a cluster is not updated by the mask %j', async (paths) => {
    const rejected = calls.patchCluster('cluster-us', { serveNodes: 2 }, paths);
    expect(await rejectionOf(rejected)).toEqual([INVALID_ARGUMENT, expect.stringContaining('update_mask')]);
  });

  it('a cluster is deleted unless it is the last one', async () => {
    await calls.deleteCluster('cluster-us');
    expect(regions()).toEqual(['europe-west1']);
    expect((await rejectionOf(calls.getCluster('cluster-us')))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.deleteCluster('cluster-us')))[0]).toBe(NOT_FOUND);
    expect(await rejectionOf(calls.deleteCluster('cluster-eu'))).toEqual([
      FAILED_PRECONDITION,
      expect.stringContaining('last cluster'),
    ]);
  });

  it.each<[string, admin.IAppProfile]>([
    ['alone', { singleClusterRouting: { clusterId: 'cluster-us' } }],
    ['in a group', { multiClusterRoutingUseAny: { clusterIds: ['cluster-us', 'cluster-eu'] } }],
  ])('a cluster is not deleted while an app profile routes to it %s', async (_, profile) => {
    await calls.createProfile('needs-it', profile);
    expect(await rejectionOf(calls.deleteCluster('cluster-us'))).toEqual([
      FAILED_PRECONDITION,
      expect.stringContaining('needs-it'),
    ]);
    await calls.deleteProfile('needs-it');
    await calls.deleteCluster('cluster-us');
  });
});
