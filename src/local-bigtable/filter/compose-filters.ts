import { type StoredCell, compareCells } from '../store/stored-cell';
import { blockAllCells, type CellsFilter } from './cells-filter';

/** Each filter takes what the one before it left. */
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

/** Every filter takes the whole input; the results are pooled in order, duplicates included. */
export function interleaveFilters(filters: readonly CellsFilter[]): CellsFilter {
  return (cells, run) => mergeCells(filters.map((filter) => filter(cells, run)));
}

/** Takes one way or the other by whether the predicate leaves any cell; an absent way leaves none. */
export function conditionFilter(
  predicate: CellsFilter,
  onMatch: CellsFilter = blockAllCells,
  onNoMatch: CellsFilter = blockAllCells,
): CellsFilter {
  return (cells, run) => (predicate(cells, run).length > 0 ? onMatch(cells, run) : onNoMatch(cells, run));
}

/** Sends its input to the read's output, past all filters around it. */
export const sinkFilter: CellsFilter = (cells, run) => {
  // One by one: a spread of a wide row would be too many arguments for the stack.
  for (const cell of cells) run.sinkOutput.push(cell);
  return [];
};

/** Pools sorted lists into one; of equal cells those of an earlier list come first. */
export function mergeCells(lists: readonly (readonly StoredCell[])[]): readonly StoredCell[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  return filled.flat().sort(compareCells);
}
