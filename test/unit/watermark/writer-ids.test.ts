import { WRITER_BYTES } from '../../../src/core/row-watermark';
import { seededRandom } from '../../../src/platform/random';
import { WriterIds } from '../../../src/watermark/writer-ids';

describe('The ids under which a process writes', () => {
  it('are one for all rows, but for those whose id has been retired', () => {
    const ids = new WriterIds(seededRandom(1));
    const first = ids.of('a');
    expect(Buffer.byteLength(first, 'latin1')).toBe(WRITER_BYTES);
    expect(ids.of('b')).toBe(first);
    ids.retire('a', first);
    expect(ids.of('b')).toBe(first);
    expect(ids.of('a')).not.toBe(first);
    expect(ids.of('a')).toBe(ids.of('a'));
  });

  it('are retired once, however many mutations under them may be late', () => {
    const ids = new WriterIds(seededRandom(1));
    const first = ids.of('a');
    ids.retire('a', first);
    const second = ids.of('a');
    ids.retire('a', first);
    expect(ids.of('a')).toBe(second);
    ids.retire('a', second);
    expect([first, second]).not.toContain(ids.of('a'));
  });

  it('are never used again for a row, also when there are too many to remember', () => {
    const ids = new WriterIds(seededRandom(1));
    const retired = Array.from({ length: 25_000 }, (_, index) => {
      const row = `row-${index}`;
      const id = ids.of(row);
      ids.retire(row, id);
      return { row, id };
    });
    expect(retired.filter(({ row, id }) => ids.of(row) === id)).toEqual([]);
    expect(new Set(retired.map(({ row }) => ids.of(row))).size).toBeLessThanOrEqual(10_001);
  });
});
