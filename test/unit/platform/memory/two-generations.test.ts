import { TwoGenerations } from '../../../../src/platform/memory/two-generations';

describe('Two generations', () => {
  const withNumbers = (entriesMax: number, ...numbers: readonly number[]): TwoGenerations<number, string> => {
    const map = new TwoGenerations<number, string>(entriesMax);
    for (const number of numbers) map.set(number, `v${number}`);
    return map;
  };

  it('never have more entries than allowed', () => {
    const map = withNumbers(10);
    for (let number = 0; number < 1_000; number++) {
      map.set(number, 'v');
      expect(map.size).toBeLessThanOrEqual(10);
    }
    expect(map.size).toBeGreaterThanOrEqual(5);
  });

  it('keep what is used, and forget what is not', () => {
    const map = withNumbers(4, 1, 2);
    for (let number = 10; number < 30; number++) {
      expect(map.get(1)).toBe('v1');
      map.set(number, 'v');
    }
    expect([map.get(1), map.get(2)]).toEqual(['v1', undefined]);
  });

  it('have one value for each key, in whichever generation it is', () => {
    const map = withNumbers(8, 1, 2, 3, 4, 5);
    map.set(1, 'new');
    expect([map.get(1), map.get(2), map.get(3)]).toEqual(['new', 'v2', 'v3']);
    map.delete(1);
    map.delete(2);
    expect([map.get(1), map.get(2)]).toEqual([undefined, undefined]);
    map.clear();
    expect(map.size).toBe(0);
  });
});
