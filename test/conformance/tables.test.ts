import { google } from '@google-cloud/bigtable/build/protos/protos';
import { admin, bytes, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;

describeServers('Tables', ({ bigtable, test }) => {
  test('tables are created, listed, described and deleted', async () => {
    await bigtable().createTable('t', { f: { gcRule: { maxNumVersions: 3 } } });
    expect(await statusOf(bigtable().createTable('t', {}))).toBe(ALREADY_EXISTS);
    expect((await bigtable().listTables()).tables?.map(({ name }) => name)).toContain(
      bigtable().tableName('t'),
    );
    expect((await bigtable().getTable('t')).columnFamilies?.['f']?.gcRule?.maxNumVersions).toBe(3);
    await bigtable().deleteTable('t');
    expect(await statusOf(bigtable().getTable('t'))).toBe(NOT_FOUND);
    expect(await statusOf(bigtable().deleteTable('t'))).toBe(NOT_FOUND);
  });

  test('a recreated table is empty', async () => {
    await bigtable().createTable('again', { f: {} });
    await bigtable().set('again', 'k', [['f', 'q', 0, 'v']]);
    await bigtable().deleteTable('again');
    await bigtable().createTable('again', { f: {} });
    expect(await bigtable().read('again')).toEqual([]);
  });

  test('families are added, changed and removed', async () => {
    await bigtable().createTable('families', { a: {}, b: {} });
    await bigtable().set('families', 'k', [
      ['a', 'q', 0, 'v'],
      ['b', 'q', 0, 'v'],
    ]);
    const table = await bigtable().modifyFamilies('families', [
      { id: 'c', create: { gcRule: { maxAge: { seconds: 60 } } } },
      { id: 'b', update: { gcRule: { maxNumVersions: 1 } } },
      { id: 'a', drop: true },
    ]);
    expect(Object.keys(table.columnFamilies ?? {}).sort()).toEqual(['b', 'c']);
    expect((await bigtable().read('families'))[0]?.cells).toEqual([['b', 'q', 0, 'v']]);
    expect(await statusOf(bigtable().modifyFamilies('families', [{ id: 'b', create: {} }]))).toBe(
      ALREADY_EXISTS,
    );
    expect(await statusOf(bigtable().modifyFamilies('nowhere', [{ id: 'b', create: {} }]))).toBe(NOT_FOUND);
  });

  test('cells are ordered by the creation of their families, also where a limit selects them', async () => {
    await bigtable().createTable('creation', {});
    for (const id of ['m', 'z', 'a']) await bigtable().modifyFamilies('creation', [{ id, create: {} }]);
    const cells: [string, string, number, string][] = ['m', 'z', 'a'].map((family) => [family, 'q', 0, 'v']);
    await bigtable().set('creation', 'k', [...cells].reverse());
    expect((await bigtable().read('creation'))[0]?.cells).toEqual(cells);
    const limited = async (filter: object) => (await bigtable().read('creation', { filter }))[0]?.cells;
    expect(await limited({ familyNameRegexFilter: '[az]' })).toEqual(cells.slice(1));
    expect(await limited({ familyNameRegexFilter: 'z' })).toEqual([cells[1]]);
    expect(await limited({ columnRangeFilter: { familyName: 'a' } })).toEqual([cells[2]]);
  });

  test(
    'limits of cells per row select by the creation of families',
    async () => {
      await bigtable().createTable('limits', {});
      for (const id of ['z', 'm', 'a']) await bigtable().modifyFamilies('limits', [{ id, create: {} }]);
      const cells: [string, string, number, string][] = ['z', 'm', 'a'].map((family) => [
        family,
        'q',
        0,
        'v',
      ]);
      await bigtable().set('limits', 'k', cells);
      for (let attempt = 0; attempt < 10; attempt++) {
        const limited = await bigtable().read('limits', { filter: { cellsPerRowLimitFilter: 2 } });
        expect(limited[0]?.cells).toEqual(cells.slice(0, 2));
      }
    },
    'family-order',
  );

  test('a family that is created again is empty and comes last', async () => {
    await bigtable().createTable('again-family', { a: {}, b: {} });
    await bigtable().set('again-family', 'k', [
      ['a', 'old', 0, 'v'],
      ['b', 'q', 0, 'v'],
    ]);
    await bigtable().modifyFamilies('again-family', [{ id: 'a', drop: true }]);
    await bigtable().modifyFamilies('again-family', [{ id: 'a', create: {} }]);
    await bigtable().set('again-family', 'k', [['a', 'new', 0, 'v']]);
    expect((await bigtable().read('again-family'))[0]?.cells).toEqual([
      ['b', 'q', 0, 'v'],
      ['a', 'new', 0, 'v'],
    ]);
  });

  test('rows are dropped by prefix, or all of them', async () => {
    await bigtable().createTable('drop', { f: {} });
    for (const key of ['a', 'a\xff\xff', 'b', 'c']) await bigtable().set('drop', key, [['f', 'q', 0, '']]);
    await bigtable().dropRows('drop', { rowKeyPrefix: bytes('a') });
    expect((await bigtable().read('drop')).map(({ key }) => key)).toEqual(['b', 'c']);
    await bigtable().dropRows('drop', { deleteAllDataFromTable: true });
    expect(await bigtable().read('drop')).toEqual([]);
  });

  test('a table is consistent with itself', async () => {
    await bigtable().createTable('consistency', {});
    expect(await bigtable().checkConsistency('consistency')).toBe(true);
    expect(await statusOf(bigtable().checkConsistency('consistency', 'forged'))).toBe(INVALID_ARGUMENT);
  });

  test(
    'tables and families need valid names',
    async () => {
      expect(await statusOf(bigtable().createTable('', {}))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(bigtable().createTable('a/b', {}))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(bigtable().createTable('names', { 'a b': {} }))).toBe(INVALID_ARGUMENT);
    },
    'table-names',
  );

  test('a table may have a hundred families and more', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `f${index}`);
    await bigtable().createTable('wide', Object.fromEntries(names.map((name) => [name, {}])));
    expect(Object.keys((await bigtable().getTable('wide')).columnFamilies ?? {}).sort()).toEqual(
      names.sort(),
    );
  });

  test(
    'GC rules that are too large or invalid are rejected',
    async () => {
      const rules = Array.from({ length: 200 }, () => ({ maxNumVersions: 3 }));
      for (const gcRule of [{ union: { rules } }, { maxNumVersions: 0 }, { maxAge: { nanos: 999_999 } }]) {
        expect(await statusOf(bigtable().createTable('rules', { f: { gcRule } }))).toBe(INVALID_ARGUMENT);
      }
    },
    'gc-rule-limits',
  );

  test(
    'a GC rule without a rule is returned as none',
    async () => {
      await bigtable().createTable('no-rule', { f: { gcRule: {} } });
      await bigtable().modifyFamilies('no-rule', [{ id: 'g', create: { gcRule: {} } }]);
      const { columnFamilies } = await bigtable().getTable('no-rule');
      expect(Object.values(columnFamilies ?? {}).map(({ gcRule }) => gcRule ?? null)).toEqual([null, null]);
    },
    'empty-gc-rule',
  );

  test(
    'rows are dropped by a prefix that is not empty, or all of them on request',
    async () => {
      await bigtable().createTable('prefix', { f: {} });
      expect(await statusOf(bigtable().dropRows('prefix', {}))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(bigtable().dropRows('prefix', { rowKeyPrefix: bytes('') }))).toBe(
        INVALID_ARGUMENT,
      );
    },
    'drop-without-prefix',
  );

  test(
    'garbage is hidden at once: by age, by versions, by either, by both',
    async () => {
      const old = { maxAge: { seconds: 3_600 } };
      const many = { maxNumVersions: 1 };
      await bigtable().createTable('garbage', {
        age: { gcRule: old },
        both: { gcRule: { intersection: { rules: [old, many] } } },
        either: { gcRule: { union: { rules: [old, many] } } },
        versions: { gcRule: many },
      });
      const hourMicros = 3_600_000_000;
      const nowMicros = Math.floor(Date.now() / 1_000) * 1_000_000;
      const ages = [nowMicros, nowMicros - hourMicros / 2, nowMicros - 2 * hourMicros];
      const families = ['age', 'both', 'either', 'versions'];
      for (const family of families) {
        await bigtable().set(
          'garbage',
          'k',
          ages.map((micros) => [family, 'q', micros, '']),
        );
      }
      const cells = (await bigtable().read('garbage'))[0]?.cells ?? [];
      const left = families.map((family) => cells.filter((cell) => cell[0] === family).length);
      expect(left).toEqual([2, 2, 1, 1]);
    },
    'garbage-hidden',
  );

  test(
    'a replicated family does not retain cells for longer than before, unless warnings are ignored',
    async () => {
      const instance = 'projects/p/instances/replicated';
      const location = (zone: string) => ({ location: `projects/p/locations/${zone}` });
      await bigtable().unary(
        '/google.bigtable.admin.v2.BigtableInstanceAdmin/CreateInstance',
        [admin.CreateInstanceRequest, google.longrunning.Operation],
        {
          parent: 'projects/p',
          instanceId: 'replicated',
          instance: { displayName: 'Replicated' },
          clusters: { 'cluster-1': location('europe-west1-b'), 'cluster-2': location('us-east1-b') },
        },
      );
      const tables = '/google.bigtable.admin.v2.BigtableTableAdmin';
      const days = (count: number): admin.IGcRule => ({ maxAge: { seconds: count * 86_400 } });
      await bigtable().unary(`${tables}/CreateTable`, [admin.CreateTableRequest, admin.Table], {
        parent: instance,
        tableId: 't',
        table: { columnFamilies: { f: { gcRule: days(2) } } },
      });
      const change = (gcRule: admin.IGcRule | null, ignoreWarnings = false): Promise<number> =>
        statusOf(
          bigtable().unary(
            `${tables}/ModifyColumnFamilies`,
            [admin.ModifyColumnFamiliesRequest, admin.Table],
            {
              name: `${instance}/tables/t`,
              modifications: [{ id: 'f', update: { gcRule } }],
              ignoreWarnings,
            },
          ),
        );
      expect(await change(days(1))).toBe(0);
      const relaxed = [
        days(2),
        null,
        { maxNumVersions: 1 },
        { intersection: { rules: [days(1), { maxNumVersions: 1 }] } },
      ];
      for (const gcRule of relaxed) expect(await change(gcRule)).toBe(FAILED_PRECONDITION);
      expect(await change({ union: { rules: [days(1), { maxNumVersions: 1 }] } })).toBe(0);
      expect(await change(days(2), true)).toBe(0);
    },
    'replicated-age',
  );

  test('a family of a single cluster may retain cells for longer than before', async () => {
    const on = bigtable();
    const days = (count: number): admin.IGcRule => ({ maxAge: { seconds: count * 86_400 } });
    await on.createTable('retained', { f: { gcRule: days(1) } });
    for (const gcRule of [days(2), { maxNumVersions: 1 }]) {
      const table = await on.unary(
        '/google.bigtable.admin.v2.BigtableTableAdmin/ModifyColumnFamilies',
        [admin.ModifyColumnFamiliesRequest, admin.Table],
        { name: on.tableName('retained'), modifications: [{ id: 'f', update: { gcRule } }] },
      );
      const rule = table.columnFamilies['f']?.gcRule;
      expect(rule?.maxAge ?? rule?.maxNumVersions).toBeTruthy();
    }
  });

  test(
    'tables are listed in pages',
    async () => {
      for (const id of ['p1', 'p2', 'p3']) await bigtable().createTable(id, {});
      const names: string[] = [];
      let pageToken = '';
      do {
        const page = await bigtable().listTables({ pageSize: 2, pageToken });
        expect(page.tables?.length).toBeLessThanOrEqual(2);
        names.push(...(page.tables ?? []).map(({ name }) => name ?? ''));
        pageToken = page.nextPageToken ?? '';
      } while (pageToken !== '');
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(['p1', 'p2', 'p3'].map((id) => bigtable().tableName(id))));
    },
    'list-tables-pages',
  );
});
