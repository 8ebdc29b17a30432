import fc from 'fast-check';
import type { CampaignDay, PolicyName } from '../../../../src/core/pacing/pacing';
import { WHEN_STALE } from '../../../../src/core/pacing/pacing-settings';
import { DAY_START_MS, HOUR_MS, PacedCampaign } from './paced-campaign';

const NOON_MS = DAY_START_MS + 12 * HOUR_MS;

describe('any policy, for random inputs', () => {
  const names: readonly PolicyName[] = ['proportional', 'predictive', 'threshold'];
  const policyOf = (name: PolicyName): CampaignDay['policy'] =>
    name === 'threshold' ? { name, share: 1 } : { name };

  /** Random inputs: clocks that jump, counts that appear and disappear, growing lag. */
  const looks = fc.array(
    fc.record({
      stepMs: fc.oneof(fc.integer({ min: -HOUR_MS, max: 3 * HOUR_MS }), fc.integer({ min: 1, max: 5_000 })),
      count: fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }),
      lagMs: fc.option(fc.integer({ min: -5_000, max: 6 * HOUR_MS }), { nil: undefined }),
      relativeError: fc.constantFrom(0, 0.008),
      day: fc.constantFrom('2026-11-21', '2026-11-22'),
    }),
    { minLength: 1, maxLength: 60 },
  );

  it.each(names)(
    '%s: never passes a campaign whose purchase is counted, and never returns a share outside 0 to 1',
    (name) => {
      fc.assert(
        fc.property(
          looks,
          fc.constantFrom(...WHEN_STALE),
          fc.integer({ min: 1, max: 20_000 }),
          (steps, whenStale, units) => {
            const campaign = new PacedCampaign(
              { policy: policyOf(name), unitsPurchased: units },
              { whenStale },
            );
            let nowMs = NOON_MS;
            for (const { stepMs, day, ...look } of steps) {
              nowMs += stepMs;
              campaign.day = { ...campaign.day, day };
              const { passShare, state } = campaign.decide(nowMs, look);
              const named = passShare === 0 ? 'stopped' : passShare === 1 ? 'active' : 'throttled';
              const right = passShare >= 0 && passShare <= 1 && state === named;
              const delivered = (look.count ?? 0) >= units;
              // A matcher for each of these steps would take longer than the pacer.
              if (!right || (delivered && state !== 'stopped')) throw new Error(`${passShare} is ${state}`);
            }
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it.each(names)('%s: does not increase the pass share when more units are counted', (name) => {
    fc.assert(
      fc.property(
        fc.nat(20_000),
        fc.nat(20_000),
        fc.integer({ min: 0, max: HOUR_MS }),
        (one, other, lagMs) => {
          const [low, high] = [one, other].map((count) => {
            const campaign = new PacedCampaign({ policy: policyOf(name) });
            return campaign.decide(NOON_MS, { count, lagMs }).passShare;
          });
          if (one <= other) expect(low).toBeGreaterThanOrEqual(high!);
          else expect(high).toBeGreaterThanOrEqual(low!);
        },
      ),
    );
  });
});
