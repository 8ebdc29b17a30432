import { appendAll, maxOf, minOf } from '../../../../src/core/shared/lists';

const MANY = 1_000_000;

describe('lists of any length', () => {
  const numbers = Array.from({ length: MANY }, (_, i) => (i * 7) % MANY);

  it('are appended in order', () => {
    const list = [-1];
    appendAll(list, numbers);
    expect(list).toHaveLength(MANY + 1);
    expect(list.slice(0, 4)).toEqual([-1, 0, 7, 14]);
    expect(list.at(-1)).toBe(numbers.at(-1));
  });

  it('have a greatest and a least number', () => {
    expect([maxOf(numbers), minOf(numbers)]).toEqual([MANY - 1, 0]);
    expect([maxOf(new Set([3, 1, 2])), minOf(new Map([['a', 3]]).values())]).toEqual([3, 3]);
  });

  it('have the results of Math.max and Math.min for no numbers and for NaN', () => {
    expect([maxOf([]), minOf([])]).toEqual([Math.max(), Math.min()]);
    expect([maxOf([1, NaN, 2]), minOf([1, NaN, 2])]).toEqual([NaN, NaN]);
  });
});
