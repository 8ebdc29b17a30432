import { ColumnRow, type RowCell } from './column-row';

interface AnyRow {
  readonly key: Buffer;
  readonly cells: readonly RowCell[];
}

/** Cells to hide. */
export interface HiddenCells {
  /** Time up to which the family's cells are hidden, inclusive, in microseconds since the Unix epoch; -1: none is. */
  upTo(family: string): number;
  /** Qualifiers of further hidden cells of the family, as Latin-1. */
  named(family: string): Pick<ReadonlySet<string>, 'has'> | undefined;
}

/**
 * Returns the row without the hidden cells: the same row if it has none, which is the usual case and costs a look at each
 * timestamp; undefined if it has no others.
 */
export function hideCells<R extends AnyRow>(row: R, hidden: HiddenCells): R | undefined {
  if (row instanceof ColumnRow && !row.families.some((family) => mayHide(row, family, hidden))) return row;
  const cells = row.cells.filter(
    ({ family, qualifier, timestampMicros }) =>
      timestampMicros > hidden.upTo(family) &&
      hidden.named(family)?.has(qualifier.toString('latin1')) !== true,
  );
  if (cells.length === 0) return undefined;
  return cells.length === row.cells.length ? row : ({ key: row.key, cells } as unknown as R);
}

function mayHide(row: ColumnRow, family: string, hidden: HiddenCells): boolean {
  const upTo = hidden.upTo(family);
  return hidden.named(family) !== undefined || (upTo >= 0 && row.hasCellUpTo(family, upTo));
}
