import { rowKey } from '../../../../src/core/rows/row-key';
import {
  sectionsAfter,
  sectionsOf,
  SHARD_COUNT,
  shareDoneAt,
  type KeySection,
} from '../../../../src/operations/compaction/key-sections';
import { tidemarkError } from '../../../support/tidemark-error';

const samples = ['3f#m', '80#a', 'c0#z', ''].map((key) => ({ key: Buffer.from(key), offsetBytes: 0 }));
const describeSections = (sections: readonly KeySection[]): string[] =>
  sections.map(({ start, end }) => `${start?.toString() ?? ''}..${end?.toString() ?? ''}`);
const holds = ({ start, end }: KeySection, key: Buffer): boolean =>
  (start === undefined || key.compare(start) >= 0) && (end === undefined || key.compare(end) < 0);

describe('The shares of the table', () => {
  it('sections are cut at the sampled keys', () => {
    expect(describeSections(sectionsOf({ index: 0, count: 1 }, samples))).toEqual([
      '..3f#m',
      '3f#m..80#a',
      '80#a..c0#z',
      'c0#z..',
    ]);
    expect(describeSections(sectionsOf({ index: 1, count: 2 }, samples))).toEqual([
      '80..80#a',
      '80#a..c0#z',
      'c0#z..',
    ]);
    expect(describeSections(sectionsOf({ index: 0, count: 1 }, []))).toEqual(['..']);
  });

  it.each([1, 2, 3, 7, 100, SHARD_COUNT])('each row is in one section of one of %i workers', (count) => {
    const shares = Array.from({ length: count }, (_, index) =>
      // Workers may have different samples.
      sectionsOf({ index, count }, samples.slice(index % 3)),
    );
    for (let user = 0; user < 200; user++) {
      const key = rowKey(`user-${user}`);
      expect(shares.flat().filter((section) => holds(section, key))).toHaveLength(1);
    }
  });

  it('the sections after a key are what is left', () => {
    const sections = sectionsOf({ index: 0, count: 1 }, samples);
    const left = sectionsAfter(sections, Buffer.from('80#a'));
    expect(describeSections(left)).toEqual(['80#a\0..c0#z', 'c0#z..']);
    expect(describeSections(sectionsAfter(sections, Buffer.from('3f#lzz')))).toEqual([
      '3f#lzz\0..3f#m',
      '3f#m..80#a',
      '80#a..c0#z',
      'c0#z..',
    ]);
  });

  it('the share that is done follows from the key', () => {
    expect(shareDoneAt(Buffer.from('40#x'), { index: 0, count: 1 })).toBe(0.25);
    expect(shareDoneAt(Buffer.from('c0#x'), { index: 1, count: 2 })).toBe(0.5);
  });

  it.each([
    [0, 0],
    [2, 2],
    [-1, 2],
    [0, 257],
  ])('the share %i of %i is rejected', (index, count) => {
    expect(() => sectionsOf({ index, count }, [])).toThrow(tidemarkError('invalid_argument'));
  });
});
