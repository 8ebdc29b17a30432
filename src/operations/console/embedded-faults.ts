/** Control of the faults of an embedded Bigtable, as far as the console uses it. A place is a region or a cluster. */
export interface EmbeddedFaults {
  cut(a: string, b: string, scope: { readonly forMs: number }): Promise<void>;
  heal(a: string, b: string): Promise<void>;
  slow(cluster: string, latencyMs: number, scope: { readonly forMs: number }): Promise<void>;
  stopCluster(cluster: string, scope: { readonly forMs: number }): Promise<void>;
  startCluster(cluster: string): Promise<void>;
  reset(): Promise<void>;
  status(): Promise<readonly EmbeddedInstance[]>;
}

/** State of one instance of an embedded Bigtable. */
interface EmbeddedInstance {
  readonly name: string;
  readonly clusters: readonly {
    readonly id: string;
    readonly region: string;
    readonly stopped: boolean;
    readonly slowMs: number;
    readonly pendingCommits: number;
  }[];
  readonly links: readonly {
    readonly from: string;
    readonly to: string;
    readonly blocked: boolean;
    readonly backlog: number;
    readonly lagMs: number;
  }[];
}
