import type { EventColumns } from '../columns/columns';
import type { CountQuery } from './count-query';
import type { CountTable } from './count-table';

/** What of a query the counts depend on. */
export type CountedQuery = Pick<CountQuery, 'actions' | 'where' | 'entities' | 'windows' | 'groupBy'>;

/**
 * Counts the events of disjoint parts in every window, at every level, in every group of the query, in one pass. Events
 * from before `countedFromMs` don't count; see `countedFromMs` in `columns/counted-from`.
 */
export function countEvents(
  _query: CountedQuery,
  _parts: readonly EventColumns[],
  _countedFromMs: number,
): CountTable {
  throw new Error('to come');
}
