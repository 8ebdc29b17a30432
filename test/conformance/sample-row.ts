import type { data, PlainCell, RawBigtable } from './raw-bigtable';

/** Row with special cases: empty and binary qualifiers and values, a newline, timestamp zero, two families. */
export const SAMPLE_CELLS: readonly PlainCell[] = [
  ['a', '', 2_000, ''],
  ['a', '\0\xff', 1_000, '\0\xff'],
  ['a', 'q', 3_000, 'three'],
  ['a', 'q', 2_000, 'two'],
  ['a', 'q', 0, 'one'],
  ['a', 'r', 2_000, 'x\ny'],
  ['b', 'q', 1_000, '1'],
  ['b', '\xff', 1_000, '\xc3\xa9'],
];
export const ALL_CELLS = SAMPLE_CELLS.map((_, index) => index);
const SAMPLE_KEY = 'k\0\xff';

/**
 * Creates a table with the sample row. Families are added one by one, because Google's emulator sorts them by creation.
 */
export async function createSampleTable(bigtable: RawBigtable, table: string): Promise<void> {
  await bigtable.createTable(table, {});
  for (const id of ['a', 'b']) await bigtable.modifyFamilies(table, [{ id, create: {} }]);
  await bigtable.set(table, SAMPLE_KEY, SAMPLE_CELLS);
}

export async function readSample(
  bigtable: RawBigtable,
  table: string,
  filter: data.IRowFilter,
): Promise<readonly PlainCell[]> {
  return (await bigtable.read(table, { filter }))[0]?.cells ?? [];
}

/** Returns the indexes of these cells in the sample, ignoring labels; -1 for an unknown cell. */
export function indexes(cells: readonly PlainCell[]): number[] {
  const plain = SAMPLE_CELLS.map((cell) => JSON.stringify(cell));
  return cells.map((cell) => plain.indexOf(JSON.stringify(cell.slice(0, 4))));
}
