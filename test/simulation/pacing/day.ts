import { seededRandom } from '../../../src/platform/random';
import { AdServer } from './ad-server';
import { dedupKey } from './counters';
import { ExpiringKeys } from './expiring-keys';
import { Pipeline } from './pipeline';
import {
  DAY_SECONDS,
  DEDUP_WINDOW_SECONDS,
  drawCampaigns,
  type Scenario,
  SEGMENTS,
  type SimulatedCampaign,
} from './scenario';
import { buildSetUp, dayOf, type SetUp, type SetUpName } from './set-ups';
import { arrivalDelay, Traffic } from './traffic';
import type { PolicyName } from '../../../src/core/pacing/pacing';

/** Chosen: delay from a decision to its effect at the ad server, in seconds. */
const OBEY_SECONDS = 1;
export const SERIES_SECONDS = 600;
const HOUR_SECONDS = 3_600;

export interface DayOptions {
  readonly scenario: Scenario;
  readonly setUp: SetUpName;
  readonly lagSeconds: number;
  readonly policy: PolicyName;
  readonly pacingSeconds: number;
}

export interface DayResult {
  readonly campaigns: readonly SimulatedCampaign[];
  /** Distinct dedup keys of each campaign, exact. */
  readonly delivered: Float64Array;
  /** Distinct dedup keys of each campaign's busiest hour. */
  readonly busiest: Float64Array;
  readonly counted: readonly { readonly count: number; readonly relativeError: number }[];
  readonly views: number;
  readonly events: number;
  /** Values by period of `SERIES_SECONDS`. */
  readonly series: readonly DayStretch[];
}

export interface DayStretch {
  views: number;
  billed: number;
  wasted: number;
  /** Units of the campaigns that start in the period. */
  purchased: number;
}

/** Simulates one day of a page: campaigns, ad server, event pipeline, counter and controller. */
export class Day {
  readonly #options: DayOptions;
  readonly #campaigns: readonly SimulatedCampaign[];
  readonly #random;
  readonly #adServer: AdServer;
  readonly #traffic: Traffic;
  readonly #setUp: SetUp;
  readonly #pipeline: Pipeline;
  /** Keys of the current dedup window; exact, because events arrive almost in order. */
  readonly #shown = new ExpiringKeys(DEDUP_WINDOW_SECONDS + 1);
  readonly #delivered: Float64Array;
  readonly #busiest: Float64Array;
  /** Counts of the current hour, by campaign. */
  readonly #ofTheHour: Float64Array;
  readonly #series: DayStretch[];
  /** Campaign numbers by start time, and the number of those that have started. */
  readonly #order: readonly number[];
  readonly #begun: number[] = [];
  #changes: (readonly [campaign: number, share: number])[][] = [];
  #views = 0;
  #events = 0;

  constructor(options: DayOptions, seed: number) {
    const scenario = dayOf(options.setUp, options.scenario);
    this.#options = { ...options, scenario };
    this.#campaigns = drawCampaigns(scenario, seed);
    this.#random = seededRandom(seed + 1);
    this.#adServer = new AdServer(this.#campaigns, this.#random);
    this.#traffic = new Traffic(scenario, this.#random);
    this.#setUp = buildSetUp(options.setUp, { ...this.#options, campaigns: this.#campaigns });
    this.#pipeline = new Pipeline(this.#setUp.lag);
    this.#delivered = new Float64Array(this.#campaigns.length);
    this.#busiest = new Float64Array(this.#campaigns.length);
    this.#ofTheHour = new Float64Array(this.#campaigns.length);
    const stretches = DAY_SECONDS / SERIES_SECONDS;
    this.#series = Array.from({ length: stretches }, () => ({
      views: 0,
      billed: 0,
      wasted: 0,
      purchased: 0,
    }));
    const places = [...this.#campaigns.keys()];
    this.#order = places.sort((a, b) => this.#campaigns[a]!.beginsAt - this.#campaigns[b]!.beginsAt);
  }

  run(): DayResult {
    for (let second = 0; second < DAY_SECONDS; second++) this.#second(second);
    for (let second = DAY_SECONDS; second <= this.#pipeline.lastSecond; second++) this.#count(second);
    const { counter } = this.#setUp;
    return {
      campaigns: this.#campaigns,
      delivered: this.#delivered,
      busiest: this.#busiest,
      counted: this.#campaigns.map((_, campaign) => ({
        count: counter.count(campaign),
        relativeError: counter.relativeError(campaign),
      })),
      views: this.#views,
      events: this.#events,
      series: this.#series,
    };
  }

  #second(second: number): void {
    if (second % HOUR_SECONDS === 0) this.#ofTheHour.fill(0);
    this.#begin(second);
    this.#count(second);
    this.#decide(second);
    const views = this.#traffic.count(second);
    this.#views += views;
    this.#stretch(second).views += views;
    for (let view = 0; view < views; view++) this.#view(second);
  }

  #begin(second: number): void {
    for (;;) {
      const next = this.#order[this.#begun.length];
      if (next === undefined || this.#campaigns[next]!.beginsAt > second) return;
      this.#begun.push(next);
      this.#stretch(second).purchased += this.#campaigns[next]!.unitsPurchased;
    }
  }

  #count(second: number): void {
    for (const key of this.#pipeline.take(second)) this.#setUp.counter.add(key, second);
  }

  /** Decisions take effect a little later. */
  #decide(second: number): void {
    const decided: (readonly [number, number])[] = [];
    this.#setUp.controller.decide(second, this.#begun, (campaign, share) => decided.push([campaign, share]));
    this.#changes.push(decided);
    if (this.#changes.length <= OBEY_SECONDS) return;
    for (const [campaign, share] of this.#changes.shift()!) this.#adServer.setShare(campaign, share);
  }

  #view(second: number): void {
    const { scenario } = this.#options;
    const user = this.#traffic.nextUser();
    const campaign = this.#adServer.choose(user % SEGMENTS);
    if (campaign < 0) return;
    const key = dedupKey(campaign, user, Math.floor(second / DEDUP_WINDOW_SECONDS));
    if (this.#shown.setIfAbsent(key, second)) this.#deliver(campaign, second);
    this.#events++;
    const arrivesAt = second + arrivalDelay(scenario, this.#random);
    this.#pipeline.send(key, arrivesAt);
    if (this.#random() >= scenario.redeliveredShare) return;
    this.#pipeline.send(key, arrivesAt + arrivalDelay({ ...scenario, waitingShare: 1 }, this.#random));
  }

  #deliver(campaign: number, second: number): void {
    const delivered = ++this.#delivered[campaign]!;
    const ofTheHour = ++this.#ofTheHour[campaign]!;
    if (ofTheHour > this.#busiest[campaign]!) this.#busiest[campaign] = ofTheHour;
    const stretch = this.#stretch(second);
    if (delivered <= this.#campaigns[campaign]!.unitsPurchased) stretch.billed++;
    else stretch.wasted++;
  }

  #stretch(second: number): DayStretch {
    return this.#series[Math.floor(second / SERIES_SECONDS)]!;
  }
}
