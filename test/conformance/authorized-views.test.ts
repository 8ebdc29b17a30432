import { google } from '@google-cloud/bigtable/build/protos/protos';
import {
  admin,
  bytes,
  data,
  joinChunks,
  type PlainRow,
  type RawBigtable,
  setCell,
  statusOf,
} from './raw-bigtable';
import { describeServers } from './servers';

const { Operation } = google.longrunning;
const { Empty } = google.protobuf;
const DATA = '/google.bigtable.v2.Bigtable';
const TABLES = '/google.bigtable.admin.v2.BigtableTableAdmin';
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const FAILED_PRECONDITION = 9;
const ABORTED = 10;

/** Rows `a…` and `c…`; of the family f the column `x` and those that start with `p`, of g all columns, of h none. */
const SUBSET: admin.AuthorizedView.ISubsetView = {
  rowPrefixes: ['a', 'c'].map(bytes),
  familySubsets: {
    f: { qualifiers: [bytes('x')], qualifierPrefixes: [bytes('p')] },
    g: { qualifierPrefixes: [bytes('')] },
  },
};

describeServers('Authorized views', ({ bigtable, test }) => {
  test(
    'reads through a view return its rows and columns only',
    async () => {
      const view = await filledView(bigtable(), 'read');
      expect(await view.read()).toEqual([
        { key: 'a1', cells: visibleCells },
        { key: 'c1', cells: visibleCells },
      ]);
      expect((await view.read({ reversed: true })).map(({ key }) => key)).toEqual(['c1', 'a1']);
      expect(await view.read({ rows: { rowKeys: [bytes('b1')] } })).toEqual([]);
      expect(
        await view.read({ rows: { rowRanges: [{ startKeyClosed: bytes('b') }] }, rowsLimit: 1 }),
      ).toEqual([{ key: 'c1', cells: visibleCells }]);
      const limited = await view.read({ filter: { cellsPerRowLimitFilter: 1 } });
      expect(limited.map(({ cells }) => cells)).toEqual([[visibleCells[0]], [visibleCells[0]]]);
    },
    'views',
  );

  test(
    'cached rows are returned to a view and to the table each in their own form',
    async () => {
      const on = bigtable();
      const view = await filledView(on, 'cached');
      for (let attempt = 0; attempt < 4; attempt++) {
        expect((await view.read())[0]?.cells).toEqual(visibleCells);
        expect((await on.read('cached'))[0]?.cells).toHaveLength(5);
      }
      await view.update({
        rowPrefixes: [bytes('c')],
        familySubsets: { h: { qualifierPrefixes: [bytes('')] } },
      });
      expect(await view.read()).toEqual([{ key: 'c1', cells: [['h', 'q', 0, 'v']] }]);
    },
    'views',
  );

  test(
    'writes through a view change its rows and columns only',
    async () => {
      const on = bigtable();
      const view = await filledView(on, 'write');
      expect(await view.mutate('a1', setCell(['f', 'x', 1_000, 'new']))).toBe(0);
      expect(await view.mutate('a1', deleteColumn('f', 'p2'))).toBe(0);
      expect(await view.mutate('a1', { deleteFromFamily: { familyName: 'g' } })).toBe(0);
      const outside = [
        await view.mutate('b1', setCell(['f', 'x', 0, 'no'])),
        await view.mutate('a1', setCell(['f', 'y', 0, 'no'])),
        await view.mutate('a1', setCell(['h', 'x', 0, 'no'])),
        await view.mutate('a1', deleteColumn('f', 'y')),
        await view.mutate('a1', { deleteFromFamily: { familyName: 'f' } }),
        await view.mutate('a1', { deleteFromRow: {} }),
        await view.mutate('a1', setCell(['f', 'x', 0, 'no']), setCell(['f', 'y', 0, 'no'])),
      ];
      expect(outside).toEqual(outside.map(() => PERMISSION_DENIED));
      expect((await on.read('write', { rows: { rowKeys: [bytes('a1')] } }))[0]?.cells).toEqual([
        ['f', 'x', 1_000, 'new'],
        ['f', 'x', 0, 'v'],
        ['f', 'y', 0, 'v'],
        ['h', 'q', 0, 'v'],
      ]);
    },
    'views',
  );

  test(
    'entries of MutateRows outside of a view fail alone',
    async () => {
      const view = await filledView(bigtable(), 'batch');
      const responses = await bigtable().stream(
        `${DATA}/MutateRows`,
        [data.MutateRowsRequest, data.MutateRowsResponse],
        {
          authorizedViewName: view.name,
          entries: ['a2', 'b2'].map((key) => ({
            rowKey: bytes(key),
            mutations: [setCell(['f', 'x', 0, 'v'])],
          })),
        },
      );
      const codes = responses.flatMap(({ entries }) => entries.map(({ status }) => status?.code ?? 0));
      expect(codes).toEqual([0, PERMISSION_DENIED]);
      expect((await view.read()).map(({ key }) => key)).toEqual(['a1', 'a2', 'c1']);
    },
    'views',
  );

  test(
    'conditional mutations and read-modify-writes see and change the columns of a view only',
    async () => {
      const on = bigtable();
      const view = await filledView(on, 'transact');
      const check = (rowKey: string, filter: data.IRowFilter, mutation: data.IMutation) =>
        on.unary(
          `${DATA}/CheckAndMutateRow`,
          [data.CheckAndMutateRowRequest, data.CheckAndMutateRowResponse],
          {
            authorizedViewName: view.name,
            rowKey: bytes(rowKey),
            predicateFilter: filter,
            trueMutations: [mutation],
          },
        );
      const set = setCell(['f', 'x', 2_000, 'checked']);
      const matched = await check('a1', { columnQualifierRegexFilter: bytes('x') }, set);
      expect(matched.predicateMatched).toBe(true);
      const hidden = await check('a1', { columnQualifierRegexFilter: bytes('y') }, set);
      expect(hidden.predicateMatched).toBe(false);
      const none = { blockAllFilter: true };
      expect(await statusOf(check('b1', none, set))).toBe(PERMISSION_DENIED);
      expect(await statusOf(check('a1', none, setCell(['f', 'y', 0, 'no'])))).toBe(PERMISSION_DENIED);
      const append = (rowKey: string, qualifier: string) =>
        on.unary(
          `${DATA}/ReadModifyWriteRow`,
          [data.ReadModifyWriteRowRequest, data.ReadModifyWriteRowResponse],
          {
            authorizedViewName: view.name,
            rowKey: bytes(rowKey),
            rules: [{ familyName: 'f', columnQualifier: bytes(qualifier), appendValue: bytes('+') }],
          },
        );
      const { row } = await append('a1', 'x');
      expect(row?.families?.[0]?.columns?.[0]?.cells?.[0]?.value).toEqual(bytes('checked+'));
      expect(await statusOf(append('a1', 'y'))).toBe(PERMISSION_DENIED);
      expect(await statusOf(append('b1', 'x'))).toBe(PERMISSION_DENIED);
    },
    'views',
  );

  test(
    'sampled keys of a view end with its rows',
    async () => {
      const view = await filledView(bigtable(), 'sampled', ['a5', 'b5']);
      const responses = await bigtable().stream(
        `${DATA}/SampleRowKeys`,
        [data.SampleRowKeysRequest, data.SampleRowKeysResponse],
        { authorizedViewName: view.name },
      );
      expect(responses.map(({ rowKey }) => rowKey)).toEqual([bytes('a5'), bytes('d')]);
    },
    'views',
  );

  test(
    'views are created, listed, changed and deleted, and protect their table',
    async () => {
      const on = bigtable();
      const view = await filledView(on, 'administered');
      expect(await statusOf(createView(on, 'administered'))).toBe(ALREADY_EXISTS);
      const parent = on.tableName('administered');
      const listed = await on.unary(
        `${TABLES}/ListAuthorizedViews`,
        [admin.ListAuthorizedViewsRequest, admin.ListAuthorizedViewsResponse],
        { parent },
      );
      expect(listed.authorizedViews.map(({ name }) => name)).toEqual([view.name]);
      const before = await view.get();
      expect(before.subsetView?.rowPrefixes).toEqual(SUBSET.rowPrefixes);
      await view.protect(true);
      const after = await view.get();
      expect([after.deletionProtection, after.etag === before.etag]).toEqual([true, false]);
      expect(await statusOf(view.delete())).toBe(FAILED_PRECONDITION);
      expect(await statusOf(on.deleteTable('administered'))).toBe(FAILED_PRECONDITION);
      await view.protect(false);
      expect(await statusOf(view.delete('stale'))).toBe(ABORTED);
      await view.delete();
      expect(await statusOf(view.get())).toBe(NOT_FOUND);
      expect(await statusOf(view.read())).toBe(NOT_FOUND);
      await on.deleteTable('administered');
    },
    'views',
  );
});

const visibleCells = [
  ['f', 'p2', 0, 'v'],
  ['f', 'x', 0, 'v'],
  ['g', 'q', 0, 'v'],
];

const deleteColumn = (familyName: string, qualifier: string): data.IMutation => ({
  deleteFromColumn: { familyName, columnQualifier: bytes(qualifier) },
});

async function createView(on: RawBigtable, table: string): Promise<string> {
  await on.unary(`${TABLES}/CreateAuthorizedView`, [admin.CreateAuthorizedViewRequest, Operation], {
    parent: on.tableName(table),
    authorizedViewId: 'v',
    // As production does, the server ignores the etag.
    authorizedView: { subsetView: SUBSET, etag: 'ignored' },
  });
  return `${on.tableName(table)}/authorizedViews/v`;
}

/** Creates a table with three equal rows, and a view of two of them. */
async function filledView(on: RawBigtable, table: string, splits: string[] = []): Promise<View> {
  await on.createTable(table, { f: {}, g: {}, h: {} }, splits);
  for (const key of ['a1', 'b1', 'c1']) {
    await on.set(table, key, [
      ['f', 'p2', 0, 'v'],
      ['f', 'x', 0, 'v'],
      ['f', 'y', 0, 'v'],
      ['g', 'q', 0, 'v'],
      ['h', 'q', 0, 'v'],
    ]);
  }
  return new View(on, await createView(on, table));
}

class View {
  constructor(
    readonly on: RawBigtable,
    readonly name: string,
  ) {}

  async read(request: data.IReadRowsRequest = {}): Promise<PlainRow[]> {
    const types = [data.ReadRowsRequest, data.ReadRowsResponse] as const;
    const answer = await this.on.stream(`${DATA}/ReadRows`, [...types], {
      authorizedViewName: this.name,
      ...request,
    });
    return joinChunks(answer.flatMap(({ chunks }) => chunks));
  }

  mutate(key: string, ...mutations: data.IMutation[]): Promise<number> {
    const types = [data.MutateRowRequest, data.MutateRowResponse] as const;
    const request = { authorizedViewName: this.name, rowKey: bytes(key), mutations };
    return statusOf(this.on.unary(`${DATA}/MutateRow`, [...types], request));
  }

  get(): Promise<admin.AuthorizedView> {
    const types = [admin.GetAuthorizedViewRequest, admin.AuthorizedView] as const;
    return this.on.unary(`${TABLES}/GetAuthorizedView`, [...types], { name: this.name, view: 3 });
  }

  async update(subsetView: admin.AuthorizedView.ISubsetView): Promise<void> {
    await this.#update({ subsetView }, 'subset_view');
  }

  async protect(deletionProtection: boolean): Promise<void> {
    await this.#update({ deletionProtection }, 'deletion_protection');
  }

  async delete(etag = ''): Promise<void> {
    const types = [admin.DeleteAuthorizedViewRequest, Empty] as const;
    await this.on.unary(`${TABLES}/DeleteAuthorizedView`, [...types], { name: this.name, etag });
  }

  async #update(view: admin.IAuthorizedView, path: string): Promise<void> {
    const types = [admin.UpdateAuthorizedViewRequest, Operation] as const;
    await this.on.unary(`${TABLES}/UpdateAuthorizedView`, [...types], {
      authorizedView: { name: this.name, ...view },
      updateMask: { paths: [path] },
    });
  }
}
