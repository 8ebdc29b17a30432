import type { admin, data } from './raw-bigtable';
import { bytes, setCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

const aggregate = (aggregator: admin.Type.IAggregate): admin.IColumnFamily => ({
  valueType: {
    aggregateType: { inputType: { int64Type: { encoding: { bigEndianBytes: {} } } }, ...aggregator },
  },
});

const add = (familyName: string, intValue: number): data.IMutation => ({
  addToCell: {
    familyName,
    columnQualifier: { rawValue: bytes('q') },
    timestamp: { rawTimestampMicros: 1_000 },
    input: { intValue },
  },
});

describeServers('Tables', ({ bigtable, test }) => {
  test('are created, listed, described and deleted', async () => {
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

  test('created again are empty', async () => {
    await bigtable().createTable('again', { f: {} });
    await bigtable().set('again', 'k', [['f', 'q', 0, 'v']]);
    await bigtable().deleteTable('again');
    await bigtable().createTable('again', { f: {} });
    expect(await bigtable().read('again')).toEqual([]);
  });

  test('get, change and lose families', async () => {
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

  test('drop rows by prefix, or all', async () => {
    await bigtable().createTable('drop', { f: {} });
    for (const key of ['a', 'a\xff\xff', 'b', 'c']) await bigtable().set('drop', key, [['f', 'q', 0, '']]);
    await bigtable().dropRows('drop', { rowKeyPrefix: bytes('a') });
    expect((await bigtable().read('drop')).map(({ key }) => key)).toEqual(['b', 'c']);
    await bigtable().dropRows('drop', { deleteAllDataFromTable: true });
    expect(await bigtable().read('drop')).toEqual([]);
  });

  test('are consistent with themselves', async () => {
    await bigtable().createTable('consistency', {});
    expect(await bigtable().checkConsistency('consistency')).toBe(true);
    expect(await statusOf(bigtable().checkConsistency('consistency', 'forged'))).toBe(INVALID_ARGUMENT);
  });

  test('add up sums', async () => {
    await bigtable().createTable('sums', { sum: aggregate({ sum: {} }) });
    await bigtable().mutate('sums', 'k', [add('sum', 5), add('sum', -7)]);
    await bigtable().mutate('sums', 'k', [add('sum', 300)]);
    const value = (await bigtable().read('sums'))[0]?.cells[0]?.[3] ?? '';
    expect(bytes(value).readBigInt64BE(0)).toBe(298n);
  });

  test(
    'keep minima and maxima',
    async () => {
      await bigtable().createTable('extremes', { min: aggregate({ min: {} }), max: aggregate({ max: {} }) });
      for (const input of [5, -7, 300, 2]) {
        await bigtable().mutate('extremes', 'k', [add('min', input), add('max', input)]);
      }
      const values = (await bigtable().read('extremes'))[0]?.cells.map(([family, , , value]) => [
        family,
        bytes(value).readBigInt64BE(0),
      ]);
      expect(Object.fromEntries(values ?? [])).toEqual({ min: -7n, max: 300n });
    },
    'aggregate-min-max',
  );

  test(
    'of aggregates refuse SetCell',
    async () => {
      await bigtable().createTable('no-set', { sum: aggregate({ sum: {} }) });
      const set = setCell(['sum', 'q', 0, '12345678']);
      expect(await statusOf(bigtable().mutate('no-set', 'k', [set]))).toBe(INVALID_ARGUMENT);
    },
    'aggregate-set-cell',
  );

  test(
    'have proper names, and so have families',
    async () => {
      expect(await statusOf(bigtable().createTable('', {}))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(bigtable().createTable('a/b', {}))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(bigtable().createTable('names', { 'a b': {} }))).toBe(INVALID_ARGUMENT);
    },
    'table-names',
  );

  test(
    'hide garbage at once: by age, by versions, by either, by both',
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
    'are listed in pages',
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
