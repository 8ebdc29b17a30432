import type { DEFAULTS } from '../../config/defaults';
import { groupByRegion, distanceFrom } from '../../routing/affinity/distance';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { instanceForTable, isFenced, type StoreTopology } from '../../routing/topology/store-topology';

/** Replicas and origins whose heartbeats one table has. */
export interface HeartbeatScope<W extends Workload = Workload> {
  readonly table: string;
  /** Clusters that this process may read. */
  readonly replicas: readonly Cluster<W>[];
  /**
   * Serving clusters that may have acknowledged writes which are not in every cluster; empty if no other cluster needs
   * their heartbeats.
   */
  readonly origins: readonly Cluster<'serving'>[];
  /** Distances between the regions. */
  readonly links: StoreTopology['links'];
}

/** See DEFAULTS.heartbeats. */
export type HeartbeatLimits = { readonly [Name in keyof typeof DEFAULTS.heartbeats]: number };

/** Returns the scopes of the current topology. It is called again and again, so it follows reloads. */
export type HeartbeatScopes<W extends Workload> = () => readonly HeartbeatScope<W>[];

/**
 * Returns the scopes of the tables. An instance with a single serving cluster has no heartbeats, because that cluster
 * has every write; nor has a store without a cluster topology.
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

/**
 * Returns the ids of the replicas in the nearest region, by the router's order of regions. Without a region of its own
 * a process has all replicas near.
 */
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
