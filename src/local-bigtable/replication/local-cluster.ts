import type { Clock } from '../../platform/time/clock';
import type { ClusterLocation } from '../../routing/topology/topology';
import { HybridClock } from './hybrid-clock';

/** A cluster of an instance: its place, its clock, and the faults that it has been told to have. */
export class LocalCluster implements ClusterLocation {
  readonly id: string;
  readonly region: string;
  readonly zone: string;
  /** One bit per cluster of the instance: sets of clusters are numbers. */
  readonly bit: number;
  /** Stamps this cluster's commits. */
  readonly commitClock: HybridClock;
  /** Stamps of commits that wait to be durable before they are sent, ascending. */
  readonly unsent = new Set<number>();
  readonly #clock: Clock;
  /** A stopped cluster serves nobody, and neither sends nor receives replication; it loses nothing. */
  stopped = false;
  /** Set for good when the instance has parted with the cluster. */
  removed = false;
  /** Extra time for each request, milliseconds. */
  slowMs = 0;
  /** Share of the requests that fail with UNAVAILABLE, 0 to 1. */
  errorRate = 0;
  /** How far this cluster's wall clock is ahead, milliseconds. */
  clockSkewMs = 0;

  constructor(place: ClusterLocation, index: number, clock: Clock) {
    this.id = place.id;
    this.region = place.region;
    this.zone = place.zone;
    this.bit = 1 << index;
    this.#clock = clock;
    this.commitClock = new HybridClock(() => this.nowMs());
  }

  /** Every commit of this cluster with a stamp up to this one, made or yet to be made, has been sent. */
  get sentUpTo(): number {
    for (const stamp of this.unsent) return stamp - 1;
    return this.commitClock.closedTimestamp();
  }

  /** The wall clock as this cluster sees it, whole milliseconds. */
  nowMs(): number {
    return this.#clock.nowMs() + this.clockSkewMs;
  }
}
