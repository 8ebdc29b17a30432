import type { Row } from '../../bigtable/client/types';
import type { Cluster } from '../../routing/topology/cluster';

/** A shard of a table, by a key in it. */
export interface ShardRef {
  readonly table: string;
  /** Key of a row, or any other key of its shard. */
  readonly key: Buffer;
}

/** Up to which time a replica has the writes that an origin acknowledged, as heartbeats show it. */
export interface ShardWatermarks {
  /**
   * Returns the latest heartbeat of the origin that the replica has shown, in milliseconds by the sender's clock;
   * -Infinity if none is known or if the sender's clock is not trusted. Where replication is in order for an origin and
   * shard, the replica has everything that the origin acknowledged before this time less the clock skew.
   */
  latestHeartbeatMs(replica: Cluster, origin: Cluster, shard: ShardRef): number;
  /** Records a row of a shard's heartbeats as a replica has just shown it. */
  observe(replica: Cluster, table: string, row: Row): void;
}
