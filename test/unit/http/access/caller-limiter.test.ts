import type { CallerLimits } from '../../../../src/core/access/caller';
import { CallerLimiter } from '../../../../src/http/access/caller-limiter';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS: CallerLimits = { requestsPerSecond: 10, burst: 5 };

function limiting() {
  const clock = new VirtualClock();
  const limiter = new CallerLimiter(clock);
  /** Of so many requests at once, those that are let in, and over at once. */
  const admitted = (requests: number, limits = LIMITS, id = 'ads'): number => {
    let count = 0;
    for (let each = 0; each < requests; each++) {
      if (limiter.acquire(id, limits) !== undefined) continue;
      limiter.release(id);
      count += 1;
    }
    return count;
  };
  return { clock, limiter, admitted };
}

describe('the rate of a caller', () => {
  it('lets a burst in, then as many as the rate allows, however many come', async () => {
    const { clock, admitted } = limiting();
    expect(admitted(100)).toBe(5);
    await clock.advance(1_000);
    expect(admitted(100)).toBe(5);
    let admittedWithinTen = 0;
    for (let tick = 0; tick < 1_000; tick++) {
      await clock.advance(10);
      admittedWithinTen += admitted(3);
    }
    expect(admittedWithinTen).toBe(100);
  });

  it('never refuses one who keeps to his rate', async () => {
    const { clock, admitted } = limiting();
    expect(admitted(100)).toBe(5);
    for (let tick = 0; tick < 1_000; tick++) {
      await clock.advance(100);
      expect(admitted(1)).toBe(1);
    }
  });

  it('saves up no more than the burst', async () => {
    const { clock, admitted } = limiting();
    await clock.advance(3_600_000);
    expect(admitted(100)).toBe(5);
  });

  it('allows a second at once where no burst is given, and always one request', async () => {
    const { clock, admitted } = limiting();
    expect(admitted(100, { requestsPerSecond: 20 })).toBe(20);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(1);
    await clock.advance(1_999);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(0);
    await clock.advance(1);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(1);
  });

  it('tells when to ask again: the real wait, in seconds rounded up', async () => {
    const { clock, limiter, admitted } = limiting();
    const slow = { requestsPerSecond: 0.25, burst: 2 };
    expect(admitted(3, slow)).toBe(2);
    expect(limiter.acquire('ads', slow)).toMatchObject({ reason: 'rate', waitSeconds: 4 });
    await clock.advance(2_500);
    expect(limiter.acquire('ads', slow)).toMatchObject({ waitSeconds: 2 });
    await clock.advance(1_500);
    expect(limiter.acquire('ads', slow)).toBeUndefined();
  });

  it('does not refuse by the rounding of numbers, however long the process has run', async () => {
    const { clock, admitted } = limiting();
    const thirds = { requestsPerSecond: 3, burst: 1 };
    let letIn = 0;
    for (let each = 0; each < 100; each++) {
      await clock.advance(1e7 + 1 / 3);
      letIn += admitted(1, thirds);
    }
    expect(letIn).toBe(100);
  });

  it('does not take rounding for what is owed by other limits: nobody gets his burst twice', async () => {
    const { clock, admitted } = limiting();
    for (let each = 0; each < 50; each++) {
      await clock.advance(1e7 + 1 / 3);
      const burst = 100 + each;
      expect(admitted(1_000, { requestsPerSecond: 3, burst }, `caller-${each}`)).toBe(burst);
    }
  });

  it('is of each caller alone', () => {
    const { admitted } = limiting();
    expect(admitted(100, LIMITS, 'greedy')).toBe(5);
    expect(admitted(5, LIMITS, 'modest')).toBe(5);
  });

  it('has no limit where none is given', () => {
    const { admitted } = limiting();
    expect(admitted(10_000, {})).toBe(10_000);
  });

  it('changes at once: also for one who owes much by stricter limits', async () => {
    const { clock, admitted } = limiting();
    const strict = { requestsPerSecond: 0.001, burst: 3 };
    const generous = { requestsPerSecond: 1_000, burst: 10 };
    expect(admitted(100, strict)).toBe(3);
    expect(admitted(100, generous)).toBe(10);
    await clock.advance(2);
    expect(admitted(100, generous)).toBe(2);
    expect(admitted(100, strict)).toBe(2);
    expect(admitted(10, {})).toBe(10);
  });
});

describe('the requests of a caller in flight', () => {
  const limits: CallerLimits = { requestsInFlightMax: 2 };

  it('are let in up to the limit, and again when one is over', () => {
    const { limiter } = limiting();
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toMatchObject({ reason: 'in_flight', waitSeconds: 1 });
    expect(limiter.acquire('other', limits)).toBeUndefined();
    limiter.release('ads');
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toMatchObject({ reason: 'in_flight' });
  });

  it('cost nothing of the rate where they are refused', () => {
    const { limiter } = limiting();
    const both = { ...limits, requestsPerSecond: 1, burst: 3 };
    for (let each = 0; each < 2; each++) expect(limiter.acquire('ads', both)).toBeUndefined();
    for (let each = 0; each < 9; each++) expect(limiter.acquire('ads', both)?.reason).toBe('in_flight');
    limiter.release('ads');
    expect(limiter.acquire('ads', both)).toBeUndefined();
  });

  it('are known from before the limit, when one is set', () => {
    const { limiter } = limiting();
    for (let each = 0; each < 3; each++) limiter.acquire('ads', {});
    expect(limiter.acquire('ads', limits)?.reason).toBe('in_flight');
    for (let each = 0; each < 2; each++) limiter.release('ads');
    expect(limiter.acquire('ads', limits)).toBeUndefined();
  });
});

describe('what is remembered of callers', () => {
  const CALLERS = 100_000;

  it('is little, however many there have been, as they have their whole burst again', async () => {
    const { clock, limiter, admitted } = limiting();
    let [letIn, most] = [0, 0];
    for (let each = 0; each < CALLERS; each++) {
      if (each % 100 === 0) await clock.advance(100);
      letIn += admitted(1, LIMITS, `caller-${each}`);
      most = Math.max(most, limiter.callers);
    }
    expect(letIn).toBe(CALLERS);
    expect(most).toBeLessThanOrEqual(1_024);
  });

  it('is bounded where all of them owe something, and keeps those that came last', () => {
    const { limiter, admitted } = limiting();
    const once = { requestsPerSecond: 0.001, burst: 1 };
    for (let each = 0; each < CALLERS; each++) admitted(1, once, `caller-${each}`);
    expect(limiter.callers).toBeLessThanOrEqual(50_000);
    expect(admitted(1, once, `caller-${CALLERS - 1}`)).toBe(0);
    expect(admitted(1, once, 'caller-0')).toBe(1);
  });

  it('keeps who has requests in flight', () => {
    const { limiter, admitted } = limiting();
    const limits = { requestsInFlightMax: 1 };
    limiter.acquire('patient', limits);
    const once = { requestsPerSecond: 0.001, burst: 1 };
    for (let each = 0; each < CALLERS; each++) admitted(1, once, `caller-${each}`);
    expect(limiter.acquire('patient', limits)?.reason).toBe('in_flight');
    limiter.release('patient');
    expect(limiter.acquire('patient', limits)).toBeUndefined();
  });

  it('keeps the rate of a greedy caller while others come and go', () => {
    const { admitted } = limiting();
    expect(admitted(100, LIMITS, 'greedy')).toBe(5);
    for (let each = 0; each < 5_000; each++) admitted(1, {}, `caller-${each}`);
    expect(admitted(100, LIMITS, 'greedy')).toBe(0);
  });
});

describe('A caller whose limits say nothing of requests in flight', () => {
  it('has no more than the limit of all', () => {
    const limiter = new CallerLimiter(new VirtualClock(), 2);
    const enter = (limits: object = {}) => limiter.acquire('a', limits)?.reason;
    expect([enter(), enter(), enter()]).toEqual([undefined, undefined, 'in_flight']);
    expect(enter({ requestsInFlightMax: 3 })).toBeUndefined();
    limiter.release('a');
    limiter.release('a');
    expect(enter()).toBeUndefined();
  });
});
