import { bytes, type data, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const KEYS = ['a', 'a\0', 'ab', 'b', 'c\xff', '\xff'];

describeServers('Reads', ({ bigtable, test }) => {
  beforeAll(async () => {
    await bigtable().createTable('reads', { f: {} });
    for (const key of KEYS) await bigtable().set('reads', key, [['f', 'q', 1_000, key]]);
  });

  const keys = async (request: data.IReadRowsRequest): Promise<string[]> =>
    (await bigtable().read('reads', request)).map(({ key }) => key);
  const range = (rowRange: data.IRowRange): data.IReadRowsRequest => ({ rows: { rowRanges: [rowRange] } });

  test('return all rows in byte order', async () => {
    expect(await keys({})).toEqual(KEYS);
    expect(await keys({ rows: {} })).toEqual(KEYS);
  });

  test('return keys once, in order, and only those that exist', async () => {
    const rowKeys = ['b', 'a', 'nowhere', 'b', '\xff'].map(bytes);
    expect(await keys({ rows: { rowKeys } })).toEqual(['a', 'b', '\xff']);
  });

  test('honour open and closed bounds', async () => {
    expect(await keys(range({ startKeyClosed: bytes('a'), endKeyOpen: bytes('b') }))).toEqual([
      'a',
      'a\0',
      'ab',
    ]);
    expect(await keys(range({ startKeyOpen: bytes('a'), endKeyClosed: bytes('b') }))).toEqual([
      'a\0',
      'ab',
      'b',
    ]);
    expect(await keys(range({ startKeyClosed: bytes('c') }))).toEqual(['c\xff', '\xff']);
    expect(await keys(range({ endKeyOpen: bytes('a\0') }))).toEqual(['a']);
    expect(await keys(range({ startKeyOpen: bytes('b'), endKeyOpen: bytes('b') }))).toEqual([]);
  });

  test('merge keys and overlapping ranges', async () => {
    const rowRanges = [
      { startKeyClosed: bytes('ab'), endKeyClosed: bytes('c\xff') },
      { startKeyClosed: bytes('a'), endKeyOpen: bytes('b') },
    ];
    expect(await keys({ rows: { rowKeys: [bytes('b'), bytes('\xff')], rowRanges } })).toEqual(KEYS);
  });

  test('stop at the rows limit, counting only rows with a result', async () => {
    expect(await keys({ rowsLimit: 2 })).toEqual(['a', 'a\0']);
    const filter = { rowKeyRegexFilter: bytes('b|c\\C') };
    expect(await keys({ rowsLimit: 2, filter })).toEqual(['b', 'c\xff']);
  });

  test('refuse a range that ends before it starts', async () => {
    expect(await statusOf(keys(range({ startKeyClosed: bytes('b'), endKeyOpen: bytes('a') })))).toBe(
      INVALID_ARGUMENT,
    );
  });

  test('of an unknown table are refused with NOT_FOUND', async () => {
    expect(await statusOf(bigtable().read('nowhere'))).toBe(NOT_FOUND);
    expect(await statusOf(bigtable().sampleRowKeys('nowhere'))).toBe(NOT_FOUND);
  });

  test(
    'go backwards when reversed, with the same ranges and limits',
    async () => {
      const backwards = [...KEYS].reverse();
      expect(await keys({ reversed: true })).toEqual(backwards);
      expect(await keys({ reversed: true, rowsLimit: 2 })).toEqual(backwards.slice(0, 2));
      const bounds = range({ startKeyOpen: bytes('a'), endKeyClosed: bytes('b') });
      expect(await keys({ ...bounds, reversed: true })).toEqual(['b', 'ab', 'a\0']);
    },
    'reversed-scan',
  );

  test('bring back values of any size', async () => {
    await bigtable().createTable('sizes', { f: {} });
    const sizes = [0, 1, 2, 3, 127, 128, 16_383, 16_384];
    await bigtable().set(
      'sizes',
      'k',
      sizes.map((size) => ['f', String(size).padStart(5, '0'), 0, 'x'.repeat(size)]),
    );
    const [row] = await bigtable().read('sizes');
    expect(row?.cells.map(([, , , value]) => value.length)).toEqual(sizes);
  });

  test('sample keys in order, the end of the table last', async () => {
    const samples = await bigtable().sampleRowKeys('reads');
    const sampled = samples.map(({ rowKey }) => Buffer.from(rowKey ?? []).toString('latin1'));
    expect(sampled.at(-1)).toBe('');
    expect([...sampled.slice(0, -1)].sort()).toEqual(sampled.slice(0, -1));
  });
});
