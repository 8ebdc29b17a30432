/** Parts of rows, taken without creating objects of cells that are not needed where a row consists of columns. */
import { columnsOfCells, type CellColumns } from './cell-columns';
import { ColumnRow } from './column-row';

interface PartCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

/** A row of columns, or of objects, such as the join of several replicas' rows. */
interface AnyRow<C> {
  readonly key: Buffer;
  readonly cells: readonly C[];
}

/** Returns the cells of one family. */
export function cellsOfFamily<C extends PartCell>(row: AnyRow<C>, family: string): readonly C[] {
  const cells: readonly PartCell[] =
    row instanceof ColumnRow ? row.cellsOf(family) : row.cells.filter((cell) => cell.family === family);
  return cells as readonly C[];
}

/** Returns the row without the cells of one family: the same row if it has none, undefined if it has no others. */
export function withoutFamily<R extends AnyRow<PartCell>>(row: R, family: string): R | undefined {
  if (row instanceof ColumnRow) return row.without(family) as R | undefined;
  const cells = row.cells.filter((cell) => cell.family !== family);
  if (cells.length === 0) return undefined;
  return cells.length === row.cells.length ? row : { ...row, cells };
}

/** Returns the cells of one family as columns: those of the row, or a copy if it consists of objects. */
export function columnsOfFamily(row: AnyRow<PartCell>, family: string): CellColumns {
  const columns = row instanceof ColumnRow ? row.columnsOf(family) : undefined;
  return columns ?? columnsOfCells(cellsOfFamily(row, family));
}

/** Returns the size of the row's qualifiers and values, in bytes. */
export function contentBytesOf(row: AnyRow<PartCell>): number {
  if (row instanceof ColumnRow) return row.contentBytes;
  return row.cells.reduce((sum, { qualifier, value }) => sum + qualifier.length + value.length, 0);
}
