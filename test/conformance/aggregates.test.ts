import { type admin, bytes, type data, int64Bytes, setCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const UNIMPLEMENTED = 12;
const INT64 = { int64Type: { encoding: { bigEndianBytes: {} } } };
const INT64_MAX = 2n ** 63n - 1n;

const family = (
  aggregator: admin.Type.IAggregate,
  inputType: admin.IType | null = INT64,
): admin.IColumnFamily => ({
  valueType: { aggregateType: { ...aggregator, inputType } },
});
const SUM = family({ sum: {} });
const PLACE = {
  familyName: 'sum',
  columnQualifier: { rawValue: bytes('q') },
  timestamp: { rawTimestampMicros: 1_000 },
};
type Place = data.Mutation.IAddToCell;

const add = (intValue: number | bigint, place: Place = {}): data.IMutation => ({
  addToCell: { ...PLACE, input: { intValue: Number(intValue) }, ...place },
});
const merge = (input: data.IValue, place: Place = {}): data.IMutation => ({
  mergeToCell: { ...PLACE, input, ...place },
});
const state = (value: bigint): data.IValue => ({ bytesValue: bytes(int64Bytes(value)) });

describeServers('Aggregates', ({ bigtable, test }) => {
  let tables = 0;
  let table = '';

  /** Creates a table with a sum and a plain family, for each test, because some tests end their server. */
  async function createTable(families: Record<string, admin.IColumnFamily> = {}): Promise<void> {
    table = `aggregates-${tables++}`;
    await bigtable().createTable(table, { sum: SUM, plain: {}, ...families });
  }

  const mutate = (...mutations: data.IMutation[]): Promise<void> => bigtable().mutate(table, 'k', mutations);
  const cells = async () => (await bigtable().read(table))[0]?.cells ?? [];
  const sums = async (): Promise<(readonly [micros: number, sum: bigint])[]> =>
    (await cells()).map(([, , micros, value]) => [micros, bytes(value).readBigInt64BE(0)]);

  test('additions accumulate per column and timestamp', async () => {
    await createTable();
    await mutate(add(5), add(-7));
    await mutate(add(300), add(1, { timestamp: { rawTimestampMicros: 2_000 } }));
    await mutate(add(9, { columnQualifier: { rawValue: bytes('r') } }));
    expect(await sums()).toEqual([
      [2_000, 1n],
      [1_000, 298n],
      [1_000, 9n],
    ]);
  });

  test('sums wrap around at the ends of int64', async () => {
    await createTable();
    await bigtable().mutate(table, 'k', [
      { addToCell: { ...PLACE, input: { intValue: String(INT64_MAX) as unknown as number } } },
      add(1),
    ]);
    expect(await sums()).toEqual([[1_000, -INT64_MAX - 1n]]);
  });

  test('additions start from zero after a delete', async () => {
    await createTable();
    await mutate(add(5), { deleteFromColumn: { familyName: 'sum', columnQualifier: bytes('q') } }, add(2));
    expect(await sums()).toEqual([[1_000, 2n]]);
    await mutate({ deleteFromFamily: { familyName: 'sum' } }, add(3));
    expect(await sums()).toEqual([[1_000, 3n]]);
  });

  test('additions work in CheckAndMutateRow and MutateRows', async () => {
    await createTable();
    await bigtable().checkAndMutate(table, 'k', { falseMutations: [add(1)] });
    await bigtable().mutateRows(table, [
      ['k', [add(10)]],
      ['k', [add(100)]],
    ]);
    expect(await sums()).toEqual([[1_000, 111n]]);
  });

  test(
    'a repeated idempotency token adds only once',
    async () => {
      await createTable();
      const idempotency = { token: bytes('token-12') };
      for (let attempt = 0; attempt < 3; attempt++)
        await bigtable().mutate(table, 'k', [add(5)], idempotency);
      expect(await sums()).toEqual([[1_000, 5n]]);
      await bigtable().mutate(table, 'k', [add(5)], { token: bytes('token-13') });
      expect(await sums()).toEqual([[1_000, 10n]]);
    },
    'idempotency-tokens',
  );

  test(
    'minima and maxima are retained',
    async () => {
      await createTable({ min: family({ min: {} }), max: family({ max: {} }) });
      for (const input of [5, -7, 300, 2]) {
        await mutate(add(input, { familyName: 'min' }), add(input, { familyName: 'max' }));
      }
      const values = (await cells()).map(([name, , , value]) => [name, bytes(value).readBigInt64BE(0)]);
      expect(Object.fromEntries(values)).toEqual({ min: -7n, max: 300n });
    },
    'aggregate-min-max',
  );

  test(
    'states given as bytes are merged',
    async () => {
      await createTable();
      await mutate(merge(state(5n)));
      await mutate(merge(state(-7n)), add(1));
      expect(await sums()).toEqual([[1_000, -1n]]);
    },
    'merge-input',
  );

  test(
    'an empty state merges nothing',
    async () => {
      await createTable();
      await mutate(merge({ bytesValue: bytes('') }));
      expect(await cells()).toEqual([]);
    },
    'merge-input',
  );

  test(
    'MergeToCell accepts states only as bytes_value',
    async () => {
      await createTable();
      expect(await statusOf(mutate(merge({ rawValue: bytes(int64Bytes(5n)) })))).toBe(INVALID_ARGUMENT);
    },
    'merge-input',
  );

  test(
    'states that are not an int64 are rejected',
    async () => {
      await createTable();
      for (const text of ['123', '123456789']) {
        expect(await statusOf(mutate(merge({ bytesValue: bytes(text) })))).toBe(INVALID_ARGUMENT);
      }
    },
    'invalid-argument-code',
  );

  test(
    'a raw state that is not an int64 does not break the cell',
    async () => {
      await createTable();
      await mutate(add(5));
      expect(await statusOf(mutate(merge({ rawValue: bytes('123') })))).toBe(INVALID_ARGUMENT);
      expect(await sums()).toEqual([[1_000, 5n]]);
    },
    'merge-short-state',
  );

  test(
    'an absent input counts as null: it adds zero and merges nothing',
    async () => {
      await createTable({ min: family({ min: {} }) });
      const { familyName } = { familyName: 'min' };
      await mutate(add(456, { familyName }));
      await mutate({ mergeToCell: { ...PLACE, familyName } });
      expect(await sums()).toEqual([[1_000, 456n]]);
      await mutate({ addToCell: { ...PLACE, familyName } });
      expect(await sums()).toEqual([[1_000, 0n]]);
    },
    'null-input',
  );

  test(
    'inputs, qualifiers and timestamps of another kind are rejected',
    async () => {
      await createTable();
      const bad: data.IMutation[] = [
        { addToCell: { ...PLACE, input: state(1n) } },
        merge({ intValue: 1 }),
        add(1, { columnQualifier: { stringValue: 'q' } }),
        add(1, { columnQualifier: {} }),
        add(1, { timestamp: { intValue: 1_000 } }),
        add(1, { timestamp: {} }),
        add(1, { timestamp: { rawTimestampMicros: -1 } }),
        add(1, { timestamp: { rawTimestampMicros: 1 } }),
      ];
      for (const mutation of bad) expect(await statusOf(mutate(mutation))).toBe(INVALID_ARGUMENT);
      expect(await cells()).toEqual([]);
    },
    'invalid-argument-code',
  );

  test(
    'aggregate families reject SetCell and ReadModifyWriteRow, plain families AddToCell and MergeToCell',
    async () => {
      await createTable();
      const rule = { familyName: 'sum', columnQualifier: bytes('q'), incrementAmount: 1 };
      const calls = [
        mutate(setCell(['sum', 'q', 0, int64Bytes(1n)])),
        mutate(add(1, { familyName: 'plain' })),
        mutate(merge(state(1n), { familyName: 'plain' })),
        bigtable().readModifyWrite(table, 'k', [rule]),
      ];
      expect(await Promise.all(calls.map(statusOf))).toEqual(calls.map(() => INVALID_ARGUMENT));
    },
    'aggregate-set-cell',
  );

  test('mismatched mutations fail only in the branch of CheckAndMutateRow that is applied', async () => {
    await createTable();
    await bigtable().set(table, 'k', [['plain', 'q', 1_000, 'v']]);
    const request = { trueMutations: [add(1)], falseMutations: [add(1, { familyName: 'plain' })] };
    expect(await bigtable().checkAndMutate(table, 'k', request)).toBe(true);
    expect((await cells()).map(([name]) => name).sort()).toEqual(['plain', 'sum']);
  });

  test(
    'mismatched mutations of one entry fail only that entry',
    async () => {
      await createTable();
      const codes = await bigtable().mutateRows(table, [
        ['bad', [add(1, { familyName: 'plain' })]],
        ['short', [merge({ bytesValue: bytes('abc') })]],
        ['good', [add(1)]],
      ]);
      expect(codes).toEqual([INVALID_ARGUMENT, INVALID_ARGUMENT, 0]);
    },
    'mismatched-entries',
  );

  test(
    'a family returns the type of its state, given or not',
    async () => {
      await createTable();
      await bigtable().modifyFamilies(table, [{ id: 'later', create: SUM }]);
      const { columnFamilies } = await bigtable().getTable(table);
      for (const name of ['sum', 'later']) {
        expect(columnFamilies?.[name]?.valueType?.aggregateType?.stateType?.int64Type).toBeTruthy();
      }
      const confirmed = bigtable().modifyFamilies(table, [{ id: 'later', update: SUM }]);
      expect(await statusOf(confirmed)).toBe(0);
    },
    'aggregate-state-type',
  );

  test(
    'an aggregate needs an input type with an encoding, and an aggregator',
    async () => {
      const bad = [
        family({ sum: {} }, null),
        family({ sum: {} }, { int64Type: {} }),
        family({ sum: {} }, { stringType: { encoding: { utf8Bytes: {} } } }),
        family({}),
        { valueType: { stringType: {} } },
      ];
      for (const definition of bad) {
        expect(await statusOf(bigtable().createTable('bad', { f: definition }))).toBe(INVALID_ARGUMENT);
      }
    },
    'value-types',
  );

  test(
    'a family type can only be an aggregate or a string',
    async () => {
      const valueType = { int64Type: { encoding: { bigEndianBytes: {} } } };
      expect(await statusOf(bigtable().createTable('ints', { f: { valueType } }))).toBe(UNIMPLEMENTED);
    },
    'value-types',
  );

  test('string families contain plain cells and retain their type when their GC rule changes', async () => {
    const strings = { valueType: { stringType: { encoding: { utf8Bytes: {} } } } };
    await bigtable().createTable('strings', { s: strings });
    await bigtable().set('strings', 'k', [['s', 'q', 0, 'text']]);
    expect(await bigtable().read('strings')).toEqual([{ key: 'k', cells: [['s', 'q', 0, 'text']] }]);
    await bigtable().modifyFamilies('strings', [{ id: 's', update: { gcRule: { maxNumVersions: 1 } } }]);
    const { columnFamilies } = await bigtable().getTable('strings');
    expect(columnFamilies?.['s']?.valueType?.stringType?.encoding?.utf8Bytes).toBeTruthy();
  });

  test(
    'an aggregate family keeps its type, while a plain family can become a string family and back',
    async () => {
      await createTable();
      const strings = { valueType: { stringType: { encoding: { utf8Raw: {} } } } };
      const retyped = (id: string, update: admin.IColumnFamily): Promise<admin.ITable> =>
        bigtable().modifyFamilies(table, [{ id, update, updateMask: { paths: ['value_type'] } }]);
      const shown = (await retyped('plain', strings)).columnFamilies?.['plain']?.valueType;
      expect(shown?.stringType?.encoding?.utf8Bytes).toBeTruthy();
      expect((await retyped('plain', {})).columnFamilies?.['plain']?.valueType ?? null).toBeNull();
      for (const update of [strings, {}]) {
        expect(await statusOf(retyped('sum', update))).toBe(INVALID_ARGUMENT);
      }
      expect(await statusOf(retyped('plain', SUM))).toBe(INVALID_ARGUMENT);
      await retyped('sum', SUM);
    },
    'changed-value-type',
  );

  test(
    'HyperLogLog aggregates and ordered codes are not implemented',
    async () => {
      const hll = family({ hllppUniqueCount: {} }, { bytesType: { encoding: { raw: {} } } });
      const ordered = family({ sum: {} }, { int64Type: { encoding: { orderedCodeBytes: {} } } });
      await createTable();
      for (const definition of [hll, ordered]) {
        expect(await statusOf(bigtable().createTable('no', { f: definition }))).toBe(UNIMPLEMENTED);
        const modified = bigtable().modifyFamilies(table, [{ id: 'f', create: definition }]);
        expect(await statusOf(modified)).toBe(UNIMPLEMENTED);
      }
    },
    'aggregate-hll',
  );
});
