import { DEFAULTS } from '../../../src/config/defaults';
import { RestartPolicy } from '../../../src/workers/restart-policy';

const LIMITS = DEFAULTS.processes;
const { restartInitialDelayMs, restartMaxDelayMs, stableAfterMs, earlyEndsMax } = LIMITS;
/** Pauses take the longest time there is. */
const LONGEST = (): number => 1;

describe('The restart policy of a worker', () => {
  it('the delay doubles each time, and restarts end after too many in a row', () => {
    const restarts = new RestartPolicy(LIMITS, LONGEST);
    const pauses = Array.from({ length: earlyEndsMax + 1 }, () => restarts.delayMs(stableAfterMs - 1));
    expect(pauses).toEqual([50, 100, 200, 400, 800, undefined]);
  });

  it('the delay is a random share of the maximum, so that workers that ended together start apart', () => {
    const restarts = new RestartPolicy(LIMITS, () => 0.5);
    expect([restarts.delayMs(0), restarts.delayMs(0), restarts.delayMs(0)]).toEqual([25, 50, 100]);
  });

  it('the delay never exceeds its maximum', () => {
    const restarts = new RestartPolicy({ ...LIMITS, earlyEndsMax: 100 }, LONGEST);
    for (let each = 0; each < 60; each++) restarts.delayMs(0);
    expect(restarts.delayMs(0)).toBe(restartMaxDelayMs);
  });

  it('the delay starts over after a worker that lived long enough', () => {
    const restarts = new RestartPolicy(LIMITS, LONGEST);
    for (let each = 0; each < earlyEndsMax; each++) restarts.delayMs(0);
    expect(restarts.delayMs(stableAfterMs)).toBe(restartInitialDelayMs);
    expect(restarts.delayMs(0)).toBe(restartInitialDelayMs);
  });

  it('restarts end after too many starts in a row without serving, however long they took', () => {
    const restarts = new RestartPolicy(LIMITS, LONGEST);
    const pauses = Array.from({ length: earlyEndsMax + 1 }, () => restarts.delayMs(stableAfterMs * 6, false));
    expect(pauses).toEqual([50, 100, 200, 400, 800, undefined]);
  });
});
