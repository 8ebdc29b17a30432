import { checkGroupedCorpora, placedTables } from '../../core/residency/placed-tables';
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

/** Throws `invalid_argument` if the topology places a corpus that the schema does not declare. */
export function checkPlacedCorpora(
  { placements }: Pick<StoreTopology, 'placements'>,
  corpora: readonly string[],
): void {
  if (placements !== undefined) checkGroupedCorpora(placements, corpora);
}
