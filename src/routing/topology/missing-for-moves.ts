import type { Placement } from '../../core/residency/placement-rules';
import type { StoreInstance, StoreTopology } from './store-topology';

/**
 * Returns what a placement lacks for moves, as a sentence; undefined if rows can move to and from it. A mover uses
 * batch clusters only, and changes rows by transactions at them: each instance of the placement needs a batch cluster
 * that accepts writes and has an app profile with transactions.
 */
export function missingForMoves({ instances }: StoreTopology, placement: Placement): string | undefined {
  const used = new Set(placement.instances.values());
  for (const instance of instances) {
    const missing = used.has(instance.id) ? missingIn(instance) : undefined;
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function missingIn({ id, clusters }: StoreInstance): string | undefined {
  const batch = clusters.batch.filter(({ indirect }) => indirect === undefined);
  if (batch.length === 0) return `instance "${id}" has no batch cluster`;
  const accepting = batch.filter(({ writes }) => writes === 'accepted');
  if (accepting.length === 0) return `no batch cluster of instance "${id}" accepts writes`;
  if (accepting.some(({ transactionsProfileId }) => transactionsProfileId !== undefined)) return undefined;
  return `no app profile of instance "${id}" allows transactions at a batch cluster that accepts writes`;
}
