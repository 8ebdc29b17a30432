/**
 * Cells of the store. Keys, qualifiers and values are byte strings in latin1 strings: they take one byte of memory per
 * byte, compare by `<` in byte order, can be hashed by Map, and are shared between replicas because they are immutable.
 */

/** One version of one column. */
export interface StoredCell {
  readonly family: string;
  readonly qualifier: string;
  /** Milliseconds since the epoch. This is Bigtable's only granularity, and exact as a number. */
  readonly timestampMs: number;
  readonly value: string;
  /** Label set by a label filter. */
  readonly label?: string;
}

/** Bigtable's order within a row: family and qualifier ascending, newest first. */
export function compareCells(a: StoredCell, b: StoredCell): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  if (a.qualifier !== b.qualifier) return a.qualifier < b.qualifier ? -1 : 1;
  return b.timestampMs - a.timestampMs;
}

/** Returns whether two cells belong to the same column. */
export function sameColumn(a: StoredCell, b: StoredCell): boolean {
  return a.qualifier === b.qualifier && a.family === b.family;
}

/** Returns the index of the first cell for which `isBefore` is false. The cells must be partitioned by it. */
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

/** Returns the range of the cells of one family. */
export function familySpan(cells: readonly StoredCell[], family: string): [start: number, end: number] {
  const start = lowerBound(cells, (cell) => cell.family < family);
  return [start, lowerBound(cells, (cell) => cell.family <= family)];
}

/** Returns the range of the cells of one column. */
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
