import { type StoredCell, compareCells } from '../store/stored-cell';
import { blockAllCells, type CellsFilter } from './cells-filter';

/** Applies filters in sequence, each to the result of the previous one. */
export function chainFilters(filters: readonly CellsFilter[]): CellsFilter {
  return (cells, run) => {
    let rest = cells;
    for (const filter of filters) {
      if (rest.length === 0) return rest;
      rest = filter(rest, run);
    }
    return rest;
  };
}

/** Applies every filter to the whole input and merges the results in order, duplicates included. */
export function interleaveFilters(filters: readonly CellsFilter[]): CellsFilter {
  return (cells, run) => mergeCells(filters.map((filter) => filter(cells, run)));
}

/**
 * Applies one filter or the other, depending on whether the predicate passes any cell. An absent branch passes none.
 */
export function conditionFilter(
  predicate: CellsFilter,
  onMatch: CellsFilter = blockAllCells,
  onNoMatch: CellsFilter = blockAllCells,
): CellsFilter {
  return (cells, run) => (predicate(cells, run).length > 0 ? onMatch(cells, run) : onNoMatch(cells, run));
}

/** Sends its input to the read's output and past all enclosing filters. */
export const sinkFilter: CellsFilter = (cells, run) => {
  // One by one: spreading a wide row would exceed the maximum number of arguments.
  for (const cell of cells) run.sinkOutput.push(cell);
  return [];
};

/** Merges sorted lists into one. Among equal cells those of an earlier list come first. */
export function mergeCells(lists: readonly (readonly StoredCell[])[]): readonly StoredCell[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  return filled.flat().sort(compareCells);
}
