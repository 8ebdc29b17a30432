import type { RowMutations } from '../../../src/bigtable/client/types';
import { setCell } from '../../../src/bigtable/write/mutations';

export const PROJECT = 'bench';
export const INSTANCE = 'bench';
export const TABLE = 'reads';
export const FAMILY = 'f';

/** Size of a read's result. */
export interface ReadSize {
  readonly name: string;
  readonly cells: number;
  readonly valueBytes: number;
}

export const SIZES: readonly ReadSize[] = [
  { name: '1', cells: 1, valueBytes: 40 },
  { name: '1x20KB', cells: 1, valueBytes: 20_480 },
  { name: '100', cells: 100, valueBytes: 40 },
  { name: '1000', cells: 1_000, valueBytes: 40 },
];

/** Timestamp of the oldest cell: as long as those of real data. */
const NOW_MICROS = 1_790_000_000_000_000;

/** Number of rows of each size, which reads cycle through. */
export const ROWS = 8;

export function rowKeyOf(size: ReadSize, index: number): Buffer {
  return Buffer.from(`${size.name}#${index % ROWS}`);
}

export function rowsOf(size: ReadSize): RowMutations[] {
  return Array.from({ length: ROWS }, (_, row) => ({
    key: rowKeyOf(size, row),
    mutations: Array.from({ length: size.cells }, (_unused, cell) => {
      const qualifier = Buffer.from(`column-${String(cell).padStart(4, '0')}`);
      const value = Buffer.alloc(size.valueBytes, `${size.name}/${row}/${cell};`);
      return setCell(FAMILY, qualifier, NOW_MICROS + 1_000 * (row + cell), value);
    }),
  }));
}
