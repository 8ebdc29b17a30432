import type { Filter, Mutation, Row } from '../../../src/bigtable/client/types';
import { cellsPerColumnLimit, chain, familyIs } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import { rowKey } from '../../../src/core/rows/row-key';
import { FAMILY } from './topology';

/** Filter of object reads: the newest version of each column of one family. */
export const FILTER: Filter = chain(familyIs(FAMILY), cellsPerColumnLimit(1));

export const keyOf = (row: number): Buffer => rowKey(`user-${row}`);

const COLUMN = Buffer.from('value');
/** The same cell again and again, so that rows stay as large as they are. */
const TIMESTAMP_MICROS = 1_700_000_000_000_000;

export function valueMutation(value: number): Mutation {
  return setCell(FAMILY, COLUMN, TIMESTAMP_MICROS, Buffer.from(String(value)));
}

/** -1 where the row has none. */
export function valueOf(row: Row | undefined): number {
  return row === undefined ? -1 : Number(row.cells[0]!.value);
}

export function manyCells(count: number): Mutation[] {
  return Array.from({ length: count }, (_, index) =>
    setCell(FAMILY, Buffer.from(`column-${index}`), TIMESTAMP_MICROS, Buffer.alloc(40, index)),
  );
}
