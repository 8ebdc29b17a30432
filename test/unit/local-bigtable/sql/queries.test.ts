import { AGGREGATORS, encodeInt64 } from '../../../../src/local-bigtable/store/aggregator';
import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { TableEntry } from '../../../../src/local-bigtable/catalog/catalog';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { type Plain, SqlSession } from '../../../support/local-bigtable/sql-session';

const b = (text: string): Buffer => Buffer.from(text, 'latin1');
const at = (ms: number): string => new Date(ms).toISOString();

type Cell = readonly [family: string, qualifier: string, timestampMs: number, value: string];

function write(table: TableEntry, key: string, cells: readonly Cell[]): void {
  const [cluster] = table.instance.clusters.values();
  const operations = cells.map(([family, qualifier, timestampMs, value]) => ({
    kind: 'set' as const,
    family,
    qualifier,
    timestampMs,
    value,
  }));
  table.replicaAt(cluster!).commit(key, operations);
}

describe('SQL queries of the embedded Bigtable', () => {
  let core: LocalCore;
  let table: TableEntry;
  let session: SqlSession;

  const rowsOf = async (query: string): Promise<readonly Plain[][]> => (await session.query(query)).rows;

  beforeAll(async () => {
    const families = [{ name: 'f' }, { name: 'g' }, { name: 'sum', aggregator: AGGREGATORS.sum }];
    ({ core, table } = await openCoreWithTable({ families }));
    session = new SqlSession(core);
    write(table, 'a#1', [
      ['f', 'x', 3_000, 'new'],
      ['f', 'x', 2_000, 'mid'],
      ['f', 'x', 1_000, 'old'],
      ['f', 'n', 1_000, '5'],
      ['sum', 's', 0, encodeInt64(7n)],
    ]);
    write(table, 'a#2', [
      ['f', 'x', 1_000, 'new'],
      ['g', 'q', 5_000, 'z'],
      ['f', 'n', 1_000, '9'],
    ]);
    write(table, 'b#1', [['f', 'x', 2_500, 'b']]);
    write(table, 'c#1', [['g', 'q', 1_000, 'y']]);
  });

  afterAll(() => core.close());

  it('* returns the key and each family as a map of newest values', async () => {
    const { names, rows } = await session.query("SELECT * FROM t WHERE _key = 'a#1'");
    expect(names).toEqual(['_key', 'f', 'g', 'sum']);
    expect(rows).toEqual([[b('a#1'), { n: b('5'), x: b('new') }, {}, { s: 7n }]]);
  });

  it('* EXCEPT omits columns, and a name with a table or an alias is a column', async () => {
    expect(await rowsOf("SELECT * EXCEPT (f, sum) FROM t WHERE _key = 'c#1'")).toEqual([
      [b('c#1'), { q: b('y') }],
    ]);
    expect(await rowsOf("SELECT t._KEY FROM `t` WHERE t.g['q'] = 'y'")).toEqual([[b('c#1')]]);
    expect(await rowsOf("SELECT u._key FROM t AS u WHERE u.f['x'] = 'b'")).toEqual([[b('b#1')]]);
  });

  it('columns have the name of their alias, column or field, or a number', async () => {
    const { names } = await session.query("SELECT _key, f AS g, f['x'], t.g, 1 one FROM t LIMIT 1");
    expect(names).toEqual(['_key', 'g', '$col3', 'g', 'one']);
  });

  it('a qualifier that a row has not is NULL, which no comparison accepts', async () => {
    expect(await rowsOf("SELECT _key, f['n'] FROM t")).toEqual([
      [b('a#1'), b('5')],
      [b('a#2'), b('9')],
      [b('b#1'), null],
      [b('c#1'), null],
    ]);
    expect(await rowsOf("SELECT _key FROM t WHERE f['n'] != '5'")).toEqual([[b('a#2')]]);
    expect(await rowsOf("SELECT _key FROM t WHERE NOT f['n'] = '5'")).toEqual([[b('a#2')]]);
    expect(await rowsOf("SELECT _key FROM t WHERE f['n'] IS NULL")).toEqual([[b('b#1')], [b('c#1')]]);
  });

  it('with history, families are maps of versions, newest first', async () => {
    const value = (ms: number, text: string): Plain => ({ timestamp: at(ms), value: b(text) });
    const all = [value(3_000, 'new'), value(2_000, 'mid'), value(1_000, 'old')];
    const select = "SELECT f['x'] FROM t(with_history => TRUE";
    const first = "WHERE _key = 'a#1'";
    expect(await rowsOf(`${select}) ${first}`)).toEqual([[all]]);
    expect(await rowsOf(`${select}, latest_n => 2) ${first}`)).toEqual([[all.slice(0, 2)]]);
    expect(await rowsOf(`${select}, after => TIMESTAMP_SECONDS(2)) ${first}`)).toEqual([[all.slice(0, 1)]]);
    expect(await rowsOf(`${select}, after_or_equal => TIMESTAMP_SECONDS(2)) ${first}`)).toEqual([
      [all.slice(0, 2)],
    ]);
    expect(await rowsOf(`${select}, before => TIMESTAMP_SECONDS(2)) ${first}`)).toEqual([[all.slice(2)]]);
    expect(
      await rowsOf(`${select}, before_or_equal => TIMESTAMP_SECONDS(2), latest_n => 1) ${first}`),
    ).toEqual([[all.slice(1, 2)]]);
    expect(await rowsOf(`SELECT f['x'][0].value FROM t(WITH_HISTORY => TRUE) ${first}`)).toEqual([
      [b('new')],
    ]);
    expect(await rowsOf(`SELECT sum['s'][0].value FROM t(with_history => TRUE) ${first}`)).toEqual([[7n]]);
  });

  it('as_of returns the values of a time, and omits rows without any', async () => {
    const select = "SELECT _key, f['x'] FROM t(as_of => TIMESTAMP_MILLIS(2000))";
    expect(await rowsOf(select)).toEqual([
      [b('a#1'), b('mid')],
      [b('a#2'), b('new')],
      [b('c#1'), null],
    ]);
    expect(await rowsOf("SELECT _key FROM t(as_of => TIMESTAMP '1969-01-01')")).toEqual([]);
  });

  it('latest_n below 1 fails', async () => {
    await expect(rowsOf('SELECT * FROM t(with_history => TRUE, latest_n => 0)')).rejects.toMatchObject({
      status: 11,
      message: 'latest_n must be at least 1',
    });
  });

  it('map functions read the qualifiers of a family', async () => {
    const query =
      "SELECT MAP_KEYS(f), MAP_VALUES(g), MAP_EMPTY(g), MAP_CONTAINS_KEY(f, 'x'), ARRAY_LENGTH(MAP_ENTRIES(f)), " +
      "f[SAFE_KEY('nope')] FROM t WHERE _key = 'a#1'";
    expect(await rowsOf(query)).toEqual([[[b('n'), b('x')], [], true, true, 2n, null]]);
    await expect(rowsOf("SELECT f[KEY('nope')] FROM t")).rejects.toMatchObject({ status: 11 });
  });

  it('LIMIT and OFFSET cut the result, by literals and parameters', async () => {
    expect(await rowsOf('SELECT _key FROM t LIMIT 2 OFFSET 1')).toEqual([[b('a#2')], [b('b#1')]]);
    expect(await rowsOf('SELECT _key FROM t LIMIT 0')).toEqual([]);
    expect(await rowsOf('SELECT COUNT(*) FROM t LIMIT 1 OFFSET 1')).toEqual([]);
    const types = { n: { int64Type: {} } };
    const limited = (n: number) =>
      session.query('SELECT _key FROM t LIMIT @n', { types, values: { n: { intValue: n } } });
    expect((await limited(1)).rows).toEqual([[b('a#1')]]);
    await expect(limited(-1)).rejects.toMatchObject({ status: 11 });
  });

  it('ORDER BY sorts by keys, expressions, aliases and ordinals, NULL first unless descending', async () => {
    const keys = async (query: string): Promise<string[]> =>
      (await rowsOf(query)).map(([key]) => (key as Buffer).toString());
    expect(await keys('SELECT _key FROM t ORDER BY _key DESC')).toEqual(['c#1', 'b#1', 'a#2', 'a#1']);
    expect(await keys("SELECT _key, f['x'] AS x FROM t ORDER BY x DESC, _key DESC")).toEqual([
      'a#2',
      'a#1',
      'b#1',
      'c#1',
    ]);
    expect(await keys("SELECT _key, f['x'] FROM t ORDER BY 2, 1")).toEqual(['c#1', 'b#1', 'a#1', 'a#2']);
    expect(await keys("SELECT _key FROM t ORDER BY f['x'] NULLS LAST LIMIT 1")).toEqual(['b#1']);
    expect(await keys("SELECT _key FROM t ORDER BY f['x'] DESC NULLS FIRST LIMIT 1")).toEqual(['c#1']);
  });

  it('GROUP BY aggregates, HAVING selects groups, and NULL is a group', async () => {
    const query =
      "SELECT f['x'] AS x, COUNT(*) AS n, COUNT(f['n']), MIN(_key), MAX(_key) FROM t GROUP BY x ORDER BY n DESC, x";
    expect(await rowsOf(query)).toEqual([
      [b('new'), 2n, 2n, b('a#1'), b('a#2')],
      [null, 1n, 0n, b('c#1'), b('c#1')],
      [b('b'), 1n, 0n, b('b#1'), b('b#1')],
    ]);
    expect(await rowsOf("SELECT f['x'] FROM t GROUP BY 1 HAVING COUNT(*) > 1")).toEqual([[b('new')]]);
    expect(await rowsOf("SELECT SUBSTR(_key, 1, 1) || '!' FROM t GROUP BY SUBSTR(_key, 1, 1)")).toEqual([
      [b('a!')],
      [b('b!')],
      [b('c!')],
    ]);
  });

  it('aggregates of no rows are NULL, or 0 for counts, and groups of no rows are absent', async () => {
    const numbers = "CAST(CAST(f['n'] AS STRING) AS INT64)";
    expect(await rowsOf(`SELECT SUM(${numbers}), AVG(${numbers}), COUNT(DISTINCT f['x']) FROM t`)).toEqual([
      [14n, 7, 2n],
    ]);
    expect(await rowsOf(`SELECT SUM(1), AVG(1), MAX(1), COUNT(*), COUNTIF(TRUE) FROM t WHERE FALSE`)).toEqual(
      [[null, null, null, 0n, 0n]],
    );
    expect(await rowsOf('SELECT COUNT(*) FROM t WHERE FALSE GROUP BY _key')).toEqual([]);
    expect(await rowsOf("SELECT SUM(sum['s']), SUM(DISTINCT 3), COUNT(*) + 1 FROM t")).toEqual([
      [7n, 3n, 5n],
    ]);
  });

  it('parameters have all scalar types and arrays', async () => {
    const types = {
      b: { bytesType: {} },
      s: { stringType: {} },
      i: { int64Type: {} },
      d: { float64Type: {} },
      r: { float32Type: {} },
      t: { boolType: {} },
      m: { timestampType: {} },
      y: { dateType: {} },
      a: { arrayType: { elementType: { bytesType: {} } } },
    };
    const values = {
      b: { bytesValue: b('a#1') },
      s: { stringValue: '' },
      i: { intValue: -5 },
      d: { floatValue: 0.5 },
      r: { floatValue: 0.1 },
      t: { boolValue: false },
      m: { timestampValue: { seconds: -1, nanos: 500_000_000 } },
      y: { dateValue: { year: 2024, month: 2, day: 29 } },
      a: { arrayValue: { values: [{ bytesValue: b('a#2') }, {}] } },
    };
    const query = 'SELECT @b, @s, @i, @d, @r, @t, @m, @Y, @a';
    expect((await session.query(query, { types, values })).rows).toEqual([
      [b('a#1'), '', -5n, 0.5, Math.fround(0.1), false, at(-500), '2024-2-29', [b('a#2'), null]],
    ]);
    const nulls = Object.fromEntries(Object.keys(values).map((name) => [name, {}]));
    expect((await session.query(query, { types, values: nulls })).rows).toEqual([Array(9).fill(null)]);
    const used = 'SELECT _key FROM t WHERE _key IN UNNEST(@a) OR _key = @b';
    const some = { types: { a: types.a, b: types.b }, values: { a: values.a, b: values.b } };
    expect((await session.query(used, some)).rows).toEqual([[b('a#1')], [b('a#2')]]);
  });

  it.each([
    ['a value of another type', { p: { stringValue: '5' } }, 'params["p"] is not a valid INT64'],
    ['a missing value', {}, 'params["p"] is missing'],
    ['a value too many', { p: {}, q: {} }, 'params["q"] is not a parameter of the prepared query'],
  ])('%s for a parameter is invalid', async (_, values, message) => {
    await expect(
      session.query('SELECT @p', { types: { p: { int64Type: {} } }, values }),
    ).rejects.toMatchObject({ status: 3, message });
  });
});
