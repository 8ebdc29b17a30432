/**
 * Cells as the store keeps them. Keys, qualifiers and values are byte strings held as latin1 strings: one byte per
 * byte in memory, compared by `<` in byte order, hashed by Map, and shared between replicas because immutable.
 */

/** One version of one column. */
export interface StoredCell {
  readonly family: string;
  readonly qualifier: string;
  /** Milliseconds since the epoch: Bigtable's only granularity, and exact as a number. */
  readonly timestampMs: number;
  readonly value: string;
  /** Set by a label filter only. */
  readonly label?: string;
}

/** Bigtable's order within a row: family, qualifier ascending, newest first. */
export function compareCells(a: StoredCell, b: StoredCell): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  if (a.qualifier !== b.qualifier) return a.qualifier < b.qualifier ? -1 : 1;
  return b.timestampMs - a.timestampMs;
}

export function sameColumn(a: StoredCell, b: StoredCell): boolean {
  return a.qualifier === b.qualifier && a.family === b.family;
}

/** Index of the first cell for which `isBefore` is false; the cells must be partitioned by it. */
export function lowerBound(cells: readonly StoredCell[], isBefore: (cell: StoredCell) => boolean): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(cells[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The contiguous cells of one family. */
export function familySpan(cells: readonly StoredCell[], family: string): [start: number, end: number] {
  const start = lowerBound(cells, (cell) => cell.family < family);
  return [start, lowerBound(cells, (cell) => cell.family <= family)];
}

/** The contiguous cells of one column. */
export function columnSpan(
  cells: readonly StoredCell[],
  family: string,
  qualifier: string,
): [start: number, end: number] {
  const isBefore = (cell: StoredCell): boolean =>
    cell.family < family || (cell.family === family && cell.qualifier < qualifier);
  const isUpTo = (cell: StoredCell): boolean =>
    cell.family < family || (cell.family === family && cell.qualifier <= qualifier);
  return [lowerBound(cells, isBefore), lowerBound(cells, isUpTo)];
}
