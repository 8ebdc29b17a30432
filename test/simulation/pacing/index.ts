import { writeFileSync } from 'node:fs';
import { POLICIES, type PolicyName } from '../../../src/core/pacing/pacing';
import { DEFAULTS } from '../../../src/config/defaults';
import {
  type Flags,
  type Simulation,
  type SimulationReport,
  type SimulationRun,
  type Target,
} from '../harness';
import { deliveryChart, type ChartPart } from './chart';
import { Day, type DayResult } from './day';
import { type DayFigures, figuresOf } from './figures';
import { changed, GOTO, scaledDown } from './scenario';
import { isOurs, SET_UPS, type SetUpName, USUAL_LAG_SECONDS, USUAL_PACING_SECONDS } from './set-ups';

const LAGS = ['1s', '2s', '5s', '10s', '30s', '60s', '120s', '300s', '600s'];
/** Tolerance in standard errors: an estimate exceeds it by chance once in two million. */
const ERRORS_MAX = 5;
const USUAL_POLICY = DEFAULTS.pacing.policy;
const USUAL_SET_UPS: readonly SetUpName[] = ['broken', 'fixed', 'ours', 'ours-told', 'ours-late'];
const TITLES: Readonly<Record<SetUpName, string>> = {
  broken: 'Broken: every 30 minutes, keys for 40 s, a backlog that swells',
  'no-lag': 'Broken, but without a backlog',
  'every-minute': 'The same, every minute',
  'at-70-percent': 'The same, stopped at 70 %',
  fixed: 'Fixed: every minute, stopped at 70 %, sketches',
  ours: 'Tidemark as installed',
  'ours-told': 'Tidemark with the hourly traffic shape configured',
  'ours-late': 'Tidemark as installed, with campaigns that start until 22:00',
};

async function run(seed: number, flags: Flags): Promise<SimulationRun> {
  const chosen = flags['setup'] as SetUpName | undefined;
  const parts: (ChartPart & { readonly setUp: SetUpName; readonly result: DayResult })[] = [];
  for (const setUp of chosen === undefined ? USUAL_SET_UPS : [chosen]) {
    const result = new Day(dayOptions(setUp, flags), seed).run();
    parts.push({ setUp, result, ...chartPart(setUp, result) });
  }
  if (typeof flags['chart'] === 'string') writeFileSync(flags['chart'], deliveryChart(parts));
  return {
    counts: sums(parts.map(({ result }) => result)),
    figures: Object.fromEntries(parts.flatMap(({ setUp, result }) => named(setUp, figuresOf(result)))),
    fingerprint: parts.map(({ result }) => result.delivered.join()).join('|'),
    violations: parts.flatMap(({ setUp, result }) => wrongCounts(setUp, result)),
  };
}

function dayOptions(setUp: SetUpName, flags: Flags) {
  const change = flags['with'];
  const scenario = typeof change === 'string' ? changed(GOTO, change) : GOTO;
  return {
    scenario: scaledDown(scenario, Number(flags['scale'] ?? 1)),
    setUp,
    lagSeconds: secondsOf(flags['lag']) ?? USUAL_LAG_SECONDS,
    pacingSeconds: secondsOf(flags['interval']) ?? USUAL_PACING_SECONDS,
    policy: ((flags['policy'] as string | undefined) ?? USUAL_POLICY) as PolicyName,
  };
}

const secondsOf = (flag: Flags[string] | undefined): number | undefined =>
  typeof flag === 'string' ? Number.parseInt(flag, 10) : undefined;

function chartPart(setUp: SetUpName, result: DayResult): ChartPart {
  const { utilisation, delivered, overDelivery, starved } = figuresOf(result);
  const subtitle =
    `utilisation ${utilisation.toFixed(2)} % · delivered ${delivered.toFixed(2)} % of what was purchased · ` +
    `over-delivery ${overDelivery.toFixed(2)} % · starved campaigns ${starved}`;
  return { title: TITLES[setUp], subtitle, series: result.series };
}

function sums(results: readonly DayResult[]): Record<string, number> {
  const sum = (of: (result: DayResult) => number): number => results.reduce((all, each) => all + of(each), 0);
  return {
    'days simulated': results.length,
    campaigns: sum(({ campaigns }) => campaigns.length),
    'page views': sum(({ views }) => views),
    impressions: sum(({ delivered }) => delivered.reduce((all, each) => all + each, 0)),
  };
}

const UNITS: Readonly<Record<keyof DayFigures, string>> = {
  utilisation: 'utilisation, %',
  delivered: 'delivered of purchases, %',
  overDelivery: 'over-delivery, %',
  starved: 'starved campaigns',
  least: 'least delivered campaign, %',
  most: 'most delivered campaign, %',
  busiestHour: "of a campaign's units in its busiest hour, %",
  fill: 'fill, %',
};

const figureName = (setUp: SetUpName, figure: keyof DayFigures): string => `${setUp}: ${UNITS[figure]}`;

function named(setUp: SetUpName, figures: DayFigures): [string, number][] {
  const keys = Object.keys(UNITS) as (keyof DayFigures)[];
  return keys.map((key) => [figureName(setUp, key), figures[key]]);
}

/** With sketches, the count of every campaign must be right: exact, or within the tolerance. */
export function wrongCounts(setUp: SetUpName, { counted, delivered, campaigns }: DayResult): string[] {
  if (setUp !== 'fixed' && !isOurs(setUp)) return [];
  return campaigns.flatMap(({ id }, i) => {
    const { count, relativeError } = counted[i]!;
    const truth = delivered[i]!;
    if (Math.abs(count - truth) <= ERRORS_MAX * relativeError * truth) return [];
    return [`${setUp}: ${id} was delivered ${truth} and is counted ${count}`];
  });
}

/** Targets for the average of all seeds, and for the worst seed where no seed may miss them. */
function targets({ figures }: SimulationReport, flags: Flags): Target[] {
  const isLate = flags['lag'] !== undefined && Number.parseInt(flags['lag'] as string, 10) >= 60;
  const mean = (setUp: SetUpName, key: keyof DayFigures) => figures[figureName(setUp, key)]?.mean;
  const worst = (setUp: SetUpName, key: keyof DayFigures) => figures[figureName(setUp, key)]?.max;
  const ours = flags['policy'] === undefined ? SET_UPS.filter(isOurs) : [];
  const least = isLate ? 95 : 97;
  return [
    ...near('broken: utilisation, points from 40 %', mean('broken', 'utilisation'), 40),
    ...(flags['lag'] === undefined
      ? near('fixed: utilisation, points from 85 %', mean('fixed', 'utilisation'), 85)
      : []),
    ...ours.flatMap((setUp) => [
      ...target(`${setUp}: utilisation, %`, mean(setUp, 'utilisation'), '>=', least),
      ...target(`${setUp}: delivered of purchases, %`, mean(setUp, 'delivered'), '>=', least),
      ...target(`${setUp}: over-delivery, % (worst seed)`, worst(setUp, 'overDelivery'), '<=', 1),
      ...target(`${setUp}: starved campaigns (worst seed)`, worst(setUp, 'starved'), '<=', 0),
    ]),
  ];
}

/** "Within a few points". */
const POINTS_MAX = 5;
const near = (name: string, value: number | undefined, aim: number): Target[] =>
  target(name, value === undefined ? undefined : Math.abs(value - aim), '<=', POINTS_MAX);

function target(name: string, value: number | undefined, op: '>=' | '<=', aim: number): Target[] {
  if (value === undefined) return [];
  return [
    { name, value: Number(value.toFixed(3)), op, target: aim, ok: op === '>=' ? value >= aim : value <= aim },
  ];
}

export const simulation: Simulation = {
  name: 'pacing',
  description:
    'a day of campaigns that are shown, counted and stopped: as it was broken, as it was fixed, and by us',
  about: `A seed is a day, second by second: page views, an ad server that chooses a campaign for each, impressions that come late
or twice, a pipeline with lag, and what counts and stops campaigns: the production code, where the set-up is ours. For each set-up
it prints utilisation, delivery, over-delivery and starved campaigns.`,
  flags: {
    scenario: { about: 'parameters of the world', values: ['goto'], usually: 'goto' },
    setup: { about: 'only this set-up', values: SET_UPS, usually: USUAL_SET_UPS.join(', ') },
    lag: { about: 'of the pipeline', values: LAGS, usually: `${USUAL_LAG_SECONDS}s` },
    policy: { about: 'by which ours paces', values: POLICIES, usually: USUAL_POLICY },
    interval: {
      about: 'from one of our decisions to the next',
      values: ['1s', '10s', '30s'],
      usually: `${USUAL_PACING_SECONDS}s`,
    },
    scale: {
      about: 'so many times smaller are the page and the purchases',
      values: ['1', '4', '20'],
      usually: '1',
    },
    with: { about: "one of the scenario's inputs changed", values: 'input=number' },
    chart: { about: 'draw the deliveries of the day, as SVG', values: 'file' },
  },
  quickFlags: { scale: '20', interval: '30s' },
  seeds: { usual: 20, quick: 1 },
  run,
  targets,
};
