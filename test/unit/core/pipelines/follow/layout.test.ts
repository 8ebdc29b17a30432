import fc from 'fast-check';
import {
  dividePending,
  EMPTY_LAYOUT,
  isReady,
  PENDING_MS_MAX,
  replacePartition,
  startWatermark,
  withoutTable,
  withTable,
  type FollowLayout,
  type KeyRange,
  type Successor,
} from '../../../../../src/core/pipelines/follow/layout';
import { lowWatermarkOf } from '../../../../../src/core/pipelines/follow/low-watermark';

const range = (start: string, end: string): KeyRange => ({
  start: Buffer.from(start),
  end: Buffer.from(end),
});
const part = (start: string, end: string, lowWatermarkMicros = 100) => ({
  ...range(start, end),
  token: `${start}-${end}`,
  lowWatermarkMicros,
});
const successor = (of: [string, string], into: [string, string], watermark = 100): Successor => ({
  from: part(...of, watermark),
  partition: range(...into),
});
const names = ({ partitions }: FollowLayout): string[] =>
  partitions.map((each) => `${each.start.toString()}-${each.end.toString()}${isReady(each) ? '' : '?'}`);
const started = (...parts: ReturnType<typeof part>[]): FollowLayout =>
  withTable(EMPTY_LAYOUT, { table: 't', parts, nowMs: 0 });

describe('the layout of a followed table', () => {
  it('a split partition is replaced by its parts, under new ids, and a repetition has no effect', () => {
    const layout = started(part('', ''));
    const successors = [successor(['', 'm'], ['', 'm']), successor(['m', ''], ['m', ''])];
    const split = replacePartition(layout, 1, { successors, nowMs: 1 })!;
    expect(names(split)).toEqual(['-m', 'm-']);
    expect(split.partitions.map(({ id }) => id)).toEqual([2, 3]);
    expect(replacePartition(split, 1, { successors, nowMs: 2 })).toBeUndefined();
  });

  it('a merged partition is ready once the streams of all its parts have ended', () => {
    const layout = started(part('', 'm', 50), part('m', '', 80));
    const first = replacePartition(layout, 2, {
      successors: [successor(['m', ''], ['', ''], 90)],
      nowMs: 1,
    })!;
    expect(names(first)).toEqual(['-m', '-?']);
    const second = replacePartition(first, 1, {
      successors: [successor(['', 'm'], ['', ''], 70)],
      nowMs: 2,
    })!;
    expect(names(second)).toEqual(['-']);
    expect(second.partitions[0]!.parts.map(({ token }) => token)).toEqual(['-m', 'm-']);
    expect(startWatermark(second.partitions[0]!)).toBe(70);
  });

  it('successors that do not cover the partition are an error', () => {
    const layout = started(part('', ''));
    for (const successors of [[], [successor(['', 'm'], ['', 'm'])], [successor(['a', ''], ['', ''])]])
      expect(() => replacePartition(layout, 1, { successors, nowMs: 1 })).toThrow('do not cover');
  });

  it('a partition that waits for parts in vain is divided into those that it has', () => {
    const layout = started(part('', 'm'), part('m', ''));
    const pending = replacePartition(layout, 1, { successors: [successor(['', 'm'], ['', ''])], nowMs: 5 })!;
    expect(dividePending(pending, 5 + PENDING_MS_MAX)).toBe(pending);
    expect(names(dividePending(pending, 6 + PENDING_MS_MAX))).toEqual(['m-', '-m']);
  });

  it('tables are added once and removed as a whole', () => {
    const layout = started(part('', ''));
    expect(withTable(layout, { table: 't', parts: [part('', '')], nowMs: 1 })).toBe(layout);
    const two = withTable(layout, { table: 't@eu', parts: [part('', '')], nowMs: 1 });
    expect(withoutTable(two, 't').partitions).toMatchObject([{ table: 't@eu', id: 2 }]);
    expect(withoutTable(two, 'none')).toBe(two);
  });

  it('the low watermark is the least of all partitions, and that of the parts where none is stored yet', () => {
    const layout = started(part('', 'm', 50), part('m', '', 80));
    expect(lowWatermarkOf(layout, new Map())).toBe(50);
    expect(lowWatermarkOf(layout, new Map([[1, { lowWatermarkMicros: 90 }]]))).toBe(80);
    expect(lowWatermarkOf(EMPTY_LAYOUT, new Map())).toBe(Infinity);
  });

  it('after any splits and merges, also of outdated partitions, the parts are disjoint and cover the table', () => {
    const keys = ['', 'b', 'd', 'f', 'h', 'k', 'm', 'p'];
    const divisions = fc.subarray(keys.slice(1));
    fc.assert(
      fc.property(fc.array(fc.tuple(divisions, fc.nat(), fc.boolean()), { maxLength: 30 }), (steps) => {
        let layout = started(part('', ''));
        let nowMs = 0;
        for (const [splits, choice, isLate] of steps) {
          const ready = layout.partitions.filter(isReady);
          nowMs += isLate ? PENDING_MS_MAX + 1 : 1;
          layout = dividePending(layout, nowMs);
          const closed = layout.partitions.filter(isReady)[choice % Math.max(1, ready.length)];
          if (closed !== undefined) {
            const successors = dividedAt(splits, closed);
            layout = replacePartition(layout, closed.id, { successors, nowMs }) ?? layout;
          }
          expectCovered(layout);
        }
      }),
    );
  });
});

/** Returns the successors of a partition when the table is divided at these keys. */
function dividedAt(splits: readonly string[], { start, end }: KeyRange): Successor[] {
  const starts = ['', ...splits];
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? '';
    const first = from > start.toString() ? from : start.toString();
    const last = to === '' ? end.toString() : end.length === 0 || to < end.toString() ? to : end.toString();
    return last === '' || first < last ? [successor([first, last], [from, to])] : [];
  });
}

function expectCovered({ partitions, nextId }: FollowLayout): void {
  const parts = partitions.flatMap((each) => each.parts).sort((a, b) => a.start.compare(b.start));
  const edges = parts.map(({ start, end }) => [start.toString(), end.toString()]);
  expect(edges[0]![0]).toBe('');
  expect(edges.at(-1)![1]).toBe('');
  edges.slice(1).forEach(([start], index) => expect(start).toBe(edges[index]![1]));
  const ids = partitions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(0, ...ids)).toBeLessThan(nextId);
}
