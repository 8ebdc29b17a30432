import type { PolicyName } from '../../../src/core/pacing/pacing';
import { DEFAULTS } from '../../../src/config/defaults';
import { type Controller, PeriodicJob, ProductPacing } from './controllers';
import { CacheCounter, type Counter, SketchCounter } from './counters';
import { type Lag, steadyLag, swellingLag } from './pipeline';
import { hourlyTraffic, type Scenario, type SimulatedCampaign } from './scenario';

/** A way to count impressions and stop campaigns. */
export interface SetUp {
  readonly lag: Lag;
  readonly counter: Counter;
  readonly controller: Controller;
}

/**
 * The set-ups from `broken` to `fixed` as reported, one change after the other. Then this product: `ours` as
 * installed; `ours-told` with the hourly traffic shape configured; and `ours-late` as installed, on a harder day on
 * which campaigns start until 22:00, when there is hardly any traffic left.
 */
export const SET_UPS = [
  'broken',
  'no-lag',
  'every-minute',
  'at-70-percent',
  'fixed',
  'ours',
  'ours-told',
  'ours-late',
] as const;
export type SetUpName = (typeof SET_UPS)[number];
const OURS = ['ours', 'ours-told', 'ours-late'] as const;
type OurName = (typeof OURS)[number];
export const isOurs = (name: SetUpName): name is OurName => OURS.some((each) => each === name);

interface Periodic {
  readonly hasLag: boolean;
  readonly everySeconds: number;
  readonly stopAtShare: number;
  /** Lifetime of dedup keys in a cache, in seconds; undefined: sketches, which need none. */
  readonly ttlSeconds: number | undefined;
}

const PERIODIC: Readonly<Record<Exclude<SetUpName, OurName>, Periodic>> = {
  broken: { hasLag: true, everySeconds: 1_800, stopAtShare: 1, ttlSeconds: 40 },
  'no-lag': { hasLag: false, everySeconds: 1_800, stopAtShare: 1, ttlSeconds: 40 },
  'every-minute': { hasLag: false, everySeconds: 60, stopAtShare: 1, ttlSeconds: 40 },
  'at-70-percent': { hasLag: false, everySeconds: 60, stopAtShare: 0.7, ttlSeconds: 40 },
  fixed: { hasLag: false, everySeconds: 60, stopAtShare: 0.7, ttlSeconds: undefined },
};

/** Chosen: lag of a pipeline without backlog, in seconds. */
export const USUAL_LAG_SECONDS = 5;
/** Chosen: rare for the product, whose default is every second, but frequent enough and quick to simulate. */
export const USUAL_PACING_SECONDS = 10;

export interface SetUpOptions {
  readonly scenario: Scenario;
  readonly campaigns: readonly SimulatedCampaign[];
  /** Lag of set-ups without a growing backlog, in seconds. */
  readonly lagSeconds: number;
  readonly policy: PolicyName;
  /** Interval between decisions of the product, in seconds. */
  readonly pacingSeconds: number;
}

/** Returns the set-up's day: that of the scenario, or the harder one. */
export function dayOf(name: SetUpName, scenario: Scenario): Scenario {
  return name === 'ours-late' ? { ...scenario, lastBeginSeconds: LATE_BEGIN_SECONDS } : scenario;
}

const LATE_BEGIN_SECONDS = 22 * 3_600;

export function buildSetUp(name: SetUpName, options: SetUpOptions): SetUp {
  const { scenario, campaigns, lagSeconds } = options;
  if (isOurs(name)) {
    const [counter, lag] = [new SketchCounter(campaigns.length), steadyLag(lagSeconds)];
    const trafficShape = name === 'ours-told' ? hourlyTraffic(scenario) : DEFAULTS.pacing.trafficShape;
    return { lag, counter, controller: new ProductPacing({ ...options, counter, lag, trafficShape }) };
  }
  const { hasLag, ttlSeconds, ...job } = PERIODIC[name];
  const counter =
    ttlSeconds === undefined
      ? new SketchCounter(campaigns.length)
      : new CacheCounter(campaigns.length, ttlSeconds);
  const lag = hasLag ? swellingLag(scenario) : steadyLag(lagSeconds);
  return { lag, counter, controller: new PeriodicJob(campaigns, counter, job) };
}
