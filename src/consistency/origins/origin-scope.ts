import type { Cluster } from '../../routing/topology/cluster';
import { instanceForTable, isFenced, type StoreTopology } from '../../routing/topology/store-topology';

/** The clusters that decide where writes of a table may go. */
export interface OriginScope {
  /** Clusters that accept writes or drain. */
  readonly origins: readonly Cluster<'serving'>[];
  readonly fenced: readonly Cluster<'serving'>[];
}

export function originScope(topology: StoreTopology, table: string): OriginScope {
  if (!topology.hasClusterTopology) return { origins: [], fenced: [] };
  const { serving } = instanceForTable(topology, table).clusters;
  return {
    origins: serving.filter(({ writes }) => writes === 'accepted' || writes === 'draining'),
    fenced: serving.filter(isFenced),
  };
}

/**
 * Whether clusters must be announced. Where a single cluster is an origin, no process can have sent writes elsewhere,
 * so it needs no announcement.
 */
export function needsAnnouncements({ origins }: OriginScope): boolean {
  return origins.length > 1;
}
