import type { Fleet, FleetCluster } from './fleet';

export interface CapacityPlan {
  readonly regions: readonly RegionPlan[];
  readonly clusters: readonly ClusterPlan[];
  readonly totals: CapacityTotals;
}

export interface RegionPlan {
  readonly region: string;
  /** At the peak, with every region there. */
  readonly readsPerSecond: number;
  readonly eventsPerSecond: number;
  /** The most that it carries when another region is gone. */
  readonly readsPerSecondMost: number;
  /** Processes of one core each, for that. */
  readonly apiProcesses: number;
  readonly consumerProcesses: number;
}

export interface ClusterPlan {
  readonly id: string;
  readonly region: string;
  readonly workload: FleetCluster['workload'];
  readonly nodes: number;
  /** What the nodes are busy with at the peak with everything there: nodes' worth of work. */
  readonly reads: number;
  readonly writes: number;
  readonly heartbeats: number;
}

export interface CapacityTotals {
  readonly nodes: number;
  readonly processes: number;
  /** Of one cluster; all have the same. */
  readonly storageBytesPerCluster: number;
  readonly replicatedBytesPerSecond: number;
  readonly monthly: MonthlyCost;
}

/** In US dollars. */
export interface MonthlyCost {
  readonly nodes: number;
  readonly storage: number;
  readonly processes: number;
  readonly replication: number;
  readonly pubsub: number;
  readonly total: number;
}

const HOURS_PER_MONTH = 730;
const SECONDS_PER_MONTH = HOURS_PER_MONTH * 3_600;
const SECONDS_PER_DAY = 86_400;
const GIB = 2 ** 30;
/** The size of the rows that a node's published throughput is of. */
const PUBLISHED_ROW_BYTES = 1_024;

/**
 * How many nodes and processes carry the traffic at its peak, so that the loss of any one cluster, or of any one region, is no
 * overload for those that take its place. Bigtable's published throughput per node is for reads _or_ writes of 1 KB: here they
 * add up as shares of a node's time, and bytes beyond the first KB take as long as a scan of them.
 */
export function planCapacity(fleet: Fleet): CapacityPlan {
  const work = workOf(fleet);
  const regions = regionsOf(fleet).map((region) => planRegion(region, fleet, work));
  const clusters = fleet.clusters.map((cluster) => planCluster(cluster, { fleet, work, regions }));
  return { regions, clusters, totals: totalsOf({ regions, clusters }, fleet, work) };
}

/** The peak of all regions together. */
interface Work {
  readonly readsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Cores, at full use. */
  readonly readCores: number;
  readonly eventCores: number;
  /** Nodes, at full use: all reads, which some cluster answers, and what every cluster has to write. */
  readonly readNodes: number;
  readonly writeNodes: number;
  readonly heartbeatNodes: number;
  readonly mutationBytesPerSecond: number;
  readonly heartbeatRowsPerSecond: number;
}

function workOf({ traffic, limits, heartbeats, clusters }: Fleet): Work {
  const reads = Object.values(traffic.reads);
  const events = Object.values(traffic.events);
  const lookupsPerRead = 1 + traffic.hedgedShare + traffic.secondLookupShare;
  const origins = clusters.filter(({ workload }) => workload === 'serving').length;
  const heartbeatRowsPerSecond =
    origins > 1 ? (origins * heartbeats.tables * heartbeats.shards * 1_000) / heartbeats.intervalMs : 0;
  const nodeSecondsOf = (rowBytes: number): number =>
    1 / limits.nodeReadsPerSecond +
    Math.max(0, rowBytes - PUBLISHED_ROW_BYTES) / limits.nodeScanBytesPerSecond;
  const eventsPerSecond = sum(events, ({ perSecond }) => perSecond);
  return {
    readsPerSecond: sum(reads, ({ perSecond }) => perSecond),
    eventsPerSecond,
    readCores: sum(reads, ({ perSecond, cpuMicros }) => perSecond * cpuMicros) / 1e6,
    eventCores: sum(events, ({ perSecond, cpuMicros }) => perSecond * cpuMicros) / 1e6,
    readNodes: lookupsPerRead * sum(reads, ({ perSecond, rowBytes }) => perSecond * nodeSecondsOf(rowBytes)),
    writeNodes: eventsPerSecond / limits.nodeWritesPerSecond,
    heartbeatNodes: heartbeatRowsPerSecond / limits.nodeWritesPerSecond,
    mutationBytesPerSecond: sum(events, ({ perSecond, mutationBytes }) => perSecond * mutationBytes),
    heartbeatRowsPerSecond,
  };
}

function regionsOf({ clusters }: Fleet): readonly string[] {
  const serving = clusters.filter(({ workload }) => workload === 'serving');
  return [...new Set(serving.map(({ region }) => region))];
}

/** The most of everything that it carries when one other region, whose load comes here, is gone. */
function shareMostOf(region: string, { traffic, nearest }: Fleet): number {
  const coming = Object.entries(nearest).filter(([, to]) => to === region);
  return shareOf(region, traffic) + Math.max(0, ...coming.map(([from]) => shareOf(from, traffic)));
}

const shareOf = (region: string, { regionShares }: Fleet['traffic']): number => regionShares[region] ?? 0;

function planRegion(region: string, fleet: Fleet, work: Work): RegionPlan {
  const share = shareOf(region, fleet.traffic);
  const most = shareMostOf(region, fleet);
  const processes = (cores: number): number => atLeastTwo((most * cores) / fleet.limits.processUtilisation);
  return {
    region,
    readsPerSecond: share * work.readsPerSecond,
    eventsPerSecond: share * work.eventsPerSecond,
    readsPerSecondMost: most * work.readsPerSecond,
    apiProcesses: processes(work.readCores),
    consumerProcesses: processes(work.eventCores),
  };
}

/** One that fails, or is replaced, leaves another. */
const atLeastTwo = (processes: number): number => Math.max(2, Math.ceil(processes));

interface ClusterContext {
  readonly fleet: Fleet;
  readonly work: Work;
  readonly regions: readonly RegionPlan[];
}

function planCluster({ id, region, workload }: FleetCluster, context: ClusterContext): ClusterPlan {
  const { fleet, work } = context;
  const { limits } = fleet;
  const reads = workload === 'batch' ? scanNodes(fleet, work) : servingReads(region, context);
  const busy = reads.most + work.writeNodes + work.heartbeatNodes;
  const forWork = Math.ceil(busy / limits.nodeUtilisation);
  const forStorage = Math.ceil(
    storageBytes(fleet, work) / (limits.nodeStorageBytes * limits.storageUtilisation),
  );
  return {
    ...{ id, region, workload },
    nodes: Math.max(1, forWork, forStorage),
    ...{ reads: reads.usual, writes: work.writeNodes, heartbeats: work.heartbeatNodes },
  };
}

interface ReadNodes {
  readonly usual: number;
  readonly most: number;
}

/** Either another cluster of the region is gone, or another region: both at once is more than is planned for. */
function servingReads(region: string, { fleet, work }: ClusterContext): ReadNodes {
  const beside = fleet.clusters.filter(
    (each) => each.workload === 'serving' && each.region === region,
  ).length;
  const usual = (shareOf(region, fleet.traffic) * work.readNodes) / beside;
  const withoutOne = (usual * beside) / Math.max(1, beside - 1);
  const withoutRegion = (shareMostOf(region, fleet) * work.readNodes) / beside;
  return { usual, most: Math.max(withoutOne, withoutRegion) };
}

/** Batch work reads each day's events once, unpacked, and writes them packed. */
function scanNodes({ limits, storage }: Fleet, work: Work): ReadNodes {
  const bytesPerDay = eventsPerDay(storage, work) * storage.unpackedEventBytes;
  const nodes = bytesPerDay / (limits.batchHoursPerDay * 3_600) / limits.nodeScanBytesPerSecond;
  return { usual: nodes, most: nodes };
}

function eventsPerDay({ averageToPeak }: Fleet['storage'], { eventsPerSecond }: Work): number {
  return eventsPerSecond * averageToPeak * SECONDS_PER_DAY;
}

function storageBytes({ storage }: Fleet, work: Work): number {
  const { packedEventBytes, unpackedEventBytes, retentionDays, unpackedDays, otherBytes } = storage;
  const unpacked = Math.min(unpackedDays, retentionDays);
  const bytesPerEvent = unpacked * unpackedEventBytes + (retentionDays - unpacked) * packedEventBytes;
  return eventsPerDay(storage, work) * bytesPerEvent + otherBytes;
}

function totalsOf(
  { regions, clusters }: Pick<CapacityPlan, 'regions' | 'clusters'>,
  fleet: Fleet,
  work: Work,
): CapacityTotals {
  const nodes = sum(clusters, (cluster) => cluster.nodes);
  const processes = sum(regions, ({ apiProcesses, consumerProcesses }) => apiProcesses + consumerProcesses);
  const storageBytesPerCluster = storageBytes(fleet, work);
  const heartbeatBytes = work.heartbeatRowsPerSecond * HEARTBEAT_BYTES;
  const events = work.mutationBytesPerSecond * fleet.storage.averageToPeak;
  const replicatedBytesPerSecond = (events + heartbeatBytes) * (clusters.length - 1);
  const monthly = monthlyCost(fleet, {
    ...{ nodes, processes, replicatedBytesPerSecond, eventBytesPerSecond: events },
    storageBytes: storageBytesPerCluster * clusters.length,
  });
  return { nodes, processes, storageBytesPerCluster, replicatedBytesPerSecond, monthly };
}

/** Key, family, column, timestamp and value of a heartbeat's cell. */
const HEARTBEAT_BYTES = 50;

interface Used {
  readonly nodes: number;
  readonly processes: number;
  readonly storageBytes: number;
  readonly replicatedBytesPerSecond: number;
  readonly eventBytesPerSecond: number;
}

function monthlyCost({ prices, limits }: Fleet, used: Used): MonthlyCost {
  const gibPerMonth = (bytesPerSecond: number): number => (bytesPerSecond * SECONDS_PER_MONTH) / GIB;
  const processHour = prices.cpuHour + limits.processMemoryGib * prices.memoryGibHour;
  const parts = {
    nodes: used.nodes * prices.nodeHour * HOURS_PER_MONTH,
    storage: (used.storageBytes / GIB) * prices.storageGibMonth,
    processes: used.processes * processHour * HOURS_PER_MONTH,
    replication: gibPerMonth(used.replicatedBytesPerSecond) * prices.replicationGib,
    // Published once, delivered once.
    pubsub: 2 * gibPerMonth(used.eventBytesPerSecond) * prices.pubsubGib,
  };
  return { ...parts, total: sum(Object.values(parts), (part) => part) };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
