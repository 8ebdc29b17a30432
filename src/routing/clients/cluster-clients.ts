import type { DataClient } from '../../bigtable/client/types';
import type { Cluster, Workload } from '../topology/cluster';

/** The way to each cluster. A call is tried once: what follows on a failure is decided above, where other clusters are known. */
export interface ClusterClients<W extends Workload> {
  /** Throws when the cluster is of another workload, whatever the types were told. */
  of(cluster: Cluster<W>): DataClient;
  close(): Promise<void>;
}
