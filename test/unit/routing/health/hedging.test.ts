import fc from 'fast-check';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { Cluster } from '../../../../src/routing/topology/cluster';
import { FleetHealth } from '../../../../src/routing/health/fleet-health';
import { HedgeBudget } from '../../../../src/routing/health/hedging';
import { LatencyWindow } from '../../../../src/routing/health/latency-window';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS = {
  ...DEFAULTS.routing,
  hedgeBudget: 0.05,
  hedgeBurst: 3,
  hedgeDelayMinMs: 2,
  hedgeQuantile: 0.95,
  latencySamplesMin: 20,
  latencyWindowMs: 1_000,
};
const CLUSTER: Cluster = {
  id: 'a',
  project: 'p',
  instance: 'i',
  region: 'eu',
  workload: 'serving',
  writes: 'accepted',
  code: 'aaaa',
  appProfileId: 'p',
};

describe('A latency window', () => {
  it('returns quantiles that are accurate to a tenth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.06, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (latencies, share) => {
          const window = new LatencyWindow(1_000);
          for (const latencyMs of latencies) window.record(latencyMs, 0);
          const sorted = [...latencies].sort((a, b) => a - b);
          const exact = sorted[Math.ceil(sorted.length * share) - 1]!;
          const sampled = window.quantileMs(share, 0);
          expect(sampled).toBeGreaterThanOrEqual(exact * 0.999);
          expect(sampled).toBeLessThan(exact * 1.1);
        },
      ),
    );
  });

  it('keeps samples for at least one window and at most two', () => {
    const window = new LatencyWindow(1_000);
    window.record(10, 0);
    window.record(20, 900);
    window.record(30, 1_000);
    expect(window.sampleCount(1_899)).toBe(3);
    expect(window.sampleCount(2_000)).toBe(1);
    expect(window.sampleCount(4_000)).toBe(0);
    expect(window.quantileMs(0.5, 4_000)).toBe(0);
  });

  it('accepts latencies outside of the range of its buckets', () => {
    const window = new LatencyWindow(1_000);
    for (const latencyMs of [0, 1e-9, 1e9]) window.record(latencyMs, 0);
    expect(window.quantileMs(0.5, 0)).toBeLessThan(0.1);
    expect(window.quantileMs(1, 0)).toBeGreaterThan(100_000);
  });
});

describe('Hedging', () => {
  function world() {
    const clock = new VirtualClock();
    const fleet = new FleetHealth(LIMITS);
    fleet.register([CLUSTER]);
    const hedging = new HedgeBudget(fleet, clock, LIMITS);
    const answer = (latencyMs: number): void =>
      fleet.recordLatency(fleet.of(CLUSTER)!, latencyMs, clock.monotonicMs());
    return { clock, hedging, answer };
  }

  it('waits for about the 95th percentile', () => {
    const { hedging, answer } = world();
    for (let i = 1; i <= 100; i++) answer(i);
    const delayMs = hedging.delayMs(CLUSTER)!;
    expect(delayMs).toBeGreaterThanOrEqual(95);
    expect(delayMs).toBeLessThan(105);
  });

  it('waits for the minimum delay at least', () => {
    const { hedging, answer } = world();
    for (let i = 0; i < 100; i++) answer(0.2);
    expect(hedging.delayMs(CLUSTER)).toBe(2);
  });

  it('is off while there are too few samples, or when the samples have expired', async () => {
    const { clock, hedging, answer } = world();
    for (let i = 0; i < 19; i++) answer(5);
    expect(hedging.delayMs(CLUSTER)).toBeUndefined();
    answer(5);
    expect(hedging.delayMs(CLUSTER)).toBeDefined();
    await clock.advance(2_001);
    expect(hedging.delayMs(CLUSTER)).toBeUndefined();
    expect(hedging.delayMs({ ...CLUSTER, code: 'gone' })).toBeUndefined();
  });

  it('has a budget that is a share of the reads', () => {
    const { hedging } = world();
    let hedged = 0;
    while (hedging.takeExtraLookup());
    for (let i = 0; i < 10_000; i++) {
      hedging.recordRead();
      if (hedging.takeExtraLookup()) hedged += 1;
    }
    expect(hedged).toBeGreaterThan(490);
    expect(hedged).toBeLessThanOrEqual(500);
  });

  it('starts with a full budget, since the first reads of a process may find a cluster that never answers', () => {
    const { hedging } = world();
    expect(Array.from({ length: 4 }, () => hedging.takeExtraLookup())).toEqual([true, true, true, false]);
  });

  it('never happens with a budget of 0', () => {
    const hedging = new HedgeBudget(new FleetHealth(LIMITS), new VirtualClock(), {
      ...LIMITS,
      hedgeBudget: 0,
    });
    hedging.recordRead();
    expect(hedging.takeExtraLookup()).toBe(false);
  });

  it('saves up a limited number of extra lookups', () => {
    const { hedging } = world();
    for (let i = 0; i < 10_000; i++) hedging.recordRead();
    const taken = Array.from({ length: 5 }, () => hedging.takeExtraLookup());
    expect(taken).toEqual([true, true, true, false, false]);
  });
});
