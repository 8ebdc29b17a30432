import type { Load, Rows } from './data';

/** Small tables for a run that must end soon: the embedded server then has all rows encoded, which flatters it. */
const size = (quick: boolean, full: number, small: number): number => (quick ? small : full);

export interface Loads {
  /** Fill the tables that are read; each is also a figure, of bulk loading. */
  readonly fills: readonly Load[];
  readonly reads: readonly Load[];
  readonly scans: readonly Load[];
  readonly writes: readonly Load[];
}

const VALUE_BYTES = 40;
const IN_FLIGHT = 32;

export function loadsOf(quick: boolean): Loads {
  const table = (name: string, count: number, cells: number, valueBytes = VALUE_BYTES): Rows => ({
    table: name,
    count,
    cells,
    valueBytes,
  });
  const narrow = table('narrow', size(quick, 100_000, 10_000), 1);
  // More than the embedded server keeps encoded (64 MB), so that rows read in turn are encoded each time.
  const wide = table('wide', size(quick, 11_000, 500), 100);
  const blob = table('blob', size(quick, 4_000, 300), 1, 20_480);
  const read = (name: string, rows: Rows, order: Load['order']): Load => ({
    name,
    method: 'ReadRows',
    rows,
    order,
    batch: 1,
    inFlight: order === 'scan' ? 1 : IN_FLIGHT,
  });
  const fill = (name: string, rows: Rows, batch: number): Load => ({
    name,
    method: 'MutateRows',
    rows,
    order: 'rising',
    batch,
    inFlight: 4,
  });
  const write = (name: string, rows: Rows, batch: number): Load => ({
    name,
    method: batch === 1 ? 'MutateRow' : 'MutateRows',
    rows,
    order: 'shuffled',
    batch,
    inFlight: batch === 1 ? IN_FLIGHT : 8,
  });
  return {
    fills: [
      fill('bulk load, rows of 1 cell', narrow, 100),
      fill('bulk load, rows of 100 cells', wide, 5),
      fill('bulk load, rows of 20 KB', blob, 2),
    ],
    reads: [
      read('read 1 cell, one row', narrow, 'one'),
      read('read 1 cell, all rows', narrow, 'shuffled'),
      read('read 100 cells, one row', wide, 'one'),
      read('read 100 cells, all rows', wide, 'shuffled'),
      read('read 20 KB, one row', blob, 'one'),
      read('read 20 KB, all rows', blob, 'shuffled'),
    ],
    scans: [read('scan, rows of 1 cell', narrow, 'scan'), read('scan, rows of 100 cells', wide, 'scan')],
    writes: [
      write('write 1 cell', table('write1', size(quick, 50_000, 10_000), 1), 1),
      write('write 100 cells', table('write100', size(quick, 2_000, 500), 100), 1),
      write('write 100 rows of 1 cell', table('batches', size(quick, 100_000, 20_000), 1), 100),
    ],
  };
}
