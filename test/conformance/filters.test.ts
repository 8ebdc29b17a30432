import { bytes, type data, type PlainCell } from './raw-bigtable';
import { ALL_CELLS, createSampleTable, indexes, readSample, SAMPLE_CELLS } from './sample-row';
import { describeServers } from './servers';

type Case = readonly [filter: data.IRowFilter, cells: readonly number[]];

const column = (pattern: string): data.IRowFilter => ({ columnQualifierRegexFilter: bytes(pattern) });
const value = (pattern: string): data.IRowFilter => ({ valueRegexFilter: bytes(pattern) });
const key = (pattern: string): data.IRowFilter => ({ rowKeyRegexFilter: bytes(pattern) });
const family = (familyNameRegexFilter: string): data.IRowFilter => ({ familyNameRegexFilter });
const columns = (familyName: string, range: data.IColumnRange): data.IRowFilter => ({
  columnRangeFilter: { familyName, ...range },
});
const values = (valueRangeFilter: data.IValueRange): data.IRowFilter => ({ valueRangeFilter });
const times = (startTimestampMicros: number, endTimestampMicros?: number): data.IRowFilter => ({
  timestampRangeFilter: { startTimestampMicros, ...(endTimestampMicros && { endTimestampMicros }) },
});
const within = (name: string, filter: data.IRowFilter): data.IRowFilter => ({
  chain: { filters: [family(name), filter] },
});

/** Filters with the cells of the sample row that they pass. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  'families by whole names': [
    [family('a'), [0, 1, 2, 3, 4, 5]],
    [family('a|b'), ALL_CELLS],
    [family('[^a]'), [6, 7]],
    [family('(?i)B'), [6, 7]],
    [family('B'), []],
    [family(''), []],
    [family('é?a'), []],
  ],
  'qualifiers by whole byte strings': [
    [column('q'), [2, 3, 4, 6]],
    [column('q|'), [0, 2, 3, 4, 6]],
    [column(''), [0]],
    [column('.'), [2, 3, 4, 5, 6, 7]],
    [column('\\C*'), ALL_CELLS],
    [column('\\x00\\C'), [1]],
    [column('\\C{2}'), [1]],
    [column('\xff'), [7]],
    [column('\\xff'), [7]],
    [column('[\\x80-\\xff]'), [7]],
    [column('[^q]'), [5, 7]],
    [column('(?i)Q'), [2, 3, 4, 6]],
    [column('[p-r]'), [2, 3, 4, 5, 6]],
  ],
  'values by whole byte strings, of which a character is one byte': [
    [value('t.*'), [2, 3]],
    [value('t'), []],
    [value(''), [0]],
    [value('\\d'), [6]],
    [value('o|one'), [4]],
    [value('..'), [1, 7]],
    [value('\xc3\xa9'), [7]],
    [value('\\xc3\\xa9'), [7]],
    [value('\xe9'), []],
    [value('\\Qx\\C\\E'), []],
    [value('[[:alpha:]]+'), [2, 3, 4]],
    [value('(?:t\\w+|\\C\\xff)'), [1, 2, 3]],
  ],
  'newlines by anything but a dot': [
    [value('x.y'), []],
    [value('(?s)x.y'), [5]],
    [value('x\\Cy'), [5]],
    [value('x\\ny'), [5]],
    [value('(?m)x$\\C^y'), [5]],
    [value('x[^a]y'), [5]],
    [value('x\\sy'), [5]],
    [value('.*'), [0, 1, 2, 3, 4, 6, 7]],
  ],
  'row keys by whole byte strings': [
    [key('k\\C\\C'), ALL_CELLS],
    [key('k\\x00\xff'), ALL_CELLS],
    [key('k..'), ALL_CELLS],
    [key('k'), []],
    [key('.*\\z'), ALL_CELLS],
    [key('K\\C+'), []],
  ],
  'ranges of columns': [
    [columns('a', {}), [0, 1, 2, 3, 4, 5]],
    [columns('b', {}), [6, 7]],
    [columns('c', {}), []],
    [columns('a', { startQualifierClosed: bytes('q') }), [2, 3, 4, 5]],
    [columns('a', { startQualifierOpen: bytes('q') }), [5]],
    [columns('a', { endQualifierOpen: bytes('q') }), [0, 1]],
    [columns('a', { endQualifierClosed: bytes('q') }), [0, 1, 2, 3, 4]],
    [columns('a', { startQualifierOpen: bytes('') }), [1, 2, 3, 4, 5]],
    [columns('a', { endQualifierClosed: bytes('') }), [0]],
    [columns('a', { startQualifierClosed: bytes('q'), endQualifierClosed: bytes('q') }), [2, 3, 4]],
    [columns('a', { startQualifierOpen: bytes('\0\xff'), endQualifierOpen: bytes('r') }), [2, 3, 4]],
    [columns('b', { startQualifierClosed: bytes('\xff') }), [7]],
  ],
  'ranges of values': [
    [values({}), ALL_CELLS],
    [values({ startValueClosed: bytes('three') }), [2, 3, 5, 7]],
    [values({ startValueOpen: bytes('three') }), [3, 5, 7]],
    [values({ endValueOpen: bytes('one') }), [0, 1, 6]],
    [values({ endValueClosed: bytes('one') }), [0, 1, 4, 6]],
    [values({ startValueOpen: bytes('') }), [1, 2, 3, 4, 5, 6, 7]],
    [values({ endValueClosed: bytes('') }), [0]],
    [values({ startValueClosed: bytes('one'), endValueOpen: bytes('two') }), [2, 4]],
    [values({ startValueClosed: bytes('\xc3') }), [7]],
  ],
  'ranges of timestamps': [
    [times(0), ALL_CELLS],
    [times(2_000), [0, 2, 3, 5]],
    [times(0, 1_000), [4]],
    [times(1_000, 2_000), [1, 6, 7]],
    [times(0, 3_000), [0, 1, 3, 4, 5, 6, 7]],
    [times(3_000, 4_000), [2]],
    [times(4_000), []],
  ],
  'the newest cells of columns': [
    [{ cellsPerColumnLimitFilter: 1 }, [0, 1, 2, 5, 6, 7]],
    [{ cellsPerColumnLimitFilter: 2 }, [0, 1, 2, 3, 5, 6, 7]],
    [{ cellsPerColumnLimitFilter: 3 }, ALL_CELLS],
    [{ cellsPerColumnLimitFilter: 2_147_483_647 }, ALL_CELLS],
  ],
  'the first cells of rows': [
    [within('a', { cellsPerRowLimitFilter: 1 }), [0]],
    [within('a', { cellsPerRowLimitFilter: 3 }), [0, 1, 2]],
    [within('a', { cellsPerRowLimitFilter: 6 }), [0, 1, 2, 3, 4, 5]],
    [within('b', { cellsPerRowLimitFilter: 100 }), [6, 7]],
  ],
  'all but the first cells of rows': [
    [within('a', { cellsPerRowOffsetFilter: 1 }), [1, 2, 3, 4, 5]],
    [within('a', { cellsPerRowOffsetFilter: 4 }), [4, 5]],
    [within('b', { cellsPerRowOffsetFilter: 2 }), []],
    [within('b', { cellsPerRowOffsetFilter: 100 }), []],
  ],
  'a page of a row by offset and limit, in this order and the other': [
    [paged(within('a', { cellsPerRowOffsetFilter: 2 }), { cellsPerRowLimitFilter: 2 }), [2, 3]],
    [paged(within('a', { cellsPerRowLimitFilter: 2 }), { cellsPerRowOffsetFilter: 2 }), []],
    [paged(within('a', { cellsPerRowLimitFilter: 5 }), { cellsPerRowOffsetFilter: 3 }), [3, 4]],
    [paged(within('a', { cellsPerColumnLimitFilter: 1 }), { cellsPerRowOffsetFilter: 2 }), [2, 5]],
  ],
  'all or nothing': [
    [{}, ALL_CELLS],
    [{ passAllFilter: true }, ALL_CELLS],
    [{ blockAllFilter: true }, []],
    [{ sink: true }, ALL_CELLS],
  ],
};

function paged(...filters: data.IRowFilter[]): data.IRowFilter {
  return { chain: { filters } };
}

describeServers('Filters', ({ bigtable, test }) => {
  beforeAll(() => createSampleTable(bigtable(), 'filters'));

  const read = (filter: data.IRowFilter): Promise<readonly PlainCell[]> =>
    readSample(bigtable(), 'filters', filter);

  for (const [what, cases] of Object.entries(CASES)) {
    test(`the filter passes ${what}`, async () => {
      for (const [filter, expected] of cases) {
        const picked = indexes(await read(filter));
        expect({ filter: JSON.stringify(filter), picked }).toEqual({
          filter: JSON.stringify(filter),
          picked: expected,
        });
      }
    });
  }

  test(
    'limits of cells per row span families, the same way each time',
    async () => {
      for (let attempt = 0; attempt < 30; attempt++) {
        expect(indexes(await read({ cellsPerRowLimitFilter: 7 }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
        expect(indexes(await read({ cellsPerRowOffsetFilter: 6 }))).toEqual([6, 7]);
      }
    },
    'family-order',
  );

  test('stripping removes only values', async () => {
    const stripped = SAMPLE_CELLS.map(([name, qualifier, micros]) => [name, qualifier, micros, '']);
    expect(await read({ stripValueTransformer: true })).toEqual(stripped);
  });

  test('labels have up to 15 characters', async () => {
    const labelled = SAMPLE_CELLS.map((cell) => [...cell, 'label-of-15-chr']);
    expect(await read({ applyLabelTransformer: 'label-of-15-chr' })).toEqual(labelled);
  });

  test('samples contain whole rows, at about the requested rate', async () => {
    await bigtable().createTable('many', { f: {} });
    const cells = ['q', 'r'].map((qualifier) => ({
      setCell: { familyName: 'f', columnQualifier: bytes(qualifier) },
    }));
    await bigtable().mutateRows(
      'many',
      Array.from({ length: 1_000 }, (_, row) => [`r${row}`, cells]),
    );
    const rows = await bigtable().read('many', { filter: { rowSampleFilter: 0.5 } });
    expect(rows.every((row) => row.cells.length === 2)).toBe(true);
    // Six standard deviations: a fair sample is outside once in half a billion runs.
    expect(Math.abs(rows.length - 500)).toBeLessThan(95);
  });

  test(
    'groups can be named in two ways',
    async () => {
      expect(indexes(await read(value('(?P<first>t)wo')))).toEqual([3]);
      expect(indexes(await read(value('(?<first>t)wo')))).toEqual([3]);
    },
    'named-groups',
  );
});
