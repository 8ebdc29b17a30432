import { WRITER_BYTES } from '../../../../src/core/consistency/row-watermark';
import { seededRandom } from '../../../../src/platform/random';
import { WriterIds } from '../../../../src/consistency/write/writer-ids';

describe('The ids under which a process writes', () => {
  it('are one for all rows, but for those whose id has been retired', () => {
    const ids = new WriterIds(seededRandom(1));
    const first = ids.currentId('a');
    expect(Buffer.byteLength(first, 'latin1')).toBe(WRITER_BYTES);
    expect(ids.currentId('b')).toBe(first);
    ids.retire('a', first);
    expect(ids.currentId('b')).toBe(first);
    expect(ids.currentId('a')).not.toBe(first);
    expect(ids.currentId('a')).toBe(ids.currentId('a'));
  });

  it('are retired once, however many mutations under them may be late', () => {
    const ids = new WriterIds(seededRandom(1));
    const first = ids.currentId('a');
    ids.retire('a', first);
    const second = ids.currentId('a');
    ids.retire('a', first);
    expect(ids.currentId('a')).toBe(second);
    ids.retire('a', second);
    expect([first, second]).not.toContain(ids.currentId('a'));
  });

  it('are never used again for a row, also when there are too many to remember', () => {
    const ids = new WriterIds(seededRandom(1), 1_000);
    const retired = Array.from({ length: 2_500 }, (_, index) => {
      const row = `row-${index}`;
      const id = ids.currentId(row);
      ids.retire(row, id);
      return { row, id };
    });
    expect(retired.filter(({ row, id }) => ids.currentId(row) === id)).toEqual([]);
    expect(ids.size).toBeLessThanOrEqual(1_000);
  });
});

describe('What a process remembers of the writes that were acknowledged', () => {
  const acknowledge = (ids: WriterIds, row: string, versionMs: number, origin = 'aaaa'): string => {
    const state = ids.snapshot(row);
    ids.acknowledge(row, state, { origin, versionMs });
    return state.writer;
  };

  it('is the last version of each row at each origin', () => {
    const ids = new WriterIds(seededRandom(1));
    expect(ids.snapshot('a').predecessorAt('aaaa')).toBe(0);
    for (const versionMs of [5, 7]) acknowledge(ids, 'a', versionMs);
    acknowledge(ids, 'a', 9, 'bbbb');
    acknowledge(ids, 'b', 11);
    const state = ids.snapshot('a');
    expect(['aaaa', 'bbbb', 'cccc'].map((origin) => state.predecessorAt(origin))).toEqual([7, 9, 0]);
  });

  it('is of the current id alone: a retired one is never named again, by whatever is heard of it late', () => {
    const ids = new WriterIds(seededRandom(1));
    const state = ids.snapshot('a');
    ids.acknowledge('a', state, { origin: 'aaaa', versionMs: 5 });
    ids.retire('a', state.writer);
    expect(ids.snapshot('a').predecessorAt('aaaa')).toBe(0);
    ids.acknowledge('a', state, { origin: 'aaaa', versionMs: 6 });
    expect(ids.snapshot('a').predecessorAt('aaaa')).toBe(0);
    expect(ids.snapshot('a').writer).not.toBe(state.writer);
  });

  it('is of one stay: the row may have been deleted before the next one, which has another id', () => {
    const ids = new WriterIds(seededRandom(1));
    const first = ids.snapshot('a', 1);
    ids.acknowledge('a', first, { origin: 'aaaa', versionMs: 5 });
    expect(ids.snapshot('a', 1)).toMatchObject({ writer: first.writer, stay: 1 });
    const later = ids.snapshot('a', 3);
    expect([later.writer === first.writer, later.predecessorAt('aaaa')]).toEqual([false, 0]);
    ids.acknowledge('a', first, { origin: 'aaaa', versionMs: 6 });
    ids.acknowledge('a', later, { origin: 'aaaa', versionMs: 7 });
    const next = ids.snapshot('a', 3);
    expect([next.writer === later.writer, next.predecessorAt('aaaa')]).toEqual([true, 7]);
    expect(ids.snapshot('b', 3).writer).toBe(first.writer);
  });

  it('stays what it was for a mutation that has begun', () => {
    const ids = new WriterIds(seededRandom(1));
    const writer = acknowledge(ids, 'a', 5);
    const begun = ids.snapshot('a');
    acknowledge(ids, 'a', 6);
    ids.retire('a', writer);
    expect([begun.writer === writer, begun.predecessorAt('aaaa')]).toEqual([true, 5]);
  });

  it('is bounded: what is forgotten goes on under another id, what is not keeps its id and its chain', () => {
    const ids = new WriterIds(seededRandom(1), 10);
    const first = acknowledge(ids, 'forgotten', 1);
    for (let index = 0; index < 9; index++) acknowledge(ids, `other-${index}`, 2 + index);
    const kept = ids.currentId('other-8');
    expect([ids.size, ids.currentId('forgotten')]).toEqual([10, first]);
    acknowledge(ids, 'one-more', 20);
    expect(ids.size).toBe(5);
    const state = ids.snapshot('forgotten');
    expect([state.writer === first, state.predecessorAt('aaaa')]).toEqual([false, 0]);
    expect([ids.currentId('other-8'), ids.snapshot('other-8').predecessorAt('aaaa')]).toEqual([kept, 10]);
    expect(ids.currentId('never seen')).not.toBe(first);
  });

  it('leaves no chain without one of its writes, whatever is forgotten in between', () => {
    const broken: object[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const ids = new WriterIds(random, 1 + Math.floor(random() * 6));
      const last = new Map<string, number>();
      for (let versionMs = 1; versionMs <= 200; versionMs++) {
        const row = `row-${Math.floor(random() * 10)}`;
        const state = ids.snapshot(row);
        const { writer } = state;
        const column = `${row} ${writer}`;
        if (state.predecessorAt('aaaa') !== (last.get(column) ?? 0)) broken.push({ seed, column, versionMs });
        // The answer comes after others were acknowledged, which may have pushed the row out.
        for (let other = 0; random() < 0.5; other++)
          acknowledge(ids, `other-${versionMs}-${other}`, versionMs);
        last.set(column, versionMs);
        ids.acknowledge(row, state, { origin: 'aaaa', versionMs });
      }
    }
    expect(broken).toEqual([]);
  });
});
