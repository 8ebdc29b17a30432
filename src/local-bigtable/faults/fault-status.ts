import type { Instance } from '../catalog/instance';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { Link } from '../replication/link';
import type { ClusterLocation, LinkConditions } from '../../routing/topology/topology';

/** Current state of an instance. */
export interface InstanceStatus {
  /** Resource name `projects/…/instances/…`. */
  readonly name: string;
  readonly clusters: readonly LocalClusterStatus[];
  readonly links: readonly LinkStatus[];
  readonly tables: number;
  /** Number of rows that differ between clusters. */
  readonly pendingRows: number;
}

interface LocalClusterStatus extends ClusterLocation {
  readonly stopped: boolean;
  readonly slowMs: number;
  readonly errorRate: number;
  readonly clockSkewMs: number;
  /** Number of commits of other clusters that this cluster has not applied. */
  readonly pendingCommits: number;
}

/** State of the link that carries the commits of one cluster to another. */
interface LinkStatus {
  readonly from: string;
  readonly to: string;
  readonly conditions: LinkConditions;
  /** True when the link is partitioned or one of its clusters is stopped. */
  readonly blocked: boolean;
  /** Number of commits in flight. */
  readonly backlog: number;
  /** Age of the oldest commit in flight by the wall clock of `from`, in milliseconds; 0 when there is none. */
  readonly lagMs: number;
  /** Commit timestamp of `from` up to which `to` knows that it has everything, in microseconds since the epoch. */
  readonly deliveredUpTo: number;
}

/** Returns the current state of an instance. */
export function instanceStatus({ name, clusters, links, tables }: Instance): InstanceStatus {
  let pendingRows = 0;
  for (const table of tables) pendingRows += table.pendingRows;
  return {
    name,
    clusters: [...clusters.values()].map((cluster) => clusterStatus(cluster, links)),
    links: links.map(linkStatus),
    tables: tables.size,
    pendingRows,
  };
}

function clusterStatus(cluster: EmulatedCluster, links: readonly Link[]): LocalClusterStatus {
  const { id, region, zone, stopped, slowMs, errorRate, clockSkewMs } = cluster;
  let pendingCommits = 0;
  for (const { to, backlog } of links) if (to === cluster) pendingCommits += backlog;
  return { id, region, zone, stopped, slowMs, errorRate, clockSkewMs, pendingCommits };
}

function linkStatus(link: Link): LinkStatus {
  const { from, to, conditions, blocked, backlog, oldestCommitMicros, deliveredUpTo } = link;
  const lagMs =
    oldestCommitMicros === undefined ? 0 : Math.max(0, from.nowMs() - oldestCommitMicros / MICROS_PER_MS);
  return { from: from.id, to: to.id, conditions, blocked, backlog, lagMs, deliveredUpTo };
}

const MICROS_PER_MS = 1_000;
