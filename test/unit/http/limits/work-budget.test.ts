import { ANONYMOUS, type Caller } from '../../../../src/core/access/caller';
import { WorkBudget } from '../../../../src/http/limits/work-budget';

const caller = (id: string): Caller => ({ id, scopes: 'all', groups: 'all' });
const [ada, bob] = [caller('ada'), caller('bob')];
const budget = (): WorkBudget => new WorkBudget({ workInFlightMax: 100, workOrdinaryMax: 10 });

describe('The work budget', () => {
  it('ordinary requests are admitted, however much work is in progress', () => {
    const work = budget();
    expect([work.take(ANONYMOUS, 100), work.take(ANONYMOUS, 11), work.take(ANONYMOUS, 10)]).toEqual([
      100,
      undefined,
      0,
    ]);
    expect(work.taken).toBe(100);
  });

  it('requests are admitted again once work has ended', () => {
    const work = budget();
    work.take(ANONYMOUS, 60);
    expect(work.take(ANONYMOUS, 41)).toBeUndefined();
    work.release(ANONYMOUS, 60);
    expect(work.take(ANONYMOUS, 41)).toBe(41);
  });

  it('a request larger than the budget is admitted if no other work is in progress', () => {
    const work = budget();
    expect(work.take(ada, 1_000)).toBe(1_000);
    expect(work.take(bob, 11)).toBeUndefined();
    work.release(ada, 1_000);
    expect(work.take(bob, 11)).toBe(11);
  });

  it('half of the budget is left to other callers with authentication', () => {
    const work = budget();
    expect([work.take(ada, 30), work.take(ada, 21), work.take(bob, 50)]).toEqual([30, undefined, 50]);
    work.release(ada, 30);
    expect(work.take(ada, 50)).toBe(50);
  });
});
