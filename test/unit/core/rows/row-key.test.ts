import { objectIdOf, rowKey } from '../../../../src/core/rows/row-key';
import { hash128 } from '../../../../src/core/shared/hash64';

describe('row keys', () => {
  it('are <shard>#<object id>, where the shard is the first byte of the hash in hex', () => {
    const shard = hash128(Buffer.from('user-1')).toString('hex', 0, 1);
    expect(rowKey('user-1').toString()).toBe(`${shard}#user-1`);
  });

  // A changed digest would orphan every stored row.
  it.each([
    ['u1', '4a#u1'],
    ['611', 'bb#611'],
    ['用户', '8f#用户'],
  ])('do not change for %j', (id, key) => {
    expect(rowKey(id).toString()).toBe(key);
  });

  it.each(['u1', 'a#b', '!', '用户', '\u0000'])('decode to the id %j', (id) => {
    expect(objectIdOf(rowKey(id))).toBe(id);
  });

  it('distinguish objects from watermark rows', () => {
    expect(objectIdOf(Buffer.from('3f!'))).toBeUndefined();
  });

  it('spread sequential ids evenly over the 256 shards', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 25_600; i++) {
      const shard = rowKey(`user-${i}`).toString('latin1', 0, 2);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect(counts.size).toBe(256);
    expect(Math.max(...counts.values())).toBeLessThan(150); // mean 100, standard deviation 10
    expect(Math.min(...counts.values())).toBeGreaterThan(60);
  });
});
