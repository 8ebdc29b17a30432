import { TidemarkError } from '../errors';
import type { Cluster, Workload } from '../routing/topology/cluster';
import { instanceForTable, type StoreTopology } from '../routing/topology/store-topology';

/**
 * Returns the workload whose clusters take the writes of batch work: `batch` if the topology has batch clusters, since
 * they exist to keep this load away from serving. Throws `no_write_cluster` when they do not accept writes of this
 * table.
 */
export function workloadOfBatchWrites(topology: StoreTopology, table: string): Workload {
  const instance = instanceForTable(topology, table);
  if (instance.clusters.batch.some(({ writes }) => writes === 'accepted')) return 'batch';
  const isThere = topology.instances.some(({ clusters }) => clusters.batch.some(isDirectCluster));
  if (!isThere) return 'serving';
  const message = `no cluster of instance "${instance.id}" that is for batch work accepts writes of "${table}"`;
  throw new TidemarkError('no_write_cluster', message);
}

/** Returns whether the entry is a real cluster: Data Boost entries have no nodes and take no writes. */
const isDirectCluster = ({ indirect }: Cluster<'batch'>): boolean => indirect === undefined;
