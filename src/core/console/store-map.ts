/** Regions and clusters of the store, as the console draws them. */
export interface StoreMap {
  /** Whether the topology names the clusters. If not, Bigtable chooses among clusters that are not known here. */
  readonly namesClusters: boolean;
  readonly clusters: readonly {
    readonly id: string;
    readonly instance: string;
    readonly region: string;
    readonly role: 'serving' | 'batch';
    /** Whether the cluster takes writes: `accepted`, `draining`, `refused` or `fenced`. */
    readonly writes: string;
  }[];
  /** Links whose conditions the topology declares. */
  readonly links: readonly { readonly between: readonly [string, string]; readonly delayMs: number }[];
}
