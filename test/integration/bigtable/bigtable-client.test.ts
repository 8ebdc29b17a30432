import { randomBytes } from 'node:crypto';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import * as filters from '../../../src/bigtable/read/filters';
import {
  addToCell,
  append,
  deleteCell,
  deleteFromColumn,
  deleteFromFamily,
  deleteFromRow,
  increment,
  SERVER_TIME,
  setCell,
} from '../../../src/bigtable/write/mutations';
import type { TableAdminClient } from '../../../src/bigtable/admin/table-admin-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient, Filter, ReadRowsRequest, Row } from '../../../src/bigtable/client/types';
import { startLocalBigtable } from '../../../src/local-bigtable/index';
import { googleBigtableSkipReason, startGoogleBigtable } from '../../support/google-bigtable';
import { openTableAdmin } from '../../support/table-admin';

interface Server {
  readonly endpoint: string;
  stop(): Promise<void>;
}

interface Implementation {
  readonly name: string;
  readonly skipReason: string | undefined;
  start(): Promise<Server>;
}

const IMPLEMENTATIONS: readonly Implementation[] = [
  { name: "Google's emulator", skipReason: googleBigtableSkipReason(), start: startGoogleBigtable },
  {
    name: 'the embedded server',
    skipReason: undefined,
    async start() {
      const server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
      return { endpoint: server.endpoint, stop: () => server.close() };
    },
  },
];

describe.each(IMPLEMENTATIONS)('the data client on $name', (implementation) => {
  const { name, skipReason } = implementation;
  if (skipReason !== undefined) return it.skip(`${name}: ${skipReason}`, () => undefined);

  let server: Server;
  let admin: TableAdminClient;
  let closeAdmin: () => Promise<void>;
  let client: DataClient;

  beforeAll(async () => {
    server = await implementation.start();
    const transport = createTransport({ endpoint: server.endpoint, plaintext: true });
    ({ admin, close: closeAdmin } = openTableAdmin({
      endpoint: server.endpoint,
      project: 'p',
      instance: 'i',
    }));
    client = createDataClient({ transport, project: 'p', instance: 'i' });
    // Added one by one: Google's emulator orders a row's families by their creation, not by name.
    await admin.createTable({ table: 't', families: { f: {} } });
    await admin.modifyColumnFamilies('t', [{ kind: 'create', family: 'g', definition: {} }]);
    await admin.modifyColumnFamilies('t', [
      { kind: 'create', family: 'sum', definition: { aggregate: 'sum' } },
    ]);
  });
  afterEach(() => admin.dropRowRange('t', 'all'));
  afterAll(async () => {
    await client.close();
    await closeAdmin();
    await server.stop();
  });

  const key = (text: string): Buffer => Buffer.from(text);
  const put = (
    row: string,
    qualifier: string,
    value = 'v',
    timestampMicros = 1_000,
    family = 'f',
  ): Promise<void> =>
    client.mutateRow('t', {
      key: key(row),
      mutations: [setCell(family, key(qualifier), timestampMicros, key(value))],
    });
  const putRows = async (rows: readonly string[]): Promise<void> => {
    const results = await client.mutateRows(
      't',
      rows.map((row) => ({ key: key(row), mutations: [setCell('f', key('q'), 1_000, key(row))] })),
    );
    expect(results).toEqual(rows.map(() => undefined));
  };
  const keysOf = async (request: Omit<ReadRowsRequest, 'table'>): Promise<string[]> => {
    const keys: string[] = [];
    for await (const row of client.readRows({ table: 't', ...request })) keys.push(row.key.toString());
    return keys;
  };
  const printed = (row: Row | undefined): string[] =>
    (row?.cells ?? []).map(
      (cell) =>
        `${cell.family}:${cell.qualifier.toString()}@${cell.timestampMicros}=${cell.value.toString()}`,
    );
  const cellsOf = async (row: string, filter?: Filter): Promise<string[]> =>
    printed(await client.readRow({ table: 't', key: key(row), ...(filter === undefined ? {} : { filter }) }));

  describe('reading', () => {
    it('a read returns what was written, byte for byte', async () => {
      const [qualifier, value] = [randomBytes(50), randomBytes(300_000)];
      const rowKey = randomBytes(40);
      await client.mutateRow('t', {
        key: rowKey,
        mutations: [setCell('f', qualifier, 1_700_000_000_123_000, value)],
      });
      const row = await client.readRow({ table: 't', key: rowKey });
      expect(row?.key).toEqual(rowKey);
      expect(row?.cells).toEqual([
        { family: 'f', qualifier, timestampMicros: 1_700_000_000_123_000, value, labels: [] },
      ]);
    });

    it('a read returns undefined for a row that does not exist or is filtered out', async () => {
      await put('a', 'q');
      expect(await client.readRow({ table: 't', key: key('b') })).toBeUndefined();
      expect(
        await client.readRow({ table: 't', key: key('a'), filter: filters.familyIs('g') }),
      ).toBeUndefined();
    });

    it('cells are ordered by family, qualifier, and newest first', async () => {
      await put('a', 'q2');
      await put('a', 'q1', 'old', 1_000);
      await put('a', 'q1', 'new', 2_000);
      await put('a', 'q0', 'other', 1_000, 'g');
      expect(await cellsOf('a')).toEqual([
        'f:q1@2000=new',
        'f:q1@1000=old',
        'f:q2@1000=v',
        'g:q0@1000=other',
      ]);
    });

    it('keys, ranges, and both are read in order, each row once', async () => {
      await putRows(['a', 'b', 'c', 'd', 'e']);
      const bound = (text: string, inclusive: boolean) => ({ key: key(text), inclusive });
      expect(await keysOf({})).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await keysOf({ keys: [key('d'), key('x'), key('a')] })).toEqual(['a', 'd']);
      expect(await keysOf({ ranges: [{ start: bound('b', true), end: bound('d', false) }] })).toEqual([
        'b',
        'c',
      ]);
      expect(await keysOf({ ranges: [{ start: bound('b', false), end: bound('d', true) }] })).toEqual([
        'c',
        'd',
      ]);
      expect(await keysOf({ ranges: [{ end: bound('b', true) }], keys: [key('b'), key('e')] })).toEqual([
        'a',
        'b',
        'e',
      ]);
      expect(await keysOf({ ranges: [{ start: bound('b', true) }], rowsLimit: 2 })).toEqual(['b', 'c']);
    });

    it('an empty list of keys reads nothing', async () => {
      await putRows(['a']);
      expect(await keysOf({ keys: [] })).toEqual([]);
      expect(await keysOf({ keys: [], ranges: [] })).toEqual([]);
    });

    it('many rows are scanned, faster and slower than they arrive', async () => {
      const rows = Array.from({ length: 3_000 }, (_, index) => `row${String(index).padStart(5, '0')}`);
      await putRows(rows);
      expect(await keysOf({})).toEqual(rows);
      let seen = 0;
      for await (const row of client.readRows({ table: 't' })) {
        if (seen % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(row.key.toString()).toBe(rows[seen]);
        seen += 1;
      }
      expect(seen).toBe(rows.length);
    });

    it('scans can be left early repeatedly', async () => {
      await putRows(Array.from({ length: 500 }, (_, index) => `row${String(index).padStart(3, '0')}`));
      for (let time = 0; time < 50; time += 1) {
        for await (const row of client.readRows({ table: 't' })) {
          expect(row.key.toString()).toBe('row000');
          break;
        }
      }
    });

    it('sampled keys end with the end of the table', async () => {
      await putRows(['a', 'b']);
      const samples = await client.sampleRowKeys('t');
      expect(samples.length).toBeGreaterThan(0);
      expect(samples.every((sample) => sample.offsetBytes >= 0)).toBe(true);
    });
  });

  describe('filters', () => {
    beforeEach(async () => {
      await put('a', 'apple', 'red', 3_000);
      await put('a', 'apple', 'green', 2_000);
      await put('a', 'b.c', 'dot', 1_000);
      await put('a', 'bxc', 'no dot', 1_000);
      await put('a', 'q', 'other family', 1_000, 'g');
    });

    it.each<[string, Filter, string[]]>([
      ['familyIs', filters.familyIs('g'), ['g:q@1000=other family']],
      ['qualifierIs quotes', filters.qualifierIs(Buffer.from('b.c')), ['f:b.c@1000=dot']],
      [
        'qualifierIn',
        filters.qualifierIn([Buffer.from('b.c'), Buffer.from('q')]),
        ['f:b.c@1000=dot', 'g:q@1000=other family'],
      ],
      [
        'qualifierRange',
        filters.qualifierRange({ family: 'f', start: Buffer.from('b'), end: Buffer.from('bx') }),
        ['f:b.c@1000=dot'],
      ],
      ['timestampRange', filters.timestampRange(2_000, 3_000), ['f:apple@2000=green']],
      [
        'newest of each column',
        filters.chain(filters.familyIs('f'), filters.cellsPerColumnLimit(1)),
        ['f:apple@3000=red', 'f:b.c@1000=dot', 'f:bxc@1000=no dot'],
      ],
      // Within one family: Google's emulator returns a row's families in random order here.
      [
        'cellsPerRowLimit',
        filters.chain(filters.familyIs('f'), filters.cellsPerRowLimit(2)),
        ['f:apple@3000=red', 'f:apple@2000=green'],
      ],
      [
        'cellsPerRowOffset',
        filters.chain(filters.familyIs('f'), filters.cellsPerRowOffset(3)),
        ['f:bxc@1000=no dot'],
      ],
      ['valueIs', filters.valueIs(Buffer.from('dot')), ['f:b.c@1000=dot']],
      ['valueRange', filters.valueRange(Buffer.from('p')), ['f:apple@3000=red']],
      ['stripValue', filters.chain(filters.familyIs('g'), filters.stripValue()), ['g:q@1000=']],
      ['blockAll', filters.blockAll(), []],
      [
        'condition',
        filters.condition(filters.valueIs(Buffer.from('red')), {
          onMatch: filters.familyIs('g'),
          onNoMatch: filters.blockAll(),
        }),
        ['g:q@1000=other family'],
      ],
    ])('the filter %s passes the expected cells', async (_title, filter, cells) => {
      expect(await cellsOf('a', filter)).toEqual(cells);
    });

    it('labels distinguish the branches of an interleave', async () => {
      const branch = (qualifier: string, label: string): Filter =>
        filters.chain(filters.qualifierIs(Buffer.from(qualifier)), filters.label(label));
      const filter = filters.interleave(branch('q', 'first'), branch('b.c', 'second'));
      const row = await client.readRow({ table: 't', key: key('a'), filter });
      expect(row?.cells.map((cell) => [cell.qualifier.toString(), cell.labels])).toEqual([
        ['b.c', ['second']],
        ['q', ['first']],
      ]);
    });

    it('exact matches accept any bytes', async () => {
      const qualifiers = Array.from({ length: 256 }, (_, byte) => Buffer.from([0x61, byte, 0x62]));
      await client.mutateRow('t', {
        key: key('bytes'),
        mutations: qualifiers.map((qualifier) => setCell('f', qualifier, 1_000, qualifier)),
      });
      const wrong: string[] = [];
      for (const qualifier of qualifiers) {
        const row = await client.readRow({
          table: 't',
          key: key('bytes'),
          filter: filters.qualifierIs(qualifier),
        });
        if (row?.cells.length !== 1 || row.cells[0]?.value.equals(qualifier) !== true)
          wrong.push(qualifier.toString('hex'));
      }
      expect(wrong).toEqual([]);
    });
  });

  describe('writing', () => {
    it('a version, a column, a family and a row can be deleted', async () => {
      await put('a', 'q1', 'old', 1_000);
      await put('a', 'q1', 'new', 2_000);
      await put('a', 'q2');
      await put('a', 'q3', 'v', 1_000, 'g');
      const apply = (mutation: ReturnType<typeof deleteFromRow>): Promise<void> =>
        client.mutateRow('t', { key: key('a'), mutations: [mutation] });
      await apply(deleteCell('f', key('q1'), 1_000));
      expect(await cellsOf('a')).toEqual(['f:q1@2000=new', 'f:q2@1000=v', 'g:q3@1000=v']);
      await apply(deleteFromColumn('f', key('q1')));
      expect(await cellsOf('a')).toEqual(['f:q2@1000=v', 'g:q3@1000=v']);
      await apply(deleteFromFamily('f'));
      expect(await cellsOf('a')).toEqual(['g:q3@1000=v']);
      await apply(deleteFromRow());
      expect(await client.readRow({ table: 't', key: key('a') })).toBeUndefined();
    });

    it('the server’s time is used, in whole milliseconds', async () => {
      const before = Date.now();
      await client.mutateRow('t', {
        key: key('a'),
        mutations: [setCell('f', key('q'), SERVER_TIME, key('v'))],
      });
      const row = await client.readRow({ table: 't', key: key('a') });
      const timestampMicros = row?.cells[0]?.timestampMicros ?? 0;
      expect(timestampMicros % 1_000).toBe(0);
      expect(Math.abs(timestampMicros / 1_000 - before)).toBeLessThan(10_000);
    });

    it('additions accumulate in aggregate cells', async () => {
      for (const amount of [5, -2]) {
        await client.mutateRow('t', { key: key('a'), mutations: [addToCell('sum', key('q'), 0, amount)] });
      }
      const row = await client.readRow({ table: 't', key: key('a') });
      expect(row?.cells[0]?.value.readBigInt64BE()).toBe(3n);
    });

    it('a batch reports for each row whether it was written', async () => {
      const results = await client.mutateRows('t', [
        { key: key('good1'), mutations: [setCell('f', key('q'), 1_000, key('v'))] },
        { key: key('bad'), mutations: [setCell('nofamily', key('q'), 1_000, key('v'))] },
        { key: key('good2'), mutations: [setCell('f', key('q'), 1_000, key('v'))] },
      ]);
      expect(results.map((result) => result === undefined)).toEqual([true, false, true]);
      expect(results[1]).toMatchObject({
        code: 'store_rejected',
        message: expect.stringMatching(/nofamily/) as string,
      });
      expect(await keysOf({})).toEqual(['good1', 'good2']);
    });

    it('thousands of rows are written in one call', async () => {
      const rows = Array.from({ length: 5_000 }, (_, index) => `r${String(index).padStart(5, '0')}`);
      await putRows(rows);
      expect(await keysOf({})).toEqual(rows);
    });

    it('checkAndMutateRow applies the branch that the predicate selects', async () => {
      const request = {
        table: 't',
        key: key('a'),
        predicate: filters.valueIs(Buffer.from('yes')),
        onMatch: [setCell('f', key('q'), 2_000, key('matched'))],
        onNoMatch: [setCell('f', key('q'), 1_000, key('yes'))],
      };
      expect(await client.checkAndMutateRow(request)).toBe(false);
      expect(await client.checkAndMutateRow(request)).toBe(true);
      expect(await cellsOf('a')).toEqual(['f:q@2000=matched', 'f:q@1000=yes']);
    });

    it('checkAndMutateRow without a predicate checks for any cell', async () => {
      const request = { table: 't', key: key('a'), onNoMatch: [setCell('f', key('q'), 1_000, key('v'))] };
      expect(await client.checkAndMutateRow(request)).toBe(false);
      expect(await client.checkAndMutateRow(request)).toBe(true);
    });

    it('readModifyWriteRow increments and appends', async () => {
      await client.readModifyWriteRow('t', key('a'), [increment('f', key('n'), 40)]);
      const row = await client.readModifyWriteRow('t', key('a'), [
        increment('f', key('n'), 2),
        append('f', key('log'), Buffer.from('x')),
      ]);
      const values = new Map(row.cells.map((cell) => [cell.qualifier.toString(), cell.value]));
      expect(values.get('n')?.readBigInt64BE()).toBe(42n);
      expect(values.get('log')?.toString()).toBe('x');
    });
  });

  describe('failures', () => {
    it('an unknown table fails with a typed error', async () => {
      await expect(client.readRow({ table: 'none', key: key('a') })).rejects.toMatchObject({
        name: 'BigtableError',
        code: 'store_rejected',
        grpcStatus: 5,
      });
      await expect(client.readRow({ table: 'bad/name', key: key('a') })).rejects.toMatchObject({
        code: 'invalid_argument',
        field: 'table',
      });
    });

    it('abort and deadline fail with typed errors', async () => {
      await expect(
        client.readRow({ table: 't', key: key('a') }, { signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: 'client_closed_request' });
      await expect(client.readRow({ table: 't', key: key('a') }, { timeoutMs: 0 })).rejects.toMatchObject({
        code: 'deadline_exceeded',
      });
    });
  });

  describe('table admin', () => {
    it('tables are created, listed, changed and deleted', async () => {
      const families = { a: { gcRule: { anyOf: [{ maxAgeMs: 86_400_000 }, { versionsMax: 2 }] } }, b: {} };
      expect(await admin.createTable({ table: 'other', families })).toMatchObject({
        table: 'other',
        families,
      });
      expect([...(await admin.listTables())].sort()).toEqual(['other', 't']);
      expect(await admin.getTable('other')).toEqual({ table: 'other', families });
      const changed = await admin.modifyColumnFamilies('other', [
        { kind: 'create', family: 'c', definition: { gcRule: { versionsMax: 1 } } },
        { kind: 'update', family: 'a', definition: { gcRule: { versionsMax: 5 } } },
        { kind: 'drop', family: 'b' },
      ]);
      expect(changed.families).toEqual({
        a: { gcRule: { versionsMax: 5 } },
        c: { gcRule: { versionsMax: 1 } },
      });
      await admin.deleteTable('other');
      expect(await admin.getTable('other')).toBeUndefined();
    });

    it('an existing table is not created again', async () => {
      await expect(admin.createTable({ table: 't', families: {} })).rejects.toMatchObject({ grpcStatus: 6 });
    });

    it('rows are dropped by prefix', async () => {
      await putRows(['a1', 'a2', 'b1']);
      await admin.dropRowRange('t', { prefix: key('a') });
      expect(await keysOf({})).toEqual(['b1']);
    });
  });
});
