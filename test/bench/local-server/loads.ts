import type { BenchSize } from '../harness';
import type { Load, Rows } from './data';

/** Small tables for a short run. The embedded server then has all rows encoded, which favours it. */
const ROWS: Readonly<Record<BenchSize, Readonly<Record<TableName, number>>>> = {
  // Wide rows: more than the embedded server caches in encoded form (64 MB), so that rows read in turn are encoded each
  // time.
  full: { narrow: 100_000, wide: 11_000, blob: 4_000, write1: 50_000, write100: 2_000, batches: 100_000 },
  quick: { narrow: 10_000, wide: 500, blob: 300, write1: 10_000, write100: 500, batches: 20_000 },
  smoke: { narrow: 500, wide: 20, blob: 20, write1: 500, write100: 20, batches: 1_000 },
};
type TableName = 'narrow' | 'wide' | 'blob' | 'write1' | 'write100' | 'batches';

export interface Loads {
  /** Loads that fill the tables to read. Each is also a figure, of bulk loading. */
  readonly fills: readonly Load[];
  readonly reads: readonly Load[];
  readonly scans: readonly Load[];
  readonly writes: readonly Load[];
}

const VALUE_BYTES = 40;
const IN_FLIGHT = 32;

export function loadsOf(size: BenchSize): Loads {
  const table = (name: TableName, cells: number, valueBytes = VALUE_BYTES): Rows => ({
    table: name,
    count: ROWS[size][name],
    cells,
    valueBytes,
  });
  const narrow = table('narrow', 1);
  const wide = table('wide', 100);
  const blob = table('blob', 1, 20_480);
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
      { ...read('read 1 cell, all rows', narrow, 'shuffled'), hasFloor: true },
      read('read 100 cells, one row', wide, 'one'),
      read('read 100 cells, all rows', wide, 'shuffled'),
      read('read 20 KB, one row', blob, 'one'),
      read('read 20 KB, all rows', blob, 'shuffled'),
    ],
    scans: [read('scan, rows of 1 cell', narrow, 'scan'), read('scan, rows of 100 cells', wide, 'scan')],
    writes: [
      write('write 1 cell', table('write1', 1), 1),
      write('write 100 cells', table('write100', 100), 1),
      { ...write('write 100 rows of 1 cell', table('batches', 1), 100), hasFloor: true },
    ],
  };
}
