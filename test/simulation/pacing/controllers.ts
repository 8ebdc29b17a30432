import { completeUpTo } from '../../../src/core/lag/complete-up-to';
import { Pacer } from '../../../src/core/pacing/pacer';
import type { CampaignCount, CampaignDay, CountSnapshot, PolicyName } from '../../../src/core/pacing/pacing';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Counter } from './counters';
import type { Lag } from './pipeline';
import { DAY_SECONDS, type Scenario, type SimulatedCampaign } from './scenario';

/** Decides which campaigns are shown. */
export interface Controller {
  /** Called each second with the campaigns that have started. Returns changed shares, possibly unchanged ones too. */
  decide(second: number, begun: readonly number[], setShare: (campaign: number, share: number) => void): void;
}

/** A periodic job that stops campaigns when a share of their purchase is counted. All others run. */
export class PeriodicJob implements Controller {
  readonly #campaigns: readonly SimulatedCampaign[];
  readonly #counter: Counter;
  readonly #job: { readonly everySeconds: number; readonly stopAtShare: number };
  readonly #stopped = new Set<number>();
  #started = 0;

  constructor(
    campaigns: readonly SimulatedCampaign[],
    counter: Counter,
    job: { readonly everySeconds: number; readonly stopAtShare: number },
  ) {
    this.#campaigns = campaigns;
    this.#counter = counter;
    this.#job = job;
  }

  decide(
    second: number,
    begun: readonly number[],
    setShare: (campaign: number, share: number) => void,
  ): void {
    while (this.#started < begun.length) setShare(begun[this.#started++]!, 1);
    if (second % this.#job.everySeconds !== 0) return;
    for (const campaign of begun) {
      if (this.#stopped.has(campaign) || !this.#isDone(campaign)) continue;
      this.#stopped.add(campaign);
      setShare(campaign, 0);
    }
  }

  #isDone(campaign: number): boolean {
    const limit = this.#job.stopAtShare * this.#campaigns[campaign]!.unitsPurchased;
    return this.#counter.count(campaign) >= limit;
  }
}

/** Start of the simulated day of 24 hours. */
const DAY_START_MS = Date.UTC(2026, 10, 21);
const DAY = '2026-11-21';

/** The product's pacer with its defaults apart from the interval, and its own estimate of the lag. */
export class ProductPacing implements Controller {
  readonly #pacer: Pacer;
  readonly #days: readonly CampaignDay[];
  readonly #counter: Counter;
  readonly #lag: Lag;
  readonly #producerDelayP99Ms: number;
  readonly #everySeconds: number;
  readonly #listed: CampaignDay[] = [];

  constructor(parts: {
    readonly campaigns: readonly SimulatedCampaign[];
    readonly counter: Counter;
    readonly lag: Lag;
    readonly scenario: Scenario;
    readonly policy: PolicyName;
    readonly pacingSeconds: number;
    /** Configured traffic shape, by hour. */
    readonly trafficShape: readonly number[];
  }) {
    this.#pacer = new Pacer({
      ...DEFAULTS.pacing,
      intervalMs: 1_000 * parts.pacingSeconds,
      trafficShape: parts.trafficShape,
    });
    this.#days = parts.campaigns.map((campaign) => campaignDay(campaign, parts.policy));
    this.#counter = parts.counter;
    this.#lag = parts.lag;
    this.#producerDelayP99Ms = producerDelayP99Ms(parts.scenario);
    this.#everySeconds = parts.pacingSeconds;
  }

  decide(
    second: number,
    begun: readonly number[],
    setShare: (campaign: number, share: number) => void,
  ): void {
    if (second % this.#everySeconds !== 0) return;
    while (this.#listed.length < begun.length) this.#listed.push(this.#days[begun[this.#listed.length]!]!);
    const decisions = this.#pacer.decide(
      DAY_START_MS + 1_000 * second,
      this.#listed,
      this.#look(second, begun),
    );
    decisions.forEach(({ passShare }, place) => setShare(begun[place]!, passShare));
  }

  #look(second: number, begun: readonly number[]): CountSnapshot {
    const atMs = DAY_START_MS + 1_000 * second;
    const counts = new Map<string, CampaignCount>();
    for (const campaign of begun) {
      const count = this.#counter.count(campaign);
      const relativeError = this.#counter.relativeError(campaign);
      counts.set(this.#days[campaign]!.campaignId, { count, relativeError });
    }
    return { atMs, completeUpToMs: this.#completeUpToMs(second), counts };
  }

  #completeUpToMs(second: number): number | undefined {
    const atMs = DAY_START_MS + 1_000 * second;
    const report = {
      stage: 'consumer' as const,
      process: 'consumer-1',
      source: 'events',
      atMs,
      ended: false,
      settledUpToMs: atMs - 1_000 * this.#lag(second),
      heldMessages: 0,
      eventsPerSecond: 0,
      eventLagP50Ms: 0,
      deliveryLagP50Ms: 0,
      deliveryLagP99Ms: 0,
      eventLagP99Ms: this.#producerDelayP99Ms,
      producerDelayP99Ms: this.#producerDelayP99Ms,
    };
    return completeUpTo([report], atMs, DEFAULTS.lag);
  }
}

function campaignDay({ id, unitsPurchased }: SimulatedCampaign, policy: PolicyName): CampaignDay {
  return {
    campaignId: id,
    day: DAY,
    dayStartMs: DAY_START_MS,
    dayEndMs: DAY_START_MS + 1_000 * DAY_SECONDS,
    unitsPurchased,
    priority: 50,
    isPaused: false,
    policy:
      policy === 'threshold' ? { name: policy, share: DEFAULTS.pacing.thresholdShare } : { name: policy },
  };
}

/** Mixture of delays: most events are sent at once, a share waits for an exponentially distributed time. */
function producerDelayP99Ms({ waitingShare, waitingSeconds }: Scenario): number {
  return waitingShare <= 0.01 ? 1_000 : 1_000 * waitingSeconds * Math.log(waitingShare / 0.01);
}
