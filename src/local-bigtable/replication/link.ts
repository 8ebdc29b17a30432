import { isDeepStrictEqual } from 'node:util';
import BTree from 'sorted-btree';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { LinkConditions } from '../../routing/topology/topology';
import type { EmulatedCluster } from './local-cluster';
import type { Commit } from './commit';

/** Receives the commits that a link delivers. Must tolerate duplicates. */
export interface CommitReceiver {
  receive(commit: Commit, at: EmulatedCluster): void;
}

interface InFlightCommit {
  readonly commit: Commit;
  readonly receiver: CommitReceiver;
  /** Sequence number of sending. */
  readonly order: number;
  /** Time of arrival in milliseconds of the monotonic clock; Infinity while the link is blocked. */
  dueMs: number;
}

interface LinkDependencies {
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Carries the commits of one cluster to another with simulated delay, loss and partitions. Every commit arrives
 * eventually.
 */
export class Link {
  readonly #clock: Clock;
  readonly #random: Random;
  #conditions: LinkConditions;
  /** Commits in flight in the order of sending, which is that of commit timestamps. */
  readonly #inFlight = new Set<InFlightCommit>();
  /** Transmitted commits in the order of arrival. Empty while the link is blocked. */
  readonly #arriving = new BTree<InFlightCommit>(undefined, byArrival);
  /** Arrival time of the last commit of each row, used while rows may overtake each other. */
  readonly #rowDueMs = new Map<string, number>();
  /** Time at which the line is free for the next transmission, in milliseconds. */
  #lineFreeMs = 0;
  #nextOrder = 0;
  #cancelTimer: (() => void) | undefined;
  /** Commit timestamp up to which the receiver had everything when the link was blocked. */
  #deliveredBeforeBlock: number | undefined;
  #closed = false;

  constructor(
    readonly from: EmulatedCluster,
    readonly to: EmulatedCluster,
    conditions: LinkConditions,
    { clock, random }: LinkDependencies,
  ) {
    this.#conditions = conditions;
    this.#clock = clock;
    this.#random = random;
    if (this.blocked) this.#deliveredBeforeBlock = from.sentUpTo;
  }

  get conditions(): LinkConditions {
    return this.#conditions;
  }

  /** True when nothing passes: the link is partitioned, or one of its clusters is stopped. */
  get blocked(): boolean {
    return this.#conditions.partitioned || this.from.stopped || this.to.stopped;
  }

  /** Number of commits in flight. */
  get backlog(): number {
    return this.#inFlight.size;
  }

  /** Commit timestamp of the oldest commit in flight, in microseconds. */
  get oldestCommitMicros(): number | undefined {
    for (const { commit } of this.#inFlight) return commit.commitMicros;
    return undefined;
  }

  /** Commit timestamp up to which the receiver knows that it has every commit of `from`. */
  get deliveredUpTo(): number {
    const oldest = this.oldestCommitMicros;
    const complete = oldest === undefined ? this.from.sentUpTo : oldest - 1;
    return Math.min(complete, this.#deliveredBeforeBlock ?? Infinity);
  }

  send(commit: Commit, receiver: CommitReceiver): void {
    if (this.#closed) return;
    const item = { commit, receiver, order: this.#nextOrder++, dueMs: Infinity };
    this.#inFlight.add(item);
    if (this.blocked) return;
    this.#transmit(item);
    if (this.#arriving.minKey() === item) this.#arm();
  }

  /** Changes the conditions. Commits in flight use the new conditions if they arrive sooner. */
  configure(change: Partial<LinkConditions>): void {
    const conditions = { ...this.#conditions, ...change };
    if (isDeepStrictEqual(conditions, this.#conditions)) return;
    this.#conditions = conditions;
    this.refresh();
  }

  /** Applies a change of the clusters' state. Must be called when one of them has stopped or started. */
  refresh(): void {
    this.#arriving.clear();
    this.#rowDueMs.clear();
    if (this.blocked) {
      this.#deliveredBeforeBlock ??= this.deliveredUpTo;
      // Commits in flight are lost and will be sent again.
      for (const item of this.#inFlight) item.dueMs = Infinity;
    } else {
      this.#deliveredBeforeBlock = undefined;
      this.#lineFreeMs = this.#clock.monotonicMs();
      for (const item of this.#inFlight) this.#transmit(item);
    }
    this.#arm();
  }

  /** Discards the commits in flight and ignores further ones. */
  close(): void {
    this.#closed = true;
    this.#inFlight.clear();
    this.#arriving.clear();
    this.#arm();
  }

  /**
   * Sets the arrival time: by the current conditions or as before, whichever is sooner, unless ordering requires a
   * later one.
   */
  #transmit(item: InFlightCommit): void {
    const { key } = item.commit;
    const earliestMs = this.#earliestArrivalMs(key);
    item.dueMs = Math.max(Math.min(this.#arrivalMs(item.commit), item.dueMs), earliestMs);
    if (this.#conditions.reorderRows) this.#rowDueMs.set(key, item.dueMs);
    this.#arriving.set(item, undefined);
  }

  /** Returns the earliest arrival time of the next commit of the row, so that it stays behind earlier commits. */
  #earliestArrivalMs(key: string): number {
    const { reorderRows, reorderWithinRow } = this.#conditions;
    if (reorderWithinRow) return 0;
    return (reorderRows ? this.#rowDueMs.get(key) : this.#arriving.maxKey()?.dueMs) ?? 0;
  }

  /** Returns the arrival time of a transmission that starts now, lost attempts included. */
  #arrivalMs(commit: Commit): number {
    const { delayMs, jitterMs, bytesPerSecond, dropRate, retryMs } = this.#conditions;
    const busyMs = bytesPerSecond === 0 ? 0 : (commit.bytes / bytesPerSecond) * 1_000;
    this.#lineFreeMs = Math.max(this.#lineFreeMs, this.#clock.monotonicMs()) + busyMs;
    let arrivalMs = this.#lineFreeMs + delayMs + (jitterMs === 0 ? 0 : this.#random() * jitterMs);
    for (let lost = 0; lost < ATTEMPTS_MAX && dropRate > 0 && this.#random() < dropRate; lost++) {
      arrivalMs += retryMs;
    }
    return arrivalMs;
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const next = this.#arriving.minKey();
    if (next === undefined) return;
    const waitMs = Math.min(Math.max(0, next.dueMs - this.#clock.monotonicMs()), TIMER_MAX_MS);
    this.#cancelTimer = this.#clock.schedule(waitMs, () => this.#deliverDue());
  }

  #deliverDue(): void {
    const nowMs = this.#clock.monotonicMs();
    for (let count = 0; count < DELIVERIES_PER_TURN && !this.blocked; count++) {
      const item = this.#arriving.minKey();
      if (item === undefined || item.dueMs > nowMs) break;
      this.#arriving.delete(item);
      this.#inFlight.delete(item);
      if (this.#rowDueMs.get(item.commit.key) === item.dueMs) this.#rowDueMs.delete(item.commit.key);
      this.#deliver(item);
    }
    this.#arm();
  }

  #deliver({ commit, receiver }: InFlightCommit): void {
    receiver.receive(commit, this.to);
    // After a lost acknowledgement the sender repeats the commit.
    if (this.#conditions.dropRate > 0 && this.#random() < this.#conditions.dropRate) {
      receiver.receive(commit, this.to);
    }
  }
}

const byArrival = (a: InFlightCommit, b: InFlightCommit): number =>
  a.dueMs === b.dueMs ? a.order - b.order : a.dueMs - b.dueMs;

/** Maximum number of attempts per transmission, even on the worst link. */
const ATTEMPTS_MAX = 100;
/** After a long partition many commits are due at once. This limit lets requests run in between. */
const DELIVERIES_PER_TURN = 1_000;
/** Maximum delay of Node's timers. Longer waits use several timers. */
const TIMER_MAX_MS = 2 ** 31 - 1;
