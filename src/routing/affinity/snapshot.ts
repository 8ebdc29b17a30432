import type { OriginCode } from '../../core/consistency/row-watermark';
import type { ClusterHealth } from '../health/cluster-health';
import type { Cluster, Workload } from '../topology/cluster';
import { groupByRegion, distanceFrom } from './distance';
import type { FleetHealth } from '../health/fleet-health';
import { clusterSeed } from './rendezvous';
import { isFenced, type StoreInstance, type StoreTopology } from '../topology/store-topology';

/** A cluster with all that a decision needs of it. */
export interface RoutableCluster<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly seed: number;
  readonly health: ClusterHealth;
}

/** Nearest region first. */
export type ClustersByRegion<W extends Workload> = readonly (readonly RoutableCluster<W>[])[];

/** Where the rows of an instance's tables are. */
export interface TablePlacement<W extends Workload> {
  readonly reads: ClustersByRegion<W>;
  /** As `reads`; in front what Bigtable chooses by itself, where the topology asks for it. */
  readonly eventualReads: ClustersByRegion<W>;
  readonly writes: ClustersByRegion<W>;
  readonly origins: readonly Cluster<W>[];
  /** Of all regions alike, or of the one that was asked for: those that transactions may go to. */
  readonly transactions: readonly RoutableCluster<W>[];
}

/** What a router knows, as it was at one moment: decisions go by one of these, and reloading takes another. */
export interface RoutingSnapshot<W extends Workload> {
  readonly clusters: readonly Cluster<W>[];
  readonly clusterByCode: ReadonlyMap<OriginCode, Cluster<W>>;
  readonly defaultPlacement: TablePlacement<W>;
  /** Of the corpora that the topology lists. */
  readonly placementByTable: ReadonlyMap<string, TablePlacement<W>>;
}

export interface SnapshotOptions<W extends Workload> {
  readonly workload: W;
  /** Where this process is; undefined: nowhere in particular. */
  readonly region: string | undefined;
  /** Where transactions are decided; undefined: in all regions. */
  readonly transactionsRegion?: string | undefined;
  readonly fleet: FleetHealth;
}

/** Enrolls the topology's clusters in the fleet. Those of which it says what `before` has stay the same objects. */
export function snapshotOf<W extends Workload>(
  topology: StoreTopology,
  options: SnapshotOptions<W>,
  before?: RoutingSnapshot<W>,
): RoutingSnapshot<W> {
  const known = new Map(before?.clusters.map((cluster) => [cluster.code, cluster]));
  const same = (cluster: Cluster<W>): Cluster<W> => {
    const old = known.get(cluster.code);
    return old !== undefined && isSameCluster(old, cluster) ? old : cluster;
  };
  const settled = topology.instances.map((instance) => ({
    instance,
    clusters: instance.clusters[options.workload].filter((cluster) => !isFenced(cluster)).map(same),
    fenced: instance.clusters[options.workload].filter(isFenced),
    rowAffinityEntries: (options.workload === 'serving'
      ? (instance.rowAffinityEntries as readonly Cluster<W>[])
      : []
    ).map(same),
  }));
  const clusters = settled.flatMap((each) => [...each.clusters, ...each.rowAffinityEntries]);
  options.fleet.register(clusters);
  const places = new Map<StoreInstance, TablePlacement<W>>(
    settled.map((each) => [each.instance, placementOf(each, topology, options)]),
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
    /** No process sends them anything; what they acknowledged counts until the time of their fence. */
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
  const deciding = accepting.filter(
    (each) => transactionsRegion === undefined || each.region === transactionsRegion,
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

/** Clusters by the profiles that allow transactions: the same objects always, for each has a client. */
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
  if (health === undefined) throw new Error(`${cluster.id} is not enrolled`);
  return Object.freeze({ cluster, seed: clusterSeed(cluster.code), health });
}

const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;

/** Equal in everything that a topology says of a cluster. */
function isSameCluster(a: Cluster, b: Cluster): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
