import { bytes, type data, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const KEYS = ['\0', 'a', 'a\0', 'ab', 'b', 'b\xff', 'c\xff', '\xff', '\xff\xff'];
const LIMITS = [0, 1, 2, 5, 100];

/** Set of rows with the keys that it contains according to its documentation. */
interface Case {
  readonly rows: data.IRowSet;
  readonly has: (key: string) => boolean;
}

const keys = (...wanted: string[]): Case => ({
  rows: { rowKeys: wanted.map(bytes) },
  has: (key) => wanted.includes(key),
});
const range = (row: data.IRowRange, has: (key: string) => boolean): Case => ({
  rows: { rowRanges: [row] },
  has,
});
const both = (...cases: Case[]): Case => ({
  rows: {
    rowKeys: cases.flatMap(({ rows }) => rows.rowKeys ?? []),
    rowRanges: cases.flatMap(({ rows }) => rows.rowRanges ?? []),
  },
  has: (key) => cases.some((each) => each.has(key)),
});

const A_TO_B = range(
  { startKeyClosed: bytes('a'), endKeyOpen: bytes('b') },
  (key) => key >= 'a' && key < 'b',
);
const B_TO_C = range(
  { startKeyClosed: bytes('b'), endKeyClosed: bytes('c\xff') },
  (key) => key >= 'b' && key <= 'c\xff',
);

const CASES: Readonly<Record<string, Case>> = {
  'no set': { rows: {}, has: () => true },
  'an unbounded range': range({}, () => true),
  'one key': keys('ab'),
  'keys out of order, twice, absent': keys('b', '\0', 'nowhere', 'b', '\xff\xff'),
  'the empty key': keys(''),
  'a half-open range': A_TO_B,
  'a closed range': B_TO_C,
  'an open range': range(
    { startKeyOpen: bytes('a'), endKeyOpen: bytes('b') },
    (key) => key > 'a' && key < 'b',
  ),
  'a range open at its start': range(
    { startKeyOpen: bytes('a'), endKeyClosed: bytes('b') },
    (key) => key > 'a' && key <= 'b',
  ),
  'a range without end': range({ startKeyOpen: bytes('c') }, (key) => key > 'c'),
  'a range without start': range({ endKeyClosed: bytes('a\0') }, (key) => key <= 'a\0'),
  'a range up to the empty key, which is the end': range(
    { startKeyClosed: bytes('b'), endKeyOpen: bytes('') },
    (key) => key >= 'b',
  ),
  'a range of one key': range({ startKeyClosed: bytes('b'), endKeyClosed: bytes('b') }, (key) => key === 'b'),
  'a range of no key': range({ startKeyOpen: bytes('b'), endKeyOpen: bytes('b') }, () => false),
  'a range between keys': range({ startKeyClosed: bytes('ac'), endKeyOpen: bytes('az') }, () => false),
  'the last bytes': range({ startKeyClosed: bytes('\xff') }, (key) => key >= '\xff'),
  'ranges that touch': both(A_TO_B, B_TO_C),
  'ranges that overlap, and keys within': both(
    B_TO_C,
    A_TO_B,
    range({ endKeyOpen: bytes('ab') }, (key) => key < 'ab'),
    keys('a', '\xff'),
  ),
  'keys between ranges': both(A_TO_B, keys('\0', 'c\xff', 'x')),
};

describeServers('Row sets', ({ bigtable, test }) => {
  beforeAll(async () => {
    await bigtable().createTable('rows', { f: {} });
    for (const key of [...KEYS].reverse()) await bigtable().set('rows', key, [['f', 'q', 1_000, key]]);
  });

  const read = async (request: data.IReadRowsRequest): Promise<string[]> =>
    (await bigtable().read('rows', request)).map(({ key }) => key);

  async function compare(name: string, reversed: boolean): Promise<void> {
    const { rows, has } = CASES[name]!;
    const wanted = KEYS.filter(has);
    if (reversed) wanted.reverse();
    for (const rowsLimit of LIMITS) {
      const got = await read({ rows, rowsLimit, reversed });
      expect({ rowsLimit, got }).toEqual({
        rowsLimit,
        got: rowsLimit === 0 ? wanted : wanted.slice(0, rowsLimit),
      });
    }
    // A limit counts only rows with a result.
    const filter = { rowKeyRegexFilter: bytes('\\C*\\xff') };
    const left = wanted.filter((key) => key.endsWith('\xff'));
    expect(await read({ rows, reversed, filter, rowsLimit: 2 })).toEqual(left.slice(0, 2));
  }

  for (const name of Object.keys(CASES)) {
    test(`a scan reads ${name}, with any limit`, () => compare(name, false));
    test(`a reversed scan reads ${name}, with any limit`, () => compare(name, true), 'reversed-scan');
  }

  test('ranges that end before they start are rejected', async () => {
    for (const row of [
      { startKeyClosed: bytes('b'), endKeyOpen: bytes('a') },
      { startKeyOpen: bytes('b'), endKeyClosed: bytes('a') },
    ]) {
      expect(await statusOf(read({ rows: { rowRanges: [row] } }))).toBe(INVALID_ARGUMENT);
    }
  });

  test(
    'a range up to the empty key, inclusive, is rejected',
    async () => {
      const rowRanges = [{ startKeyClosed: bytes('a'), endKeyClosed: bytes('') }];
      expect(await statusOf(read({ rows: { rowRanges } }))).toBe(INVALID_ARGUMENT);
    },
    'closed-empty-end',
  );

  test(
    'a negative limit is rejected',
    async () => expect(await statusOf(read({ rowsLimit: -1 }))).toBe(INVALID_ARGUMENT),
    'negative-rows-limit',
  );
});
