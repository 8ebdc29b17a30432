import {
  watermarkColumnOf,
  covers,
  NO_WATERMARK,
  originOf,
  reaches,
  watermarkOf,
  WATERMARK_FAMILY,
} from '../../../../src/core/consistency/row-watermark';

const cell = (family: string, qualifier: string, timestampMs = 1) => ({
  family,
  qualifier: Buffer.from(qualifier, 'latin1'),
  timestampMicros: timestampMs * 1_000,
});
const mark = (column: string, versionMs: number) => cell(WATERMARK_FAMILY, column, versionMs);

const ONE = watermarkColumnOf('or\xff1', 'writer');
const TWO = watermarkColumnOf('or\xff2', 'wr\0ter');

describe('the watermark of a row', () => {
  it('is found among cells in any place', () => {
    const expected = new Map([
      [ONE, 5],
      [TWO, 7],
    ]);
    const [one, two, f, g] = [mark(ONE, 5), mark(TWO, 7), cell('f', 'q'), cell('zz', 'q')];
    for (const cells of [
      [one, two],
      [one, two, f, g],
      [f, one, two, g],
      [f, g, two, one],
      [one, f, two, g],
    ]) {
      expect(watermarkOf(cells)).toEqual(expected);
    }
  });

  it('has the newest version of a column if several are read', () => {
    expect(watermarkOf([mark(ONE, 5), mark(ONE, 9), mark(ONE, 7)])).toEqual(new Map([[ONE, 9]]));
  });

  it('is empty without watermark cells; heartbeats and cells of other families are ignored', () => {
    expect(watermarkOf([])).toBe(NO_WATERMARK);
    expect(watermarkOf([cell('f', ONE), mark('or\xff1', 5), mark(`${ONE}+`, 5)])).toBe(NO_WATERMARK);
  });

  it('contains origin and writer', () => {
    expect(originOf(ONE)).toBe('or\xff1');
    expect(originOf(TWO)).toBe('or\xff2');
  });

  it('covers the versions that it reaches in each column', () => {
    const watermark = watermarkOf([mark(ONE, 5)]);
    expect([4, 5, 6].map((version) => reaches(watermark, ONE, version))).toEqual([true, true, false]);
    expect(reaches(watermark, TWO, 1)).toBe(false);
    expect(covers(watermark, new Map([[ONE, 5]]))).toBe(true);
    expect(
      covers(
        watermark,
        new Map([
          [ONE, 5],
          [TWO, 1],
        ]),
      ),
    ).toBe(false);
    expect(covers(NO_WATERMARK, NO_WATERMARK)).toBe(true);
  });
});
