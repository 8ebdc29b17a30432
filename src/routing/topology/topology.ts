import type { PlacementDeclarations } from './placement-declarations';

/** Topology: instances with their clusters and app profiles, and the links between regions. */
export interface Topology {
  /** Region of clients that do not report one. */
  readonly clientRegion?: string | undefined;
  readonly links: readonly RegionLink[];
  readonly instances: readonly InstanceDeclaration[];
  /** Instance ids of the corpora that are not in the first instance, by corpus name. */
  readonly corpora?: Readonly<Record<string, string>> | undefined;
  /** Placements of users' rows. Undefined: each corpus is in one instance. */
  readonly placements?: PlacementDeclarations | undefined;
  /** Id of the instance of the privacy ledger. Undefined: the first instance. */
  readonly ledgerInstance?: string | undefined;
  /**
   * Whether eventual reads use app profiles with row affinity, so that Bigtable and not the application chooses among a
   * region's clusters. Default: false; the answering cluster is then known.
   */
  readonly nativeRowAffinity?: boolean | undefined;
}

export interface InstanceDeclaration {
  /** `projects/…/instances/…` */
  readonly name: string;
  readonly displayName: string;
  readonly clusters: readonly ClusterDeclaration[];
  /**
   * App profiles. If none is named `default`, a single-cluster instance has the default profile of Cloud Bigtable as
   * well.
   */
  readonly appProfiles: readonly AppProfileDeclaration[];
}

/** Location of a cluster. */
export interface ClusterLocation {
  /** Cluster id, unique in its instance. */
  readonly id: string;
  readonly region: string;
  /** Zone, for example `us-east1-b`. */
  readonly zone: string;
}

export interface ClusterDeclaration extends ClusterLocation {
  readonly nodes: number;
  readonly role: Workload;
  readonly writes: WriteState;
  /** Fence time, present only with `fenced`: Unix time in milliseconds. */
  readonly fencedAtMs?: number;
  /** Endpoint of the data API for calls to this cluster, as `host:port`. Undefined: that of the configuration. */
  readonly endpoint?: string | undefined;
}

/**
 * Workload of a cluster, a request or a process. Serving answers requests of waiting users; batch is everything else
 * and never uses serving clusters. The application enforces the separation; the embedded Bigtable serves both alike.
 */
export type Workload = 'serving' | 'batch';

/**
 * Whether a cluster takes writes of its workload. A `draining` cluster gets no new writes, but its acknowledged writes
 * may not be fully replicated, so strict reads still use it. A `refused` cluster takes none and has none outstanding. A
 * `fenced` cluster is gone: it gets no calls, and writes that only this cluster has are abandoned as of its fence time.
 */
export type WriteState = 'accepted' | 'draining' | 'refused' | 'fenced';

export interface AppProfile {
  readonly id: string;
  readonly routing: ProfileRouting;
  /** Whether this is a Data Boost profile, which serves reads only. */
  readonly readOnly: boolean;
}

export interface AppProfileDeclaration extends AppProfile {
  readonly description: string;
  /** Request priority, named as in Cloud Bigtable. */
  readonly priority: Priority;
}

export type Priority = 'low' | 'medium' | 'high';

/** Routing policy of an app profile. */
export type ProfileRouting = SingleClusterRouting | MultiClusterRouting;

export interface SingleClusterRouting {
  readonly kind: 'single-cluster';
  readonly clusterId: string;
  readonly transactions: boolean;
}

export interface MultiClusterRouting {
  readonly kind: 'multi-cluster';
  /** Ids of the clusters to choose from; empty means all. */
  readonly clusterIds: readonly string[];
  /**
   * Whether equidistant clusters share the rows, each row always using the same cluster. Applies to single-row requests
   * only.
   */
  readonly rowAffinity: boolean;
}

/** Conditions of the traffic between two regions, or within one, in both directions. */
export interface RegionLink {
  readonly between: readonly [string, string];
  readonly conditions: Partial<LinkConditions>;
}

/** Conditions of a link between two clusters, in one direction. */
export interface LinkConditions {
  readonly delayMs: number;
  /** Maximum random delay added to `delayMs`, in milliseconds. */
  readonly jitterMs: number;
  /** Bandwidth in bytes per second; 0 means no limit. */
  readonly bytesPerSecond: number;
  /** Probability, 0 to 1, that a transmission or its acknowledgement is lost; the sender then retries. */
  readonly dropRate: number;
  /** Time that the sender waits for an acknowledgement before it retries, in milliseconds. */
  readonly retryMs: number;
  /** Whether commits of different rows may overtake each other by jitter; those of one row stay in order. */
  readonly reorderRows: boolean;
  /** Whether each commit arrives independently, so that commits of one row may overtake each other as well. */
  readonly reorderWithinRow: boolean;
  readonly partitioned: boolean;
}
