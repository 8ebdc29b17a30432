/** What a topology says: instances, their clusters and app profiles, and what lies between regions. */
export interface Topology {
  /** Where clients are that do not say it. */
  readonly clientRegion?: string;
  readonly links: readonly RegionLink[];
  readonly instances: readonly InstanceDeclaration[];
  /** Corpora that do not live in the first instance, by their names: the id of theirs. */
  readonly corpora?: Readonly<Record<string, string>>;
  /**
   * Eventual reads go by the app profiles with row affinity, so that Bigtable chooses among a region's clusters and the
   * application doesn't. Default false: then who answers is known.
   */
  readonly nativeRowAffinity?: boolean;
}

export interface InstanceDeclaration {
  /** `projects/…/instances/…` */
  readonly name: string;
  readonly displayName: string;
  readonly clusters: readonly ClusterDeclaration[];
  /** Without one named `default`, the instance has the one that instances have. */
  readonly appProfiles: readonly AppProfileDeclaration[];
}

/** Where a cluster is. */
export interface ClusterLocation {
  /** Unique in its instance. */
  readonly id: string;
  readonly region: string;
  /** e.g. `us-east1-b` */
  readonly zone: string;
}

export interface ClusterDeclaration extends ClusterLocation {
  readonly nodes: number;
  readonly role: Workload;
  readonly writes: WriteState;
  /** With `fenced`, and only then: Unix time in milliseconds. */
  readonly fencedAtMs?: number;
}

/**
 * What a cluster, a request or a process is for. Serving answers people who wait; batch is everything else, and never
 * touches what serves. The embedded Bigtable serves both alike; it is the application that keeps them apart.
 */
export type Workload = 'serving' | 'batch';

/**
 * Whether a cluster takes writes of its workload. While it is draining no process sends it any, but those that it has
 * acknowledged may not be everywhere yet, so strict reads go on asking it. A `fenced` cluster is gone: no process sends it
 * anything, and from the time of its fence on the operator has given up the writes that only this cluster has.
 */
export type WriteState = 'accepted' | 'draining' | 'refused' | 'fenced';

export interface AppProfile {
  readonly id: string;
  readonly routing: ProfileRouting;
  /** Data Boost serves reads only. */
  readonly readOnly: boolean;
}

export interface AppProfileDeclaration extends AppProfile {
  readonly description: string;
  /** As production names them. */
  readonly priority: Priority;
}

export type Priority = 'low' | 'medium' | 'high';

/** How an app profile sends requests to clusters. */
export type ProfileRouting = SingleClusterRouting | MultiClusterRouting;

export interface SingleClusterRouting {
  readonly kind: 'single-cluster';
  readonly clusterId: string;
  readonly transactions: boolean;
}

export interface MultiClusterRouting {
  readonly kind: 'multi-cluster';
  /** The clusters to choose from; empty means all. */
  readonly clusterIds: readonly string[];
  /** Equidistant clusters share the rows out; each row sticks to its own. Only requests for one row can follow. */
  readonly rowAffinity: boolean;
}

/** How the traffic between two regions, or within one, behaves in both directions. */
export interface RegionLink {
  readonly between: readonly [string, string];
  readonly conditions: Partial<LinkConditions>;
}

/** How a link between two clusters behaves, in one direction. */
export interface LinkConditions {
  readonly delayMs: number;
  /** Up to so much more, at random. */
  readonly jitterMs: number;
  /** 0 for no limit. */
  readonly bytesPerSecond: number;
  /** Chance that a transmission, or its acknowledgement, is lost; the sender then tries again. */
  readonly dropRate: number;
  /** How long the sender waits for an acknowledgement. */
  readonly retryMs: number;
  /** Rows overtake each other, as jitter has it; the commits of one row do not. */
  readonly reorderRows: boolean;
  /** Every commit arrives independently of all others, so the commits of one row overtake each other as well. */
  readonly reorderWithinRow: boolean;
  readonly partitioned: boolean;
}
