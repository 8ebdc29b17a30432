import type { CampaignDay } from '../../../../src/core/pacing/pacing';
import { Pacer } from '../../../../src/core/pacing/pacer';
import { campaignDay, DAY_START_MS, HOUR_MS, PacedCampaign, seenAt, SETTINGS } from './paced-campaign';

const NOON_MS = DAY_START_MS + 12 * HOUR_MS;
/** Units per second of each campaign at a share of 1. */
const RATE = 10;

describe('proportional, together with others', () => {
  /** So many campaigns that each take 10 a second when they are let in fully, and need that share of it to be delivered in time. */
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

  it('goes by its own plan while they need little of what there is', () => {
    for (const campaigns of [1, 10, 24])
      for (const share of sharesOf(campaigns)) expect(share).toBeCloseTo(0.01, 3);
  });

  it('goes faster, as they all do, when together they need much of it', () => {
    for (const share of sharesOf(50)) expect(share).toBeCloseTo(0.02, 3);
    for (const share of sharesOf(100)) expect(share).toBeCloseTo(0.04, 3);
  });

  it('gains nothing by those that have had more than they purchased', () => {
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

  it('leaves those out that a person has paused', () => {
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

  it('is not hurried by one who has bought more than he could ever get', () => {
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

  /** What they are delivered tells how crowded they are, and follows from how fast they were told to go. */
  it('comes to rest when their audiences have nothing to do with each other', () => {
    const days = Array.from({ length: 10 }, (_, i) => tenthOfTheRest(`${i}`));
    const shares = sharesApart(new Pacer(SETTINGS), days, { fromMs: NOON_MS, seconds: 1_200 }).slice(-600);
    const changes = shares.filter((share, second) => second > 0 && share !== shares[second - 1]);
    expect(changes.length).toBeLessThan(60);
    expect(Math.min(...shares)).toBeGreaterThan(0.3);
    expect(Math.max(...shares)).toBeLessThan(0.5);
  });

  it('is as ever on the day after hours for which no traffic was forecast', () => {
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

/** Needs a tenth of what there is to be had from noon on. */
const tenthOfTheRest = (campaignId: string): CampaignDay =>
  campaignDay({ campaignId, unitsPurchased: 0.1 * RATE * 12 * 3_600 });

/** The first one's shares of campaigns that all get the same, whatever the others do. */
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
    // A decision is acted on a second later.
    units += RATE * (shares.at(-1) ?? 0);
    shares.push(first!.passShare);
  }
  return shares;
}
