import fc from 'fast-check';
import { AnswerBuffer } from '../../../../src/codec/json/answer-buffer';
import { writeCounts } from '../../../../src/codec/answers/counts-json';
import { IdSet } from '../../../../src/core/columns/id-set';
import type { CountTable, LevelCountTally, CountTally } from '../../../../src/core/counts/count-table';
import type { EventLevel } from '../../../../src/core/schema/schema';

const dimension = { index: 0, fieldNumber: 4, wire: 'string', idType: 'string', required: false } as const;
const levelOf = (name: string): EventLevel => ({ name, dimension: { ...dimension, name: `${name}Id` } });
const windowsOf = (names: readonly string[]) => names.map((name) => ({ name, fromMs: 0, toMs: 1 }));

const bytes = new AnswerBuffer();
const textOf = (table: CountTable): string => {
  writeCounts(bytes.begin(), table);
  return bytes.finish().toString();
};

/** Counts by window, then row. */
const tally = (...counts: readonly (readonly number[])[]): CountTally => ({
  rows: counts[0]!.length,
  counts: Uint32Array.from(counts.flat()),
});

const level = (name: string, ids: readonly string[], counts: CountTally, listed = true): LevelCountTally => ({
  level: levelOf(name),
  ids: new IdSet(ids),
  listed,
  ...counts,
});

describe('Counts as JSON', () => {
  it('are nested by window, level and id, and include listed ids without events', () => {
    const table = {
      windows: windowsOf(['1d', '7d']),
      total: tally([3], [1_234_567]),
      levels: [
        level('ad', ['a', 'b', '10'], tally([0, 3, 0], [7, 99, 4_294_967_295])),
        level('campaign', ['c', 'd'], tally([0, 1], [10, 100]), false),
        level('advertiser', [], tally([], [])),
      ],
    };
    expect(textOf(table)).toBe(
      '{"1d":{"total":3,"ad":{"a":0,"b":3,"10":0},"campaign":{"d":1},"advertiser":{}},' +
        '"7d":{"total":1234567,"ad":{"a":7,"b":99,"10":4294967295},"campaign":{"c":10,"d":100},"advertiser":{}}}',
    );
  });

  it.each([true, false])('contain long and short runs of zeros; ids listed: %p', (listed) => {
    const ids = Array.from({ length: 60 }, (_, i) => `id-${i}`);
    const counts = [[], [0], [59], [30, 31], [...ids.keys()]].map((places) =>
      ids.map((_, i) => (places.includes(i) ? 5 + 13 * i : 0)),
    );
    const table = {
      windows: windowsOf(counts.map((_, w) => `${w}`)),
      total: tally(...counts.map(() => [0])),
      levels: [level('ad', ids, tally(...counts), listed)],
    };
    const expected = counts.map((window) => {
      const members = ids.map((id, i) => [id, window[i]] as const);
      return { total: 0, ad: Object.fromEntries(members.filter(([, count]) => listed || count !== 0)) };
    });
    expect(textOf(table)).toBe(JSON.stringify({ ...expected }));
  });

  it('escape exactly the characters that JSON escapes', () => {
    const ids = ['"', '\\', '\n', '\u0000', '\u001f', ' ', '~', '\u007f', 'é', '€', '😀', 'a"b', ',', '}'];
    const counts = tally(
      ids.map((_, i) => i),
      ids.map(() => 0),
    );
    const table = {
      windows: windowsOf(['"1d"', '7d,']),
      total: tally([0], [0]),
      levels: [level('ad', ids, counts)],
    };
    const adsOf = (countOf: (i: number) => number): object =>
      Object.fromEntries(ids.map((id, i) => [id, countOf(i)]));
    expect(textOf(table)).toBe(
      JSON.stringify({ '"1d"': { total: 0, ad: adsOf((i) => i) }, '7d,': { total: 0, ad: adsOf(() => 0) } }),
    );
  });

  it('are nested by groups and omit groups without events', () => {
    const grouped = (
      starts: readonly number[],
      groups: readonly number[],
    ): NonNullable<CountTally['grouped']> => ({
      starts: Uint32Array.from(starts),
      groups: Uint32Array.from(groups),
    });
    const table = {
      windows: windowsOf(['1d', '7d']),
      groups: [
        ['click', '', 'x'],
        ['click', 'home', 'x'],
        ['click', 'home', 'y'],
        ['view', '', 'x'],
      ],
      total: { ...tally([1, 2, 3, 4], [0, 0, 5, 0]), grouped: grouped([0, 4], [0, 1, 2, 3]) },
      levels: [
        {
          ...level('ad', ['a', 'b', 'c'], tally([1, 2, 4], [0, 5, 0])),
          grouped: grouped([0, 2, 2, 3], [0, 2, 3]),
        },
        { ...level('campaign', ['c'], tally([0], [5]), false), grouped: grouped([0, 1], [2]) },
      ],
    };
    expect(JSON.parse(textOf(table))).toEqual({
      '1d': {
        total: { click: { '': { x: 1 }, home: { x: 2, y: 3 } }, view: { '': { x: 4 } } },
        ad: { a: { click: { '': { x: 1 }, home: { y: 2 } } }, b: {}, c: { view: { '': { x: 4 } } } },
        campaign: {},
      },
      '7d': {
        total: { click: { home: { y: 5 } } },
        ad: { a: { click: { home: { y: 5 } } }, b: {}, c: {} },
        campaign: { c: { click: { home: { y: 5 } } } },
      },
    });
  });

  it('are empty objects without any group', () => {
    const none = { rows: 0, counts: new Uint32Array(0) };
    const grouped = { starts: Uint32Array.of(0, 0), groups: new Uint32Array(0) };
    const table = {
      windows: windowsOf(['1d']),
      groups: [],
      total: { ...none, grouped },
      levels: [
        { ...level('ad', ['a'], none), grouped },
        { ...level('campaign', [], none, false), grouped: { ...grouped, starts: Uint32Array.of(0) } },
      ],
    };
    expect(textOf(table)).toBe('{"1d":{"total":{},"ad":{"a":{}},"campaign":{}}}');
  });

  it('are valid JSON for any ids and names and for any size of the answer', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((id) => !/\p{Surrogate}/u.test(id));
    const texts = fc.uniqueArray(text, { maxLength: 40 });
    const count = fc.oneof(fc.constant(0), fc.nat(20), fc.integer({ min: 0, max: 0xffff_ffff }));
    fc.assert(
      fc.property(
        texts,
        fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(count),
        (ids, names, next) => {
          const counts = names.map(() => ids.map(() => next.next().value as number));
          const table = {
            windows: windowsOf(names),
            total: tally(...names.map(() => [0])),
            levels: [level('ad', ids, tally(...counts))],
          };
          const expected = new Map(
            names.map((name, w) => [name, new Map(ids.map((id, i) => [id, counts[w]![i]]))]),
          );
          const read = JSON.parse(textOf(table)) as Record<string, { ad: Record<string, number> }>;
          for (const [name, ads] of expected) expect(new Map(Object.entries(read[name]!.ad))).toEqual(ads);
        },
      ),
      { numRuns: 30 },
    );
    const many = Array.from({ length: 100_000 }, (_, i) => `id-${i}`);
    const table = {
      windows: windowsOf(['1d']),
      total: tally([0]),
      levels: [level('ad', many, tally(many.map((_, i) => i)))],
    };
    expect(Object.entries((JSON.parse(textOf(table)) as { '1d': { ad: object } })['1d'].ad).at(-1)).toEqual([
      'id-99999',
      99_999,
    ]);
  });
});
