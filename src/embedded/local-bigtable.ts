/** Options and handle of an embedded Bigtable that another program starts. */
import type { FaultControl } from './fault-control';
import type { LocalTopology } from './local-topology';

export interface LocalBigtableOptions {
  /** Instances, clusters, app profiles and links, or the path of a file with them. @default the first table creates an instance */
  readonly topology?: LocalTopology | string | undefined;
  /** TCP port on 127.0.0.1. 0 selects any free port. @default 0 */
  readonly port?: number | undefined;
  /** Folder that the data is stored in. @default data is in memory, and lost at the stop */
  readonly dataDir?: string | undefined;
  /**
   * Whether the server runs in a process of its own, which ends with this one. Requests then take no time of this process's
   * event loop. @default false
   */
  readonly childProcess?: boolean | undefined;
}

/** Running embedded Bigtable. */
export interface LocalBigtable {
  /** Address `host:port`. */
  readonly endpoint: string;
  readonly port: number;
  /** Variables that lead Google's client libraries to this server. */
  readonly env: { readonly BIGTABLE_EMULATOR_HOST: string };
  /** Cuts, delays, stops and heals. */
  readonly faults: FaultControl;
  /** Stops the server. Further calls have no effect. */
  stop(): Promise<void>;
}
