import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import type { RoutedRequest } from '../../../../src/local-bigtable/catalog/choose-cluster';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { LOCAL_INSTANCE, LOCAL_TABLE, openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { VirtualClock } from '../../../support/virtual-clock';
import type {
  AppProfile,
  ClusterLocation,
  LinkConditions,
  MultiClusterRouting,
  ProfileRouting,
} from '../../../../src/routing/topology/topology';

const place = (id: string, region: string): ClusterLocation => ({ id, region, zone: `${region}-${id}` });
const CLUSTERS = [place('asia-1', 'asia'), place('eu-1', 'eu'), place('eu-2', 'eu'), place('us-1', 'us')];
const LINKS = [
  { between: ['eu', 'us'], conditions: { delayMs: 40 } },
  { between: ['eu', 'asia'], conditions: { delayMs: 120 } },
  { between: ['us', 'asia'], conditions: { delayMs: 90 } },
] as const;

const ANY: MultiClusterRouting = { kind: 'multi-cluster', clusterIds: [], rowAffinity: false };
const AFFINE: MultiClusterRouting = { ...ANY, rowAffinity: true };
const KEYS = Array.from({ length: 2_000 }, (_, index) => `user#${index}`);

describe('chooseCluster', () => {
  let core: LocalCore;

  beforeEach(async () => {
    ({ core } = await openCoreWithTable({
      families: [],
      clusters: CLUSTERS,
      topology: { links: LINKS, instances: [] },
      clock: new VirtualClock(),
    }));
  });

  afterEach(() => core.close());

  function define(routing: ProfileRouting, profile: Partial<AppProfile> = {}): void {
    core.dependencies.catalog.instance(LOCAL_INSTANCE).appProfiles.set('p', {
      id: 'p',
      routing,
      readOnly: false,
      ...profile,
    });
  }

  function route(request: Partial<RoutedRequest>): string {
    const { catalog } = core.dependencies;
    return catalog.route(LOCAL_TABLE, 'p', { access: 'read', clientRegion: undefined, ...request }).cluster
      .id;
  }

  function rejectionOf(request: Partial<RoutedRequest>): [number, string] {
    try {
      return [GrpcStatus.OK, route(request)];
    } catch (error) {
      return [(error as RpcError).status, (error as RpcError).message];
    }
  }

  function fault(a: string, b: string, change: Partial<LinkConditions>): void {
    core.dependencies.network.setFaults([{ ends: [{ region: a }, { region: b }], change }]);
  }

  const cluster = (id: string) => core.dependencies.catalog.instance(LOCAL_INSTANCE).cluster(id);

  /** Returns the number of keys per cluster. */
  function spread(keys: readonly string[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const rowKey of keys) {
      const id = route({ rowKey, clientRegion: 'eu' });
      counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts;
  }

  it('single-cluster routing uses its cluster from everywhere', () => {
    define({ kind: 'single-cluster', clusterId: 'asia-1', transactions: false });
    expect([
      route({}),
      route({ clientRegion: 'eu' }),
      route({ access: 'write', clientRegion: 'us' }),
    ]).toEqual(Array(3).fill('asia-1'));
  });

  it('single-cluster routing fails without failover when its cluster is stopped or unreachable', () => {
    define({ kind: 'single-cluster', clusterId: 'asia-1', transactions: false });
    fault('asia', 'eu', { partitioned: true });
    expect(rejectionOf({ clientRegion: 'eu' })[0]).toBe(GrpcStatus.UNAVAILABLE);
    expect(route({ clientRegion: 'us' })).toBe('asia-1');
    cluster('asia-1').stopped = true;
    expect(rejectionOf({ clientRegion: 'us' })).toEqual([
      GrpcStatus.UNAVAILABLE,
      expect.stringContaining('asia-1') as string,
    ]);
  });

  it('single-cluster routing reports that its cluster does not exist', () => {
    define({ kind: 'single-cluster', clusterId: 'gone', transactions: false });
    expect(rejectionOf({})).toEqual([
      GrpcStatus.FAILED_PRECONDITION,
      expect.stringContaining('gone') as string,
    ]);
  });

  it('multi-cluster routing uses the nearest cluster, and always the same of equidistant ones', () => {
    define(ANY);
    expect(['eu', 'us', 'asia'].map((clientRegion) => route({ clientRegion }))).toEqual([
      'eu-1',
      'us-1',
      'asia-1',
    ]);
    expect(KEYS.slice(0, 50).every((rowKey) => route({ rowKey, clientRegion: 'eu' }) === 'eu-1')).toBe(true);
    expect(route({})).toBe('asia-1');
  });

  it("multi-cluster routing prefers the client's own region, and regions without a link come last", () => {
    const instance = core.dependencies.catalog.instance(LOCAL_INSTANCE);
    for (const region of ['attic', 'mars']) instance.addCluster(place(`${region}-1`, region));
    define({ ...ANY, clusterIds: ['attic-1', 'mars-1'] });
    expect(route({ clientRegion: 'mars' })).toBe('mars-1');
    define({ ...ANY, clusterIds: ['asia-1', 'attic-1'] });
    expect(route({ clientRegion: 'eu' })).toBe('asia-1');
    fault('eu', 'eu', { delayMs: 5_000 });
    define(ANY);
    expect(route({ clientRegion: 'eu' })).toBe('eu-1');
    cluster('asia-1').stopped = true;
    define({ ...ANY, clusterIds: ['asia-1', 'attic-1'] });
    expect(route({ clientRegion: 'eu' })).toBe('attic-1');
  });

  it('multi-cluster routing fails over to the next nearest cluster, and back', () => {
    define(ANY);
    const fromEurope = (): string => route({ clientRegion: 'eu' });
    cluster('eu-1').stopped = true;
    expect(fromEurope()).toBe('eu-2');
    cluster('eu-2').stopped = true;
    expect(fromEurope()).toBe('us-1');
    fault('eu', 'us', { partitioned: true });
    expect(fromEurope()).toBe('asia-1');
    core.dependencies.network.setFaults([]);
    expect(fromEurope()).toBe('us-1');
    cluster('eu-1').stopped = false;
    expect(fromEurope()).toBe('eu-1');
  });

  it('multi-cluster routing follows changes of distances', () => {
    define(ANY);
    for (const id of ['eu-1', 'eu-2']) cluster(id).stopped = true;
    fault('eu', 'us', { delayMs: 500 });
    expect(route({ clientRegion: 'eu' })).toBe('asia-1');
  });

  it('routing fails when no cluster is left', () => {
    define({ ...ANY, clusterIds: ['us-1', 'gone'] });
    cluster('us-1').stopped = true;
    expect(rejectionOf({})).toEqual([GrpcStatus.UNAVAILABLE, expect.stringContaining('p') as string]);
  });

  it('routing stays within a group of clusters', () => {
    define({ ...ANY, clusterIds: ['us-1', 'asia-1'] });
    expect(route({ clientRegion: 'eu' })).toBe('us-1');
    cluster('us-1').stopped = true;
    expect(route({ clientRegion: 'eu' })).toBe('asia-1');
  });

  it('row affinity distributes rows over equidistant clusters, and each row always to the same one', () => {
    define(AFFINE);
    const counts = spread(KEYS);
    expect(Object.keys(counts).sort()).toEqual(['eu-1', 'eu-2']);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(KEYS.length * 0.4);
    for (const rowKey of KEYS.slice(0, 50)) {
      const first = route({ rowKey, clientRegion: 'eu' });
      expect(route({ rowKey, clientRegion: 'eu', access: 'write' })).toBe(first);
    }
  });

  it('row affinity sends requests for several rows to one cluster', () => {
    define(AFFINE);
    expect(route({ clientRegion: 'eu' })).toBe('eu-1');
  });

  it('row affinity fails over only the rows of the lost cluster, and back', () => {
    define(AFFINE);
    const at = (): string[] => KEYS.map((rowKey) => route({ rowKey, clientRegion: 'eu' }));
    const before = at();
    cluster('eu-2').stopped = true;
    expect(new Set(at())).toEqual(new Set(['eu-1']));
    cluster('eu-2').stopped = false;
    expect(at()).toEqual(before);
  });

  it('row affinity moves few rows when a cluster is added, and the same ones back when it is removed', () => {
    define(AFFINE);
    const instance = core.dependencies.catalog.instance(LOCAL_INSTANCE);
    const at = (): string[] => KEYS.map((rowKey) => route({ rowKey, clientRegion: 'eu' }));
    const before = at();
    instance.addCluster(place('eu-3', 'eu'));
    const moved = at().flatMap((id, index) => (id === before[index] ? [] : id));
    expect(new Set(moved)).toEqual(new Set(['eu-3']));
    expect(moved.length / KEYS.length).toBeGreaterThan(0.25);
    expect(moved.length / KEYS.length).toBeLessThan(0.42);
    instance.removeCluster('eu-3');
    expect(at()).toEqual(before);
  });

  it.each<[string, ProfileRouting]>([
    ['any cluster', ANY],
    ['any cluster with row affinity', AFFINE],
    [
      'a single cluster without transactions',
      { kind: 'single-cluster', clusterId: 'eu-1', transactions: false },
    ],
  ])('routing to %s rejects single-row transactions as production does', (_, routing) => {
    define(routing);
    expect(rejectionOf({ access: 'transaction', rowKey: 'k' })).toEqual([
      GrpcStatus.FAILED_PRECONDITION,
      expect.stringContaining('Single-row transactions are not allowed by this app profile') as string,
    ]);
    expect(route({ access: 'write', rowKey: 'k', clientRegion: 'eu' })).toMatch(/^eu-/);
  });

  it('single-cluster routing with transactions allows them', () => {
    define({ kind: 'single-cluster', clusterId: 'us-1', transactions: true });
    expect(route({ access: 'transaction', rowKey: 'k' })).toBe('us-1');
  });

  it('Data Boost serves reads only', () => {
    define({ kind: 'single-cluster', clusterId: 'us-1', transactions: true }, { readOnly: true });
    expect(route({})).toBe('us-1');
    for (const access of ['write', 'transaction'] as const) {
      expect(rejectionOf({ access })[0]).toBe(GrpcStatus.FAILED_PRECONDITION);
    }
  });
});
