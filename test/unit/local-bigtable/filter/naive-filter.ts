import type { data } from '../../../../src/local-bigtable/encoding/proto';
import { bigInt64, byteString } from '../../../../src/local-bigtable/encoding/proto';
import type { StoredCell } from '../../../../src/local-bigtable/store/stored-cell';

/**
 * Returns the result of a filter on a row, computed literally from the documentation of RowFilter: no bisection, no
 * shortcuts, no state between cells. The reference for the compiled filters.
 */
export function naiveRead(
  filter: data.IRowFilter,
  row: readonly StoredCell[],
  patterns: Patterns,
): StoredCell[] {
  const sunk: StoredCell[] = [];
  const kept = leave(filter, [...row], { patterns, sunk });
  return inOrder([...sunk, ...kept]);
}

/** Converts the RE2 patterns in use to JavaScript. */
export type Patterns = (re2: string) => RegExp;

interface Context {
  readonly patterns: Patterns;
  readonly sunk: StoredCell[];
}

function leave(filter: data.IRowFilter, cells: StoredCell[], context: Context): StoredCell[] {
  const matching = (pattern: string, part: (cell: StoredCell) => string): StoredCell[] =>
    cells.filter((cell) => context.patterns(pattern).test(part(cell)));
  if (filter.chain) {
    return (filter.chain.filters ?? []).reduce((left, part) => leave(part, left, context), cells);
  }
  if (filter.interleave) {
    return inOrder((filter.interleave.filters ?? []).flatMap((part) => leave(part, [...cells], context)));
  }
  if (filter.condition) {
    const { predicateFilter, trueFilter, falseFilter } = filter.condition;
    const holds = leave(predicateFilter!, cells, context).length > 0;
    const way = holds ? trueFilter : falseFilter;
    return way ? leave(way, cells, context) : [];
  }
  if (filter.sink) {
    context.sunk.push(...cells);
    return [];
  }
  if (filter.blockAllFilter) return [];
  if (typeof filter.familyNameRegexFilter === 'string') {
    return matching(filter.familyNameRegexFilter, (cell) => cell.family);
  }
  if (filter.columnQualifierRegexFilter) {
    return matching(byteString(filter.columnQualifierRegexFilter), (cell) => cell.qualifier);
  }
  if (filter.valueRegexFilter) return matching(byteString(filter.valueRegexFilter), (cell) => cell.value);
  if (filter.columnRangeFilter) {
    const range = filter.columnRangeFilter;
    return cells.filter(
      (cell) =>
        cell.family === range.familyName &&
        isAbove(cell.qualifier, range.startQualifierClosed, range.startQualifierOpen) &&
        isBelow(cell.qualifier, range.endQualifierClosed, range.endQualifierOpen),
    );
  }
  if (filter.valueRangeFilter) {
    const range = filter.valueRangeFilter;
    return cells.filter(
      ({ value }) =>
        isAbove(value, range.startValueClosed, range.startValueOpen) &&
        isBelow(value, range.endValueClosed, range.endValueOpen),
    );
  }
  if (filter.timestampRangeFilter) {
    const start = bigInt64(filter.timestampRangeFilter.startTimestampMicros);
    const end = bigInt64(filter.timestampRangeFilter.endTimestampMicros);
    return cells.filter((cell) => {
      const micros = BigInt(cell.timestampMs) * 1000n;
      return micros >= start && (end === 0n || micros < end);
    });
  }
  if (filter.cellsPerRowOffsetFilter) return cells.slice(filter.cellsPerRowOffsetFilter);
  if (filter.cellsPerRowLimitFilter) return cells.slice(0, filter.cellsPerRowLimitFilter);
  if (filter.cellsPerColumnLimitFilter) {
    const limit = filter.cellsPerColumnLimitFilter;
    return cells.filter(
      (cell, at) => cells.slice(0, at).filter((other) => sameColumn(cell, other)).length < limit,
    );
  }
  if (filter.stripValueTransformer) return cells.map((cell) => ({ ...cell, value: '' }));
  if (filter.applyLabelTransformer) {
    const label = filter.applyLabelTransformer;
    return cells.map((cell) => ({ ...cell, label }));
  }
  return cells;
}

type Bytes = Uint8Array | string | null | undefined;

const isAbove = (text: string, closed: Bytes, open: Bytes): boolean =>
  open instanceof Uint8Array ? text > byteString(open) : text >= byteString(closed);

function isBelow(text: string, closed: Bytes, open: Bytes): boolean {
  if (closed instanceof Uint8Array) return text <= byteString(closed);
  return !(open instanceof Uint8Array) || text < byteString(open);
}

const sameColumn = (a: StoredCell, b: StoredCell): boolean =>
  a.family === b.family && a.qualifier === b.qualifier;

/** Sorts by insertion; equal cells stay in order. */
function inOrder(cells: readonly StoredCell[]): StoredCell[] {
  const sorted: StoredCell[] = [];
  for (const cell of cells) {
    let at = sorted.length;
    while (at > 0 && isAfter(sorted[at - 1]!, cell)) at--;
    sorted.splice(at, 0, cell);
  }
  return sorted;
}

function isAfter(a: StoredCell, b: StoredCell): boolean {
  if (a.family !== b.family) return a.family > b.family;
  if (a.qualifier !== b.qualifier) return a.qualifier > b.qualifier;
  return a.timestampMs < b.timestampMs;
}
