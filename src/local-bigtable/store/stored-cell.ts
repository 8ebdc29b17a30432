import { type FamilyKey, familyName } from './family-key';

/**
 * Cells of the store. Keys, qualifiers and values are byte strings in latin1 strings: they take one byte of memory per
 * byte, compare by `<` in byte order, can be hashed by Map, and are shared between replicas because they are immutable.
 */

/** One version of one column. */
export interface StoredCell {
  readonly family: FamilyKey;
  readonly qualifier: string;
  /** Milliseconds since the epoch. This is Bigtable's only granularity, and exact as a number. */
  readonly timestampMs: number;
  readonly value: string;
  /** Label set by a label filter. */
  readonly label?: string;
}

/** Bigtable's order within a row: families by key, qualifiers ascending, newest first. */
export function compareCells(a: StoredCell, b: StoredCell): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  if (a.qualifier !== b.qualifier) return a.qualifier < b.qualifier ? -1 : 1;
  return b.timestampMs - a.timestampMs;
}

/** Returns whether two cells belong to the same column. */
export function sameColumn(a: StoredCell, b: StoredCell): boolean {
  return a.qualifier === b.qualifier && a.family === b.family;
}

/**
 * Returns the index of the first cell of a range for which `isBefore` is false, or its end. The range, by default all
 * cells, must be partitioned by it.
 */
export function lowerBound(
  cells: readonly StoredCell[],
  isBefore: (cell: StoredCell) => boolean,
  [start, end]: readonly [start: number, end: number] = [0, cells.length],
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(cells[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the range of the cells of one family. */
export function familySpan(cells: readonly StoredCell[], family: FamilyKey): [start: number, end: number] {
  const start = lowerBound(cells, (cell) => cell.family < family);
  return [start, lowerBound(cells, (cell) => cell.family <= family)];
}

/** Returns the range of the cells of the family with this name. Visits each family of the row at most once. */
export function namedFamilySpan(cells: readonly StoredCell[], name: string): [start: number, end: number] {
  for (let start = 0; start < cells.length;) {
    const { family } = cells[start]!;
    const end = cells.at(-1)!.family === family ? cells.length : familySpan(cells, family)[1];
    if (familyName(family) === name) return [start, end];
    start = end;
  }
  return [0, 0];
}

/** Returns the range of the cells of one column. */
export function columnSpan(
  cells: readonly StoredCell[],
  family: FamilyKey,
  qualifier: string,
): [start: number, end: number] {
  const isBefore = (cell: StoredCell): boolean =>
    cell.family < family || (cell.family === family && cell.qualifier < qualifier);
  const isUpTo = (cell: StoredCell): boolean =>
    cell.family < family || (cell.family === family && cell.qualifier <= qualifier);
  return [lowerBound(cells, isBefore), lowerBound(cells, isUpTo)];
}
