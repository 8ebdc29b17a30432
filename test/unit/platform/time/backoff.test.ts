import { backoffCeilingMs, backoffMs } from '../../../../src/platform/time/backoff';
import { seededRandom } from '../../../../src/platform/random';

const LIMITS = { initialDelayMs: 100, maxDelayMs: 1_000 };
const RETRIES = [0, 1, 2, 3, 4, 5, 1_000_000];

describe('Exponential backoff', () => {
  it('doubles its ceiling with each retry up to the maximum', () => {
    const ceilings = RETRIES.map((retry) => backoffCeilingMs(LIMITS, retry));
    expect(ceilings).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
  });

  it('never exceeds a maximum below the initial pause', () => {
    expect(backoffCeilingMs({ initialDelayMs: 100, maxDelayMs: 30 }, 0)).toBe(30);
  });

  it('distributes pauses uniformly between zero and the ceiling', () => {
    const random = seededRandom(7);
    for (const retry of RETRIES) {
      const ceilingMs = backoffCeilingMs(LIMITS, retry);
      const shares = Array.from({ length: 4_000 }, () => backoffMs(LIMITS, retry, random) / ceilingMs);
      const quarters = [0, 0, 0, 0];
      for (const share of shares) quarters[Math.floor(share * 4)]! += 1;
      for (const count of quarters) expect(Math.abs(count - 1_000)).toBeLessThan(120);
    }
  });

  it('is deterministic for the same randomness', () => {
    const pauses = (): number[] => {
      const random = seededRandom(3);
      return RETRIES.map((retry) => backoffMs(LIMITS, retry, random));
    };
    expect(pauses()).toEqual(pauses());
  });
});
