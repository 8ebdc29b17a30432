import type { Clock } from '../../platform/time/clock';
import type { ClusterLocation } from '../../routing/topology/topology';
import { HybridClock } from './hybrid-clock';

/** Cluster of an instance: its location, its clock, and its injected faults. */
export class EmulatedCluster implements ClusterLocation {
  readonly id: string;
  readonly region: string;
  readonly zone: string;
  /** Bit of this cluster: sets of clusters of an instance are bit masks. */
  readonly bit: number;
  /** Clock for commit timestamps. */
  readonly commitClock: HybridClock;
  /** Commit timestamps of commits that must become durable before they are sent, ascending. */
  readonly unsent = new Set<number>();
  readonly #clock: Clock;
  /** True while the cluster rejects requests and neither sends nor receives replication. No data is lost. */
  stopped = false;
  /** Set permanently when the cluster has been removed from its instance. */
  removed = false;
  /** Extra latency of each request, in milliseconds. */
  slowMs = 0;
  /** Share of requests that fail with UNAVAILABLE, 0 to 1. */
  errorRate = 0;
  /** Offset of this cluster's wall clock, in milliseconds. */
  clockSkewMs = 0;

  constructor(place: ClusterLocation, index: number, clock: Clock) {
    this.id = place.id;
    this.region = place.region;
    this.zone = place.zone;
    this.bit = 1 << index;
    this.#clock = clock;
    this.commitClock = new HybridClock(() => this.nowMs());
  }

  /** Commit timestamp up to which all commits of this cluster, present or future, have been sent. */
  get sentUpTo(): number {
    for (const commitMicros of this.unsent) return commitMicros - 1;
    return this.commitClock.closedTimestamp();
  }

  /** Returns the wall clock of this cluster in whole milliseconds. */
  nowMs(): number {
    return this.#clock.nowMs() + this.clockSkewMs;
  }
}
