import type { Clock } from '../../platform/time/clock';
import type { Cluster } from '../topology/cluster';
import type { FleetHealth } from './fleet-health';

/** Decides when a read sends a second request, and how often reads may do so. */
export interface Hedging {
  /** Counts a read: the budget is a share of all reads. */
  recordRead(): void;
  /**
   * Returns how long a read of the cluster may stay unanswered before a second request is worth its cost, in
   * milliseconds: about the 95th percentile of recent reads. Undefined while there are too few samples.
   */
  delayMs(cluster: Cluster): number | undefined;
  /** Takes one extra lookup from the budget, for whatever purpose; false when the budget is used up. */
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
 * Hedged requests as in Dean and Barroso, "The Tail at Scale" (CACM 56/2, 2013): a second request after the 95th
 * percentile of latencies, for a small share of the reads at most. The share is a bucket that each read fills a little,
 * like gRPC's retry throttling (gRFC A6), so that load does not double when the whole store is slow. As there, a
 * process starts with a full bucket, since its first reads may meet a cluster that never answers.
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
