import type { Fleet, FleetCluster } from '../../../../src/core/capacity/fleet';
import { planCapacity, type CapacityPlan } from '../../../../src/core/capacity/plan-capacity';

const CLUSTERS: readonly FleetCluster[] = [
  { id: 'us-a', region: 'us', workload: 'serving' },
  { id: 'us-b', region: 'us', workload: 'serving' },
  { id: 'eu-a', region: 'eu', workload: 'serving' },
  { id: 'eu-b', region: 'eu', workload: 'serving' },
  { id: 'eu-c', region: 'eu', workload: 'serving' },
  { id: 'asia-a', region: 'asia', workload: 'serving' },
  { id: 'us-batch', region: 'us', workload: 'batch' },
];

/** Round figures: a node reads or writes 1,000 rows, a process answers 1,000 requests. */
function fleet(over: Partial<Fleet> = {}): Fleet {
  return {
    clusters: CLUSTERS,
    nearest: { us: 'eu', eu: 'us', asia: 'us' },
    traffic: {
      regionShares: { us: 0.5, eu: 0.3, asia: 0.2 },
      reads: { counts: { perSecond: 20_000, cpuMicros: 1_000, rowBytes: 1_024 } },
      events: { view: { perSecond: 2_000, cpuMicros: 100, mutationBytes: 100 } },
      hedgedShare: 0,
      originLookupShare: 0,
    },
    storage: {
      averageToPeak: 0.5,
      packedEventBytes: 10,
      unpackedEventBytes: 100,
      retentionDays: 11,
      unpackedDays: 1,
      otherBytes: 0,
      backupCopies: 0,
    },
    heartbeats: { tables: 1, paces: [], processesPerMachine: 1 },
    observability: { seriesPerProcess: 0, scrapeIntervalMs: 30_000, logBytesPerRead: 0 },
    limits: {
      nodeReadsPerSecond: 1_000,
      nodeWritesPerSecond: 1_000,
      nodeScanBytesPerSecond: 1e9,
      nodeStorageBytes: 1e15,
      nodeUtilisation: 0.5,
      storageUtilisation: 0.5,
      processUtilisation: 0.5,
      processMemoryGib: 1,
      batchHoursPerDay: 24,
    },
    prices: {
      nodeHour: 1,
      storageGibMonth: 0,
      cpuHour: 0,
      memoryGibHour: 0,
      replicationGib: 0,
      pubsubGib: 0,
      backupGibMonth: 0,
      metricSamplesMillion: 0,
      logGib: 0,
    },
    ...over,
  };
}

const nodesOf = (plan: CapacityPlan, id: string): number =>
  plan.clusters.find((each) => each.id === id)!.nodes;

it('a plan adds up reads and writes for the worst loss of one cluster or one region', () => {
  const plan = planCapacity(fleet());
  // us reads 10,000/s. One of its two clusters may be lost: the other then has 10 nodes' worth of reads and 2 of
  // writes, at half utilisation.
  expect(nodesOf(plan, 'us-a')).toBe(24);
  // eu reads 6,000/s, and 16,000/s when us is lost: a third of it per cluster, and 2 nodes' worth of writes.
  expect(nodesOf(plan, 'eu-a')).toBe(Math.ceil((16 / 3 + 2) / 0.5));
  // No load is redirected to asia. When its only cluster is lost, so is the region.
  expect(nodesOf(plan, 'asia-a')).toBe(12);
  // Batch work has the writes of all regions, and reads 86.4 million events of 100 bytes a day, which is next to
  // nothing.
  expect(nodesOf(plan, 'us-batch')).toBe(5);
  expect(plan.totals.nodes).toBe(2 * 24 + 3 * 15 + 12 + 5);
  expect(plan.totals.monthly.nodes).toBe(110 * 730);
  expect(plan.totals.monthly.total).toBe(plan.totals.monthly.nodes);
});

it('a plan has processes for the region, and for its neighbour when that is unavailable', () => {
  const { regions } = planCapacity(fleet());
  const of = (name: string) => regions.find(({ region }) => region === name)!;
  // Only one of eu and asia, whose load is redirected to us, is lost at a time: 0.5 + 0.3 of 20 cores, at half
  // utilisation.
  expect(of('us')).toMatchObject({ readsPerSecond: 10_000, readsPerSecondMost: 16_000, apiProcesses: 32 });
  expect(of('eu')).toMatchObject({ readsPerSecond: 6_000, readsPerSecondMost: 16_000, apiProcesses: 32 });
  expect(of('asia')).toMatchObject({ readsPerSecondMost: 4_000, apiProcesses: 8, consumerProcesses: 2 });
});

it('a plan counts bytes beyond 1 KB, hedges and origin lookups as reads', () => {
  const reads = { counts: { perSecond: 20_000, cpuMicros: 1_000, rowBytes: 1_024 + 1e6 } };
  const { traffic } = fleet();
  const usual = planCapacity(fleet()).clusters[0]!.reads;
  // 1 MB at 1 GB/s takes as long as a row: twice the work.
  expect(planCapacity(fleet({ traffic: { ...traffic, reads } })).clusters[0]!.reads).toBeCloseTo(2 * usual);
  const more = { ...traffic, hedgedShare: 0.05, originLookupShare: 0.15 };
  expect(planCapacity(fleet({ traffic: more })).clusters[0]!.reads).toBeCloseTo(1.2 * usual);
});

it('every cluster writes the heartbeats of all serving clusters, and a single one has none', () => {
  const paces = [
    { shards: 200, intervalMs: 2_000, remotePollIntervalMs: 1e12 },
    { shards: 50, intervalMs: 2_000, remotePollIntervalMs: 1e12 },
  ];
  const heartbeats = { tables: 2, paces, processesPerMachine: 1 };
  // 6 origins, 2 tables, 250 rows, every two seconds: 1,500 rows a second.
  expect(planCapacity(fleet({ heartbeats })).clusters.map((each) => each.heartbeats)).toEqual(
    Array(7).fill(1.5),
  );
  const alone = { clusters: [CLUSTERS[0]!], nearest: {}, heartbeats };
  const traffic = { ...fleet().traffic, regionShares: { us: 1 } };
  expect(planCapacity(fleet({ ...alone, traffic })).clusters[0]!.heartbeats).toBe(0);
});

it('each machine reads the heartbeats of its region often, and all others rarely', () => {
  const paces = [{ shards: 100, intervalMs: 10_000, remotePollIntervalMs: 100_000 }];
  const of = (processesPerMachine: number): CapacityPlan =>
    planCapacity(fleet({ heartbeats: { tables: 2, paces, processesPerMachine } }));
  const plan = of(1);
  const reads = (given: CapacityPlan, id: string): number =>
    given.clusters.find((each) => each.id === id)!.heartbeatReads;
  // Processes: 32 + 2 in us and in eu, 8 + 2 in asia. Each reads 100 rows, and one more before a write, every ten
  // seconds.
  const near = (processes: number): number => processes * 2 * 10.1;
  const far = (processes: number): number => processes * 2;
  expect(reads(plan, 'us-a')).toBeCloseTo((near(34) + far(44)) / 1_000);
  expect(reads(plan, 'asia-a')).toBeCloseTo((near(10) + far(68)) / 1_000);
  expect(reads(plan, 'us-batch')).toBe(0);
  expect(reads(of(2), 'us-a')).toBeCloseTo(reads(plan, 'us-a') / 2);
  // Six origins of 20 bytes per row: 44 processes read at 2 clusters of us, 44 at 3 of eu, and 68 at the one of asia.
  expect(plan.totals.farReadBytesPerSecond).toBeCloseTo((2 * far(44) + 3 * far(44) + far(68)) * 120);
});

it('a plan includes the cost of nodes for heartbeat reads, and of heartbeats read between regions', () => {
  const { prices } = fleet();
  const paces = [{ shards: 256, intervalMs: 100, remotePollIntervalMs: 300 }];
  const given = { heartbeats: { tables: 1, paces, processesPerMachine: 1 } };
  const plan = planCapacity(fleet({ ...given, prices: { ...prices, replicationGib: 1 } }));
  expect(plan.totals.nodes).toBeGreaterThan(planCapacity(fleet()).totals.nodes + 500);
  const { farReadBytesPerSecond, monthly } = plan.totals;
  expect(monthly.heartbeats).toBeCloseTo((farReadBytesPerSecond * 730 * 3_600) / 2 ** 30);
  expect(monthly.total).toBeCloseTo(monthly.nodes + monthly.replication + monthly.heartbeats);
});

it('a plan stores packed events for their retention, and storage can determine the number of nodes', () => {
  const { limits } = fleet();
  const eventsPerDay = 2_000 * 0.5 * 86_400;
  const bytes = eventsPerDay * (100 + 10 * 10);
  const plan = planCapacity(fleet({ limits: { ...limits, nodeStorageBytes: bytes / 50 } }));
  expect(plan.totals.storageBytesPerCluster).toBe(bytes);
  expect(plan.clusters.map(({ nodes }) => nodes)).toEqual(Array(7).fill(100));
});

it('a plan includes the cost of backups in every cluster', () => {
  const { prices, storage } = fleet();
  const plan = planCapacity(
    fleet({ prices: { ...prices, backupGibMonth: 2 }, storage: { ...storage, backupCopies: 1.5 } }),
  );
  const { storageBytesPerCluster, monthly } = plan.totals;
  expect(monthly.backups).toBeCloseTo((7 * 1.5 * 2 * storageBytesPerCluster) / 2 ** 30);
  expect(monthly.total).toBeCloseTo(monthly.nodes + monthly.backups);
});

it('a plan includes the cost of metrics by processes, and of logs by reads', () => {
  const { prices } = fleet();
  const observability = { seriesPerProcess: 100, scrapeIntervalMs: 15_000, logBytesPerRead: 3 };
  const plan = planCapacity(
    fleet({ observability, prices: { ...prices, metricSamplesMillion: 5, logGib: 7 } }),
  );
  const { processes, monthly } = plan.totals;
  expect(monthly.metrics).toBeCloseTo((processes * 100 * 730 * 240 * 5) / 1e6);
  // 20,000 reads per second at the peak, half of that on average.
  expect(monthly.logs).toBeCloseTo((10_000 * 3 * 730 * 3_600 * 7) / 2 ** 30);
  expect(monthly.total).toBeCloseTo(monthly.nodes + monthly.metrics + monthly.logs);
});

it('every cluster stays within its utilisation, whichever cluster or region is lost', () => {
  const paces = [{ shards: 100, intervalMs: 1_000, remotePollIntervalMs: 1e12 }];
  const given = fleet({ heartbeats: { tables: 1, paces, processesPerMachine: 1e12 } });
  const plan = planCapacity(given);
  const serving = CLUSTERS.filter(({ workload }) => workload === 'serving');
  const losses = [
    ...serving.map(({ id }) => serving.filter((each) => each.id !== id)),
    ...['us', 'eu', 'asia'].map((region) => serving.filter((each) => each.region !== region)),
  ];
  for (const left of losses) {
    for (const { id, region } of left) {
      const used = busyNodes(region, left, given) / nodesOf(plan, id);
      expect([id, used <= 0.5]).toEqual([id, true]);
    }
  }
});

/** Computes the load independently of the plan: the load of each region goes where clusters remain. */
function busyNodes(
  region: string,
  left: readonly FleetCluster[],
  { traffic, nearest, heartbeats }: Fleet,
): number {
  const regions = new Set(left.map((each) => each.region));
  const shares = Object.entries(traffic.regionShares);
  const here = shares.filter(([from]) => (regions.has(from) ? from : nearest[from]) === region);
  const share = here.reduce((total, [, each]) => total + each, 0);
  const beside = left.filter((each) => each.region === region).length;
  return (share * 20) / beside + 2 + (6 * heartbeats.paces[0]!.shards) / 1_000;
}
