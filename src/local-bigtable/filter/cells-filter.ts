import type { Random } from '../../platform/random';
import type { StoredCell } from '../store/stored-cell';

/** One row's passage through a filter. */
export interface FilterRun {
  readonly rowKey: string;
  readonly random: Random;
  /** Cells that a sink sent straight to the output. */
  readonly sinkOutput: StoredCell[];
}

/**
 * A compiled filter: takes a row's cells in Bigtable's order and returns those that remain, in the same order. It
 * never changes its input; cells that it alters are copies.
 */
export type CellsFilter = (cells: readonly StoredCell[], run: FilterRun) => readonly StoredCell[];

export const passAllCells: CellsFilter = (cells) => cells;
export const blockAllCells: CellsFilter = () => [];

/** A filter that looks at each cell by itself. */
export function filterEachCell(keep: (cell: StoredCell) => boolean): CellsFilter {
  return (cells) => cells.filter(keep);
}
