import { bytes, type data, statusOf } from './raw-bigtable';
import { createSampleTable, indexes, readSample } from './sample-row';
import { describeServers } from './servers';

const INVALID_ARGUMENT = 3;
const PASS = { passAllFilter: true };

describeServers('Refused filters', ({ bigtable, test }) => {
  beforeAll(() => createSampleTable(bigtable(), 'refused'));

  const read = (filter: data.IRowFilter) => readSample(bigtable(), 'refused', filter);
  async function refused(...filters: data.IRowFilter[]): Promise<void> {
    for (const filter of filters) {
      const status = await statusOf(read(filter));
      expect({ filter: JSON.stringify(filter), status }).toEqual({
        filter: JSON.stringify(filter),
        status: INVALID_ARGUMENT,
      });
    }
  }

  test('are patterns that RE2 does not know', () =>
    refused(
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

  test('are counts that are not positive', () =>
    refused(
      { cellsPerRowLimitFilter: 0 },
      { cellsPerRowLimitFilter: -1 },
      { cellsPerColumnLimitFilter: 0 },
      { cellsPerColumnLimitFilter: -1 },
    ));

  test('are offsets of zero', () => refused({ cellsPerRowOffsetFilter: 0 }), 'offset-zero');

  test(
    'are negative offsets',
    async () => {
      await createSampleTable(bigtable(), 'negative');
      expect(await statusOf(bigtable().read('negative', { filter: { cellsPerRowOffsetFilter: -1 } }))).toBe(
        INVALID_ARGUMENT,
      );
    },
    'offset-negative',
  );

  test('are samples of none or of all', () =>
    refused(
      { rowSampleFilter: 0 },
      { rowSampleFilter: 1 },
      { rowSampleFilter: -0.1 },
      { rowSampleFilter: 1.1 },
    ));

  test('are samples of what is no number', () => refused({ rowSampleFilter: NaN }), 'sample-nan');

  test('are labels that are no names', () =>
    refused({ applyLabelTransformer: 'UPPER' }, { applyLabelTransformer: '' }));

  test(
    'are labels with a character that is no part of names',
    () =>
      refused(
        { applyLabelTransformer: 'a b' },
        { applyLabelTransformer: 'a_b' },
        { applyLabelTransformer: 'aé' },
      ),
    'label-characters',
  );

  test('are compositions of fewer than two', () =>
    refused(
      { chain: { filters: [PASS] } },
      { chain: {} },
      { interleave: { filters: [PASS] } },
      { interleave: { filters: [] } },
    ));

  test('are switches set to false', () => refused({ passAllFilter: false }, { blockAllFilter: false }));

  test(
    'are switches set to false that Google takes',
    () => refused({ sink: false }, { stripValueTransformer: false }),
    'switched-off',
  );

  test('are patterns of nothing for row keys', () => refused({ rowKeyRegexFilter: bytes('') }));

  test('are bad filters anywhere within good ones', () =>
    refused(
      { chain: { filters: [PASS, { interleave: { filters: [PASS, { cellsPerRowLimitFilter: 0 }] } }] } },
      { condition: { predicateFilter: PASS, trueFilter: { valueRegexFilter: bytes('(') } } },
    ));

  test(
    'are bad filters where no cell arrives',
    () =>
      refused(
        { chain: { filters: [{ blockAllFilter: true }, { cellsPerRowLimitFilter: 0 }] } },
        { condition: { predicateFilter: PASS, falseFilter: { valueRegexFilter: bytes('(') } } },
      ),
    'unreached-filters',
  );

  test(
    'are ranges that nothing can be in',
    () =>
      refused(
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
    'are timestamps finer than a millisecond',
    () =>
      refused(
        { timestampRangeFilter: { startTimestampMicros: 1 } },
        { timestampRangeFilter: { endTimestampMicros: 1_999 } },
      ),
    'filter-precision',
  );

  test(
    'are conditions without a predicate',
    () => refused({ condition: { trueFilter: PASS } }),
    'condition-without-predicate',
  );

  test(
    'are sinks within a condition',
    () =>
      refused(
        { condition: { predicateFilter: { sink: true }, trueFilter: PASS } },
        { condition: { predicateFilter: PASS, trueFilter: { sink: true } } },
        { condition: { predicateFilter: PASS, falseFilter: { chain: { filters: [PASS, { sink: true }] } } } },
      ),
    'conditional-sink',
  );

  test(
    'are two labels in a chain',
    async () => {
      const labels = ['x', 'y'].map((applyLabelTransformer) => ({ applyLabelTransformer }));
      await refused(
        { chain: { filters: labels } },
        { chain: { filters: [labels[0]!, { chain: { filters: [PASS, labels[1]!] } }] } },
        { chain: { filters: [{ interleave: { filters: labels } }, labels[0]!] } },
      );
    },
    'one-label-per-chain',
  );

  test(
    'are colons in a family pattern',
    () => refused({ familyNameRegexFilter: 'a:b' }),
    'family-regex-colon',
  );

  test(
    'are those nested too deep, too large, or labelled too long',
    async () => {
      let deep: data.IRowFilter = PASS;
      for (let depth = 0; depth < 20; depth++) deep = { chain: { filters: [deep, PASS] } };
      const large = { valueRegexFilter: bytes('x'.repeat(20_480)) };
      await refused(deep, large, { applyLabelTransformer: 'sixteen-letters-' });
    },
    'filter-limits',
  );

  test('leave the table as it was, and the next filter its turn', async () => {
    await refused({ cellsPerRowLimitFilter: 0 });
    expect(indexes(await read({ valueRegexFilter: bytes('one') }))).toEqual([4]);
  });
});
