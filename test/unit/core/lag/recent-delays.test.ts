import { RecentDelays } from '../../../../src/core/lag/recent-delays';
import { seededRandom } from '../../../../src/platform/random';

const WINDOW_MS = 30_000;

function quantiles(delays: RecentDelays): (number | undefined)[] {
  return [0.5, 0.99].map((share) => delays.quantile(share));
}

describe('recent delays', () => {
  it('are unknown before the first one', () => {
    expect(quantiles(new RecentDelays(WINDOW_MS))).toEqual([undefined, undefined]);
  });

  it.each([0, 1, 15, 16, 31, 32, 33, 1_000, 86_400_000, 2 ** 31 - 1])(
    'return %i ms at most a sixteenth too large, never too small',
    (delayMs) => {
      const delays = new RecentDelays(WINDOW_MS);
      delays.add(delayMs, 0);
      const estimate = delays.quantile(0.5)!;
      expect(estimate).toBeGreaterThanOrEqual(delayMs);
      expect(estimate).toBeLessThanOrEqual(delayMs * (1 + 1 / 16));
    },
  );

  it('count future times as 0, and infinite delays as very long', () => {
    const delays = new RecentDelays(WINDOW_MS);
    delays.add(-5_000, 0);
    expect(delays.quantile(1)).toBe(0);
    delays.add(Number.POSITIVE_INFINITY, 0);
    expect(delays.quantile(1)).toBe(2 ** 31 - 1);
  });

  it('have the quantiles of the sorted list', () => {
    const random = seededRandom(7);
    const all = Array.from({ length: 5_000 }, () => Math.floor(10 ** (random() * 6)));
    const delays = new RecentDelays(WINDOW_MS);
    for (const delayMs of all) delays.add(delayMs, 0);
    const sorted = all.sort((a, b) => a - b);
    for (const share of [0.01, 0.5, 0.9, 0.99, 1]) {
      const exact = sorted[Math.ceil(sorted.length * share) - 1]!;
      const estimate = delays.quantile(share)!;
      expect(estimate).toBeGreaterThanOrEqual(exact);
      expect(estimate).toBeLessThanOrEqual(exact * (1 + 1 / 16));
    }
  });

  it('are forgotten after two windows, and kept while no others arrive', () => {
    const delays = new RecentDelays(WINDOW_MS);
    delays.add(9_000, 0);
    expect(delays.quantile(1)).toBeGreaterThanOrEqual(9_000);
    delays.add(5, WINDOW_MS);
    expect(delays.quantile(1)).toBeGreaterThanOrEqual(9_000);
    delays.add(5, 2 * WINDOW_MS);
    expect(delays.quantile(1)).toBe(5);
    delays.add(7, 10 * WINDOW_MS);
    expect(delays.quantile(0.5)).toBe(7);
  });
});
