import { type Flags, runSeeds, type SimulationReport } from './harness';
import { simulation } from './pacing';
import { deliveryChart } from './pacing/chart';
import { AdServer } from './pacing/ad-server';
import { Day, type DayOptions, type DayResult } from './pacing/day';
import { ExpiringKeys } from './pacing/expiring-keys';
import { figuresOf } from './pacing/figures';
import { steadyLag, swellingLag } from './pacing/pipeline';
import {
  GOTO,
  relativeTraffic,
  scaledDown,
  SEGMENTS,
  type SimulatedCampaign,
  viewsPerSecond,
} from './pacing/scenario';
import type { SetUpName } from './pacing/set-ups';
import { seededRandom } from '../../src/platform/random';

/** The same ones each time, unless told otherwise; `npm run sim` looks for new ones. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);
const TIMEOUT_MS = 300_000;

/** The same world, small: counts are exact or nearly so. */
const SMALL = scaledDown(GOTO, 20);
/** And with few campaigns, which compete no less: for our own set-up, which looks at each of them thousands of times. */
const FEW = {
  ...GOTO,
  campaigns: 80,
  views: 750_000,
  unitsPurchased: 4_000,
  impressionsPerMinute: 375,
  users: 250_000,
};

function simulate(setUp: SetUpName, changes: Partial<DayOptions> = {}): DayResult {
  const trafficShape = Array.from({ length: 24 }, (_, hour) =>
    relativeTraffic(GOTO.swing, (hour + 0.5) * 3_600),
  );
  const scenario = setUp === 'ours' ? FEW : SMALL;
  const options = {
    scenario,
    setUp,
    lagSeconds: 5,
    policy: 'proportional',
    trafficShape,
    ...changes,
  } as const;
  return new Day(options, SEED).run();
}

describe(`The pacing simulation, from seed ${SEED} on`, () => {
  it(
    'wastes most impressions as it was broken, and few as it was fixed',
    () => {
      const [broken, fixed] = [figuresOf(simulate('broken')), figuresOf(simulate('fixed'))];
      expect(broken.utilisation).toBeGreaterThan(35);
      expect(broken.utilisation).toBeLessThan(45);
      expect(fixed.utilisation).toBeGreaterThan(80);
      expect(fixed.utilisation).toBeLessThan(90);
    },
    TIMEOUT_MS,
  );

  it(
    'gains less by removing the backlog than by looking every minute, as was reported',
    () => {
      const of = (setUp: SetUpName): number => figuresOf(simulate(setUp)).utilisation;
      const [broken, withoutLag, everyMinute] = [of('broken'), of('no-lag'), of('every-minute')];
      expect(withoutLag).toBeGreaterThan(broken);
      expect(everyMinute - withoutLag).toBeGreaterThan(1.5 * (withoutLag - broken));
    },
    TIMEOUT_MS,
  );

  it.each([5, 60])(
    'delivers what was purchased when it is paced by us, with a lag of %i s',
    (lagSeconds) => {
      const { utilisation, delivered, overDelivery, starved } = figuresOf(simulate('ours', { lagSeconds }));
      expect(utilisation).toBeGreaterThan(97);
      expect(delivered).toBeGreaterThan(95);
      expect(overDelivery).toBeLessThan(1);
      expect(starved).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'counts every campaign right in the end, whatever came late or twice',
    () => {
      const { delivered, counted } = simulate('ours');
      counted.forEach(({ count, relativeError }, campaign) => {
        const off = Math.abs(count - delivered[campaign]!);
        expect(off).toBeLessThanOrEqual(5 * relativeError * delivered[campaign]!);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'counts late events twice where keys expire',
    () => {
      const { delivered, counted } = simulate('no-lag');
      const sum = (values: Iterable<number>): number => [...values].reduce((all, each) => all + each, 0);
      expect(sum(counted.map(({ count }) => count))).toBeGreaterThan(1.005 * sum(delivered));
    },
    TIMEOUT_MS,
  );

  it(
    'does the same again with the same seed',
    () => {
      expect(simulate('ours').delivered).toEqual(simulate('ours').delivered);
    },
    TIMEOUT_MS,
  );

  it(
    'would tell a count that is wrong',
    async () => {
      const report: SimulationReport = await runSeeds(
        {
          ...simulation,
          run: async () => ({ counts: {}, figures: { x: 1 }, fingerprint: '', violations: ['wrong'] }),
        },
        [1, 2],
        { flags: {} },
      );
      expect(report.violations).toBe(2);
      expect(report.figures).toEqual({ x: { mean: 1, min: 1, max: 1 } });
    },
    TIMEOUT_MS,
  );
});

describe('The targets of the pacing simulation', () => {
  const spread = (value: number) => ({ mean: value, min: value, max: value });
  const reportOf = (utilisation: number): SimulationReport => ({
    ...{ seeds: 1, counts: {}, failures: [], violations: 0 },
    figures: {
      'ours: utilisation, %': spread(utilisation),
      'ours: delivered of purchases, %': spread(99),
      'ours: over-delivery, %': spread(0.5),
      'ours: starved campaigns': spread(0),
      'broken: utilisation, %': spread(48),
    },
  });
  const missed = (report: SimulationReport, flags: Flags): string[] =>
    simulation.targets!(report, flags)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  it('are those of late counts when counts are late', () => {
    expect(missed(reportOf(96), {})).toContain('ours: utilisation, %');
    expect(missed(reportOf(96), { lag: '60s' })).not.toContain('ours: utilisation, %');
  });

  it('are missed by a baseline that is far from what was reported', () => {
    expect(missed(reportOf(99), {})).toEqual(['broken: utilisation, points from 40 %']);
  });
});

describe('The simulated ad server', () => {
  const campaign = (weight: number, targets = new Uint8Array(SEGMENTS).fill(1)): SimulatedCampaign => ({
    ...{ id: '', unitsPurchased: 1, beginsAt: 0, weight, targets },
  });
  const VIEWS = 100_000;

  function choices(campaigns: readonly SimulatedCampaign[], shares: readonly number[]): number[] {
    const server = new AdServer(campaigns, seededRandom(SEED));
    shares.forEach((share, place) => server.setShare(place, share));
    const chosen = new Array<number>(campaigns.length + 1).fill(0);
    for (let view = 0; view < VIEWS; view++) chosen[server.choose(view % SEGMENTS) + 1]!++;
    return chosen.map((count) => count / VIEWS);
  }

  it('lets campaigns in by their pass shares, each by a toss of its own', () => {
    const [none, first, second] = choices([campaign(1), campaign(1)], [0.5, 0.2]);
    expect(none).toBeCloseTo(0.4, 1);
    expect(first).toBeCloseTo(0.5 - 0.1 / 2, 1);
    expect(second).toBeCloseTo(0.2 - 0.1 / 2, 1);
  });

  it('chooses by weight among those let in, throttled or not', () => {
    const [none, first, second] = choices([campaign(3), campaign(1)], [0.5, 1]);
    expect(none).toBe(0);
    expect(first).toBeCloseTo(0.5 * 0.75, 1);
    expect(second).toBeCloseTo(0.5 + 0.5 * 0.25, 1);
  });

  it('shows no campaign to whom it is not for, and none that is stopped', () => {
    const nobody = new Uint8Array(SEGMENTS);
    expect(choices([campaign(1, nobody), campaign(1)], [1, 0])).toEqual([1, 0, 0]);
  });
});

describe('What the simulation is made of', () => {
  it('forgets keys after their time, and not before', () => {
    const keys = new ExpiringKeys(40);
    expect([0, 39, 40, 41, 80].map((now) => keys.setIfAbsent(7, now))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('tells keys apart, however many come and go', () => {
    const keys = new ExpiringKeys(10);
    let added = 0;
    for (let i = 0; i < 300_000; i++) added += Number(keys.setIfAbsent(i * 7_919, Math.floor(i / 1_000)));
    expect(added).toBe(300_000);
    expect(keys.setIfAbsent(299_999 * 7_919, 300)).toBe(false);
  });

  it('has as many views in a day as were reported', () => {
    let views = 0;
    for (let second = 0; second < 86_400; second++) views += viewsPerSecond(GOTO, second);
    expect(views).toBeCloseTo(GOTO.views, -3);
  });

  it('has a backlog that swells through the day and is gone in the morning', () => {
    const lag = swellingLag(GOTO);
    const hours = [7, 12, 16, 20].map((hour) => lag(hour * 3_600) / 3_600);
    expect(hours[0]).toBeLessThan(0.01);
    expect(hours[1]).toBeGreaterThan(0.2);
    expect(hours[2]).toBeGreaterThan(hours[1]!);
    expect(hours[3]).toBeGreaterThan(2);
    expect(steadyLag(5)(0)).toBe(5);
  });

  it('draws each set-up by its name', () => {
    const series = [{ views: 200_000, billed: 50_000, wasted: 100_000 }];
    const chart = deliveryChart([{ title: 'A & <B>', series: [...series, ...series] }]);
    expect(chart).toContain('A &amp; &lt;B>');
    expect(chart).toContain('prefers-color-scheme: dark');
    expect(chart).not.toContain('NaN');
  });
});
