import { erasureMetrics } from '../../../../src/operations/privacy/privacy-metrics';
import type { ErasureTally } from '../../../../src/operations/privacy/erasure-tally';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { VirtualClock } from '../../../support/virtual-clock';

const TALLY: ErasureTally = {
  open: 3,
  overdue: 1,
  hidden: 0,
  certified: 0,
  waiting: 2,
  moving: 1,
  elsewhere: 0,
  remaining: 0,
  failed: 0,
  failures: {},
};

describe('the metrics of an erasure worker', () => {
  it('have the entries of the last round, the age of the oldest one, and that of the round', async () => {
    const clock = new VirtualClock();
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const observer = erasureMetrics(metrics, clock);
    const shown = async (name: string): Promise<number> => {
      const text = await metrics.prometheus();
      return Number(
        new RegExp(`^tidemark_privacy_erasures_${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1],
      );
    };
    expect([await shown('open'), await shown('oldest_age')]).toEqual([0, 0]);
    observer.onRound({ ...TALLY, oldestRequestedAtMs: clock.nowMs() - 60_000 });
    await clock.advance(30_000);
    expect(await shown('open')).toBe(3);
    expect(await shown('overdue')).toBe(1);
    expect(await shown('oldest_age')).toBe(90);
    expect(await shown('round_age')).toBe(30);
    observer.onRound({ ...TALLY, open: 0, overdue: 0 });
    expect([await shown('oldest_age'), await shown('round_age')]).toEqual([0, 0]);
    await metrics.shutdown();
  });
});
