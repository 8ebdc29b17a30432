import { bytes, type data, type PlainCell } from './raw-bigtable';
import { ALL_CELLS, createSampleTable, indexes, readSample, SAMPLE_CELLS } from './sample-row';
import { describeServers } from './servers';

const PASS = { passAllFilter: true };
const BLOCK = { blockAllFilter: true };
const STRIP = { stripValueTransformer: true };
const value = (pattern: string): data.IRowFilter => ({ valueRegexFilter: bytes(pattern) });
const column = (pattern: string): data.IRowFilter => ({ columnQualifierRegexFilter: bytes(pattern) });
const label = (applyLabelTransformer: string): data.IRowFilter => ({ applyLabelTransformer });
const chain = (...filters: data.IRowFilter[]): data.IRowFilter => ({ chain: { filters } });
const interleave = (...filters: data.IRowFilter[]): data.IRowFilter => ({ interleave: { filters } });

describeServers('Composite filters', ({ bigtable, test }) => {
  beforeAll(() => createSampleTable(bigtable(), 'composite'));

  const read = (filter: data.IRowFilter): Promise<readonly PlainCell[]> =>
    readSample(bigtable(), 'composite', filter);
  const picked = async (filter: data.IRowFilter): Promise<number[]> => indexes(await read(filter));

  test('chain: each filter receives the output of the previous one', async () => {
    const a = { familyNameRegexFilter: 'a' };
    expect(await picked(chain(a, column('q'), value('t.*')))).toEqual([2, 3]);
    expect(await picked(chain(value('t.*'), { cellsPerColumnLimitFilter: 1 }))).toEqual([2]);
    expect(await picked(chain({ cellsPerColumnLimitFilter: 1 }, value('two')))).toEqual([]);
    expect(await picked(chain(BLOCK, PASS))).toEqual([]);
    expect(await picked(chain(PASS, PASS, PASS))).toEqual(ALL_CELLS);
    expect(await read(chain(STRIP, value('t.*')))).toEqual([]);
    expect((await read(chain(value('t.*'), STRIP))).length).toBe(2);
  });

  test('interleave: copies are merged in order', async () => {
    expect(await picked(interleave(column('q'), { cellsPerColumnLimitFilter: 1 }))).toEqual([
      0, 1, 2, 2, 3, 4, 5, 6, 6, 7,
    ]);
    expect(await picked(interleave(BLOCK, BLOCK))).toEqual([]);
    expect(await picked(interleave(value('two'), value('one'), value('three')))).toEqual([2, 3, 4]);
    expect(await picked(interleave({}, BLOCK))).toEqual(ALL_CELLS);
  });

  test('interleave: each copy counts for subsequent limits', async () => {
    const twice = interleave(column('q'), column('q'));
    expect(await picked(chain(twice, { cellsPerColumnLimitFilter: 3 }))).toEqual([2, 2, 3, 6, 6]);
    const inA = chain({ familyNameRegexFilter: 'a' }, twice);
    expect(await picked(chain(inA, { cellsPerRowLimitFilter: 3 }))).toEqual([2, 2, 3]);
    expect(await picked(chain(inA, { cellsPerRowOffsetFilter: 3 }))).toEqual([3, 4, 4]);
  });

  test('interleave: a stripped and a complete copy of each cell are returned', async () => {
    const cells = await read(chain(value('one'), interleave(STRIP, PASS)));
    expect(cells.map(([, , , content]) => content).sort()).toEqual(['', 'one']);
  });

  test('interleave: each branch has its own label', async () => {
    const cells = await read(
      interleave(chain(value('one'), label('first')), chain(value('two'), label('second')), value('three')),
    );
    expect(cells).toEqual([SAMPLE_CELLS[2], [...SAMPLE_CELLS[3]!, 'second'], [...SAMPLE_CELLS[4]!, 'first']]);
  });

  test('interleave: copies of one cell have many labels', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `label-${String(index).padStart(2, '0')}`);
    const cells = await read(chain(value('one'), interleave(...names.map(label))));
    expect(cells.map((cell) => cell[4]).sort()).toEqual(names);
    expect(new Set(indexes(cells))).toEqual(new Set([4]));
  });

  test('condition: the predicate selects a branch by whether it passes a cell', async () => {
    const decide = (predicateFilter: data.IRowFilter, ways: data.RowFilter.ICondition): data.IRowFilter => ({
      condition: { predicateFilter, ...ways },
    });
    const ways = { trueFilter: { familyNameRegexFilter: 'b' }, falseFilter: column('r') };
    expect(await picked(decide(value('two'), ways))).toEqual([6, 7]);
    expect(await picked(decide(value('ten'), ways))).toEqual([5]);
    expect(await picked(decide(value('two'), {}))).toEqual([]);
    expect(await picked(decide(value('two'), { falseFilter: PASS }))).toEqual([]);
    expect(await picked(decide(value('ten'), { trueFilter: PASS }))).toEqual([]);
    expect(await picked(decide({}, { trueFilter: PASS }))).toEqual(ALL_CELLS);
    expect(await picked(decide(BLOCK, { falseFilter: PASS }))).toEqual(ALL_CELLS);
  });

  test('condition: the branches receive the whole input, not the output of the predicate', async () => {
    const condition = { predicateFilter: value('two'), trueFilter: PASS };
    expect(await picked({ condition })).toEqual(ALL_CELLS);
    expect(await picked(chain(column('q'), { condition }))).toEqual([2, 3, 4, 6]);
    expect(await picked(chain({ condition }, column('r')))).toEqual([5]);
    expect(await picked(chain(column('r'), { condition }))).toEqual([]);
  });

  test('nesting: filters may be nested twenty deep', async () => {
    let filter: data.IRowFilter = value('one');
    for (let depth = 1; depth < 20; depth++) {
      filter = depth % 2 === 0 ? chain(PASS, filter) : interleave(BLOCK, filter);
    }
    expect(await picked(filter)).toEqual([4]);
  });

  test(
    "sink: its cells bypass subsequent filters, as in the documentation's example",
    async () => {
      const toSink = chain(label('foo'), { sink: true });
      const cells = await read(chain({ familyNameRegexFilter: 'a' }, interleave(PASS, toSink), column('r')));
      expect(cells.filter((cell) => cell[4] === 'foo').map((cell) => indexes([cell])[0])).toEqual([
        0, 1, 2, 3, 4, 5,
      ]);
      expect(indexes(cells.filter((cell) => cell[4] === undefined))).toEqual([5]);
    },
    'sink',
  );

  test('sink: subsequent filters of a chain receive nothing, and a cell sunk twice appears twice', async () => {
    expect(await picked(chain(value('one'), { sink: true }, PASS))).toEqual([4]);
    expect(await picked(interleave({ sink: true }, chain(value('one'), { sink: true })))).toEqual([
      0, 1, 2, 3, 4, 4, 5, 6, 7,
    ]);
  });
});
