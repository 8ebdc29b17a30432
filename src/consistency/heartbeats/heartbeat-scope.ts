import type { DEFAULTS } from '../../config/defaults';
import { groupByRegion, distanceFrom } from '../../routing/affinity/distance';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { instanceForTable, isFenced, type StoreTopology } from '../../routing/topology/store-topology';

/** Of one table: whose heartbeats there are, and who shows them. */
export interface HeartbeatScope<W extends Workload = Workload> {
  readonly table: string;
  /** Clusters that this process may read. */
  readonly replicas: readonly Cluster<W>[];
  /** Serving clusters that may have acknowledged writes which are not everywhere yet; empty where there is nobody to tell. */
  readonly origins: readonly Cluster<'serving'>[];
  /** How far the regions are from one another. */
  readonly links: StoreTopology['links'];
}

/** See DEFAULTS.heartbeats. */
export type HeartbeatLimits = { readonly [Name in keyof typeof DEFAULTS.heartbeats]: number };

/** As the topology is now: asked again and again, so it follows reloads. */
export type HeartbeatScopes<W extends Workload> = () => readonly HeartbeatScope<W>[];

/**
 * What the topology makes of it. An instance with a single serving cluster has no heartbeats, since whoever answers has
 * everything; nor has a store of which nobody said which clusters it has.
 */
export function heartbeatScopes<W extends Workload>(
  workload: W,
  { topology, tables }: { readonly topology: () => StoreTopology; readonly tables: () => readonly string[] },
): HeartbeatScopes<W> {
  return () => {
    const current = topology();
    return tables().map((table) => scopeOf(current, table, workload));
  };
}

function scopeOf<W extends Workload>(topology: StoreTopology, table: string, workload: W): HeartbeatScope<W> {
  const { clusters } = instanceForTable(topology, table);
  const serving = clusters.serving.filter((cluster) => !isFenced(cluster));
  const replicas = clusters[workload].filter(
    (cluster) => cluster.indirect === undefined && !isFenced(cluster),
  );
  const origins = serving.length > 1 ? serving.filter(({ writes }) => writes !== 'refused') : [];
  return { table, replicas, origins, links: topology.links };
}

/** Ids of the replicas that a process in the region asks first, by the router's order of regions; of all where it has none. */
export function nearReplicas(
  scopes: readonly HeartbeatScope[],
  region: string | undefined,
): ReadonlySet<string> {
  const near = scopes.flatMap(({ replicas, links }) => {
    if (region === undefined) return replicas;
    return groupByRegion(replicas, (replica) => replica.region, distanceFrom(region, links))[0] ?? [];
  });
  return new Set(near.map(({ id }) => id));
}
