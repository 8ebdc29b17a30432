import type { Cluster } from '../../routing/topology/cluster';
import { instanceForTable, isFenced, type StoreTopology } from '../../routing/topology/store-topology';

/** The clusters that have a say in where writes of a table may go. */
export interface OriginScope {
  /** Accepting or draining. */
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

/** Where a single cluster is an origin, no other process can have writes that go elsewhere: it needs no announcement. */
export function needsAnnouncements({ origins }: OriginScope): boolean {
  return origins.length > 1;
}
