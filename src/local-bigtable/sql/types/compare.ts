import type { SqlType, SqlValue } from './sql-type';
import { compareText } from './text';

/**
 * Compares two values that are not NULL, of one type or both numeric. Undefined if one is NaN, which is neither equal
 * to anything nor less or greater.
 */
export function compareSqlValues(type: SqlType, a: SqlValue, b: SqlValue): number | undefined {
  if (type.kind === 'string') return compareText(a as string, b as string);
  const one = a as number;
  const other = b as number;
  if (one < other) return -1;
  if (one > other) return 1;
  return Number.isNaN(one) || Number.isNaN(other) ? undefined : 0;
}

/** Compares two values for ORDER BY: NULL comes first, then NaN. */
export function compareForOrder(type: SqlType, a: SqlValue, b: SqlValue): number {
  const byRank = rank(a) - rank(b);
  if (byRank !== 0 || a === null) return byRank;
  return compareSqlValues(type, a, b) ?? 0;
}

function rank(value: SqlValue): number {
  if (value === null) return 0;
  return Number.isNaN(value) ? 1 : 2;
}

/** Returns a string that is the same for values that GROUP BY and DISTINCT take for equal. */
export function groupKey(value: SqlValue): string {
  if (value === null) return 'n';
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value === 'number') return `f${Object.is(value, -0) ? 0 : value};`;
  if (typeof value === 'bigint') return `i${value};`;
  return value === true ? 't' : 'b';
}
