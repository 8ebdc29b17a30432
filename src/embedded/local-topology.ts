/** Topology of an embedded Bigtable: the content of a topology file, which docs/local-bigtable.md describes. */
export interface LocalTopology {
  /** Project of all instances. @default 'tidemark' */
  readonly project?: string | undefined;
  /** Region of clients that send no region of their own. @default all clusters are equally near */
  readonly clientRegion?: string | undefined;
  /** Regions that have clients and no clusters, so that links can name them. */
  readonly clientRegions?: readonly string[] | undefined;
  /** Instances by id. */
  readonly instances: Readonly<Record<string, LocalInstance>>;
  readonly links?: readonly LocalLink[] | undefined;
}

export interface LocalInstance {
  readonly displayName?: string | undefined;
  /** Clusters by id. */
  readonly clusters: Readonly<Record<string, LocalCluster>>;
  /** App profiles by id. */
  readonly appProfiles?: Readonly<Record<string, LocalAppProfile>> | undefined;
}

export interface LocalCluster {
  readonly region: string;
  /** Region, dash, letter; one cluster per zone. @default letter a */
  readonly zone?: string | undefined;
  /** @default 1 */
  readonly nodes?: number | undefined;
}

/** App profile: routes to one cluster, or to several. */
export interface LocalAppProfile {
  readonly description?: string | undefined;
  /** Id of the only cluster. */
  readonly cluster?: string | undefined;
  /** Whether CheckAndMutateRow and ReadModifyWriteRow are allowed; with `cluster`. */
  readonly transactions?: boolean | undefined;
  /** Ids of clusters, or all: each request goes to the nearest that can be reached. */
  readonly clusters?: readonly string[] | 'all' | undefined;
  /** Whether each row has its own among equidistant clusters; with `clusters`. */
  readonly rowAffinity?: boolean | undefined;
  /** Whether this is a Data Boost profile, which serves reads only. */
  readonly dataBoost?: boolean | undefined;
  readonly priority?: 'low' | 'medium' | 'high' | undefined;
}

/** Connection between two regions, or within one when it is named twice. Both directions are alike. */
export interface LocalLink {
  readonly between: readonly [string, string];
  /** One-way delay, in milliseconds. */
  readonly delayMs?: number | undefined;
  /** Maximum random addition to the delay, in milliseconds. */
  readonly jitterMs?: number | undefined;
  /** 0: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** Share of the transmissions that are lost and sent again, 0 to 1. */
  readonly dropRate?: number | undefined;
  /** Pause before a lost transmission is sent again, in milliseconds. */
  readonly retryMs?: number | undefined;
  /** Whether commits of different rows overtake each other. */
  readonly reorderRows?: boolean | undefined;
  /** Whether commits of one row overtake each other as well. */
  readonly reorderWithinRow?: boolean | undefined;
}
