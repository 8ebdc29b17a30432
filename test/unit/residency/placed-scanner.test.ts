import type { KeySample, Row, RowRange } from '../../../src/bigtable/client/types';
import { passAll } from '../../../src/bigtable/read/filters';
import { OpenMoves } from '../../../src/core/residency/open-moves';
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

/** Scanner of tables in memory, which records the scans. */
class TablesInMemory implements Scanner {
  readonly scanned: string[] = [];
  /** Called before each scan. */
  beforeScan: (table: string) => void = () => undefined;
  constructor(
    readonly rows: Record<string, readonly Row[]>,
    readonly samples: Readonly<Record<string, readonly KeySample[]>> = {},
  ) {}

  sampleKeys(table: string): Promise<readonly KeySample[]> {
    return Promise.resolve(this.samples[table] ?? []);
  }

  async *scan({ table, ranges, rowsMax }: RowScan): AsyncGenerator<Row> {
    this.beforeScan(table);
    this.scanned.push(table);
    const inRange = ({ key }: Row): boolean => ranges?.some((range) => isWithinRange(key, range)) ?? true;
    for (const each of (this.rows[table] ?? []).filter(inRange).slice(0, rowsMax))
      yield await Promise.resolve(each);
  }
}

function isWithinRange(key: Buffer, { start, end }: RowRange): boolean {
  const fromStart = start === undefined ? 1 : Buffer.compare(key, start.key);
  const toEnd = end === undefined || end.key.length === 0 ? 1 : Buffer.compare(end.key, key);
  return fromStart + Number(start?.inclusive === true) > 0 && toEnd + Number(end?.inclusive === true) > 0;
}

/** Follower of a feed without moves, unless a test changes it. */
class Feed {
  isLeaseHeld = true;
  changes = 7;
  readonly moves = new OpenMoves();

  begin(): void {
    const wave = {
      id: 'w',
      group: 'users',
      from: 'us',
      to: 'eu',
      begunAtMs: 1,
      subjects: [{ key: 'k', epoch: 2 }],
    };
    this.moves.apply({ kind: 'begun', wave });
  }
}

interface Around {
  readonly served?: readonly string[];
  readonly follower?: Feed;
  readonly pageRowsMax?: number;
  readonly pageBytesMax?: number;
  readonly nowMs?: () => number;
}

const scannerOf = (
  scanner: Scanner,
  {
    served = ['us', 'eu', 'asia'],
    follower = new Feed(),
    pageRowsMax = 2,
    pageBytesMax = 1_000,
    nowMs = () => 0,
  }: Around = {},
): Scanner =>
  createPlacedScanner({
    scanner,
    follower,
    clock: { monotonicMs: nowMs },
    limits: { pageRowsMax, pageBytesMax },
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
    const scan = scannerOf(new TablesInMemory(rows), { served: ['eu'] }).scan({
      table: 'users',
      filter: passAll(),
    });
    expect(await shown(scan)).toEqual(['b x', 'e x y']);
  });

  it('scans a corpus without placements as it is', async () => {
    const scan = scannerOf(new TablesInMemory(rows), { served: [] }).scan({
      table: 'campaigns',
      filter: passAll(),
    });
    expect(await shown(scan)).toEqual(['z x']);
  });

  it('returns all rows whatever the size of its pages', async () => {
    const all = ['a x', 'b x', 'c x', 'e x y', 'f z'];
    for (const [pageRowsMax, pageBytesMax] of [
      [1, 1_000],
      [2, 1_000],
      [3, 1_000],
      [9, 1],
      [9, 1_000],
    ] as const) {
      const tables = new TablesInMemory(rows);
      const scanner = scannerOf(tables, { pageRowsMax, pageBytesMax });
      expect(await shown(scanner.scan({ table: 'users', filter: passAll() }))).toEqual(all);
    }
  });

  it('reads no further page when the caller leaves the loop', async () => {
    const tables = new TablesInMemory(rows);
    const scan = scannerOf(tables, { pageRowsMax: 1 }).scan({ table: 'users', filter: passAll() });
    for await (const { key } of scan) if (key.toString() === 'a') break;
    expect(tables.scanned.sort()).toEqual(['users', 'users@asia', 'users@eu']);
  });

  it('returns the rows of the ranges only', async () => {
    const ranges = [
      { start: { key: Buffer.from('b'), inclusive: true }, end: { key: Buffer.from('e'), inclusive: false } },
      { start: { key: Buffer.from('e'), inclusive: false }, end: { key: Buffer.alloc(0), inclusive: false } },
    ];
    const scan = scannerOf(new TablesInMemory(rows), { pageRowsMax: 1 });
    expect(await shown(scan.scan({ table: 'users', ranges, filter: passAll() }))).toEqual([
      'b x',
      'c x',
      'f z',
    ]);
  });

  it.each(['a move is under way', 'a move has ended', 'the lease is not held'])(
    'returns a row that moves while it reads and %s',
    async (situation) => {
      const tables = new TablesInMemory({ users: [row('m', 'x')], 'users@eu': [] });
      const follower = new Feed();
      if (situation === 'a move is under way') follower.begin();
      if (situation === 'the lease is not held') follower.isLeaseHeld = false;
      // The row is copied after the scan of the placement where it goes, and deleted before that of the other.
      tables.beforeScan = (table) => {
        if (table !== 'users' || tables.scanned.includes('users')) return;
        void Promise.resolve().then(() => (tables.rows['users@eu'] = [row('m', 'x')]));
        tables.rows['users'] = [];
        if (situation === 'a move has ended') follower.changes += 1;
      };
      tables.rows['users@eu'] = [];
      const scan = scannerOf(tables, { follower }).scan({ table: 'users', filter: passAll() });
      expect(await shown(scan)).toEqual(['m x']);
    },
  );

  it('reads each placement once while no row moves', async () => {
    const tables = new TablesInMemory(rows);
    await shown(scannerOf(tables, { pageRowsMax: 9 }).scan({ table: 'users', filter: passAll() }));
    expect(tables.scanned).toEqual(['users', 'users@eu', 'users@asia']);
  });

  it('ends at the deadline of its caller, whatever the number of pages', async () => {
    let nowMs = 0;
    const tables = new TablesInMemory(rows);
    tables.beforeScan = () => void (nowMs += 200);
    const scan = scannerOf(tables, { nowMs: () => nowMs, pageRowsMax: 1 });
    const ended = shown(scan.scan({ table: 'users', filter: passAll() }, { timeoutMs: 1_000 }));
    await expect(ended).rejects.toMatchObject({ code: 'deadline_exceeded' });
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
