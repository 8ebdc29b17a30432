import { EncodedRowCache } from '../../../../src/local-bigtable/service/encoded-row-cache';
import { StoredRow } from '../../../../src/local-bigtable/store/stored-row';

const read = (cache: EncodedRowCache, row: StoredRow, filter = '', bytes = 10): boolean => {
  if (cache.get(row, filter) !== undefined) return true;
  cache.offer(row, filter, Buffer.alloc(bytes));
  return false;
};

describe('EncodedRowCache', () => {
  it('the cache answers from the third read on, and only for the same filter', () => {
    const cache = new EncodedRowCache(1_000);
    const row = new StoredRow('k');
    expect([read(cache, row), read(cache, row), read(cache, row)]).toEqual([false, false, true]);
    expect(read(cache, row, 'other')).toBe(false);
  });

  it('a changed row is not served from the cache', () => {
    const cache = new EncodedRowCache(1_000);
    const row = new StoredRow('k');
    for (let reading = 0; reading < 3; reading++) read(cache, row);
    row.version++;
    expect(read(cache, row)).toBe(false);
  });

  const fill = (cache: EncodedRowCache): StoredRow[] => {
    const rows = Array.from({ length: 40 }, (_, at) => new StoredRow(`k${at}`));
    for (const row of rows) for (let reading = 0; reading < 2; reading++) read(cache, row, '', 60);
    return rows;
  };
  const hits = (cache: EncodedRowCache, rows: readonly StoredRow[]): number =>
    rows.filter((row) => read(cache, row, '', 60)).length;

  it('the cache stays within its memory limit and rejects large rows', () => {
    const cache = new EncodedRowCache(1_000);
    const rows = fill(cache);
    for (let round = 0; round < 10; round++) {
      expect(rows.filter((row) => cache.get(row, '') !== undefined).length).toBeLessThanOrEqual(16);
      hits(cache, rows);
    }
    const large = new StoredRow('large');
    for (let reading = 0; reading < 100; reading++) expect(read(cache, large, '', 100)).toBe(false);
  });

  it('the cache remains useful when more rows are read in turn than fit', () => {
    const cache = new EncodedRowCache(1_000);
    const rows = fill(cache);
    for (let round = 0; round < 10; round++) expect(hits(cache, rows)).toBeGreaterThan(8);
  });

  it('a full cache admits rows that are read repeatedly', () => {
    const cache = new EncodedRowCache(1_000);
    fill(cache);
    const hot = new StoredRow('hot');
    for (let reading = 0; reading < 20; reading++) read(cache, hot, '', 60);
    expect(read(cache, hot, '', 60)).toBe(true);
  });
});
