/** State of an embedded Bigtable, as its control API reports it. */
export interface InstanceState {
  /** `projects/…/instances/…` */
  readonly name: string;
  readonly clusters: readonly ClusterState[];
  readonly links: readonly LinkState[];
  /** Number of tables. */
  readonly tables: number;
  /** Number of rows that differ between clusters. 0: all clusters have everything. */
  readonly pendingRows: number;
}

export interface ClusterState {
  readonly id: string;
  readonly region: string;
  readonly stopped: boolean;
  /** Additional latency of each request, in milliseconds. */
  readonly slowMs: number;
  /** Share of requests that fail with UNAVAILABLE, 0 to 1. */
  readonly errorRate: number;
  /** Number of commits of other clusters that it has not applied yet. */
  readonly pendingCommits: number;
}

/** Link that carries the commits of one cluster to another. */
export interface LinkState {
  /** Cluster ids. */
  readonly from: string;
  readonly to: string;
  /** Whether the link is cut, or one of its ends is stopped. */
  readonly blocked: boolean;
  /** Number of commits in flight. */
  readonly backlog: number;
  /** Age of the oldest commit in flight, in milliseconds; 0 if there is none. */
  readonly lagMs: number;
}
