import type { Row } from '../../bigtable/client/types';
import type { Cluster } from '../../routing/topology/cluster';

/** A row as far as its heartbeats go. */
export interface ShardRef {
  readonly table: string;
  /** The row's key, or any other of its shard. */
  readonly key: Buffer;
}

/** What heartbeats tell: up to which time a replica has the writes that an origin acknowledged. */
export interface ShardWatermarks {
  /**
   * The latest heartbeat of the origin that the replica has shown, milliseconds by the clock of who sent it;
   * -Infinity when none is known, or when its sender's clock is not to be trusted. Where replication is in order for
   * an origin and shard, the replica has everything that the origin acknowledged before this less the clock skew.
   */
  latestHeartbeatMs(replica: Cluster, origin: Cluster, shard: ShardRef): number;
  /** Takes in a row of a shard's heartbeats as a replica has just shown it. */
  observe(replica: Cluster, table: string, row: Row): void;
}
