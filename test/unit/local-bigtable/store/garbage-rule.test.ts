import type { StoredCell } from '../../../../src/local-bigtable/store/stored-cell';
import { type GarbageRule, withoutGarbage } from '../../../../src/local-bigtable/store/garbage-rule';

const NOW_MS = 10_000;
const cell = (family: string, qualifier: string, ageMs: number): StoredCell => ({
  family,
  qualifier,
  timestampMs: NOW_MS - ageMs,
  value: '',
});
const CELLS = [
  cell('f', 'q', 0),
  cell('f', 'q', 500),
  cell('f', 'q', 1_500),
  cell('f', 'r', 2_000),
  cell('g', 'q', 9_000),
];
const versions = (max: number): GarbageRule => ({ kind: 'versions', max });
const age = (maxMs: number): GarbageRule => ({ kind: 'age', maxMs });
const kept = (rule: GarbageRule | undefined): number[] =>
  withoutGarbage(CELLS, (family) => (family === 'f' ? rule : undefined), NOW_MS).map((each) =>
    CELLS.indexOf(each),
  );

describe('withoutGarbage', () => {
  it('the same array is returned when there is nothing to hide', () => {
    expect(withoutGarbage(CELLS, () => undefined, NOW_MS)).toBe(CELLS);
    expect(withoutGarbage(CELLS, () => versions(3), NOW_MS)).toBe(CELLS);
  });

  it.each<[string, GarbageRule, number[]]>([
    ['the newest versions of each column', versions(1), [0, 3, 4]],
    ['what is young, its age at most the maximum', age(1_500), [0, 1, 2, 4]],
    ['what no part of a union condemns', { kind: 'union', rules: [versions(2), age(1_000)] }, [0, 1, 4]],
    [
      'what some part of an intersection spares',
      { kind: 'intersection', rules: [versions(1), age(1_000)] },
      [0, 1, 3, 4],
    ],
    [
      'what nested rules spare',
      { kind: 'union', rules: [age(1_800), { kind: 'intersection', rules: [versions(1), age(1_000)] }] },
      [0, 1, 4],
    ],
  ])('the result contains %s, and all cells of other families', (_, rule, indexes) => {
    expect(kept(rule)).toEqual(indexes);
  });
});
