import type { PolicyName } from '../../../src/core/pacing/pacing';
import { type Controller, PeriodicJob, ProductPacing } from './controllers';
import { CacheCounter, type Counter, SketchCounter } from './counters';
import { type Lag, steadyLag, swellingLag } from './pipeline';
import type { Scenario, SimulatedCampaign } from './scenario';

/** How impressions are counted, and campaigns stopped. */
export interface SetUp {
  readonly lag: Lag;
  readonly counter: Counter;
  readonly controller: Controller;
}

/** From `broken` to `fixed` as it was reported, one change after the other; `ours` is this product. */
export const SET_UPS = ['broken', 'no-lag', 'every-minute', 'at-70-percent', 'fixed', 'ours'] as const;
export type SetUpName = (typeof SET_UPS)[number];

interface Periodic {
  readonly hasLag: boolean;
  readonly everySeconds: number;
  readonly stopAtShare: number;
  /** Of dedup keys in a cache; undefined: sketches, which need none. */
  readonly ttlSeconds: number | undefined;
}

const PERIODIC: Readonly<Record<Exclude<SetUpName, 'ours'>, Periodic>> = {
  broken: { hasLag: true, everySeconds: 1_800, stopAtShare: 1, ttlSeconds: 40 },
  'no-lag': { hasLag: false, everySeconds: 1_800, stopAtShare: 1, ttlSeconds: 40 },
  'every-minute': { hasLag: false, everySeconds: 60, stopAtShare: 1, ttlSeconds: 40 },
  'at-70-percent': { hasLag: false, everySeconds: 60, stopAtShare: 0.7, ttlSeconds: 40 },
  fixed: { hasLag: false, everySeconds: 60, stopAtShare: 0.7, ttlSeconds: undefined },
};

/** Chosen: of a pipeline without backlog. */
export const USUAL_LAG_SECONDS = 5;

export interface SetUpOptions {
  readonly scenario: Scenario;
  readonly campaigns: readonly SimulatedCampaign[];
  /** Of set-ups without a lag that swells. */
  readonly lagSeconds: number;
  readonly policy: PolicyName;
  /** What ours is told of the traffic, by hour; empty: nothing. */
  readonly trafficShape: readonly number[];
}

export function buildSetUp(name: SetUpName, options: SetUpOptions): SetUp {
  const { scenario, campaigns, lagSeconds } = options;
  if (name === 'ours') {
    const [counter, lag] = [new SketchCounter(campaigns.length), steadyLag(lagSeconds)];
    return { lag, counter, controller: new ProductPacing({ ...options, counter, lag }) };
  }
  const { hasLag, ttlSeconds, ...job } = PERIODIC[name];
  const counter =
    ttlSeconds === undefined
      ? new SketchCounter(campaigns.length)
      : new CacheCounter(campaigns.length, ttlSeconds);
  const lag = hasLag ? swellingLag(scenario) : steadyLag(lagSeconds);
  return { lag, counter, controller: new PeriodicJob(campaigns, counter, job) };
}
