import type { CampaignDay } from '../../../../src/core/pacing/pacing';
import { Pacer } from '../../../../src/core/pacing/pacer';
import { campaignDay, DAY_START_MS, HOUR_MS, PacedCampaign, seenAt, SETTINGS } from './paced-campaign';

const NOON_MS = DAY_START_MS + 12 * HOUR_MS;
/** Delivery rate of each campaign at a share of 1, in units per second. */
const RATE = 10;

describe('policy proportional with several campaigns', () => {
  /**
   * Creates campaigns that each deliver 10 units a second at a pass share of 1, and need the given share of that to
   * deliver in time.
   */
  const sharesOf = (campaigns: number, changes: Partial<CampaignDay> = {}): number[] => {
    const pacer = new Pacer(SETTINGS);
    const days = Array.from({ length: campaigns }, (_, i) =>
      campaignDay({ campaignId: `${i}`, ...changes, unitsPurchased: 0.01 * RATE * 6 * 3_600 }),
    );
    const states = days.map(({ campaignId }) => ({
      ...new PacedCampaign().decide(NOON_MS, { count: 0, lagMs: 0 }),
      campaignId,
      count: 0,
      passShare: 0.01,
      unitsPerSecond: 0.01 * RATE,
    }));
    pacer.restore(states);
    const counts = new Map(days.map(({ campaignId }) => [campaignId, { count: 0, relativeError: 0 }]));
    const seen = { atMs: NOON_MS, completeUpToMs: NOON_MS, counts };
    return pacer.decide(NOON_MS, days, seen).map(({ passShare }) => passShare);
  };

  it('follows each plan while the demand ratio is low', () => {
    for (const campaigns of [1, 10, 24])
      for (const share of sharesOf(campaigns)) expect(share).toBeCloseTo(0.01, 3);
  });

  it('speeds up all campaigns when the demand ratio is high', () => {
    for (const share of sharesOf(50)) expect(share).toBeCloseTo(0.02, 3);
    for (const share of sharesOf(100)) expect(share).toBeCloseTo(0.04, 3);
  });

  it('ignores campaigns with more delivered than purchased', () => {
    const shareBeside = (count: number): number => {
      const pacer = new Pacer(SETTINGS);
      const days = ['a', 'over'].map((campaignId) =>
        campaignDay({ campaignId, unitsPurchased: 0.4 * RATE * 6 * 3_600 }),
      );
      const state = { ...new PacedCampaign().decide(NOON_MS, { count: 0, lagMs: 0 }), count: 0 };
      pacer.restore([{ ...state, passShare: 0.4, unitsPerSecond: 0.4 * RATE }]);
      const counts = new Map([
        ['a', { count: 0, relativeError: 0 }],
        ['over', { count, relativeError: 0 }],
      ]);
      return pacer.decide(NOON_MS, days, { atMs: NOON_MS, completeUpToMs: NOON_MS, counts })[0]!.passShare;
    };
    expect(shareBeside(86_400)).toBeGreaterThan(0.5);
    expect(shareBeside(2 * 86_400)).toBe(shareBeside(86_400));
  });

  it('ignores campaigns that a user has paused', () => {
    const pacer = new Pacer(SETTINGS);
    const day = campaignDay({ campaignId: 'a', unitsPurchased: 0.01 * RATE * 6 * 3_600 });
    const others = Array.from({ length: 99 }, (_, i) => ({
      ...day,
      campaignId: `${i}`,
      isPaused: true,
    }));
    const state = { ...new PacedCampaign().decide(NOON_MS, { count: 0, lagMs: 0 }) };
    pacer.restore([{ ...state, count: 0, passShare: 0.01, unitsPerSecond: 0.01 * RATE }]);
    const [first] = pacer.decide(NOON_MS, [day, ...others], seenAt(NOON_MS, { count: 0, lagMs: 0 }));
    expect(first!.passShare).toBeCloseTo(0.01, 3);
  });

  it('is not sped up by a campaign that has bought more than it can ever receive', () => {
    const pacer = new Pacer(SETTINGS);
    const small = campaignDay({ campaignId: 'small', unitsPurchased: Number.MAX_SAFE_INTEGER });
    const day = campaignDay({ unitsPurchased: 0.1 * RATE * 6 * 3_600 });
    const state = { ...new PacedCampaign().decide(NOON_MS, { count: 0, lagMs: 0 }), count: 0 };
    pacer.restore([
      { ...state, passShare: 0.1, unitsPerSecond: 0.1 * RATE },
      { ...state, campaignId: 'small', passShare: 1, unitsPerSecond: 0.01 * RATE },
    ]);
    const counts = new Map([
      ['a', { count: 0, relativeError: 0 }],
      ['small', { count: 0, relativeError: 0 }],
    ]);
    const seen = { atMs: NOON_MS, completeUpToMs: NOON_MS, counts };
    const [a, b] = pacer.decide(NOON_MS, [day, small], seen);
    expect(a!.passShare).toBeCloseTo(0.1, 2);
    expect(b!.passShare).toBe(1);
  });

  /** Simulates delivery: it determines the demand ratio, and follows from the pass shares. */
  it('converges when the audiences of the campaigns are independent', () => {
    const days = Array.from({ length: 10 }, (_, i) => tenthOfTheRest(`${i}`));
    const shares = sharesApart(new Pacer(SETTINGS), days, { fromMs: NOON_MS, seconds: 1_200 }).slice(-600);
    const changes = shares.filter((share, second) => second > 0 && share !== shares[second - 1]);
    expect(changes.length).toBeLessThan(60);
    expect(Math.min(...shares)).toBeGreaterThan(0.3);
    expect(Math.max(...shares)).toBeLessThan(0.5);
  });

  it('is unaffected on the day after hours without forecast traffic', () => {
    const trafficShape = Array.from({ length: 24 }, (_, hour) => Number(hour < 20));
    const pacer = new Pacer({ ...SETTINGS, trafficShape });
    const today = tenthOfTheRest('a');
    const nightMs = DAY_START_MS + 21 * HOUR_MS;
    expect(sharesApart(pacer, [today], { fromMs: nightMs, seconds: 60 }).at(-1)).toBe(1);
    const [dayStartMs, dayEndMs] = [today.dayEndMs, today.dayEndMs + 24 * HOUR_MS];
    const tomorrow = { ...today, day: '2026-11-22', dayStartMs, dayEndMs };
    expect(sharesApart(pacer, [tomorrow], { fromMs: dayStartMs, seconds: 60 }).at(-1)).toBeLessThan(0.2);
  });
});

/** A campaign that needs a tenth of the available units from noon on. */
const tenthOfTheRest = (campaignId: string): CampaignDay =>
  campaignDay({ campaignId, unitsPurchased: 0.1 * RATE * 12 * 3_600 });

/** Returns the pass shares of the first campaign, when all receive the same, independently of the others. */
function sharesApart(
  pacer: Pacer,
  days: readonly CampaignDay[],
  { fromMs, seconds }: { readonly fromMs: number; readonly seconds: number },
): number[] {
  const shares: number[] = [];
  let units = 0;
  for (let nowMs = fromMs; nowMs < fromMs + seconds * 1_000; nowMs += 1_000) {
    const count = { count: Math.floor(units), relativeError: 0 };
    const counts = new Map(days.map(({ campaignId }) => [campaignId, count]));
    const [first] = pacer.decide(nowMs, days, { atMs: nowMs, completeUpToMs: nowMs, counts });
    // A decision takes effect a second later.
    units += RATE * (shares.at(-1) ?? 0);
    shares.push(first!.passShare);
  }
  return shares;
}
