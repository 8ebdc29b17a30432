import type { Random } from '../../platform/random';
import type { StoredCell } from '../store/stored-cell';

/** State of one row's evaluation. */
interface FilterRun {
  readonly rowKey: string;
  readonly random: Random;
  /** Cells that a sink sent directly to the output. */
  readonly sinkOutput: StoredCell[];
}

/**
 * Compiled filter: takes a row's cells in Bigtable's order and returns the remaining ones in the same order. It never
 * changes its input; modified cells are copies.
 */
export type CellsFilter = (cells: readonly StoredCell[], run: FilterRun) => readonly StoredCell[];

export const passAllCells: CellsFilter = (cells) => cells;
export const blockAllCells: CellsFilter = () => [];

/** Creates a filter that decides for each cell independently. */
export function filterEachCell(keep: (cell: StoredCell) => boolean): CellsFilter {
  return (cells) => cells.filter(keep);
}
