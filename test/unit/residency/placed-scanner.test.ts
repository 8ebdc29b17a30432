import type { KeySample, Row } from '../../../src/bigtable/client/types';
import { passAll } from '../../../src/bigtable/read/filters';
import type { PlacementGroup, PlacementRules } from '../../../src/core/residency/placement-rules';
import type { RowScan, Scanner } from '../../../src/consistency/store';
import { createPlacedScanner } from '../../../src/residency/placed-scanner';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const RULES: PlacementRules = {
  jurisdictions: new Map(),
  placements: new Map(
    ['us', 'eu', 'asia'].map((name) => [
      name,
      { name, jurisdiction: undefined, instances: new Map([['users', `tidemark-${name}`]]) },
    ]),
  ),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'tidemark-directory',
};

const cell = (column: string) => ({
  family: 'profile',
  qualifier: Buffer.from(column),
  timestampMicros: 1_000,
  value: Buffer.from(column),
  labels: [],
});
const row = (key: string, ...columns: readonly string[]): Row => ({
  key: Buffer.from(key),
  cells: columns.map(cell),
});
const sample = (key: string, offsetBytes: number): KeySample => ({ key: Buffer.from(key), offsetBytes });

/** Scanner of tables in memory, which knows which scans were left before their end. */
class TablesInMemory implements Scanner {
  readonly left: string[] = [];
  constructor(
    readonly rows: Readonly<Record<string, readonly Row[]>>,
    readonly samples: Readonly<Record<string, readonly KeySample[]>> = {},
  ) {}

  sampleKeys(table: string): Promise<readonly KeySample[]> {
    return Promise.resolve(this.samples[table] ?? []);
  }

  async *scan({ table, rowsMax }: Pick<RowScan, 'table' | 'rowsMax'>): AsyncGenerator<Row> {
    let isOver = false;
    try {
      for (const each of this.rows[table]?.slice(0, rowsMax) ?? []) yield await Promise.resolve(each);
      isOver = true;
    } finally {
      if (!isOver) this.left.push(table);
    }
  }
}

const scannerOf = (scanner: Scanner, served: readonly string[] = ['us', 'eu', 'asia']): Scanner =>
  createPlacedScanner({
    scanner,
    rules: () => RULES,
    subjects: {
      groupOf: (table) => RULES.groupByCorpus.get(table),
      isServed: (placement) => served.includes(placement),
    },
  });

async function shown(rows: AsyncIterable<Row>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key, cells } of rows)
    found.push([key, ...cells.map(({ qualifier }) => qualifier)].join(' '));
  return found;
}

describe('A scanner of placed corpora', () => {
  const rows = {
    users: [row('a', 'x'), row('c', 'x'), row('e', 'y')],
    'users@eu': [row('b', 'x'), row('e', 'x', 'y')],
    'users@asia': [row('f', 'z')],
    campaigns: [row('z', 'x')],
  };

  it('returns the rows of all placements in the order of keys, and joins those that are in several', async () => {
    const scan = scannerOf(new TablesInMemory(rows)).scan({ table: 'users', filter: passAll() });
    expect(await shown(scan)).toEqual(['a x', 'b x', 'c x', 'e x y', 'f z']);
  });

  it('leaves placements out that this region may not process', async () => {
    const scan = scannerOf(new TablesInMemory(rows), ['eu']).scan({ table: 'users', filter: passAll() });
    expect(await shown(scan)).toEqual(['b x', 'e x y']);
  });

  it('scans a corpus without placements as it is', async () => {
    const scan = scannerOf(new TablesInMemory(rows), []).scan({ table: 'campaigns', filter: passAll() });
    expect(await shown(scan)).toEqual(['z x']);
  });

  it('ends the scans of all placements when the caller leaves the loop', async () => {
    const tables = new TablesInMemory(rows);
    const scan = scannerOf(tables).scan({ table: 'users', filter: passAll() });
    for await (const { key } of scan) if (key.toString() === 'a') break;
    expect(tables.left.sort()).toEqual(['users', 'users@asia', 'users@eu']);
  });

  it('returns no row behind those that a limit has cut off', async () => {
    for (const rowsMax of [1, 2, 3, 4, 5]) {
      const scan = scannerOf(new TablesInMemory(rows)).scan({ table: 'users', filter: passAll(), rowsMax });
      const all = ['a x', 'b x', 'c x', 'e x y', 'f z'];
      expect(await shown(scan)).toEqual(all.slice(0, rowsMax));
    }
  });

  it('adds up the sizes of the sections of all placements', async () => {
    const samples = {
      users: [sample('c', 100), sample('m', 300), sample('', 400)],
      'users@eu': [sample('c', 10), sample('h', 20), sample('', 50)],
      'users@asia': [sample('', 1_000)],
    };
    const found = await scannerOf(new TablesInMemory({}, samples)).sampleKeys('users');
    expect(found.map(({ key, offsetBytes }) => [key.toString(), offsetBytes])).toEqual([
      ['c', 110],
      ['h', 120],
      ['m', 320],
      ['', 1_450],
    ]);
  });
});
