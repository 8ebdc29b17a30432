import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Flags, SimulationReport } from './harness';
import { simulation, wrongCounts } from './pacing';
import { AdServer } from './pacing/ad-server';
import { deliveryChart } from './pacing/chart';
import { PeriodicJob } from './pacing/controllers';
import type { DayResult } from './pacing/day';
import type { DayTask } from './pacing/days-worker';
import { dedupKey } from './pacing/counters';
import { ExpiringKeys } from './pacing/expiring-keys';
import { type DayFigures, figuresOf } from './pacing/figures';
import { steadyLag, swellingLag } from './pacing/pipeline';
import {
  changed,
  GOTO,
  scaledDown,
  SEGMENTS,
  type SimulatedCampaign,
  viewsPerSecond,
} from './pacing/scenario';
import { buildSetUp, isOurs, type SetUpName } from './pacing/set-ups';
import { DEFAULTS } from '../../src/config/defaults';
import { seededRandom } from '../../src/platform/random';

/** Fixed seeds unless configured otherwise; `npm run sim` uses new ones. */
const SEED = Number(process.env['TIDEMARK_TEST_SEED'] ?? 1);

/** The same scenario on a small scale, with counts that are exact or nearly so. */
const SMALL = scaledDown(GOTO, 20);
/** A scenario with few campaigns, for the product's own set-up, which evaluates each of them thousands of times. */
const FEW = {
  ...GOTO,
  campaigns: 40,
  views: 375_000,
  unitsPurchased: 4_000,
  impressionsPerMinute: 375,
  users: 125_000,
};

const DAYS = {
  broken: {},
  'no-lag': {},
  'every-minute': {},
  fixed: {},
  ours: {},
  'ours-told': {},
  'ours-late': {},
  'ours, 60 s late': { setUp: 'ours', lagSeconds: 60 },
  'ours, 60 s late and at full speed': { setUp: 'ours', lagSeconds: 60, policy: 'predictive' },
  'ours again': { setUp: 'ours' },
  'ours, another seed': { setUp: 'ours', seed: SEED + 1 },
} as const;
type DayName = keyof typeof DAYS;
let days: ReadonlyMap<string, DayResult>;

beforeAll(async () => {
  const tasks = Object.entries(DAYS).map(([name, changes]): DayTask => {
    const { seed, ...options } = { setUp: name as SetUpName, seed: SEED, ...USUAL, ...changes };
    return [{ ...options, scenario: isOurs(options.setUp) ? FEW : SMALL }, seed];
  });
  const worker = new Worker(join(__dirname, 'pacing/days-worker.ts'), {
    workerData: tasks,
    execArgv: ['--require', join(__dirname, '../../infra/scripts/register-ts.js')],
  });
  const [results] = (await once(worker, 'message')) as [readonly DayResult[]];
  days = new Map(Object.keys(DAYS).map((name, place) => [name, results[place]!]));
});

const USUAL = { lagSeconds: 5, policy: DEFAULTS.pacing.policy, pacingSeconds: 30 };
const dayOf = (name: DayName): DayResult => days.get(name)!;
const figures = (name: DayName): DayFigures => figuresOf(dayOf(name));

const sum = (values: Iterable<number>): number => [...values].reduce((all, each) => all + each, 0);

describe(`The pacing simulation, from seed ${SEED} on`, () => {
  it('the set-up "broken" wastes most impressions, and "fixed" wastes few', () => {
    expect(Math.abs(figures('broken').utilisation - 40)).toBeLessThan(5);
    expect(Math.abs(figures('fixed').utilisation - 85)).toBeLessThan(5);
  });

  it('removing the backlog alone gains less than deciding every minute', () => {
    const of = (name: DayName): number => figures(name).utilisation;
    expect(of('no-lag')).toBeGreaterThan(of('broken'));
    expect(of('every-minute') - of('no-lag')).toBeGreaterThan(1.5 * (of('no-lag') - of('broken')));
  });

  it.each(['ours', 'ours-told', 'ours-late', 'ours, 60 s late'] as const)(
    'the purchased units are delivered with the set-up %s',
    (name) => {
      const { utilisation, delivered, overDelivery, starved } = figures(name);
      expect(utilisation).toBeGreaterThan(97);
      expect(delivered).toBeGreaterThan(97);
      expect(overDelivery).toBeLessThan(1);
      expect(starved).toBe(0);
    },
  );

  it('campaigns that run unthrottled stop in time because of the reported lag', () => {
    const { overDelivery, delivered } = figures('ours, 60 s late and at full speed');
    expect(overDelivery).toBeLessThan(1);
    expect(delivered).toBeGreaterThan(97);
  });

  it("the product's set-up spreads delivery over the day, unlike an unthrottled one", () => {
    expect(figures('ours').busiestHour).toBeLessThan(
      figures('ours, 60 s late and at full speed').busiestHour / 2,
    );
  });

  it('every campaign is counted right in the end, with late and duplicate events', () => {
    expect(wrongCounts('ours', dayOf('ours'))).toEqual([]);
    expect(wrongCounts('fixed', dayOf('fixed'))).toEqual([]);
  });

  it('a wrong count would be detected', () => {
    const day = dayOf('ours');
    const [first, ...rest] = day.counted;
    const wrong = { count: 0.9 * first!.count, relativeError: first!.relativeError };
    expect(wrongCounts('ours', { ...day, counted: [wrong, ...rest] })).toEqual([
      expect.stringContaining('campaign-0 was delivered'),
    ]);
  });

  it('late events count twice when keys expire', () => {
    const { delivered, counted } = dayOf('no-lag');
    expect(sum(counted.map(({ count }) => count))).toBeGreaterThan(1.005 * sum(delivered));
  });

  it('the same seed repeats the same run, and another seed differs', () => {
    expect(dayOf('ours again').delivered).toEqual(dayOf('ours').delivered);
    expect(dayOf('ours, another seed').delivered).not.toEqual(dayOf('ours').delivered);
  });

  it('the command runs the simulation, draws the chart and prints one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-pacing-'));
    try {
      const chart = join(folder, 'day.svg');
      const words = ['--setup', 'fixed', '--scale', '20', '--seed', `${SEED}`, '--chart', chart, '--json'];
      const command = ['--require', './infra/scripts/register-ts.js', 'test/simulation/main.ts', 'pacing'];
      const root = join(__dirname, '../..');
      const { stdout } = await promisify(execFile)(process.execPath, [...command, ...words], { cwd: root });
      const result = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
      const { utilisation } = figures('fixed');
      expect(result).toMatchObject({
        name: 'pacing',
        machine: { node: process.versions.node },
        figures: { 'fixed: utilisation, %': { mean: utilisation, min: utilisation, max: utilisation } },
        targets: [{ name: 'fixed: utilisation, points from 85 %', op: '<=', target: 5, ok: true }],
      });
      expect(readFileSync(chart, 'utf8')).toContain(`utilisation ${utilisation.toFixed(2)} %`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('The figures of the pacing simulation', () => {
  const campaign = (unitsPurchased: number) => ({ unitsPurchased }) as SimulatedCampaign;

  it('they contain the billed, wasted and missing units of each campaign', () => {
    const result = {
      campaigns: [campaign(100), campaign(100), campaign(200)],
      delivered: Float64Array.of(150, 40, 200),
      busiest: Float64Array.of(30, 9, 39),
      counted: [],
      series: [],
      views: 1_000,
      events: 400,
    };
    expect(figuresOf(result)).toEqual({
      utilisation: (100 * 340) / 390,
      delivered: (100 * 340) / 400,
      overDelivery: (100 * 50) / 400,
      starved: 1,
      least: 40,
      most: 150,
      busiestHour: 20,
      fill: 40,
    });
  });

  it('they are sums over the periods of the day', () => {
    const { series, delivered, views, campaigns } = dayOf('broken');
    expect(sum(series.map(({ billed, wasted }) => billed + wasted))).toBe(sum(delivered));
    expect(sum(series.map((stretch) => stretch.views))).toBe(views);
    expect(sum(series.map(({ purchased }) => purchased))).toBe(
      sum(campaigns.map(({ unitsPurchased }) => unitsPurchased)),
    );
  });
});

describe('The targets of the pacing simulation', () => {
  const spread = (value: number) => ({ mean: value, min: value, max: value });
  const reportOf = (utilisation: number): SimulationReport => ({
    seeds: 1,
    counts: {},
    failures: [],
    violations: 0,
    figures: {
      'ours: utilisation, %': spread(utilisation),
      'ours: delivered of purchases, %': spread(99),
      'ours: over-delivery, %': { mean: 0.5, min: 0, max: 1.5 },
      'ours: starved campaigns': spread(0),
      'ours-told: delivered of purchases, %': spread(94),
      'broken: utilisation, %': spread(48),
    },
  });
  const missed = (report: SimulationReport, flags: Flags): string[] =>
    simulation.targets!(report, flags)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  it('late counts have targets of their own', () => {
    expect(missed(reportOf(96), {})).toContain('ours: utilisation, %');
    expect(missed(reportOf(96), { lag: '60s' })).not.toContain('ours: utilisation, %');
  });

  it('they are missed when the baseline differs from the report, one seed is bad, or the product is', () => {
    expect(missed(reportOf(99), {})).toEqual([
      'broken: utilisation, points from 40 %',
      'ours: over-delivery, % (worst seed)',
      'ours-told: delivered of purchases, %',
    ]);
  });
});

describe('The simulated ad server', () => {
  const campaign = (weight: number, targets = new Uint8Array(SEGMENTS).fill(1)): SimulatedCampaign => ({
    id: '',
    unitsPurchased: 1,
    beginsAt: 0,
    weight,
    targets,
  });
  const VIEWS = 25_600;

  function choices(campaigns: readonly SimulatedCampaign[], shares: readonly number[]): number[] {
    const server = new AdServer(campaigns, seededRandom(SEED));
    shares.forEach((share, place) => server.setShare(place, share));
    const chosen = new Array<number>(campaigns.length + 1).fill(0);
    for (let view = 0; view < VIEWS; view++) chosen[server.choose(view % SEGMENTS) + 1]!++;
    return chosen.map((count) => count / VIEWS);
  }

  it('campaigns are admitted by their pass shares, independently of each other', () => {
    const [none, first, second] = choices([campaign(1), campaign(1)], [0.5, 0.2]);
    expect(none).toBeCloseTo(0.4, 1);
    expect(first).toBeCloseTo(0.5 - 0.1 / 2, 1);
    expect(second).toBeCloseTo(0.2 - 0.1 / 2, 1);
  });

  it('the choice among admitted campaigns is by weight, throttled or not', () => {
    const [none, first, second] = choices([campaign(3), campaign(1)], [0.5, 1]);
    expect(none).toBe(0);
    expect(first).toBeCloseTo(0.5 * 0.75, 1);
    expect(second).toBeCloseTo(0.5 + 0.5 * 0.25, 1);
  });

  it('users see only campaigns meant for them, and no stopped ones', () => {
    const noSegment = new Uint8Array(SEGMENTS);
    expect(choices([campaign(1, noSegment), campaign(1)], [1, 0])).toEqual([1, 0, 0]);
  });
});

describe('The parts of the pacing simulation', () => {
  it('the job stops a campaign at its next run, when its share of the purchase is reached', () => {
    const counter = { add: () => undefined, count: () => count, relativeError: () => 0 };
    const campaigns = [{ unitsPurchased: 10 }, { unitsPurchased: 100 }] as unknown as SimulatedCampaign[];
    const job = new PeriodicJob(campaigns, counter, { everySeconds: 60, stopAtShare: 0.7 });
    const changes: string[] = [];
    let count = 6;
    for (let second = 0; second <= 240; second++) {
      if (second === 61) count = 7;
      job.decide(second, [0, 1], (campaign, share) => changes.push(`${second}: ${campaign} ${share}`));
    }
    expect(changes).toEqual(['0: 0 1', '0: 1 1', '120: 0 0']);
  });

  it.each([
    ['broken', 1_800],
    ['no-lag', 1_800],
    ['every-minute', 60],
    ['fixed', 60],
  ] as const)('the job of the set-up %s runs every %i s', (setUp, everySeconds) => {
    const campaigns = [{ unitsPurchased: 1 }] as unknown as SimulatedCampaign[];
    const { counter, controller } = buildSetUp(setUp, { scenario: SMALL, campaigns, ...USUAL });
    counter.add(dedupKey(0, 1, 0), 1);
    const stopsAt: number[] = [];
    for (let second = 1; second <= 3_600; second++)
      controller.decide(second, [0], (_, share) => share === 0 && stopsAt.push(second));
    expect(stopsAt).toEqual([everySeconds]);
  });

  it('keys expire after their lifetime and not before', () => {
    const keys = new ExpiringKeys(40);
    const isNew = [0, 39, 40, 41, 80].map((now) => keys.setIfAbsent(7, now));
    expect(isNew).toEqual([true, false, true, false, true]);
  });

  it('keys are distinguished, however many are added and expire', () => {
    const keys = new ExpiringKeys(10);
    let added = 0;
    for (let i = 0; i < 100_000; i++) added += Number(keys.setIfAbsent(i * 7_919, Math.floor(i / 1_000)));
    expect(added).toBe(100_000);
    expect(keys.setIfAbsent(99_999 * 7_919, 100)).toBe(false);
  });

  it('a scenario changes only in an existing input', () => {
    expect(changed(GOTO, 'campaigns=400')).toEqual({ ...GOTO, campaigns: 400 });
    for (const change of ['champagnes=400', 'campaigns', 'campaigns=', 'campaigns=many'])
      expect(() => changed(GOTO, change)).toThrow('an input and a number');
  });

  it('a day has as many views as were reported', () => {
    let views = 0;
    for (let second = 0; second < 86_400; second++) views += viewsPerSecond(GOTO, second);
    expect(views).toBeCloseTo(GOTO.views, -3);
  });

  it('the backlog grows through the day and is empty in the morning', () => {
    const lag = swellingLag(GOTO);
    const hours = [7, 12, 16, 20].map((hour) => lag(hour * 3_600) / 3_600);
    expect(hours[0]).toBeLessThan(0.01);
    expect(hours[1]).toBeGreaterThan(0.2);
    expect(hours[2]).toBeGreaterThan(hours[1]!);
    expect(hours[3]).toBeGreaterThan(2);
    expect(steadyLag(5)(0)).toBe(5);
  });

  it('the chart shows each set-up under its name', () => {
    const series = [{ views: 200_000, billed: 50_000, wasted: 100_000, purchased: 70_000 }];
    const title = 'A & <B>';
    const chart = deliveryChart([{ title, subtitle: 'C', series: [...series, ...series] }]);
    expect(chart).toContain('A &amp; &lt;B>');
    expect(chart).toContain('prefers-color-scheme: dark');
    expect(chart).not.toMatch(/NaN|undefined/);
  });
});
