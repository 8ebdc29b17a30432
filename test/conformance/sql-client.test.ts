import { Bigtable, type Instance, SqlTypes } from '@google-cloud/bigtable';
import { type LocalBigtable, startLocalBigtable } from '../../src/local-bigtable/server';

/** Part of a result's row that the tests use. */
interface ResultRow {
  get(column: number | string): unknown;
}
interface QueryOptions {
  readonly parameters?: Record<string, unknown>;
  readonly parameterTypes?: Record<string, unknown>;
}
type Prepared = Parameters<Instance['createExecuteQueryStream']>[0]['preparedStatement'];

const text = (value: unknown): string => Buffer.from(value as Uint8Array).toString();
const ROWS = 2_000;

/** Runs the SQL methods of Google's client, unchanged, against the embedded server. Google's emulator has no SQL. */
describe('SQL by the official Node client on the embedded server', () => {
  let server: LocalBigtable;
  let bigtable: Bigtable;
  let instance: Instance;

  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    process.env['BIGTABLE_EMULATOR_HOST'] = server.endpoint;
    bigtable = new Bigtable({ projectId: 'p', metricsEnabled: false });
    instance = bigtable.instance('i');
    const table = instance.table('users');
    await table.create({ families: ['stats', 'info'] });
    await table.insert([
      {
        key: 'u#1',
        data: { stats: { os: { value: 'old', timestamp: 1_000_000 } }, info: { name: 'Ada' } },
      },
      { key: 'u#2', data: { stats: { os: 'linux' } } },
      { key: 'v#1', data: { stats: { os: 'linux' } } },
    ]);
    await table.insert([{ key: 'u#1', data: { stats: { os: { value: 'linux', timestamp: 2_000_000 } } } }]);
  });

  afterAll(async () => {
    delete process.env['BIGTABLE_EMULATOR_HOST'];
    await bigtable.close();
    await server.close();
  });

  async function prepare(query: string, parameterTypes?: Record<string, unknown>): Promise<Prepared> {
    const options = { query, parameterTypes } as unknown as Parameters<Instance['prepareStatement']>[0];
    const [prepared] = await instance.prepareStatement(options);
    return prepared;
  }

  async function run(query: string, { parameters, parameterTypes }: QueryOptions = {}): Promise<ResultRow[]> {
    const preparedStatement = await prepare(query, parameterTypes);
    const options = { preparedStatement, parameters } as unknown as Parameters<Instance['executeQuery']>[0];
    const [rows] = (await instance.executeQuery(options)) as unknown as [ResultRow[]];
    return rows;
  }

  it('the client reads families as maps and qualifiers as bytes', async () => {
    const rows = await run("SELECT _key, stats['os'] AS os, info FROM users WHERE _key LIKE 'u#%'");
    expect(rows.map((row) => [text(row.get('_key')), text(row.get('os'))])).toEqual([
      ['u#1', 'linux'],
      ['u#2', 'linux'],
    ]);
    const info = rows[0]!.get(2) as ReadonlyMap<unknown, unknown>;
    expect(text(info.get(Buffer.from('name')))).toBe('Ada');
  });

  it('the client reads versions with their times', async () => {
    const [row] = await run("SELECT stats['os'] AS os FROM users(with_history => TRUE) WHERE _key = 'u#1'");
    const versions = row!.get('os') as ResultRow[];
    expect(versions.map((version) => text(version.get('value')))).toEqual(['linux', 'old']);
    expect(versions.map((version) => (version.get('timestamp') as Date).getTime())).toEqual([2_000, 1_000]);
  });

  it('the client reads all types', async () => {
    const query =
      "SELECT 'stringVal' AS strCol, b'foo' as bytesCol, 1 AS intCol, CAST(1.2 AS FLOAT32) AS f32Col, " +
      'CAST(1.3 AS FLOAT64) AS f64Col, true AS boolCol, TIMESTAMP_FROM_UNIX_MILLIS(1000) AS tsCol, ' +
      'DATE(2024, 06, 01) as dateCol, STRUCT(1 as a, "foo" as b) AS structCol, [1,2,3] AS arrCol, ' +
      "stats as mapCol, NULL AS nothing FROM `users` WHERE _key='u#1' LIMIT 1";
    const [row] = await run(query);
    expect(row!.get('strCol')).toBe('stringVal');
    expect(text(row!.get('bytesCol'))).toBe('foo');
    expect(row!.get('intCol')).toBe(1n);
    expect(row!.get('f32Col')).toBeCloseTo(1.2);
    expect(row!.get('f64Col')).toBe(1.3);
    expect(row!.get('boolCol')).toBe(true);
    expect((row!.get('tsCol') as Date).getTime()).toBe(1_000);
    expect(row!.get('dateCol')).toMatchObject({ year: 2024, month: 6, day: 1 });
    expect((row!.get('structCol') as ResultRow).get('b')).toBe('foo');
    expect(row!.get('arrCol')).toEqual([1n, 2n, 3n]);
    expect((row!.get('mapCol') as ReadonlyMap<unknown, unknown>).size).toBe(1);
    expect(row!.get('nothing')).toBeNull();
  });

  it('the client passes parameters, and aggregates', async () => {
    const rows = await run(
      "SELECT stats['os'] AS os, COUNT(*) AS n FROM users WHERE _key IN UNNEST(@keys) AND stats['os'] = @os GROUP BY os",
      {
        parameters: { keys: [Buffer.from('u#1'), Buffer.from('v#1'), null], os: Buffer.from('linux') },
        parameterTypes: { keys: SqlTypes.Array(SqlTypes.Bytes()), os: SqlTypes.Bytes() },
      },
    );
    expect(rows.map((row) => [text(row.get('os')), row.get('n')])).toEqual([['linux', 2n]]);
  });

  it('the client reports the place of an error', async () => {
    await expect(prepare('SELECT nope FROM users')).rejects.toThrow('Unrecognized name: nope [at 1:8]');
    await expect(run('SELECT 1 / 0')).rejects.toThrow('division by zero');
  });

  it('the client streams a long result, in several batches', async () => {
    const table = instance.table('long');
    await table.create({ families: ['f'] });
    const value = 'v'.repeat(300);
    await table.insert(
      Array.from({ length: ROWS }, (_, index) => ({ key: `k${index}`, data: { f: { q: value } } })),
    );
    const stream = instance.createExecuteQueryStream({
      preparedStatement: await prepare('SELECT _key, f FROM long'),
    });
    const keys = new Set<string>();
    for await (const row of stream as AsyncIterable<ResultRow>) keys.add(text(row.get(0)));
    expect(keys.size).toBe(ROWS);
    expect(stream.getMetadata()?.columns).toHaveLength(2);
  });

  it('the client prepares a query again whose columns have changed', async () => {
    const table = instance.table('changing');
    await table.create({ families: ['f'] });
    await table.insert([{ key: 'k', data: { f: { q: 'v' } } }]);
    const preparedStatement = await prepare('SELECT * FROM changing');
    await table.createFamily('g');
    const [rows] = (await instance.executeQuery({ preparedStatement })) as unknown as [ResultRow[]];
    expect((rows[0]!.get('g') as ReadonlyMap<unknown, unknown>).size).toBe(0);
  });
});
