import { bytes, type data, type PlainCell, statusOf } from './raw-bigtable';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const CELLS: PlainCell[] = [
  ['a', 'q', 3_000, 'three'],
  ['a', 'q', 2_000, 'two'],
  ['a', 'q', 1_000, 'one'],
  ['a', 'r', 2_000, 'x\ny'],
  ['b', '', 1_000, ''],
];
const PASS = { passAllFilter: true };

describeServers('Filters', ({ bigtable, test }) => {
  beforeAll(async () => {
    await bigtable().createTable('filters', {});
    for (const id of ['a', 'b']) await bigtable().modifyFamilies('filters', [{ id, create: {} }]);
    await bigtable().set('filters', 'key', CELLS);
  });

  const read = async (filter: data.IRowFilter): Promise<readonly PlainCell[]> =>
    (await bigtable().read('filters', { filter }))[0]?.cells ?? [];
  const picked = async (filter: data.IRowFilter): Promise<number[]> =>
    (await read(filter)).map((cell) => CELLS.findIndex((each) => each.join() === cell.slice(0, 4).join()));
  const refused = async (...filters: data.IRowFilter[]): Promise<void> => {
    for (const filter of filters) expect(await statusOf(read(filter))).toBe(INVALID_ARGUMENT);
  };

  test('match whole families, qualifiers, values and keys', async () => {
    expect(await picked({ familyNameRegexFilter: 'a' })).toEqual([0, 1, 2, 3]);
    expect(await picked({ familyNameRegexFilter: '' })).toEqual([]);
    expect(await picked({ columnQualifierRegexFilter: bytes('q|') })).toEqual([0, 1, 2, 4]);
    expect(await picked({ valueRegexFilter: bytes('t.*') })).toEqual([0, 1]);
    expect(await picked({ valueRegexFilter: bytes('.*') })).toEqual([0, 1, 2, 4]);
    expect(await picked({ valueRegexFilter: bytes('\\C*') })).toEqual([0, 1, 2, 3, 4]);
    expect(await picked({ rowKeyRegexFilter: bytes('ke') })).toEqual([]);
    expect(await picked({ rowKeyRegexFilter: bytes('(?i)K\\C+') })).toEqual([0, 1, 2, 3, 4]);
  });

  test('select ranges of columns, values and timestamps', async () => {
    const column = { familyName: 'a', startQualifierOpen: bytes('q'), endQualifierClosed: bytes('r') };
    expect(await picked({ columnRangeFilter: column })).toEqual([3]);
    expect(await picked({ columnRangeFilter: { familyName: 'a', endQualifierOpen: bytes('r') } })).toEqual([
      0, 1, 2,
    ]);
    expect(
      await picked({ valueRangeFilter: { startValueClosed: bytes('three'), endValueOpen: bytes('two') } }),
    ).toEqual([0]);
    const timestampRangeFilter = { startTimestampMicros: 1_000, endTimestampMicros: 3_000 };
    expect(await picked({ timestampRangeFilter })).toEqual([1, 2, 3, 4]);
    expect(await picked({ timestampRangeFilter: { startTimestampMicros: 2_000 } })).toEqual([0, 1, 3]);
  });

  test('limit cells per column', async () => {
    expect(await picked({ cellsPerColumnLimitFilter: 1 })).toEqual([0, 3, 4]);
    expect(await picked({ cellsPerColumnLimitFilter: 2 })).toEqual([0, 1, 3, 4]);
  });

  test('limit and skip cells per row within a family', async () => {
    const family = { familyNameRegexFilter: 'a' };
    expect(await picked({ chain: { filters: [family, { cellsPerRowLimitFilter: 2 }] } })).toEqual([0, 1]);
    expect(await picked({ chain: { filters: [family, { cellsPerRowOffsetFilter: 3 }] } })).toEqual([3]);
  });

  test(
    'limit cells per row over families, the same way each time',
    async () => {
      for (let attempt = 0; attempt < 30; attempt++) {
        expect(await picked({ cellsPerRowLimitFilter: 4 })).toEqual([0, 1, 2, 3]);
      }
    },
    'family-order',
  );

  test('strip values and apply labels', async () => {
    expect((await read({ stripValueTransformer: true })).every(([, , , value]) => value === '')).toBe(true);
    expect((await read({ applyLabelTransformer: 'l-1' })).every((cell) => cell[4] === 'l-1')).toBe(true);
  });

  test('interleave with duplicates, in order', async () => {
    const branches = [{ columnQualifierRegexFilter: bytes('q') }, { cellsPerColumnLimitFilter: 1 }];
    expect(await picked({ interleave: { filters: branches } })).toEqual([0, 0, 1, 2, 3, 4]);
    const limited = [{ interleave: { filters: branches } }, { cellsPerColumnLimitFilter: 2 }];
    expect(await picked({ chain: { filters: limited } })).toEqual([0, 0, 3, 4]);
  });

  test('go one way or the other by a condition', async () => {
    const predicate = (pattern: string): data.IRowFilter => ({ valueRegexFilter: bytes(pattern) });
    const ways = {
      trueFilter: { familyNameRegexFilter: 'b' },
      falseFilter: { cellsPerColumnLimitFilter: 1 },
    };
    expect(await picked({ condition: { predicateFilter: predicate('two'), ...ways } })).toEqual([4]);
    expect(await picked({ condition: { predicateFilter: predicate('ten'), ...ways } })).toEqual([0, 3, 4]);
    expect(await picked({ condition: { predicateFilter: predicate('two') } })).toEqual([]);
  });

  test('pass all, block all, sample some', async () => {
    expect(await picked(PASS)).toEqual([0, 1, 2, 3, 4]);
    expect(await picked({ blockAllFilter: true })).toEqual([]);
    expect([0, 5]).toContain((await picked({ rowSampleFilter: 0.5 })).length);
  });

  test(
    "send a sink's cells past the filters that follow",
    async () => {
      const toSink = { chain: { filters: [{ applyLabelTransformer: 'foo' }, { sink: true }] } };
      const cells = await read({
        chain: {
          filters: [
            { familyNameRegexFilter: 'a' },
            { interleave: { filters: [PASS, toSink] } },
            { columnQualifierRegexFilter: bytes('r') },
          ],
        },
      });
      expect(cells.map((cell) => [cell[1], cell[4]]).sort()).toEqual([
        ['q', 'foo'],
        ['q', 'foo'],
        ['q', 'foo'],
        ['r', undefined],
        ['r', 'foo'],
      ]);
    },
    'sink',
  );

  test('refuse bad patterns, counts, probabilities and labels', async () => {
    await refused(
      { rowKeyRegexFilter: bytes('(') },
      { familyNameRegexFilter: '[' },
      { columnQualifierRegexFilter: bytes('*') },
      { valueRegexFilter: bytes('a{2,1}') },
      { rowKeyRegexFilter: bytes('(?=a)') },
      { cellsPerRowLimitFilter: 0 },
      { cellsPerColumnLimitFilter: -1 },
      { rowSampleFilter: 0 },
      { rowSampleFilter: 1 },
      { applyLabelTransformer: 'UPPER' },
      { chain: { filters: [PASS] } },
      { interleave: { filters: [] } },
      { passAllFilter: false },
    );
  });

  test(
    'refuse a sink within a condition',
    () => refused({ condition: { predicateFilter: PASS, trueFilter: { sink: true } } }),
    'conditional-sink',
  );

  test(
    'refuse two labels in a chain',
    () => refused({ chain: { filters: [{ applyLabelTransformer: 'x' }, { applyLabelTransformer: 'y' }] } }),
    'one-label-per-chain',
  );

  test(
    'refuse a colon in a family pattern',
    () => refused({ familyNameRegexFilter: 'a:b' }),
    'family-regex-colon',
  );

  test(
    'refuse what is nested too deep, too large, or labelled too long',
    async () => {
      let deep: data.IRowFilter = PASS;
      for (let depth = 0; depth < 20; depth++) deep = { chain: { filters: [deep, PASS] } };
      const large = { valueRegexFilter: bytes('x'.repeat(20_480)) };
      await refused(deep, large, { applyLabelTransformer: 'sixteen-letters-' });
    },
    'filter-limits',
  );
});
