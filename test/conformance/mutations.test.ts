import type { ServiceError } from '@grpc/grpc-js';
import { bytes, type data, int64Bytes, setCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

const set = (family: string, qualifier: string, micros: number, value = 'v'): data.IMutation =>
  setCell([family, qualifier, micros, value]);
describeServers('Mutations', ({ bigtable, test }) => {
  let tables = 0;
  let table = '';

  beforeEach(async () => {
    table = `mutations-${tables++}`;
    await bigtable().createTable(table, { a: {}, b: {} });
  });

  const cells = async (key = 'k') =>
    (await bigtable().read(table, { rows: { rowKeys: [bytes(key)] } }))[0]?.cells;
  const mutate = (...mutations: data.IMutation[]): Promise<void> => bigtable().mutate(table, 'k', mutations);

  test('versions are ordered newest first, and equal timestamps are overwritten', async () => {
    await mutate(set('a', 'q', 1_000, 'old'), set('a', 'q', 3_000, 'new'));
    await mutate(set('a', 'q', 2_000, 'middle'), set('a', 'q', 1_000, 'overwritten'));
    expect(await cells()).toEqual([
      ['a', 'q', 3_000, 'new'],
      ['a', 'q', 2_000, 'middle'],
      ['a', 'q', 1_000, 'overwritten'],
    ]);
  });

  test('the timestamp -1 becomes the server time in whole milliseconds', async () => {
    const before = Date.now();
    await mutate(set('a', 'q', -1));
    const micros = (await cells())?.[0]?.[2] ?? 0;
    expect(micros % 1_000).toBe(0);
    expect(micros / 1_000).toBeGreaterThanOrEqual(before - 1);
    expect(micros / 1_000).toBeLessThanOrEqual(Date.now() + 1);
  });

  test('keys, qualifiers and values may contain any bytes', async () => {
    const all = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('');
    await bigtable().set(table, all, [['a', all, 0, all]]);
    expect(await cells(all)).toEqual([['a', all, 0, all]]);
  });

  test('mutations of a row are applied in order', async () => {
    await mutate(set('a', 'q', 1_000, 'gone'), { deleteFromRow: {} }, set('a', 'r', 0, 'stays'));
    expect(await cells()).toEqual([['a', 'r', 0, 'stays']]);
  });

  test('a column can be deleted in a half-open range of timestamps', async () => {
    await mutate(...[1_000, 2_000, 3_000].map((micros) => set('a', 'q', micros)), set('a', 'r', 2_000));
    const timeRange = { startTimestampMicros: 2_000, endTimestampMicros: 3_000 };
    await mutate({ deleteFromColumn: { familyName: 'a', columnQualifier: bytes('q'), timeRange } });
    expect((await cells())?.map(([, qualifier, micros]) => [qualifier, micros])).toEqual([
      ['q', 3_000],
      ['q', 1_000],
      ['r', 2_000],
    ]);
    await mutate({ deleteFromColumn: { familyName: 'a', columnQualifier: bytes('q') } });
    expect((await cells())?.map(([, qualifier]) => qualifier)).toEqual(['r']);
  });

  test('a family can be deleted, and a row disappears with its last cell', async () => {
    await mutate(set('a', 'q', 0), set('b', 'q', 0));
    await mutate({ deleteFromFamily: { familyName: 'a' } });
    expect(await cells()).toEqual([['b', 'q', 0, 'v']]);
    await mutate({ deleteFromFamily: { familyName: 'b' } });
    expect(await bigtable().read(table)).toEqual([]);
  });

  test('an empty row key and an empty list of mutations are rejected', async () => {
    expect(await statusOf(bigtable().mutate(table, '', [set('a', 'q', 0)]))).toBe(INVALID_ARGUMENT);
    expect(await statusOf(mutate())).toBe(INVALID_ARGUMENT);
  });

  test('an unknown table is rejected with NOT_FOUND', async () => {
    expect(await statusOf(bigtable().mutate('nowhere', 'k', [set('a', 'q', 0)]))).toBe(NOT_FOUND);
  });

  test(
    'an unknown family is rejected with NOT_FOUND',
    async () => {
      expect(await statusOf(mutate(set('x', 'q', 0)))).toBe(NOT_FOUND);
      expect(await statusOf(mutate({ deleteFromFamily: { familyName: 'x' } }))).toBe(NOT_FOUND);
    },
    'unknown-family-code',
  );

  test(
    'timestamps that are negative or finer than a millisecond are rejected',
    async () => {
      expect(await statusOf(mutate(set('a', 'q', 1)))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(mutate(set('a', 'q', -2)))).toBe(INVALID_ARGUMENT);
    },
    'invalid-argument-code',
  );

  test(
    'mutations of a row are applied all or none',
    async () => {
      expect(await statusOf(mutate(set('a', 'q', 0), set('x', 'q', 0)))).not.toBe(0);
      expect(await cells()).toBeUndefined();
    },
    'atomic-mutate-row',
  );

  test(
    'values over the size limits are rejected',
    async () => {
      expect(await statusOf(bigtable().mutate(table, 'k'.repeat(4_097), [set('a', 'q', 0)]))).toBe(
        INVALID_ARGUMENT,
      );
      expect(await statusOf(mutate(set('a', 'q'.repeat(16_385), 0)))).toBe(INVALID_ARGUMENT);
    },
    'size-limits',
  );

  test('rows of a batch fail independently', async () => {
    const codes = await bigtable().mutateRows(table, [
      ['k', [set('a', 'q', 0)]],
      ['bad', [set('x', 'q', 0)]],
      ['l', [set('b', 'q', 0)]],
    ]);
    expect(codes.map((code) => code === 0)).toEqual([true, false, true]);
    expect((await bigtable().read(table)).map(({ key }) => key)).toEqual(['k', 'l']);
  });

  test('rules increment and append one after the other', async () => {
    const rule = (columnQualifier: string, rest: data.IReadModifyWriteRule): data.IReadModifyWriteRule => ({
      familyName: 'a',
      columnQualifier: bytes(columnQualifier),
      ...rest,
    });
    const written = await bigtable().readModifyWrite(table, 'k', [
      rule('n', { incrementAmount: 5 }),
      rule('s', { appendValue: bytes('ab') }),
      rule('n', { incrementAmount: -7 }),
      rule('s', { appendValue: bytes('c') }),
    ]);
    expect(written.map(([, qualifier, , value]) => [qualifier, value])).toEqual([
      ['n', int64Bytes(-2n)],
      ['s', 'abc'],
    ]);
    // Google's emulator leaves a version of each rule where a millisecond ends between two rules of one column.
    const newest = (await cells())?.filter(([, qualifier], i, all) => qualifier !== all[i - 1]?.[1]);
    expect(newest).toEqual(written);
  });

  test('concurrent increments are never lost', async () => {
    const rule = { familyName: 'a', columnQualifier: bytes('n'), incrementAmount: 1 };
    await Promise.all(Array.from({ length: 100 }, () => bigtable().readModifyWrite(table, 'k', [rule])));
    expect((await cells())?.[0]?.[3]).toBe(int64Bytes(100n));
  });

  test('a modified cell gets the later of server time and newest timestamp', async () => {
    const future = (Date.now() + 1_000_000) * 1_000;
    await mutate(set('a', 's', future, 'x'));
    const rule = { familyName: 'a', columnQualifier: bytes('s'), appendValue: bytes('y') };
    expect(await bigtable().readModifyWrite(table, 'k', [rule])).toEqual([['a', 's', future, 'xy']]);
    expect(await cells()).toEqual([['a', 's', future, 'xy']]);
  });

  test(
    'only 8-byte integers can be incremented',
    async () => {
      await mutate(set('a', 'n', 0, 'text'));
      const rule = { familyName: 'a', columnQualifier: bytes('n'), incrementAmount: 1 };
      expect(await statusOf(bigtable().readModifyWrite(table, 'k', [rule]))).toBe(FAILED_PRECONDITION);
    },
    'precondition-code',
  );

  test(
    'ReadModifyWriteRow needs at least one rule',
    async () => {
      expect(await statusOf(bigtable().readModifyWrite(table, 'k', []))).toBe(INVALID_ARGUMENT);
    },
    'read-modify-write-needs-rules',
  );

  test('increments wrap around at the ends of int64', async () => {
    await mutate(set('a', 'n', 4_000_000_000_000_000, int64Bytes(2n ** 63n - 1n)));
    const rule = { familyName: 'a', columnQualifier: bytes('n'), incrementAmount: 1 };
    expect(await bigtable().readModifyWrite(table, 'k', [rule])).toEqual([
      ['a', 'n', 4_000_000_000_000_000, int64Bytes(-(2n ** 63n))],
    ]);
  });

  test('rules can modify several families, and only the modified columns are returned', async () => {
    await mutate(set('a', 'other', 0), set('b', 'other', 0));
    const written = await bigtable().readModifyWrite(table, 'k', [
      { familyName: 'a', columnQualifier: bytes('\0\xff'), appendValue: bytes('\xff\0') },
      { familyName: 'b', columnQualifier: bytes(''), appendValue: bytes('') },
    ]);
    expect(written.map(([family, qualifier, , value]) => [family, qualifier, value]).sort()).toEqual([
      ['a', '\0\xff', '\xff\0'],
      ['b', '', ''],
    ]);
  });

  test(
    'ReadModifyWriteRow needs a row key',
    async () => {
      const rule = { familyName: 'a', columnQualifier: bytes('n'), incrementAmount: 1 };
      expect(await statusOf(bigtable().readModifyWrite(table, '', [rule]))).toBe(INVALID_ARGUMENT);
    },
    'read-modify-write-key',
  );

  test(
    'an empty rule or mutation is rejected',
    async () => {
      expect(await statusOf(mutate({}))).toBe(INVALID_ARGUMENT);
      const rule = { familyName: 'a', columnQualifier: bytes('n') };
      expect(await statusOf(bigtable().readModifyWrite(table, 'k', [rule]))).toBe(INVALID_ARGUMENT);
    },
    'invalid-argument-code',
  );

  test(
    'a time range that is empty, reversed or finer than a millisecond is rejected',
    async () => {
      await mutate(set('a', 'q', 1_000));
      for (const [startTimestampMicros, endTimestampMicros] of [
        [2_000, 1_000],
        [1_000, 1_000],
        [1, 2_000],
        [-1_000, 2_000],
      ]) {
        const timeRange = { startTimestampMicros, endTimestampMicros } as data.ITimestampRange;
        const mutation = { deleteFromColumn: { familyName: 'a', columnQualifier: bytes('q'), timeRange } };
        expect(await statusOf(mutate(mutation))).toBe(INVALID_ARGUMENT);
      }
      expect(await cells()).toHaveLength(1);
    },
    'invalid-argument-code',
  );

  const rejectedBatch = async (bad: data.IMutation[], key = 'bad'): Promise<[number, string]> => {
    const entries: [string, data.IMutation[]][] = [
      ['good', [set('a', 'q', 0)]],
      [key, bad],
    ];
    const rejection = bigtable().mutateRows(table, entries);
    return rejection.then(
      () => [0, ''],
      ({ code, details }: ServiceError) => [code, details],
    );
  };

  test(
    'a batch is rejected as a whole when one entry is invalid in itself',
    async () => {
      const place = (index: number): string =>
        `Error in field 'Entry list' : Error in element #1 : Error in field 'Mutation list' : Error in element #${index} : `;
      const notMillis = await rejectedBatch([set('a', 'q', 0), set('a', 'q', 1)]);
      expect(notMillis).toEqual([INVALID_ARGUMENT, expect.stringContaining(place(1)) as string]);
      // An entry that is invalid in itself takes precedence over one that does not fit the table, whichever comes
      // first.
      const both = await rejectedBatch([set('x', 'q', 0), set('x', 'q', -2)]);
      expect(both).toEqual([INVALID_ARGUMENT, expect.stringContaining(place(1)) as string]);
      const noKey = await rejectedBatch([set('a', 'q', 0)], '');
      expect(noKey).toEqual([
        INVALID_ARGUMENT,
        "Error in field 'Entry list' : Error in element #1 : Row keys must be non-empty",
      ]);
      expect(await bigtable().read(table)).toEqual([]);
    },
    'whole-batch-rejected',
  );

  test(
    'each entry of a batch needs a mutation',
    async () => {
      const entries: [string, data.IMutation[]][] = [
        ['k', []],
        ['l', [set('a', 'q', 0)]],
      ];
      const codes = await bigtable()
        .mutateRows(table, entries)
        .catch(() => [INVALID_ARGUMENT]);
      expect(codes[0]).toBe(INVALID_ARGUMENT);
    },
    'entry-without-mutations',
  );

  test('one row and a batch need at least one mutation', async () => {
    expect(await statusOf(mutate())).toBe(INVALID_ARGUMENT);
    expect(await statusOf(bigtable().mutateRows(table, []))).toBe(INVALID_ARGUMENT);
  });

  test(
    'one row and a batch have at most 100,000 mutations',
    async () => {
      const many = Array.from({ length: 100_001 }, () => ({ deleteFromRow: {} }));
      expect(await statusOf(mutate(...many))).toBe(INVALID_ARGUMENT);
      const halves: [string, data.IMutation[]][] = [
        ['k', many.slice(0, 50_000)],
        ['l', many.slice(50_000)],
      ];
      expect(await statusOf(bigtable().mutateRows(table, halves))).toBe(INVALID_ARGUMENT);
      expect(await statusOf(mutate(...many.slice(1)))).toBe(0);
    },
    'size-limits',
  );

  test(
    'a request has at most 100,000 rules',
    async () => {
      const rule = { familyName: 'a', columnQualifier: bytes('n'), incrementAmount: 1 };
      const rules = Array.from({ length: 100_001 }, () => rule);
      expect(await statusOf(bigtable().readModifyWrite(table, 'k', rules))).toBe(INVALID_ARGUMENT);
      expect((await bigtable().readModifyWrite(table, 'k', rules.slice(1)))[0]?.[3]).toBe(
        int64Bytes(100_000n),
      );
    },
    'size-limits',
  );

  test(
    'timestamps may reach the end of int64',
    async () => {
      const timestampMicros = '9223372036854775000' as unknown as number;
      await mutate({
        setCell: { familyName: 'a', columnQualifier: bytes('q'), timestampMicros, value: bytes('') },
      });
      expect(await cells()).toHaveLength(1);
    },
    'timestamp-range',
  );
});
