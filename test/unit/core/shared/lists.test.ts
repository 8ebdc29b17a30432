import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { appendAll, mapped, maxOf, minOf } from '../../../../src/core/shared/lists';

const MANY = 1_000_000;
/** Far more runs than V8 needs to optimize a function. */
const RUNS_MAX = 100_000_000;

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

describe('mapped lists', () => {
  it('have the results in order, with indexes', () => {
    expect(mapped(['a', 'b'], (each, index) => `${each}${index}`)).toEqual(['a0', 'b1']);
    expect(mapped([], () => 1)).toEqual([]);
  });

  it('have one form, whether the code that creates them is optimized or not', () => {
    setFlagsFromString('--allow-natives-syntax');
    const isHoley = runInThisContext('(list) => %HasHoleyElements(list)') as (list: unknown[]) => boolean;
    const numbers = [1, 2, 3];
    const byEngine = (): boolean => isHoley(numbers.map((each) => ({ each })));
    const byUs = (): boolean => isHoley(mapped(numbers, (each) => ({ each })));
    // Optimized code arrives some time after it has been requested, from another thread.
    let runs = 0;
    while (!byEngine() && runs < RUNS_MAX) runs += 1;
    expect(runs).toBeLessThan(RUNS_MAX);
    for (let run = 0; run < 4 * runs; run++) if (byUs()) throw new Error(`another form in run ${run}`);
  });
});
