import type { DataClient } from '../../bigtable/client/types';
import type { Cluster, Workload } from '../topology/cluster';

/**
 * Data clients by cluster. Each call is attempted once: the caller, which knows the other clusters, decides what
 * follows a failure.
 */
export interface ClusterClients<W extends Workload> {
  /**
   * Returns the client of the cluster. Throws when the cluster belongs to another workload, even if types were cast.
   */
  of(cluster: Cluster<W>): DataClient;
  close(): Promise<void>;
}
