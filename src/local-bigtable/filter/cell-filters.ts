import { type FamilyKey, familyName } from '../store/family-key';
import { type StoredCell, lowerBound, namedFamilySpan, sameColumn } from '../store/stored-cell';
import type { Bound, ByteRange, TimeSpan } from './bounds';
import { type CellsFilter, filterEachCell } from './cells-filter';
import { literalOf, type BytesMatcher } from './regex';

const isBelow = (text: string, { value, inclusive }: Bound): boolean =>
  inclusive ? text < value : text <= value;
const isWithin = (text: string, { value, inclusive }: Bound): boolean =>
  inclusive ? text <= value : text < value;

/** Passes cells of matching families. A literal name is found by bisection, since the cells of a family are adjacent. */
export function matchFamily(pattern: string, matches: BytesMatcher): CellsFilter {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (cells) => section(cells, ...namedFamilySpan(cells, literal));
  return (cells) => {
    let family: FamilyKey | undefined;
    let isMatch = false;
    return cells.filter((cell) => {
      if (cell.family !== family) isMatch = matches(familyName((family = cell.family)));
      return isMatch;
    });
  };
}

/** Passes cells with matching qualifiers. */
export function matchQualifier(matches: BytesMatcher): CellsFilter {
  return (cells) => {
    let qualifier: string | undefined;
    let isMatch = false;
    return cells.filter((cell) => {
      if (cell.qualifier !== qualifier) isMatch = matches((qualifier = cell.qualifier));
      return isMatch;
    });
  };
}

/** Passes cells with matching values. */
export const matchValue = (matches: BytesMatcher): CellsFilter =>
  filterEachCell((cell) => matches(cell.value));

/** Passes the columns of one family within a range, found by bisection. */
export function filterColumnRange(family: string, { start, end }: ByteRange): CellsFilter {
  const isBefore = (cell: StoredCell): boolean => isBelow(cell.qualifier, start);
  const isUpTo = (cell: StoredCell): boolean => end === undefined || isWithin(cell.qualifier, end);
  return (cells) => {
    const span = namedFamilySpan(cells, family);
    return section(cells, lowerBound(cells, isBefore, span), lowerBound(cells, isUpTo, span));
  };
}

/** Passes cells with values within a range. */
export function filterValueRange({ start, end }: ByteRange): CellsFilter {
  return filterEachCell(({ value }) => !isBelow(value, start) && (end === undefined || isWithin(value, end)));
}

/** Passes cells with timestamps within a half-open range. */
export function filterTimestampRange({ fromMs, toMs }: TimeSpan): CellsFilter {
  return filterEachCell((cell) => cell.timestampMs >= fromMs && cell.timestampMs < toMs);
}

/** Drops the first `count` cells of the row. */
export const skipCellsPerRow = (count: number): CellsFilter => {
  return (cells) => section(cells, Math.min(count, cells.length), cells.length);
};

/** Passes the first `count` cells of the row. */
export const limitCellsPerRow = (count: number): CellsFilter => {
  return (cells) => section(cells, 0, Math.min(count, cells.length));
};

/** Passes the newest cells of each column. Duplicates from an interleave count individually. */
export function limitCellsPerColumn(count: number): CellsFilter {
  return (cells) => {
    let seen = 0;
    return cells.filter((cell, index) => {
      seen = index > 0 && sameColumn(cells[index - 1]!, cell) ? seen + 1 : 1;
      return seen <= count;
    });
  };
}

/** Empties the values of all cells. */
export const stripValues: CellsFilter = (cells) => cells.map((cell) => ({ ...cell, value: '' }));

/** Labels all cells. */
export const applyLabel =
  (label: string): CellsFilter =>
  (cells) =>
    cells.map((cell) => ({ ...cell, label }));

/** Passes all cells of rows with matching keys. */
export const matchRowKey =
  (matches: BytesMatcher): CellsFilter =>
  (cells, run) =>
    matches(run.rowKey) ? cells : [];

/** Passes all cells of a random sample of rows, each with this probability. */
export const sampleRows =
  (probability: number): CellsFilter =>
  (cells, run) =>
    run.random() < probability ? cells : [];

function section(cells: readonly StoredCell[], start: number, end: number): readonly StoredCell[] {
  return start === 0 && end === cells.length ? cells : cells.slice(start, Math.max(start, end));
}
