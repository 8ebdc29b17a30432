import { tablesOfCorpus } from '../core/residency/placed-tables';
import { NO_PLACEMENTS } from '../core/residency/placement-rules';
import { TidemarkError } from '../errors';
import type { Cluster, Workload } from '../routing/topology/cluster';
import { instanceForTable, type StoreInstance, type StoreTopology } from '../routing/topology/store-topology';

/**
 * Returns the workload whose clusters take the writes of batch work: `batch` if the topology has batch clusters, since
 * they exist to keep this load away from serving. Throws `no_write_cluster` when they do not accept writes of this
 * table, in one of its placements.
 */
export function workloadOfBatchWrites(topology: StoreTopology, table: string): Workload {
  const without = instancesOf(topology, table).find(({ instance }) => !acceptsBatchWrites(instance));
  if (without === undefined) return 'batch';
  const isThere = topology.instances.some(({ clusters }) => clusters.batch.some(isDirectCluster));
  if (!isThere) return 'serving';
  const message = `no cluster of instance "${without.instance.id}" that is for batch work accepts writes of "${without.name}"`;
  throw new TidemarkError('no_write_cluster', message);
}

/**
 * Returns the workload whose clusters serve the reads of batch work: `batch` if each instance that has rows of the table
 * has batch clusters, whether or not they accept writes.
 */
export function workloadOfBatchReads(topology: StoreTopology, table: string): Workload {
  const instances = instancesOf(topology, table);
  return instances.every(({ instance }) => instance.clusters.batch.length > 0) ? 'batch' : 'serving';
}

interface TableInInstance {
  /** Name of the table within the store. */
  readonly name: string;
  readonly instance: StoreInstance;
}

/** Returns the instances that have rows of the table: one, or that of each placement. */
const instancesOf = (topology: StoreTopology, table: string): readonly TableInInstance[] =>
  tablesOfCorpus(topology.placements ?? NO_PLACEMENTS, table).map((name) => ({
    name,
    instance: instanceForTable(topology, name),
  }));

const acceptsBatchWrites = ({ clusters }: StoreInstance): boolean =>
  clusters.batch.some(({ writes }) => writes === 'accepted');

/** Returns whether the entry is a real cluster: Data Boost entries have no nodes and take no writes. */
const isDirectCluster = ({ indirect }: Cluster<'batch'>): boolean => indirect === undefined;
