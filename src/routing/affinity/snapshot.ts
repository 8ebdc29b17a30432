import type { OriginCode } from '../../core/consistency/row-watermark';
import type { ClusterHealth } from '../health/cluster-health';
import type { Cluster, Workload } from '../topology/cluster';
import { groupByRegion, distanceFrom } from './distance';
import type { FleetHealth } from '../health/fleet-health';
import { clusterSeed } from './rendezvous';
import { isFenced, type StoreInstance, type StoreTopology } from '../topology/store-topology';

/** Cluster with the data that a routing decision needs. */
export interface RoutableCluster<W extends Workload> {
  readonly cluster: Cluster<W>;
  /** Seed for rendezvous weights, 32 bits. */
  readonly seed: number;
  readonly health: ClusterHealth;
}

/** Clusters grouped by region, nearest region first. */
export type ClustersByRegion<W extends Workload> = readonly (readonly RoutableCluster<W>[])[];

/** Clusters that store and serve the tables of one instance. */
export interface TablePlacement<W extends Workload> {
  readonly reads: ClustersByRegion<W>;
  /** Like `reads`, preceded by row-affinity entries when the topology enables them. */
  readonly eventualReads: ClustersByRegion<W>;
  readonly writes: ClustersByRegion<W>;
  readonly origins: readonly Cluster<W>[];
  /** Clusters that may run transactions: of all regions, or of the configured one. */
  readonly transactions: readonly RoutableCluster<W>[];
}

/** Immutable state of a router. Each decision uses one snapshot; reloading replaces it. */
export interface RoutingSnapshot<W extends Workload> {
  readonly clusters: readonly Cluster<W>[];
  readonly clusterByCode: ReadonlyMap<OriginCode, Cluster<W>>;
  readonly defaultPlacement: TablePlacement<W>;
  /** Placement of the corpora that the topology lists; all others use `defaultPlacement`. */
  readonly placementByTable: ReadonlyMap<string, TablePlacement<W>>;
}

export interface SnapshotOptions<W extends Workload> {
  readonly workload: W;
  /** Region of this process; undefined if no region is preferred. */
  readonly region: string | undefined;
  /** Region whose clusters run transactions; undefined for all regions. */
  readonly transactionsRegion?: string | undefined;
  readonly fleet: FleetHealth;
}

/**
 * Registers the topology's clusters in the fleet and returns the snapshot. Unchanged clusters stay the same objects as
 * in `before`.
 */
export function routingSnapshotOf<W extends Workload>(
  topology: StoreTopology,
  options: SnapshotOptions<W>,
  before?: RoutingSnapshot<W>,
): RoutingSnapshot<W> {
  const known = new Map(before?.clusters.map((cluster) => [cluster.code, cluster]));
  const same = (cluster: Cluster<W>): Cluster<W> => {
    const old = known.get(cluster.code);
    return old !== undefined && isSameCluster(old, cluster) ? old : cluster;
  };
  const placed = topology.instances.map((instance) => ({
    instance,
    clusters: instance.clusters[options.workload].filter((cluster) => !isFenced(cluster)).map(same),
    fenced: instance.clusters[options.workload].filter(isFenced),
    rowAffinityEntries: (options.workload === 'serving'
      ? (instance.rowAffinityEntries as readonly Cluster<W>[])
      : []
    ).map(same),
  }));
  const clusters = placed.flatMap((each) => [...each.clusters, ...each.rowAffinityEntries]);
  options.fleet.register(clusters);
  const places = new Map<StoreInstance, TablePlacement<W>>(
    placed.map((each) => [each.instance, placementOf(each, topology, options)]),
  );
  return {
    clusters,
    clusterByCode: new Map(clusters.filter(isDirect).map((cluster) => [cluster.code, cluster])),
    defaultPlacement: places.get(topology.instances[0]!)!,
    placementByTable: new Map(
      [...topology.corpora].map(([table, instance]) => [table, places.get(instance)!]),
    ),
  };
}

function placementOf<W extends Workload>(
  of: {
    readonly clusters: readonly Cluster<W>[];
    /** Clusters that are never called; the writes they acknowledged count until their fence time. */
    readonly fenced: readonly Cluster<W>[];
    readonly rowAffinityEntries: readonly Cluster<W>[];
  },
  topology: StoreTopology,
  { region, transactionsRegion, fleet }: SnapshotOptions<W>,
): TablePlacement<W> {
  const distance = distanceFrom(region, topology.links);
  const regions = (clusters: readonly Cluster<W>[]): ClustersByRegion<W> =>
    groupByRegion(
      clusters.map((cluster) => routableCluster(cluster, fleet)),
      (seat) => seat.cluster.region,
      distance,
    );
  const reads = regions(of.clusters);
  const accepting = of.clusters.filter(({ writes }) => writes === 'accepted');
  // Instances of placements may have no cluster in the region. All of theirs decide then.
  const decidingRegion = of.clusters.some((each) => each.region === transactionsRegion)
    ? transactionsRegion
    : undefined;
  const deciding = accepting.filter(
    ({ region: own }) => decidingRegion === undefined || own === decidingRegion,
  );
  const own = of.rowAffinityEntries.filter((cluster) => cluster.region === region);
  return {
    reads,
    eventualReads: own.length === 0 ? reads : [...regions(own), ...reads],
    writes: regions(accepting),
    origins: Object.freeze([...of.clusters.filter(({ writes }) => writes !== 'refused'), ...of.fenced]),
    transactions: deciding.flatMap(transactionEntryOf).map((cluster) => routableCluster(cluster, fleet)),
  };
}

/**
 * Entries with the app profile for transactions. Always the same object for a cluster, since each object has its own
 * client.
 */
const transactionEntries = new WeakMap<Cluster, Cluster>();

function transactionEntryOf<W extends Workload>(cluster: Cluster<W>): readonly Cluster<W>[] {
  const { transactionsProfileId: appProfileId } = cluster;
  if (appProfileId === undefined) return [];
  if (appProfileId === cluster.appProfileId) return [cluster];
  const known = transactionEntries.get(cluster) as Cluster<W> | undefined;
  const entry = known ?? Object.freeze({ ...cluster, appProfileId });
  transactionEntries.set(cluster, entry);
  return [entry];
}

function routableCluster<W extends Workload>(cluster: Cluster<W>, fleet: FleetHealth): RoutableCluster<W> {
  const health = fleet.of(cluster);
  if (health === undefined) throw new Error(`cluster ${cluster.id} is not registered`);
  return Object.freeze({ cluster, seed: clusterSeed(cluster.code), health });
}

const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;

/** Returns whether two clusters are equal in all properties. */
function isSameCluster(a: Cluster, b: Cluster): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
