import type { CallerLimits } from '../../../../src/core/access/caller';
import { CallerLimiter } from '../../../../src/http/access/caller-limiter';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS: CallerLimits = { requestsPerSecond: 10, burst: 5 };

function limiting() {
  const clock = new VirtualClock();
  const limiter = new CallerLimiter(clock);
  /** Sends `count` requests at once that end at once. Returns the number of admitted ones. */
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

describe('The rate limit of a caller', () => {
  it('the limiter admits a burst, then as many requests as the rate allows, however many arrive', async () => {
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

  it('a caller that keeps to its rate is never rejected', async () => {
    const { clock, admitted } = limiting();
    expect(admitted(100)).toBe(5);
    for (let tick = 0; tick < 1_000; tick++) {
      await clock.advance(100);
      expect(admitted(1)).toBe(1);
    }
  });

  it('unused rate accumulates up to the burst only', async () => {
    const { clock, admitted } = limiting();
    await clock.advance(3_600_000);
    expect(admitted(100)).toBe(5);
  });

  it('without a burst, the limiter admits the requests of a second at once, and at least one', async () => {
    const { clock, admitted } = limiting();
    expect(admitted(100, { requestsPerSecond: 20 })).toBe(20);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(1);
    await clock.advance(1_999);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(0);
    await clock.advance(1);
    expect(admitted(100, { requestsPerSecond: 0.5 }, 'slow')).toBe(1);
  });

  it('a rejection has the real time to wait, in seconds rounded up', async () => {
    const { clock, limiter, admitted } = limiting();
    const slow = { requestsPerSecond: 0.25, burst: 2 };
    expect(admitted(3, slow)).toBe(2);
    expect(limiter.acquire('ads', slow)).toMatchObject({ reason: 'rate', waitSeconds: 4 });
    await clock.advance(2_500);
    expect(limiter.acquire('ads', slow)).toMatchObject({ waitSeconds: 2 });
    await clock.advance(1_500);
    expect(limiter.acquire('ads', slow)).toBeUndefined();
  });

  it('rounding errors cause no rejection, however long the process has run', async () => {
    const { clock, admitted } = limiting();
    const thirds = { requestsPerSecond: 3, burst: 1 };
    let letIn = 0;
    for (let each = 0; each < 100; each++) {
      await clock.advance(1e7 + 1 / 3);
      letIn += admitted(1, thirds);
    }
    expect(letIn).toBe(100);
  });

  it('rounding is not mistaken for the debt of earlier limits, so no caller gets its burst twice', async () => {
    const { clock, admitted } = limiting();
    for (let each = 0; each < 50; each++) {
      await clock.advance(1e7 + 1 / 3);
      const burst = 100 + each;
      expect(admitted(1_000, { requestsPerSecond: 3, burst }, `caller-${each}`)).toBe(burst);
    }
  });

  it('callers do not affect the rates of others', () => {
    const { admitted } = limiting();
    expect(admitted(100, LIMITS, 'greedy')).toBe(5);
    expect(admitted(5, LIMITS, 'modest')).toBe(5);
  });

  it('a caller without a rate has no limit', () => {
    const { admitted } = limiting();
    expect(admitted(10_000, {})).toBe(10_000);
  });

  it('changed limits apply at once, even to a caller with a debt under stricter ones', async () => {
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

describe('The limit of requests in flight', () => {
  const limits: CallerLimits = { requestsInFlightMax: 2 };

  it('the limiter admits requests up to the limit, and another one when one is over', () => {
    const { limiter } = limiting();
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toMatchObject({ reason: 'in_flight', waitSeconds: 1 });
    expect(limiter.acquire('other', limits)).toBeUndefined();
    limiter.release('ads');
    expect(limiter.acquire('ads', limits)).toBeUndefined();
    expect(limiter.acquire('ads', limits)).toMatchObject({ reason: 'in_flight' });
  });

  it('rejected requests take nothing from the rate', () => {
    const { limiter } = limiting();
    const both = { ...limits, requestsPerSecond: 1, burst: 3 };
    for (let each = 0; each < 2; each++) expect(limiter.acquire('ads', both)).toBeUndefined();
    for (let each = 0; each < 9; each++) expect(limiter.acquire('ads', both)?.reason).toBe('in_flight');
    limiter.release('ads');
    expect(limiter.acquire('ads', both)).toBeUndefined();
  });

  it('requests that began before a limit was set count towards it', () => {
    const { limiter } = limiting();
    for (let each = 0; each < 3; each++) limiter.acquire('ads', {});
    expect(limiter.acquire('ads', limits)?.reason).toBe('in_flight');
    for (let each = 0; each < 2; each++) limiter.release('ads');
    expect(limiter.acquire('ads', limits)).toBeUndefined();
  });
});

describe('The state of callers', () => {
  const CALLERS = 100_000;

  it('the state of callers whose burst is full again is removed', async () => {
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

  it('the state is bounded if all callers have a debt, and the latest callers are kept', () => {
    const { limiter, admitted } = limiting();
    const once = { requestsPerSecond: 0.001, burst: 1 };
    for (let each = 0; each < CALLERS; each++) admitted(1, once, `caller-${each}`);
    expect(limiter.callers).toBeLessThanOrEqual(50_000);
    expect(admitted(1, once, `caller-${CALLERS - 1}`)).toBe(0);
    expect(admitted(1, once, 'caller-0')).toBe(1);
  });

  it('callers with requests in flight are kept', () => {
    const { limiter, admitted } = limiting();
    const limits = { requestsInFlightMax: 1 };
    limiter.acquire('patient', limits);
    const once = { requestsPerSecond: 0.001, burst: 1 };
    for (let each = 0; each < CALLERS; each++) admitted(1, once, `caller-${each}`);
    expect(limiter.acquire('patient', limits)?.reason).toBe('in_flight');
    limiter.release('patient');
    expect(limiter.acquire('patient', limits)).toBeUndefined();
  });

  it('a greedy caller keeps its rate while others come and go', () => {
    const { admitted } = limiting();
    expect(admitted(100, LIMITS, 'greedy')).toBe(5);
    for (let each = 0; each < 5_000; each++) admitted(1, {}, `caller-${each}`);
    expect(admitted(100, LIMITS, 'greedy')).toBe(0);
  });
});

describe('A caller whose limits have no maximum of requests in flight', () => {
  it('the caller has the default maximum', () => {
    const limiter = new CallerLimiter(new VirtualClock(), 2);
    const enter = (limits: object = {}) => limiter.acquire('a', limits)?.reason;
    expect([enter(), enter(), enter()]).toEqual([undefined, undefined, 'in_flight']);
    expect(enter({ requestsInFlightMax: 3 })).toBeUndefined();
    limiter.release('a');
    limiter.release('a');
    expect(enter()).toBeUndefined();
  });
});
