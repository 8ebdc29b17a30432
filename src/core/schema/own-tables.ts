import { LEDGER_TABLE } from '../privacy/ledger-table';
import { isPersonal, type Corpus } from './schema';

/** Returns the tables of a store without placements: one for each corpus, and the privacy ledger if one has users. */
export function ownTables(corpora: readonly Pick<Corpus, 'name' | 'dataTypes'>[]): readonly string[] {
  const names = corpora.map(({ name }) => name);
  return corpora.some(isPersonal) ? [...names, LEDGER_TABLE] : names;
}
