import type { OriginCode } from '../core/row-watermark';
import type { ClusterHealth } from './cluster-health';
import type { Cluster, Workload } from './cluster';
import { byRegion, distancesFrom } from './distance';
import type { FleetHealth } from './fleet-health';
import { seedOf } from './rendezvous';
import { isFenced, type StoreInstance, type StoreTopology } from './store-topology';

/** A cluster with all that a decision needs of it. */
export interface Seat<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly seed: number;
  readonly health: ClusterHealth;
}

/** Nearest region first. */
export type Regions<W extends Workload> = readonly (readonly Seat<W>[])[];

/** Where the rows of an instance's tables are. */
export interface Place<W extends Workload> {
  readonly reads: Regions<W>;
  /** As `reads`; in front what Bigtable chooses by itself, where the topology asks for it. */
  readonly eventualReads: Regions<W>;
  readonly writes: Regions<W>;
  readonly origins: readonly Cluster<W>[];
  /** Of all regions alike, or of the one that was asked for: those that transactions may go to. */
  readonly transactions: readonly Seat<W>[];
}

/** What a router knows, as it was at one moment: decisions go by one of these, and reloading takes another. */
export interface Snapshot<W extends Workload> {
  readonly clusters: readonly Cluster<W>[];
  readonly byCode: ReadonlyMap<OriginCode, Cluster<W>>;
  readonly others: Place<W>;
  /** Of the corpora that the topology lists. */
  readonly byTable: ReadonlyMap<string, Place<W>>;
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
  before?: Snapshot<W>,
): Snapshot<W> {
  const known = new Map(before?.clusters.map((cluster) => [cluster.code, cluster]));
  const same = (cluster: Cluster<W>): Cluster<W> => {
    const old = known.get(cluster.code);
    return old !== undefined && isSame(old, cluster) ? old : cluster;
  };
  const settled = topology.instances.map((instance) => ({
    instance,
    clusters: instance.clusters[options.workload].filter((cluster) => !isFenced(cluster)).map(same),
    fenced: instance.clusters[options.workload].filter(isFenced),
    any: (options.workload === 'serving' ? (instance.anyOfRegion as readonly Cluster<W>[]) : []).map(same),
  }));
  const clusters = settled.flatMap((each) => [...each.clusters, ...each.any]);
  options.fleet.enroll(clusters);
  const places = new Map<StoreInstance, Place<W>>(
    settled.map((each) => [each.instance, placeOf(each, topology, options)]),
  );
  return {
    clusters,
    byCode: new Map(clusters.filter(isDirect).map((cluster) => [cluster.code, cluster])),
    others: places.get(topology.instances[0]!)!,
    byTable: new Map([...topology.corpora].map(([table, instance]) => [table, places.get(instance)!])),
  };
}

function placeOf<W extends Workload>(
  of: {
    readonly clusters: readonly Cluster<W>[];
    /** No process sends them anything; what they acknowledged counts until the time of their fence. */
    readonly fenced: readonly Cluster<W>[];
    readonly any: readonly Cluster<W>[];
  },
  topology: StoreTopology,
  { region, transactionsRegion, fleet }: SnapshotOptions<W>,
): Place<W> {
  const distance = distancesFrom(region, topology.links);
  const regions = (clusters: readonly Cluster<W>[]): Regions<W> =>
    byRegion(
      clusters.map((cluster) => seatOf(cluster, fleet)),
      (seat) => seat.cluster.region,
      distance,
    );
  const reads = regions(of.clusters);
  const accepting = of.clusters.filter(({ writes }) => writes === 'accepted');
  const deciding = accepting.filter(
    (each) => transactionsRegion === undefined || each.region === transactionsRegion,
  );
  const own = of.any.filter((cluster) => cluster.region === region);
  return {
    reads,
    eventualReads: own.length === 0 ? reads : [...regions(own), ...reads],
    writes: regions(accepting),
    origins: Object.freeze([...of.clusters.filter(({ writes }) => writes !== 'refused'), ...of.fenced]),
    transactions: deciding.flatMap(byTransactions).map((cluster) => seatOf(cluster, fleet)),
  };
}

/** Clusters by the profiles that allow transactions: the same objects always, for each has a client. */
const decidingEntries = new WeakMap<Cluster, Cluster>();

function byTransactions<W extends Workload>(cluster: Cluster<W>): readonly Cluster<W>[] {
  const { transactionsProfileId: appProfileId } = cluster;
  if (appProfileId === undefined) return [];
  if (appProfileId === cluster.appProfileId) return [cluster];
  const known = decidingEntries.get(cluster) as Cluster<W> | undefined;
  const entry = known ?? Object.freeze({ ...cluster, appProfileId });
  decidingEntries.set(cluster, entry);
  return [entry];
}

function seatOf<W extends Workload>(cluster: Cluster<W>, fleet: FleetHealth): Seat<W> {
  const health = fleet.of(cluster);
  if (health === undefined) throw new Error(`${cluster.id} is not enrolled`);
  return Object.freeze({ cluster, seed: seedOf(cluster.code), health });
}

const isDirect = ({ indirect }: Cluster): boolean => indirect === undefined;

/** Equal in everything that a topology says of a cluster. */
function isSame(a: Cluster, b: Cluster): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
