import { EncodingCache } from '../../../../src/local/service/encoding-cache';
import { Row } from '../../../../src/local/store/row';

const read = (cache: EncodingCache, row: Row, filter = '', bytes = 10): boolean => {
  if (cache.get(row, filter) !== undefined) return true;
  cache.offer(row, filter, Buffer.alloc(bytes));
  return false;
};

describe('EncodingCache', () => {
  it('answers from the third reading on, and only for the same filter', () => {
    const cache = new EncodingCache(1_000);
    const row = new Row('k');
    expect([read(cache, row), read(cache, row), read(cache, row)]).toEqual([false, false, true]);
    expect(read(cache, row, 'other')).toBe(false);
  });

  it('forgets a row that has changed', () => {
    const cache = new EncodingCache(1_000);
    const row = new Row('k');
    for (let reading = 0; reading < 3; reading++) read(cache, row);
    row.version++;
    expect(read(cache, row)).toBe(false);
  });

  it('stays within its budget: the oldest go, and what is too large is not taken', () => {
    const cache = new EncodingCache(1_000);
    const rows = Array.from({ length: 20 }, (_, at) => new Row(`k${at}`));
    for (const row of rows) for (let reading = 0; reading < 2; reading++) read(cache, row, '', 60);
    expect(rows.map((row) => read(cache, row, '', 60)).filter(Boolean)).toHaveLength(0);
    const hot = rows.slice(0, 16);
    for (const row of hot) read(cache, row, '', 60);
    expect(hot.map((row) => read(cache, row, '', 60)).filter(Boolean).length).toBeGreaterThan(0);
    const large = new Row('large');
    for (let reading = 0; reading < 3; reading++) expect(read(cache, large, '', 100)).toBe(false);
  });
});
