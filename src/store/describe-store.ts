import type { StoreTopology } from '../routing/topology/store-topology';
import type { StoreMap } from '../core/console/store-map';

/** Returns the regions and clusters of a topology, for the console. */
export function describeStore({ hasClusterTopology, instances, links }: StoreTopology): StoreMap {
  return {
    namesClusters: hasClusterTopology,
    clusters: instances.flatMap((instance) =>
      [...instance.clusters.serving, ...instance.clusters.batch].map(({ id, region, workload, writes }) => ({
        id,
        instance: instance.id,
        region,
        role: workload,
        writes,
      })),
    ),
    links: links.map(({ between, conditions }) => ({ between, delayMs: conditions.delayMs ?? 0 })),
  };
}
