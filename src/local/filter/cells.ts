import { type Cell, familySpan, lowerBound, sameColumn } from '../store/cell';
import type { TimeSpan } from './bounds';
import { type CellsFilter, eachCell } from './filter';
import { literalOf, type Matches } from './regex';

/** A bound of a range of byte strings. */
export interface Bound {
  readonly value: string;
  readonly inclusive: boolean;
}

export interface ByteRange {
  readonly start: Bound;
  /** Absent: no upper bound. */
  readonly end: Bound | undefined;
}

const isBelow = (text: string, { value, inclusive }: Bound): boolean =>
  inclusive ? text < value : text <= value;
const isWithin = (text: string, { value, inclusive }: Bound): boolean =>
  inclusive ? text <= value : text < value;

/** Families whose name matches. Cells are sorted by family: a name without operators is found by bisection. */
export function familyRegex(pattern: string, matches: Matches): CellsFilter {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (cells) => section(cells, ...familySpan(cells, literal));
  return (cells) => {
    let family: string | undefined;
    let kept = false;
    return cells.filter((cell) => {
      if (cell.family !== family) kept = matches((family = cell.family));
      return kept;
    });
  };
}

export function qualifierRegex(matches: Matches): CellsFilter {
  return (cells) => {
    let qualifier: string | undefined;
    let kept = false;
    return cells.filter((cell) => {
      if (cell.qualifier !== qualifier) kept = matches((qualifier = cell.qualifier));
      return kept;
    });
  };
}

export const valueRegex = (matches: Matches): CellsFilter => eachCell((cell) => matches(cell.value));

/** The columns of one family within a range, found by bisection. */
export function columnRange(family: string, { start, end }: ByteRange): CellsFilter {
  const isBefore = (cell: Cell): boolean =>
    cell.family < family || (cell.family === family && isBelow(cell.qualifier, start));
  const isUpTo = (cell: Cell): boolean =>
    cell.family < family || (cell.family === family && (end === undefined || isWithin(cell.qualifier, end)));
  return (cells) => section(cells, lowerBound(cells, isBefore), lowerBound(cells, isUpTo));
}

export function valueRange({ start, end }: ByteRange): CellsFilter {
  return eachCell(({ value }) => !isBelow(value, start) && (end === undefined || isWithin(value, end)));
}

export function timestampRange({ fromMs, toMs }: TimeSpan): CellsFilter {
  return eachCell((cell) => cell.timestampMs >= fromMs && cell.timestampMs < toMs);
}

export const cellsPerRowOffset = (count: number): CellsFilter => {
  return (cells) => section(cells, Math.min(count, cells.length), cells.length);
};

export const cellsPerRowLimit = (count: number): CellsFilter => {
  return (cells) => section(cells, 0, Math.min(count, cells.length));
};

/** The newest cells of each column; duplicates that an interleave made count one by one. */
export function cellsPerColumnLimit(count: number): CellsFilter {
  return (cells) => {
    let seen = 0;
    return cells.filter((cell, index) => {
      seen = index > 0 && sameColumn(cells[index - 1]!, cell) ? seen + 1 : 1;
      return seen <= count;
    });
  };
}

export const stripValue: CellsFilter = (cells) => cells.map((cell) => ({ ...cell, value: '' }));

export const applyLabel =
  (label: string): CellsFilter =>
  (cells) =>
    cells.map((cell) => ({ ...cell, label }));

export const rowKeyRegex =
  (matches: Matches): CellsFilter =>
  (cells, run) =>
    matches(run.rowKey) ? cells : [];

export const rowSample =
  (probability: number): CellsFilter =>
  (cells, run) =>
    run.random() < probability ? cells : [];

function section(cells: readonly Cell[], start: number, end: number): readonly Cell[] {
  return start === 0 && end === cells.length ? cells : cells.slice(start, Math.max(start, end));
}
