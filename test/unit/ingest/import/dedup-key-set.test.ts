import { DedupKeySet } from '../../../../src/ingest/import/dedup-key-set';

describe('DedupKeySet', () => {
  it('it behaves like a Set of strings', () => {
    const keys = new DedupKeySet();
    const reference = new Set<string>();
    const mismatches: string[] = [];
    for (let i = 0; i < 50_000; i++) {
      const key = `key-${(i * 7_919) % 30_000}`;
      const isNew = !reference.has(key);
      reference.add(key);
      if (keys.add(Buffer.from(key)) !== isNew) mismatches.push(key);
    }
    expect(mismatches).toEqual([]);
    expect(keys.size).toBe(reference.size);
  });
});
