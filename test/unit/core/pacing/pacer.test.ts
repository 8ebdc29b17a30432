import fc from 'fast-check';
import type { CampaignDay, PacingDecision, PolicyName } from '../../../../src/core/pacing/pacing';
import { Pacer } from '../../../../src/core/pacing/pacer';
import { WHEN_STALE } from '../../../../src/core/pacing/pacing-settings';
import {
  campaignDay,
  DAY_START_MS,
  deliver,
  HOUR_MS,
  PacedCampaign,
  seenAt,
  SETTINGS,
} from './paced-campaign';

const NOON_MS = DAY_START_MS + 12 * HOUR_MS;
const LAG_MS = 2_000;
const DAY_SECONDS = 86_400;

describe('Any policy', () => {
  const names: readonly PolicyName[] = ['proportional', 'predictive', 'threshold'];
  const policyOf = (name: PolicyName): CampaignDay['policy'] =>
    name === 'threshold' ? { name, share: 1 } : { name };

  it.each(names)('%s: stops a campaign whose purchase is counted', (name) => {
    const campaign = new PacedCampaign({ policy: policyOf(name) });
    const decision = campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS });
    expect(decision).toMatchObject({ state: 'stopped', passShare: 0, reason: 'units_delivered' });
  });

  it.each(names)('%s: stops a campaign that a person has paused', (name) => {
    const campaign = new PacedCampaign({ policy: policyOf(name), isPaused: true });
    expect(campaign.decide(NOON_MS, { count: 0, lagMs: LAG_MS })).toMatchObject({
      state: 'stopped',
      reason: 'paused',
    });
  });

  it('tells what the decision was made on', () => {
    const decision = new PacedCampaign({ priority: 7 }).decide(NOON_MS, { count: 20_000, lagMs: LAG_MS });
    expect(decision).toEqual({
      campaignId: 'a',
      day: '2026-11-21',
      state: 'stopped',
      passShare: 0,
      reason: 'units_delivered',
      unitsPurchased: 16_000,
      count: 20_000,
      unitsPerSecond: 0,
      completeUpToMs: NOON_MS - LAG_MS,
      priority: 7,
    });
  });

  it('starts a campaign again of which more is purchased', () => {
    const campaign = new PacedCampaign({ policy: { name: 'predictive' } });
    expect(campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS }).state).toBe('stopped');
    campaign.day = { ...campaign.day, unitsPurchased: 32_000 };
    expect(campaign.decide(NOON_MS + 1_000, { count: 16_000, lagMs: LAG_MS }).state).toBe('active');
  });

  it('decides about each campaign, in their order', () => {
    const days = ['b', 'a', 'c'].map((campaignId) => campaignDay({ campaignId }));
    const decided = new Pacer(SETTINGS).decide(NOON_MS, days, seenAt(NOON_MS, { count: 1, lagMs: LAG_MS }));
    expect(decided.map(({ campaignId }) => campaignId)).toEqual(['b', 'a', 'c']);
  });

  /** Whatever comes: clocks that jump, counts that come and go, lag that swells. */
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
    '%s: never lets a campaign in whose purchase is counted, and never by less than 0 or more than 1',
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
              expect(passShare).toBeGreaterThanOrEqual(0);
              expect(passShare).toBeLessThanOrEqual(1);
              expect(state).toBe(passShare === 0 ? 'stopped' : passShare === 1 ? 'active' : 'throttled');
              if ((look.count ?? 0) >= units) expect(state).toBe('stopped');
            }
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it.each(names)('%s: lets a campaign in no further when more of it is counted', (name) => {
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

describe('threshold', () => {
  const campaign = (): PacedCampaign => new PacedCampaign({ policy: { name: 'threshold', share: 0.7 } });

  it('lets everything in below the share, and nothing from it on', () => {
    expect(campaign().decide(NOON_MS, { count: 11_199, lagMs: LAG_MS })).toMatchObject({
      state: 'active',
      reason: 'on_pace',
    });
    const stopped = campaign().decide(NOON_MS, { count: 11_200, lagMs: LAG_MS });
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'threshold_reached' });
  });

  it('takes counts as they are, estimated or not', () => {
    const decision = campaign().decide(NOON_MS, { count: 11_199, relativeError: 0.008, lagMs: LAG_MS });
    expect(decision.state).toBe('active');
  });
});

describe('predictive', () => {
  const policy = { name: 'predictive' } as const;

  it('stops before the purchase is counted, by what must have been delivered meanwhile', () => {
    const campaign = new PacedCampaign({ policy });
    const { units, decisions } = deliver(campaign, {
      unitsPerSecond: () => 250,
      lagSeconds: 20,
      seconds: 1_800,
    });
    const stop = decisions.find(({ state }) => state === 'stopped')!;
    expect(stop.reason).toBe('units_expected');
    expect(stop.count).toBeLessThan(16_000);
    expect(units).toBeGreaterThan(0.99 * 16_000);
    expect(units).toBeLessThan(1.01 * 16_000);
  });

  it('lets more in again when less came than was expected', () => {
    const campaign = new PacedCampaign({ policy });
    const ended = (second: number): number => (second < 100 ? 250 : 0.5);
    const { decisions } = deliver(campaign, { unitsPerSecond: ended, lagSeconds: 60, seconds: 1_800 });
    const shares = decisions.map(({ passShare }) => passShare);
    expect(Math.min(...shares.slice(0, 200))).toBeLessThan(0.3);
    expect(shares.at(-1)).toBeGreaterThan(2 * Math.min(...shares.slice(0, 200)));
  });

  it('comes back when it was stopped too early', () => {
    const campaign = new PacedCampaign({ policy });
    expect(campaign.decide(NOON_MS, { count: 15_900, relativeError: 0.008, lagMs: 0 }).state).toBe('stopped');
    expect(campaign.decide(NOON_MS + 1_000, { count: 15_900, relativeError: 0, lagMs: 0 }).state).not.toBe(
      'stopped',
    );
  });

  it('stops early by the standard error that an estimated count is allowed for', () => {
    const stateAt = (count: number, relativeError: number): string =>
      new PacedCampaign({ policy }).decide(NOON_MS, { count, relativeError, lagMs: 0 }).state;
    expect(stateAt(15_900, 0)).not.toBe('stopped');
    expect(stateAt(15_900, 0.008)).toBe('stopped');
  });

  it('does not starve a campaign that could take its whole purchase before its count is seen', () => {
    const campaign = new PacedCampaign({ policy, unitsPurchased: 100 });
    const { units } = deliver(campaign, { unitsPerSecond: () => 250, lagSeconds: 10, seconds: 3_600 });
    expect(units).toBeGreaterThan(95);
    expect(units).toBeLessThan(110);
  });
});

describe('proportional', () => {
  const sharesAt = (decisions: readonly PacingDecision[]): number[] =>
    [6, 12, 18].map((hour) => decisions[hour * 3_600]!.count / 16_000);

  it('spreads the purchase over the day, more of it early: it counts on the first half of the time left', () => {
    const options = { unitsPerSecond: () => 250, lagSeconds: 5, seconds: DAY_SECONDS };
    const { units, decisions } = deliver(new PacedCampaign(), options);
    const [morning, noon, evening] = sharesAt(decisions);
    // What is left goes with the square of the time left.
    expect(morning).toBeCloseTo(1 - 0.75 ** 2, 1);
    expect(noon).toBeCloseTo(1 - 0.5 ** 2, 1);
    expect(evening).toBeCloseTo(1 - 0.25 ** 2, 1);
    expect(units).toBeGreaterThan(0.99 * 16_000);
    expect(units).toBeLessThanOrEqual(16_010);
  });

  it('follows the traffic that is forecast', () => {
    const trafficShape = Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 1 : 3));
    const campaign = new PacedCampaign({}, { trafficShape });
    const { decisions } = deliver(campaign, {
      unitsPerSecond: () => 250,
      lagSeconds: 5,
      seconds: DAY_SECONDS,
    });
    const even = deliver(new PacedCampaign(), {
      unitsPerSecond: () => 250,
      lagSeconds: 5,
      seconds: DAY_SECONDS / 2,
    });
    expect(sharesAt(decisions)[1]).toBeLessThan(0.8 * (even.decisions.at(-1)!.count / 16_000));
  });

  it('burns no day in its first seconds, though nothing is counted before a minute', () => {
    const { units } = deliver(new PacedCampaign(), {
      unitsPerSecond: () => 250,
      lagSeconds: 60,
      seconds: 60,
    });
    expect(units).toBeLessThan(16_000 * 0.002);
  });

  it('finds out how much a campaign takes that takes little', () => {
    const { units } = deliver(new PacedCampaign(), {
      unitsPerSecond: () => 0.3,
      lagSeconds: 5,
      seconds: DAY_SECONDS,
    });
    expect(units).toBeGreaterThan(0.97 * 16_000);
  });

  it('notices traffic that grows a hundredfold before the day is burnt', () => {
    const unitsPerSecond = (second: number): number => (second < 6 * 3_600 ? 0.1 : 100);
    const { units } = deliver(new PacedCampaign(), { unitsPerSecond, lagSeconds: 5, seconds: DAY_SECONDS });
    expect(units).toBeLessThan(1.01 * 16_000);
    expect(units).toBeGreaterThan(0.99 * 16_000);
  });

  it('delivers what is left of the day to a campaign that begins late', () => {
    const options = { unitsPerSecond: () => 250, lagSeconds: 60, fromSecond: 23 * 3_600, seconds: 3_600 };
    const { units } = deliver(new PacedCampaign(), options);
    expect(units).toBeGreaterThan(0.97 * 16_000);
    expect(units).toBeLessThan(1.01 * 16_000);
  });

  it('leaves a pass share as it is while it is nearly right', () => {
    const options = { unitsPerSecond: () => 100, lagSeconds: 5, seconds: 7_200 };
    const { decisions } = deliver(new PacedCampaign(), options);
    const changes = decisions
      .slice(3_600)
      .filter((each, i) => each.passShare !== decisions[3_599 + i]!.passShare);
    expect(changes.length).toBeLessThan(20);
  });
});

describe('With stale counts', () => {
  const STALE_MS = SETTINGS.staleAfterMs + 1_000;
  /** Known for a while, then no more. */
  const blinded = (
    settings: Partial<typeof SETTINGS>,
    policy: CampaignDay['policy'] = { name: 'proportional' },
  ) => {
    const campaign = new PacedCampaign({ policy }, settings);
    const { decisions } = deliver(campaign, { unitsPerSecond: () => 3, lagSeconds: 5, seconds: 3_600 });
    const last = decisions.at(-1)!;
    const nowMs = DAY_START_MS + HOUR_MS;
    return { campaign, last, nowMs };
  };

  it('stops, where that is configured, until they are known again', () => {
    const { campaign, nowMs } = blinded({ whenStale: 'stop' });
    const blind = campaign.decide(nowMs + STALE_MS, { count: undefined });
    expect(blind).toMatchObject({ state: 'stopped', reason: 'counts_stale' });
    expect(campaign.decide(nowMs + STALE_MS + 1_000, { count: 900, lagMs: 5_000 }).state).not.toBe('stopped');
  });

  it('continues, where that is configured, as was decided last', () => {
    const { campaign, last, nowMs } = blinded({ whenStale: 'continue' });
    const blind = campaign.decide(nowMs + STALE_MS, { count: undefined });
    expect(blind).toMatchObject({ passShare: last.passShare, reason: 'counts_stale' });
  });

  it('goes on by the last known rate by default, until that must have brought the purchase', () => {
    const { campaign, nowMs } = blinded({ whenStale: 'extrapolate' }, { name: 'predictive' });
    let units = 3 * 3_600;
    const reasons = new Set<string>();
    for (let second = 1; second < 4 * 3_600; second++) {
      const { passShare, reason } = campaign.decide(nowMs + 1_000 * second, { count: undefined });
      units += 3 * passShare;
      reasons.add(reason);
    }
    expect(reasons).toContain('counts_stale');
    expect(units).toBeGreaterThan(0.8 * 16_000);
    expect(units).toBeLessThan(16_000);
  });

  it('takes it for delivered with threshold, too', () => {
    const { campaign, nowMs } = blinded({ whenStale: 'extrapolate' }, { name: 'threshold', share: 1 });
    const last = campaign.decide(nowMs + HOUR_MS, { count: undefined });
    expect(last).toMatchObject({ state: 'stopped', reason: 'threshold_reached' });
  });

  it('stops all the same when the purchase is counted', () => {
    const campaign = new PacedCampaign({}, { whenStale: 'continue' });
    expect(campaign.decide(NOON_MS, { count: 16_000, lagMs: 2 * STALE_MS }).reason).toBe('units_delivered');
  });

  it('is stale where nobody tells how complete counts are', () => {
    const campaign = new PacedCampaign({}, { whenStale: 'stop' });
    expect(campaign.decide(NOON_MS, { count: 5, lagMs: undefined }).reason).toBe('counts_stale');
  });

  it('bears with one count that cannot be told', () => {
    const { campaign, last, nowMs } = blinded({ whenStale: 'stop' });
    const decision = campaign.decide(nowMs + 1_000, { count: undefined, lagMs: 5_000 });
    expect(decision.reason).not.toBe('counts_stale');
    expect(decision.passShare).toBeCloseTo(last.passShare, 2);
  });

  it('believes the higher one of two counts: they only grow', () => {
    const campaign = new PacedCampaign();
    campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS });
    expect(campaign.decide(NOON_MS + 1_000, { count: 3, lagMs: LAG_MS })).toMatchObject({
      count: 16_000,
      state: 'stopped',
    });
  });
});

describe('When the clock jumps', () => {
  it('back, goes on by counts and the rate', () => {
    const campaign = new PacedCampaign();
    const { decisions } = deliver(campaign, { unitsPerSecond: () => 10, lagSeconds: 5, seconds: 7_200 });
    const { count, passShare } = decisions.at(-1)!;
    const after = campaign.decide(DAY_START_MS + HOUR_MS, { count, lagMs: 5_000 });
    expect(after.reason).toBe('ahead_of_pace');
    // What was known of times to come is forgotten: else nothing would be learnt until they have come again.
    expect(after.completeUpToMs).toBe(DAY_START_MS + HOUR_MS - 5_000);
    expect(after.passShare).toBeGreaterThan(passShare / 2);
    expect(after.passShare).toBeLessThan(passShare * 2);
  });

  it("over a day, begins the next day from nothing, by yesterday's rate", () => {
    const campaign = new PacedCampaign();
    const { decisions } = deliver(campaign, { unitsPerSecond: () => 10, lagSeconds: 5, seconds: 3_600 });
    const later = 48 * HOUR_MS;
    campaign.day = {
      ...campaignDay(),
      day: '2026-11-23',
      dayStartMs: DAY_START_MS + later,
      dayEndMs: DAY_START_MS + later + 24 * HOUR_MS,
    };
    const first = campaign.decide(DAY_START_MS + later, { count: 0, lagMs: 5_000 });
    expect(first).toMatchObject({ count: 0, state: 'throttled' });
    expect(first.passShare).toBeCloseTo(decisions.at(-1)!.passShare, 1);
  });
});

describe('A successor', () => {
  const START = 6 * 3_600;

  it('goes on where its predecessor stopped', () => {
    const before = new PacedCampaign();
    const { decisions } = deliver(before, { unitsPerSecond: () => 10, lagSeconds: 5, seconds: START });
    const last = decisions.at(-1)!;
    const after = new PacedCampaign();
    after.pacer.restore([last]);
    const first = after.decide(DAY_START_MS + 1_000 * START, { count: last.count, lagMs: 5_000 });
    expect(first.reason).toBe('ahead_of_pace');
    expect(first.passShare).toBeCloseTo(last.passShare, 2);
  });

  it('does not take counts back that its predecessor had seen', () => {
    const after = new PacedCampaign();
    after.pacer.restore([{ ...new PacedCampaign().decide(NOON_MS, { count: 16_000, lagMs: LAG_MS }) }]);
    expect(after.decide(NOON_MS + 1_000, { count: undefined }).reason).toBe('units_delivered');
  });

  it('takes what its predecessor let in, and nobody has counted yet, for delivered', () => {
    const decision = new PacedCampaign({ policy: { name: 'predictive' } }).decide(NOON_MS, {
      count: 0,
      lagMs: 0,
    });
    const predecessor = { ...decision, passShare: 1, unitsPerSecond: 250, count: 1_000 };
    const after = new PacedCampaign({ policy: { name: 'predictive' } });
    after.pacer.restore([predecessor]);
    const later = after.decide(NOON_MS + 61_000, { count: 1_000, lagMs: 61_000 });
    expect(later).toMatchObject({ state: 'stopped', reason: 'units_expected' });
  });

  it('believes a predecessor who expected all to be delivered, until counts tell', () => {
    const predecessor = {
      ...new PacedCampaign().decide(NOON_MS, { count: 0, lagMs: 60_000 }),
      ...({ state: 'stopped', passShare: 0, reason: 'units_expected', count: 15_000 } as const),
    };
    const after = new PacedCampaign();
    after.pacer.restore([predecessor]);
    const at = (seconds: number, count: number): PacingDecision =>
      after.decide(NOON_MS + 1_000 * seconds, { count, lagMs: 60_000 });
    expect(at(1, 15_000)).toMatchObject({ state: 'stopped', reason: 'units_expected' });
    expect(at(60, 15_400)).toMatchObject({ state: 'stopped', reason: 'units_expected' });
    expect(at(61, 15_400).passShare).toBeGreaterThan(0);
  });

  it('begins a day that its predecessor knew nothing of from nothing', () => {
    const after = new PacedCampaign();
    after.pacer.restore([
      { ...new PacedCampaign().decide(NOON_MS, { count: 16_000, lagMs: LAG_MS }), day: '2026-11-20' },
    ]);
    expect(after.decide(NOON_MS, { count: 0, lagMs: LAG_MS })).toMatchObject({
      count: 0,
      state: 'throttled',
    });
  });
});
