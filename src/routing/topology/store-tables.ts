import { checkGroups } from '../../core/residency/check-groups';
import { placedTables } from '../../core/residency/placed-tables';
import type { Corpus } from '../../core/schema/schema';
import type { StoreTopology } from './store-topology';

/**
 * Returns the tables of a store: those of the corpora, and with placements also the corpora in other placements, the
 * fences of each placement and the location directory.
 */
export function storeTables(
  { placements }: Pick<StoreTopology, 'placements'>,
  corpora: readonly string[],
): readonly string[] {
  if (placements === undefined) return corpora;
  return [...new Set([...corpora, ...placedTables(placements).map(({ table }) => table)])];
}

/** Throws `invalid_argument` if the placement groups of the topology contradict the schema. */
export function checkPlacedCorpora(
  { placements }: Pick<StoreTopology, 'placements'>,
  corpora: readonly Corpus[],
): void {
  if (placements !== undefined) checkGroups(placements, corpora);
}
