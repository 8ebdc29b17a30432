import { bytes, type data, statusOf } from './raw-bigtable';
import { createSampleTable, indexes, readSample } from './sample-row';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const PASS = { passAllFilter: true };

describeServers('Refused filters', ({ bigtable, test }) => {
  beforeAll(() => createSampleTable(bigtable(), 'expectRejected'));

  const read = (filter: data.IRowFilter) => readSample(bigtable(), 'expectRejected', filter);
  async function expectRejected(...filters: data.IRowFilter[]): Promise<void> {
    for (const filter of filters) {
      const status = await statusOf(read(filter));
      expect({ filter: JSON.stringify(filter), status }).toEqual({
        filter: JSON.stringify(filter),
        status: INVALID_ARGUMENT,
      });
    }
  }

  test('patterns that RE2 does not support are rejected', () =>
    expectRejected(
      { rowKeyRegexFilter: bytes('(') },
      { familyNameRegexFilter: '[' },
      { columnQualifierRegexFilter: bytes('*') },
      { valueRegexFilter: bytes('a{2,1}') },
      { valueRegexFilter: bytes('a{1001}') },
      { valueRegexFilter: bytes('((a{100}){100}){100}') },
      { valueRegexFilter: bytes('a**') },
      { valueRegexFilter: bytes('(?=a)') },
      { valueRegexFilter: bytes('(?<=a)b') },
      { valueRegexFilter: bytes('(?>a)') },
      { valueRegexFilter: bytes('(a)\\1') },
      { valueRegexFilter: bytes('\\q') },
      { valueRegexFilter: bytes('\\') },
      { valueRegexFilter: bytes('[[:nope:]]') },
      { valueRegexFilter: bytes('\\p{Nope}') },
    ));

  test('counts that are not positive are rejected', () =>
    expectRejected(
      { cellsPerRowLimitFilter: 0 },
      { cellsPerRowLimitFilter: -1 },
      { cellsPerColumnLimitFilter: 0 },
      { cellsPerColumnLimitFilter: -1 },
    ));

  test('offsets of zero are rejected', () => expectRejected({ cellsPerRowOffsetFilter: 0 }), 'offset-zero');

  test(
    'negative offsets are rejected',
    async () => {
      await createSampleTable(bigtable(), 'negative');
      expect(await statusOf(bigtable().read('negative', { filter: { cellsPerRowOffsetFilter: -1 } }))).toBe(
        INVALID_ARGUMENT,
      );
    },
    'offset-negative',
  );

  test('samples of none or all rows are rejected', () =>
    expectRejected(
      { rowSampleFilter: 0 },
      { rowSampleFilter: 1 },
      { rowSampleFilter: -0.1 },
      { rowSampleFilter: 1.1 },
    ));

  test(
    'sample rates that are not numbers are rejected',
    () => expectRejected({ rowSampleFilter: NaN }),
    'sample-nan',
  );

  test('labels that are not names are rejected', () =>
    expectRejected({ applyLabelTransformer: 'UPPER' }, { applyLabelTransformer: '' }));

  test(
    'labels with an invalid character are rejected',
    () =>
      expectRejected(
        { applyLabelTransformer: 'a b' },
        { applyLabelTransformer: 'a_b' },
        { applyLabelTransformer: 'aé' },
      ),
    'label-characters',
  );

  test('compositions of fewer than two filters are rejected', () =>
    expectRejected(
      { chain: { filters: [PASS] } },
      { chain: {} },
      { interleave: { filters: [PASS] } },
      { interleave: { filters: [] } },
    ));

  test('switches set to false are rejected', () =>
    expectRejected({ passAllFilter: false }, { blockAllFilter: false }));

  test(
    'switches set to false that Google accepts are rejected',
    () => expectRejected({ sink: false }, { stripValueTransformer: false }),
    'switched-off',
  );

  test('empty row key patterns are rejected', () => expectRejected({ rowKeyRegexFilter: bytes('') }));

  test('invalid filters nested in valid ones are rejected', () =>
    expectRejected(
      { chain: { filters: [PASS, { interleave: { filters: [PASS, { cellsPerRowLimitFilter: 0 }] } }] } },
      { condition: { predicateFilter: PASS, trueFilter: { valueRegexFilter: bytes('(') } } },
    ));

  test(
    'invalid filters that receive no cell are rejected',
    () =>
      expectRejected(
        { chain: { filters: [{ blockAllFilter: true }, { cellsPerRowLimitFilter: 0 }] } },
        { condition: { predicateFilter: PASS, falseFilter: { valueRegexFilter: bytes('(') } } },
      ),
    'unreached-filters',
  );

  test(
    'empty ranges are rejected',
    () =>
      expectRejected(
        {
          columnRangeFilter: {
            familyName: 'a',
            startQualifierClosed: bytes('r'),
            endQualifierOpen: bytes('q'),
          },
        },
        {
          columnRangeFilter: {
            familyName: 'a',
            startQualifierClosed: bytes('q'),
            endQualifierOpen: bytes('q'),
          },
        },
        {
          columnRangeFilter: {
            familyName: 'a',
            startQualifierOpen: bytes('q'),
            endQualifierClosed: bytes('q'),
          },
        },
        { valueRangeFilter: { startValueClosed: bytes('b'), endValueClosed: bytes('a') } },
        { valueRangeFilter: { startValueOpen: bytes('a'), endValueOpen: bytes('a') } },
        { timestampRangeFilter: { startTimestampMicros: 2_000, endTimestampMicros: 1_000 } },
        { timestampRangeFilter: { startTimestampMicros: 2_000, endTimestampMicros: 2_000 } },
      ),
    'empty-ranges',
  );

  test(
    'timestamps finer than a millisecond are rejected',
    () =>
      expectRejected(
        { timestampRangeFilter: { startTimestampMicros: 1 } },
        { timestampRangeFilter: { endTimestampMicros: 1_999 } },
      ),
    'filter-precision',
  );

  test(
    'conditions without a predicate are rejected',
    () => expectRejected({ condition: { trueFilter: PASS } }),
    'condition-without-predicate',
  );

  test(
    'sinks within a condition are rejected',
    () =>
      expectRejected(
        { condition: { predicateFilter: { sink: true }, trueFilter: PASS } },
        { condition: { predicateFilter: PASS, trueFilter: { sink: true } } },
        { condition: { predicateFilter: PASS, falseFilter: { chain: { filters: [PASS, { sink: true }] } } } },
      ),
    'conditional-sink',
  );

  test(
    'two labels in a chain are rejected',
    async () => {
      const labels = ['x', 'y'].map((applyLabelTransformer) => ({ applyLabelTransformer }));
      await expectRejected(
        { chain: { filters: labels } },
        { chain: { filters: [labels[0]!, { chain: { filters: [PASS, labels[1]!] } }] } },
        { chain: { filters: [{ interleave: { filters: labels } }, labels[0]!] } },
      );
    },
    'one-label-per-chain',
  );

  test(
    'colons in a family pattern are rejected',
    () => expectRejected({ familyNameRegexFilter: 'a:b' }),
    'family-regex-colon',
  );

  test(
    'filters that are nested too deep, too large, or have a label that is too long are rejected',
    async () => {
      let deep: data.IRowFilter = PASS;
      for (let depth = 0; depth < 20; depth++) deep = { chain: { filters: [deep, PASS] } };
      const large = { valueRegexFilter: bytes('x'.repeat(20_480)) };
      await expectRejected(deep, large, { applyLabelTransformer: 'sixteen-letters-' });
    },
    'filter-limits',
  );

  test('a rejected filter leaves the table and the next filter intact', async () => {
    await expectRejected({ cellsPerRowLimitFilter: 0 });
    expect(indexes(await read({ valueRegexFilter: bytes('one') }))).toEqual([4]);
  });
});
