import { createReadiness } from '../../../../src/platform/process/readiness';
import type { Clock } from '../../../../src/platform/time/clock';

describe('Readiness', () => {
  let nowMs = 0;
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, schedule: () => () => {} };

  it('many probes call the store once, and again when the result is old', async () => {
    let asked = 0;
    let fails = false;
    const probe = async (): Promise<void> => {
      asked += 1;
      if (fails) throw new Error('connect ECONNREFUSED 10.0.0.7:8086');
    };
    const check = createReadiness({ probe, isDraining: () => false, clock, cacheMs: 1_000 });
    await Promise.all([check(), check(), check()]);
    nowMs += 999;
    fails = true;
    await check();
    expect(asked).toBe(1);
    nowMs += 1;
    const failure = { code: 'store_unavailable', message: 'the probe of the store failed' };
    await expect(check()).rejects.toMatchObject(failure);
    await expect(check()).rejects.toMatchObject(failure);
    expect(asked).toBe(2);
  });

  it('a draining server is not ready, whatever the state of the store', async () => {
    const probe = (): Promise<void> => Promise.resolve();
    const check = createReadiness({ probe, isDraining: () => true, clock, cacheMs: 1_000 });
    await expect(check()).rejects.toMatchObject({ code: 'draining' });
  });
});
