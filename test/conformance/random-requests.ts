import type { Random } from '../../src/platform/random';
import { randomFilter } from './random-filters';
import {
  FAMILIES,
  KEYS,
  pick,
  PLAIN_FAMILIES,
  QUALIFIERS,
  several,
  TIMESTAMPS,
  VALUES,
} from './random-values';
import { bytes, type data, type PlainRow, type RawBigtable, setCell } from './raw-bigtable';

/** Request and its answer, which must be the same on every server. */
export interface RandomRequest {
  readonly name: string;
  readonly details: unknown;
  run(bigtable: RawBigtable, table: string): Promise<unknown>;
}

type Maker = (random: Random) => RandomRequest;

/** Returns a request that may change the table. */
export function randomChange(random: Random): RandomRequest {
  return pick(random, CHANGES)(random);
}

const CHANGES: readonly Maker[] = [
  (random) => {
    const [key, mutations] = [pick(random, KEYS), randomMutations(random)];
    return {
      name: 'MutateRow',
      details: { key, mutations },
      run: (bigtable, table) => bigtable.mutate(table, key, mutations),
    };
  },
  (random) => {
    // Each row once: entries for one row may be applied in any order.
    const keys = KEYS.filter(() => random() < 0.4);
    const entries = keys.map((key): [string, data.IMutation[]] => [key, randomMutations(random)]);
    return {
      name: 'MutateRows',
      details: entries,
      run: async (bigtable, table) => (entries.length === 0 ? [] : bigtable.mutateRows(table, entries)),
    };
  },
  (random) => {
    const key = pick(random, KEYS);
    const request: data.ICheckAndMutateRowRequest = {
      ...(random() < 0.9 && { predicateFilter: randomFilter(random) }),
      trueMutations: randomMutations(random),
      falseMutations: randomMutations(random),
    };
    return {
      name: 'CheckAndMutateRow',
      details: { key, ...request },
      run: (bigtable, table) => bigtable.checkAndMutate(table, key, request),
    };
  },
  randomReadModifyWrite,
  (random) => {
    const rowKeyPrefix = bytes(pick(random, ['b#', 'c', 'zz']));
    return {
      name: 'DropRowRange',
      details: rowKeyPrefix,
      run: (bigtable, table) => bigtable.dropRows(table, { rowKeyPrefix }),
    };
  },
];

/**
 * Modifies cells with a timestamp in the far future, which are written immediately before. A modified cell's timestamp
 * is the later of its predecessor's and the server's time, and the servers' times differ.
 */
function randomReadModifyWrite(random: Random): RandomRequest {
  const key = pick(random, KEYS);
  const columns = several(random, 3, () => [pick(random, PLAIN_FAMILIES), pick(random, ['n', 's'])] as const);
  const cells = columns.map(([family, qualifier]) =>
    setCell([
      family,
      qualifier,
      FUTURE_MICROS,
      qualifier === 'n' ? '\0\0\0\0\0\0\0\x07' : pick(random, VALUES),
    ]),
  );
  const rules = several(random, 4, () => {
    const [familyName, qualifier] = pick(random, columns);
    const change =
      qualifier === 'n'
        ? { incrementAmount: pick(random, [1, -9, 2 ** 40]) }
        : { appendValue: bytes(pick(random, VALUES)) };
    return { familyName, columnQualifier: bytes(qualifier), ...change };
  });
  return {
    name: 'ReadModifyWriteRow',
    details: { key, cells, rules },
    async run(bigtable, table) {
      await bigtable.mutate(table, key, cells);
      const written = await bigtable.readModifyWrite(table, key, rules);
      return written.map((cell) => JSON.stringify(cell)).sort();
    },
  };
}

/** The year 2200: later than any server's time. */
const FUTURE_MICROS = 7_258_118_400_000_000;

export function randomRead(random: Random): RandomRequest {
  const rows: data.IRowSet = {};
  if (random() < 0.4) rows.rowKeys = several(random, 3, () => bytes(pick(random, KEYS)));
  if (random() < 0.4) rows.rowRanges = several(random, 2, () => randomRange(random));
  const rowsLimit = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0;
  const request = { rows, rowsLimit, filter: randomFilter(random) };
  return {
    name: 'ReadRows',
    details: request,
    run: async (bigtable, table) => (await bigtable.read(table, request)).map(withCopiesSorted),
  };
}

function randomRange(random: Random): data.IRowRange {
  const [first, last] = [pick(random, KEYS), pick(random, KEYS)].sort((a, b) => (a < b ? -1 : 1));
  const range: data.IRowRange = {};
  if (random() < 0.8) range[random() < 0.5 ? 'startKeyClosed' : 'startKeyOpen'] = bytes(first!);
  if (random() < 0.8) range[random() < 0.5 ? 'endKeyClosed' : 'endKeyOpen'] = bytes(last!);
  return range;
}

/** Sorts the copies of a cell, whose order is unspecified (RowFilter.Interleave). */
function withCopiesSorted(row: PlainRow): PlainRow {
  const cells = [...row.cells].sort((x, y) => {
    const [a, b] = [x, y].map((cell) => JSON.stringify([cell[0], cell[1], -cell[2] + 1e16, cell.slice(3)]));
    return a! < b! ? -1 : a! > b! ? 1 : 0;
  });
  return { key: row.key, cells };
}

function randomMutations(random: Random): data.IMutation[] {
  return several(random, 6, () => randomMutation(random));
}

function randomMutation(random: Random): data.IMutation {
  const columnQualifier = bytes(pick(random, QUALIFIERS));
  const timestampMicros = pick(random, TIMESTAMPS);
  const dice = random();
  if (dice < 0.7) {
    const value = bytes(pick(random, VALUES));
    return { setCell: { familyName: pick(random, PLAIN_FAMILIES), columnQualifier, timestampMicros, value } };
  }
  if (dice < 0.82) {
    const input = { intValue: pick(random, [0, 1, -3, 2 ** 33]) };
    const timestamp = { rawTimestampMicros: timestampMicros };
    return {
      addToCell: { familyName: 'sum', columnQualifier: { rawValue: columnQualifier }, timestamp, input },
    };
  }
  const familyName = pick(random, FAMILIES);
  if (dice < 0.95) {
    const startTimestampMicros = pick(random, [0, 1_000, 2_000]);
    const endTimestampMicros = pick(random, [0, 3_000, 5_000]);
    const timeRange = random() < 0.5 ? {} : { startTimestampMicros, endTimestampMicros };
    return { deleteFromColumn: { familyName, columnQualifier, timeRange } };
  }
  return dice < 0.98 ? { deleteFromFamily: { familyName } } : { deleteFromRow: {} };
}
