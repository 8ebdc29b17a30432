import type { Clock } from '../../platform/time/clock';
import type { Cluster } from '../topology/cluster';
import type { FleetHealth } from './fleet-health';

/** When a read is sent a second time, and how often it may be. */
export interface Hedging {
  /** Counts a read: the budget is a share of them. */
  recordRead(): void;
  /**
   * So long a read of the cluster goes unanswered before a second one is worth its cost, milliseconds: about the 95th
   * percentile of those before it. Undefined while too few were seen.
   */
  delayMs(cluster: Cluster): number | undefined;
  /** Takes one extra lookup from the budget, whatever it is sent for; false when there is none. */
  takeExtraLookup(): boolean;
}

export interface HedgeLimits {
  readonly hedgeBudget: number;
  readonly hedgeBurst: number;
  readonly hedgeQuantile: number;
  readonly hedgeDelayMinMs: number;
  readonly latencySamplesMin: number;
}

/**
 * Hedged requests as in Dean and Barroso, "The Tail at Scale" (CACM 56/2, 2013): a second one after the 95th percentile
 * of latencies, and never for more than a small share of the reads. The share is a bucket that each read fills a little,
 * as the retry throttling of gRPC does it (gRFC A6), so that a store that is slow as a whole isn't asked twice as much. As
 * there, a process begins with a full bucket: its first reads may find a cluster that never answers.
 */
export class HedgeBudget implements Hedging {
  readonly #fleet: FleetHealth;
  readonly #clock: Clock;
  readonly #limits: HedgeLimits;
  #saved: number;

  constructor(fleet: FleetHealth, clock: Clock, limits: HedgeLimits) {
    this.#fleet = fleet;
    this.#clock = clock;
    this.#limits = limits;
    this.#saved = limits.hedgeBudget > 0 ? limits.hedgeBurst : 0;
  }

  recordRead(): void {
    const { hedgeBudget, hedgeBurst } = this.#limits;
    this.#saved = Math.min(hedgeBurst, this.#saved + hedgeBudget);
  }

  delayMs(cluster: Cluster): number | undefined {
    const { hedgeQuantile, hedgeDelayMinMs, latencySamplesMin } = this.#limits;
    const latency = this.#fleet.of(cluster)?.latency;
    const nowMs = this.#clock.monotonicMs();
    if (latency === undefined || latency.sampleCount(nowMs) < latencySamplesMin) return undefined;
    return Math.max(hedgeDelayMinMs, latency.quantileMs(hedgeQuantile, nowMs));
  }

  takeExtraLookup(): boolean {
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
