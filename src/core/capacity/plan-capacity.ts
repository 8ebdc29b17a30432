import type { Fleet, FleetCluster } from './fleet';
import { heartbeatReads, heartbeatWrites, type HeartbeatReads } from './heartbeat-load';
import { maxOf } from '../shared/lists';

export interface CapacityPlan {
  readonly regions: readonly RegionPlan[];
  readonly clusters: readonly ClusterPlan[];
  readonly totals: CapacityTotals;
}

export interface RegionPlan {
  readonly region: string;
  /** Load at the peak while every region is available. */
  readonly readsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Maximum load, when another region is unavailable. */
  readonly readsPerSecondMost: number;
  /** Number of processes, with one core each, for the maximum load. */
  readonly apiProcesses: number;
  readonly consumerProcesses: number;
}

export interface ClusterPlan {
  readonly id: string;
  readonly region: string;
  readonly workload: FleetCluster['workload'];
  readonly nodes: number;
  /** Load of the nodes at the peak while everything is available, in nodes. */
  readonly reads: number;
  readonly writes: number;
  /** Load by writes of heartbeats and by reads of heartbeats, in nodes. */
  readonly heartbeats: number;
  readonly heartbeatReads: number;
}

interface CapacityTotals {
  readonly nodes: number;
  readonly processes: number;
  /** Storage of one cluster, in bytes. All clusters have the same. */
  readonly storageBytesPerCluster: number;
  readonly replicatedBytesPerSecond: number;
  /** Heartbeats read by processes of other regions, in bytes per second. */
  readonly farReadBytesPerSecond: number;
  readonly monthly: MonthlyCost;
}

/** Cost per month in US dollars. */
interface MonthlyCost {
  readonly nodes: number;
  readonly storage: number;
  readonly processes: number;
  readonly replication: number;
  /** Traffic of heartbeats read between regions. */
  readonly heartbeats: number;
  readonly pubsub: number;
  readonly backups: number;
  /** Samples of the processes' metrics, and log entries of their reads. */
  readonly metrics: number;
  readonly logs: number;
  readonly total: number;
}

const HOURS_PER_MONTH = 730;
const SECONDS_PER_MONTH = HOURS_PER_MONTH * 3_600;
const SECONDS_PER_DAY = 86_400;
const GIB = 2 ** 30;
/** Row size for which Bigtable publishes the throughput of a node, in bytes. */
const PUBLISHED_ROW_BYTES = 1_024;

/**
 * Computes the nodes and processes that carry the peak traffic, so that the loss of any one cluster or region does not
 * overload those that take over. Bigtable's published throughput per node is for reads _or_ writes of 1 KB. Here both
 * add up as shares of a node's time, and bytes beyond the first KB take as long as a scan of them.
 */
export function planCapacity(fleet: Fleet): CapacityPlan {
  const work = workOf(fleet);
  const regions = regionsOf(fleet).map((region) => planRegion(region, fleet, work));
  const clusters = fleet.clusters.map((cluster) => planCluster(cluster, { fleet, work, regions }));
  return { regions, clusters, totals: totalsOf({ regions, clusters }, fleet, work) };
}

/** Peak load of all regions together. */
interface Work {
  readonly readsPerSecond: number;
  readonly eventsPerSecond: number;
  /** Cores at full utilisation. */
  readonly readCores: number;
  readonly eventCores: number;
  /** Nodes at full utilisation: for all reads, each answered by one cluster, and for the writes of every cluster. */
  readonly readNodes: number;
  readonly writeNodes: number;
  readonly heartbeatNodes: number;
  readonly mutationBytesPerSecond: number;
  readonly heartbeatBytesPerSecond: number;
}

function workOf(fleet: Fleet): Work {
  const { traffic, limits } = fleet;
  const reads = Object.values(traffic.reads);
  const events = Object.values(traffic.events);
  const lookupsPerRead = 1 + traffic.hedgedShare + traffic.originLookupShare;
  const heartbeats = heartbeatWrites(fleet);
  const eventsPerSecond = sum(events, ({ perSecond }) => perSecond);
  return {
    readsPerSecond: sum(reads, ({ perSecond }) => perSecond),
    eventsPerSecond,
    readCores: sum(reads, ({ perSecond, cpuMicros }) => perSecond * cpuMicros) / 1e6,
    eventCores: sum(events, ({ perSecond, cpuMicros }) => perSecond * cpuMicros) / 1e6,
    readNodes:
      lookupsPerRead * sum(reads, ({ perSecond, rowBytes }) => perSecond * nodeSecondsOf(rowBytes, limits)),
    writeNodes: eventsPerSecond / limits.nodeWritesPerSecond,
    heartbeatNodes: heartbeats.rowsPerSecond / limits.nodeWritesPerSecond,
    mutationBytesPerSecond: sum(events, ({ perSecond, mutationBytes }) => perSecond * mutationBytes),
    heartbeatBytesPerSecond: heartbeats.bytesPerSecond,
  };
}

/** Returns the node time of one read, in seconds. */
function nodeSecondsOf(rowBytes: number, limits: Fleet['limits']): number {
  const beyond = Math.max(0, rowBytes - PUBLISHED_ROW_BYTES);
  return 1 / limits.nodeReadsPerSecond + beyond / limits.nodeScanBytesPerSecond;
}

function regionsOf({ clusters }: Fleet): readonly string[] {
  const serving = clusters.filter(({ workload }) => workload === 'serving');
  return [...new Set(serving.map(({ region }) => region))];
}

/** Returns the maximum share of a region, when another region whose load comes here is unavailable. */
function shareMostOf(region: string, { traffic, nearest }: Fleet): number {
  const coming = Object.entries(nearest).filter(([, to]) => to === region);
  return shareOf(region, traffic) + Math.max(0, maxOf(coming.map(([from]) => shareOf(from, traffic))));
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

/** One process that fails or is replaced must leave another. */
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
  const looks = readsOfHeartbeats({ region, workload }, context);
  const heartbeatReadNodes = looks.rowsPerSecond * nodeSecondsOf(looks.rowBytes, limits);
  const busy = reads.most + work.writeNodes + work.heartbeatNodes + heartbeatReadNodes;
  const forWork = Math.ceil(busy / limits.nodeUtilisation);
  const forStorage = Math.ceil(
    storageBytes(fleet, work) / (limits.nodeStorageBytes * limits.storageUtilisation),
  );
  return {
    id,
    region,
    workload,
    nodes: Math.max(1, forWork, forStorage),
    reads: reads.usual,
    writes: work.writeNodes,
    heartbeats: work.heartbeatNodes,
    heartbeatReads: heartbeatReadNodes,
  };
}

/**
 * Returns the heartbeat reads of a cluster. Every process of the fleet follows the serving clusters. The few batch
 * processes are ignored.
 */
function readsOfHeartbeats(
  { region, workload }: Pick<FleetCluster, 'region' | 'workload'>,
  { fleet, regions }: Pick<ClusterContext, 'fleet' | 'regions'>,
): HeartbeatReads {
  const isServing = workload === 'serving';
  const machinesOf = (of: readonly RegionPlan[]): number =>
    isServing ? processesOf(of) / fleet.heartbeats.processesPerMachine : 0;
  return heartbeatReads(fleet, {
    near: machinesOf(regions.filter((each) => each.region === region)),
    far: machinesOf(regions.filter((each) => each.region !== region)),
  });
}

function processesOf(regions: readonly RegionPlan[]): number {
  return sum(regions, ({ apiProcesses, consumerProcesses }) => apiProcesses + consumerProcesses);
}

interface ReadNodes {
  readonly usual: number;
  readonly most: number;
}

/**
 * Returns the nodes for reads. Either another cluster of the region or another region may be unavailable, but not both
 * at once.
 */
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
  const processes = processesOf(regions);
  const storageBytesPerCluster = storageBytes(fleet, work);
  const events = work.mutationBytesPerSecond * fleet.storage.averageToPeak;
  const replicatedBytesPerSecond = (events + work.heartbeatBytesPerSecond) * (clusters.length - 1);
  const looks = fleet.clusters.map((cluster) => readsOfHeartbeats(cluster, { fleet, regions }));
  const farReadBytesPerSecond = sum(looks, ({ farBytesPerSecond }) => farBytesPerSecond);
  const monthly = monthlyCost(fleet, {
    nodes,
    processes,
    replicatedBytesPerSecond,
    farReadBytesPerSecond,
    eventBytesPerSecond: events,
    storageBytes: storageBytesPerCluster * clusters.length,
    readsPerSecond: work.readsPerSecond * fleet.storage.averageToPeak,
  });
  return {
    nodes,
    processes,
    storageBytesPerCluster,
    replicatedBytesPerSecond,
    farReadBytesPerSecond,
    monthly,
  };
}

interface Used {
  readonly nodes: number;
  readonly processes: number;
  readonly storageBytes: number;
  readonly replicatedBytesPerSecond: number;
  readonly farReadBytesPerSecond: number;
  readonly eventBytesPerSecond: number;
  /** Average over the day. */
  readonly readsPerSecond: number;
}

function monthlyCost(fleet: Fleet, used: Used): MonthlyCost {
  const { prices, limits, storage, observability } = fleet;
  const gibPerMonth = (bytesPerSecond: number): number => (bytesPerSecond * SECONDS_PER_MONTH) / GIB;
  const processHour = prices.cpuHour + limits.processMemoryGib * prices.memoryGibHour;
  const parts = {
    nodes: used.nodes * prices.nodeHour * HOURS_PER_MONTH,
    storage: (used.storageBytes / GIB) * prices.storageGibMonth,
    processes: used.processes * processHour * HOURS_PER_MONTH,
    replication: gibPerMonth(used.replicatedBytesPerSecond) * prices.replicationGib,
    heartbeats: gibPerMonth(used.farReadBytesPerSecond) * prices.replicationGib,
    // Each event is published once and delivered once.
    pubsub: 2 * gibPerMonth(used.eventBytesPerSecond) * prices.pubsubGib,
    // Bigtable backs a table up in each cluster.
    backups: ((storage.backupCopies * used.storageBytes) / GIB) * prices.backupGibMonth,
    metrics: (samplesPerMonth(observability, used.processes) / 1e6) * prices.metricSamplesMillion,
    logs: gibPerMonth(used.readsPerSecond * observability.logBytesPerRead) * prices.logGib,
  };
  return { ...parts, total: sum(Object.values(parts), (part) => part) };
}

function samplesPerMonth(
  { seriesPerProcess, scrapeIntervalMs }: Fleet['observability'],
  processes: number,
): number {
  return (processes * seriesPerProcess * SECONDS_PER_MONTH * 1_000) / scrapeIntervalMs;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
