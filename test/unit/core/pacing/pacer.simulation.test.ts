import type { CampaignDay, PacingDecision, PolicyName } from '../../../../src/core/pacing/pacing';
import { Pacer } from '../../../../src/core/pacing/pacer';
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

describe('any policy', () => {
  const names: readonly PolicyName[] = ['proportional', 'predictive', 'threshold'];
  const policyOf = (name: PolicyName): CampaignDay['policy'] =>
    name === 'threshold' ? { name, share: 1 } : { name };

  it.each(names)('%s: stops a campaign whose purchase is counted', (name) => {
    const campaign = new PacedCampaign({ policy: policyOf(name) });
    const decision = campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS });
    expect(decision).toMatchObject({ state: 'stopped', passShare: 0, reason: 'units_delivered' });
  });

  it.each(names)('%s: stops a campaign that a user has paused', (name) => {
    const campaign = new PacedCampaign({ policy: policyOf(name), isPaused: true });
    expect(campaign.decide(NOON_MS, { count: 0, lagMs: LAG_MS })).toMatchObject({
      state: 'stopped',
      reason: 'paused',
    });
  });

  it('returns the inputs of the decision', () => {
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

  it('takes a partial count for a lower bound of the count, and not for a later one', () => {
    const campaign = new PacedCampaign({ policy: { name: 'predictive' } });
    campaign.decide(NOON_MS, { count: 1_000, lagMs: LAG_MS });
    const later = NOON_MS + 60_000;
    const partial = campaign.decide(later, { count: 1_100, lagMs: LAG_MS, isPartial: true });
    expect(partial).toMatchObject({ count: 1_100, completeUpToMs: NOON_MS - LAG_MS });
    const full = campaign.decide(later + 1_000, { count: 1_300, lagMs: LAG_MS });
    expect(full).toMatchObject({ count: 1_300, completeUpToMs: later + 1_000 - LAG_MS });
  });

  it.each(names)('%s: does not pace by counts that were never complete', (name) => {
    const campaign = new PacedCampaign({ policy: policyOf(name) });
    const decision = campaign.decide(NOON_MS, { count: 10, lagMs: LAG_MS, isPartial: true });
    expect(decision).toMatchObject({ count: 10, completeUpToMs: undefined });
    expect(['counts_stale', 'units_expected']).toContain(decision.reason);
  });

  it('restarts a campaign when more is purchased', () => {
    const campaign = new PacedCampaign({ policy: { name: 'predictive' } });
    expect(campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS }).state).toBe('stopped');
    campaign.day = { ...campaign.day, unitsPurchased: 32_000 };
    expect(campaign.decide(NOON_MS + 1_000, { count: 16_000, lagMs: LAG_MS }).state).toBe('active');
  });

  it('decides on each campaign, in the order of the campaigns', () => {
    const days = ['b', 'a', 'c'].map((campaignId) => campaignDay({ campaignId }));
    const decided = new Pacer(SETTINGS).decide(NOON_MS, days, seenAt(NOON_MS, { count: 1, lagMs: LAG_MS }));
    expect(decided.map(({ campaignId }) => campaignId)).toEqual(['b', 'a', 'c']);
  });
});

describe('policy threshold', () => {
  const campaign = (): PacedCampaign => new PacedCampaign({ policy: { name: 'threshold', share: 0.7 } });

  it('passes everything below the share, and nothing from it on', () => {
    expect(campaign().decide(NOON_MS, { count: 11_199, lagMs: LAG_MS })).toMatchObject({
      state: 'active',
      reason: 'on_pace',
    });
    const stopped = campaign().decide(NOON_MS, { count: 11_200, lagMs: LAG_MS });
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'threshold_reached' });
  });

  it('uses counts without an error allowance, estimated or not', () => {
    const decision = campaign().decide(NOON_MS, { count: 11_199, relativeError: 0.008, lagMs: LAG_MS });
    expect(decision.state).toBe('active');
  });
});

describe('policy predictive', () => {
  const policy = { name: 'predictive' } as const;

  it('stops before the purchase is counted, by the units that must have been delivered meanwhile', () => {
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

  it('increases the pass share again when less was delivered than expected', () => {
    const campaign = new PacedCampaign({ policy });
    const ended = (second: number): number => (second < 100 ? 250 : 0.5);
    const { decisions } = deliver(campaign, { unitsPerSecond: ended, lagSeconds: 60, seconds: 1_800 });
    const shares = decisions.map(({ passShare }) => passShare);
    expect(Math.min(...shares.slice(0, 200))).toBeLessThan(0.3);
    expect(shares.at(-1)).toBeGreaterThan(2 * Math.min(...shares.slice(0, 200)));
  });

  it('resumes a campaign that was stopped too early', () => {
    const campaign = new PacedCampaign({ policy });
    expect(campaign.decide(NOON_MS, { count: 15_900, relativeError: 0.008, lagMs: 0 }).state).toBe('stopped');
    expect(campaign.decide(NOON_MS + 1_000, { count: 15_900, relativeError: 0, lagMs: 0 }).state).not.toBe(
      'stopped',
    );
  });

  it('stops earlier by the standard error of an estimated count', () => {
    const stateAt = (count: number, relativeError: number): string =>
      new PacedCampaign({ policy }).decide(NOON_MS, { count, relativeError, lagMs: 0 }).state;
    expect(stateAt(15_900, 0)).not.toBe('stopped');
    expect(stateAt(15_900, 0.008)).toBe('stopped');
  });

  it('does not starve a campaign that could deliver its whole purchase before its count is known', () => {
    const campaign = new PacedCampaign({ policy, unitsPurchased: 100 });
    const { units } = deliver(campaign, { unitsPerSecond: () => 250, lagSeconds: 10, seconds: 3_600 });
    expect(units).toBeGreaterThan(95);
    expect(units).toBeLessThan(110);
  });
});

describe('policy proportional', () => {
  const sharesAt = (decisions: readonly PacingDecision[]): number[] =>
    [6, 12, 18].map((hour) => decisions[hour * 3_600]!.count / 16_000);

  it('spreads the purchase over the day, with more of it early: it plans with the first half of the time left', () => {
    const options = { unitsPerSecond: () => 250, lagSeconds: 5, seconds: DAY_SECONDS };
    const { units, decisions } = deliver(new PacedCampaign(), options);
    const [morning, noon, evening] = sharesAt(decisions);
    // The rest decreases with the square of the time left.
    expect(morning).toBeCloseTo(1 - 0.75 ** 2, 1);
    expect(noon).toBeCloseTo(1 - 0.5 ** 2, 1);
    expect(evening).toBeCloseTo(1 - 0.25 ** 2, 1);
    expect(units).toBeGreaterThan(0.99 * 16_000);
    expect(units).toBeLessThanOrEqual(16_010);
  });

  it('follows the traffic forecast', () => {
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

  it('does not use up the purchase in the first seconds, although nothing is counted for a minute', () => {
    const { units } = deliver(new PacedCampaign(), {
      unitsPerSecond: () => 250,
      lagSeconds: 60,
      seconds: 60,
    });
    expect(units).toBeLessThan(16_000 * 0.002);
  });

  it('learns the delivery rate of a campaign that delivers slowly', () => {
    const { units } = deliver(new PacedCampaign(), {
      unitsPerSecond: () => 0.3,
      lagSeconds: 5,
      seconds: DAY_SECONDS,
    });
    expect(units).toBeGreaterThan(0.97 * 16_000);
  });

  it('detects a hundredfold growth of traffic before the purchase is used up', () => {
    const unitsPerSecond = (second: number): number => (second < 6 * 3_600 ? 0.1 : 100);
    const { units } = deliver(new PacedCampaign(), { unitsPerSecond, lagSeconds: 5, seconds: DAY_SECONDS });
    expect(units).toBeLessThan(1.01 * 16_000);
    expect(units).toBeGreaterThan(0.99 * 16_000);
  });

  it('delivers the purchase of a campaign that begins late in the rest of the day', () => {
    const options = { unitsPerSecond: () => 250, lagSeconds: 60, fromSecond: 23 * 3_600, seconds: 3_600 };
    const { units } = deliver(new PacedCampaign(), options);
    expect(units).toBeGreaterThan(0.97 * 16_000);
    expect(units).toBeLessThan(1.01 * 16_000);
  });

  it('keeps a pass share while it is nearly right', () => {
    const options = { unitsPerSecond: () => 100, lagSeconds: 5, seconds: 7_200 };
    const { decisions } = deliver(new PacedCampaign(), options);
    const changes = decisions
      .slice(3_600)
      .filter((each, i) => each.passShare !== decisions[3_599 + i]!.passShare);
    expect(changes.length).toBeLessThan(20);
  });
});

describe('a pacer with stale counts', () => {
  const STALE_MS = SETTINGS.staleAfterMs + 1_000;
  /** Counts that are known for a while, and then unknown. */
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

  it('stops until they are known again, if so configured', () => {
    const { campaign, nowMs } = blinded({ whenStale: 'stop' });
    const blind = campaign.decide(nowMs + STALE_MS, { count: undefined });
    expect(blind).toMatchObject({ state: 'stopped', reason: 'counts_stale' });
    expect(campaign.decide(nowMs + STALE_MS + 1_000, { count: 900, lagMs: 5_000 }).state).not.toBe('stopped');
  });

  it('keeps the last decision, if so configured', () => {
    const { campaign, last, nowMs } = blinded({ whenStale: 'continue' });
    const blind = campaign.decide(nowMs + STALE_MS, { count: undefined });
    expect(blind).toMatchObject({ passShare: last.passShare, reason: 'counts_stale' });
  });

  it('continues by the last known rate by default, until that must have delivered the purchase', () => {
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

  it('counts the expected units as delivered with policy threshold, too', () => {
    const { campaign, nowMs } = blinded({ whenStale: 'extrapolate' }, { name: 'threshold', share: 1 });
    const last = campaign.decide(nowMs + HOUR_MS, { count: undefined });
    expect(last).toMatchObject({ state: 'stopped', reason: 'threshold_reached' });
  });

  it('still stops when the purchase is counted', () => {
    const campaign = new PacedCampaign({}, { whenStale: 'continue' });
    expect(campaign.decide(NOON_MS, { count: 16_000, lagMs: 2 * STALE_MS }).reason).toBe('units_delivered');
  });

  it('treats counts as stale if their completeness is unknown', () => {
    const campaign = new PacedCampaign({}, { whenStale: 'stop' });
    expect(campaign.decide(NOON_MS, { count: 5, lagMs: undefined }).reason).toBe('counts_stale');
  });

  it('tolerates one unknown count', () => {
    const { campaign, last, nowMs } = blinded({ whenStale: 'stop' });
    const decision = campaign.decide(nowMs + 1_000, { count: undefined, lagMs: 5_000 });
    expect(decision.reason).not.toBe('counts_stale');
    expect(decision.passShare).toBeCloseTo(last.passShare, 2);
  });

  it('uses the higher of two counts, because counts only grow', () => {
    const campaign = new PacedCampaign();
    campaign.decide(NOON_MS, { count: 16_000, lagMs: LAG_MS });
    expect(campaign.decide(NOON_MS + 1_000, { count: 3, lagMs: LAG_MS })).toMatchObject({
      count: 16_000,
      state: 'stopped',
    });
  });
});

describe('a pacer whose clock jumps', () => {
  it('back continues by counts and the rate', () => {
    const campaign = new PacedCampaign();
    const { decisions } = deliver(campaign, { unitsPerSecond: () => 10, lagSeconds: 5, seconds: 7_200 });
    const { count, passShare } = decisions.at(-1)!;
    const after = campaign.decide(DAY_START_MS + HOUR_MS, { count, lagMs: 5_000 });
    expect(after.reason).toBe('ahead_of_pace');
    // Knowledge of future times is discarded. Otherwise nothing would be learned until these times come again.
    expect(after.completeUpToMs).toBe(DAY_START_MS + HOUR_MS - 5_000);
    expect(after.passShare).toBeGreaterThan(passShare / 2);
    expect(after.passShare).toBeLessThan(passShare * 2);
  });

  it('over a day starts the next day with the rate of the day before', () => {
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

describe('the next leader', () => {
  const START = 6 * 3_600;

  it('continues where the previous leader stopped', () => {
    const before = new PacedCampaign();
    const { decisions } = deliver(before, { unitsPerSecond: () => 10, lagSeconds: 5, seconds: START });
    const last = decisions.at(-1)!;
    const after = new PacedCampaign();
    after.pacer.restore([last]);
    const first = after.decide(DAY_START_MS + 1_000 * START, { count: last.count, lagMs: 5_000 });
    expect(first.reason).toBe('ahead_of_pace');
    expect(first.passShare).toBeCloseTo(last.passShare, 2);
  });

  it('does not decrease counts that the previous leader had seen', () => {
    const after = new PacedCampaign();
    after.pacer.restore([{ ...new PacedCampaign().decide(NOON_MS, { count: 16_000, lagMs: LAG_MS }) }]);
    expect(after.decide(NOON_MS + 1_000, { count: undefined }).reason).toBe('units_delivered');
  });

  it('counts units that the previous leader passed and that are not counted yet as delivered', () => {
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

  it("trusts the previous leader's expectation that all was delivered, until counts are complete", () => {
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

  it('starts a day that the previous leader did not know without history', () => {
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
