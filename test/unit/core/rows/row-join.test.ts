import fc from 'fast-check';
import { joinRows, type JoinableCell, type JoinableRow } from '../../../../src/core/rows/row-join';

type Row = JoinableRow<JoinableCell>;

const KEY = Buffer.from('row');

/** Few columns and values, so that rows overlap. */
const cell: fc.Arbitrary<JoinableCell> = fc.record({
  family: fc.constantFrom('a', 'b'),
  qualifier: fc.constantFrom('', 'q', 'qq', '\xff').map((text) => Buffer.from(text, 'latin1')),
  timestampMicros: fc.constantFrom(1_000, 2_000, 3_000),
  value: fc.constantFrom('', 'x', 'y').map((text) => Buffer.from(text)),
});

const placeOf = ({ family, qualifier, timestampMicros }: JoinableCell): string =>
  `${family}/${qualifier.toString('hex')}/${9_999_999 - timestampMicros}`;

const rowOf = (cells: readonly JoinableCell[]): Row => {
  const byPlace = new Map(cells.map((each) => [placeOf(each), each]));
  return { key: KEY, cells: [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each) };
};

const row = fc.option(fc.array(cell, { maxLength: 12 }).map(rowOf), { nil: undefined });
const textOf = (joined: Row | undefined): string[] =>
  (joined?.cells ?? []).map((each) => `${placeOf(each)}=${each.value.toString()}`);

describe('the join of rows', () => {
  it('is the same in any order of the rows', () => {
    fc.assert(
      fc.property(row, row, (a, b) => expect(textOf(joinRows([a, b]))).toEqual(textOf(joinRows([b, a])))),
    );
  });

  it('is the same for any grouping of the rows', () => {
    fc.assert(
      fc.property(row, row, row, (a, b, c) => {
        const together = textOf(joinRows([a, b, c]));
        expect(textOf(joinRows([joinRows([a, b]), c]))).toEqual(together);
        expect(textOf(joinRows([a, joinRows([b, c])]))).toEqual(together);
      }),
    );
  });

  it('of a row with itself is that row', () => {
    fc.assert(fc.property(row, (a) => expect(textOf(joinRows([a, a]))).toEqual(textOf(a))));
  });

  it('has the cells of all rows and no others, in Bigtable order', () => {
    fc.assert(
      fc.property(row, row, (a, b) => {
        const places = (each: Row | undefined): string[] => (each?.cells ?? []).map(placeOf);
        const expected = [...new Set([...places(a), ...places(b)])].sort();
        expect(places(joinRows([a, b]))).toEqual(expected);
      }),
    );
  });

  it('has the greater value where two rows have different values of a version', () => {
    const of = (value: string): Row =>
      rowOf([
        { family: 'a', qualifier: Buffer.from('q'), timestampMicros: 1_000, value: Buffer.from(value) },
      ]);
    expect(textOf(joinRows([of('10'), of('9')]))).toEqual(textOf(of('9')));
    expect(textOf(joinRows([of('9'), of('10')]))).toEqual(textOf(of('9')));
  });

  it('of rows that are all absent is absent', () => {
    expect(joinRows([])).toBeUndefined();
    expect(joinRows([undefined, undefined])).toBeUndefined();
  });
});
