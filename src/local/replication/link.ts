import type { Clock } from '../../platform/clock';
import type { Random } from '../../platform/random';
import type { Cluster } from './cluster';
import type { Commit } from './commit';

/** How a link between two clusters behaves, in one direction. */
export interface LinkConditions {
  readonly delayMs: number;
  /** Up to so much more, at random. */
  readonly jitterMs: number;
  /** 0 for no limit. */
  readonly bytesPerSecond: number;
  /** Chance that a transmission, or its acknowledgement, is lost; the sender then tries again. */
  readonly dropRate: number;
  /** How long the sender waits for an acknowledgement. */
  readonly retryMs: number;
  /** Rows overtake each other, as jitter has it; the commits of one row never do. */
  readonly reorderRows: boolean;
  readonly partitioned: boolean;
}

/** Takes what a link delivers; must tolerate to be told twice. */
export interface Receiver {
  receive(commit: Commit, at: Cluster): void;
}

interface Parcel {
  readonly commit: Commit;
  readonly receiver: Receiver;
  /** Monotonic milliseconds. */
  dueMs: number;
}

interface LinkEnvironment {
  readonly clock: Clock;
  readonly random: Random;
}

/** Carries the commits of one cluster to another, late as links are, but each of them some time. */
export class Link {
  readonly #clock: Clock;
  readonly #random: Random;
  #conditions: LinkConditions;
  /** By due time. */
  #queue: Parcel[] = [];
  /** When the last parcel of each queued row is due, kept while rows may overtake each other. */
  readonly #rowDueMs = new Map<string, number>();
  /** When the line is free for the next transmission. */
  #freeMs = 0;
  #cancelTimer: (() => void) | undefined;
  /** The stamp up to which the receiver had heard everything when the link was cut. */
  #heard: number | undefined;

  constructor(
    readonly from: Cluster,
    readonly to: Cluster,
    conditions: LinkConditions,
    { clock, random }: LinkEnvironment,
  ) {
    this.#conditions = conditions;
    this.#clock = clock;
    this.#random = random;
  }

  get conditions(): LinkConditions {
    return this.#conditions;
  }

  /** Whether nothing passes: the link is cut, or there is nobody at one of its ends. */
  get blocked(): boolean {
    return this.#conditions.partitioned || this.from.stopped || this.to.stopped;
  }

  /** Commits under way. */
  get backlog(): number {
    return this.#queue.length;
  }

  /** Commit stamp of the oldest commit under way, microseconds. */
  get oldestStamp(): number | undefined {
    // A long partition holds more commits than a call takes arguments.
    let oldest: number | undefined;
    for (const { commit } of this.#queue) oldest = Math.min(oldest ?? Infinity, commit.stamp);
    return oldest;
  }

  /** The stamp up to which the receiver can know that it has everything that `from` has sent. */
  get deliveredUpTo(): number {
    const oldest = this.oldestStamp;
    const complete = oldest === undefined ? this.from.commitClock.passed() : oldest - 1;
    return Math.min(complete, this.#heard ?? Infinity);
  }

  send(commit: Commit, receiver: Receiver): void {
    const parcel = { commit, receiver, dueMs: 0 };
    if (this.blocked) this.#queue.push(parcel);
    else this.#dispatch(parcel);
    if (this.#queue[0] === parcel) this.#arm();
  }

  /** Changes the behaviour; what is under way goes on under the new conditions if that is sooner. */
  configure(change: Partial<LinkConditions>): void {
    this.#conditions = { ...this.#conditions, ...change };
    this.refresh();
  }

  /** To be called when one of the ends has stopped or started. */
  refresh(): void {
    if (this.blocked) {
      this.#heard ??= this.deliveredUpTo;
    } else {
      this.#heard = undefined;
      this.#resend();
    }
    this.#arm();
  }

  /** Delivers everything at once. */
  flush(): void {
    for (const parcel of this.#queue.splice(0)) this.#deliver(parcel);
    this.#rowDueMs.clear();
    this.#arm();
  }

  /** Gives up what is under way. */
  close(): void {
    this.#queue = [];
    this.#arm();
  }

  #resend(): void {
    const nowMs = this.#clock.monotonicMs();
    const parcels = this.#queue;
    this.#queue = [];
    this.#rowDueMs.clear();
    this.#freeMs = nowMs;
    for (const parcel of parcels) {
      const wasDueMs = parcel.dueMs;
      this.#dispatch(parcel, wasDueMs > 0 ? Math.max(wasDueMs, nowMs) : Infinity);
    }
  }

  /** Queues the parcel for when it will arrive, though not after `latestMs` unless order demands it. */
  #dispatch(parcel: Parcel, latestMs = Infinity): void {
    const arrivalMs = Math.min(this.#transmit(parcel.commit), latestMs);
    const { reorderRows } = this.#conditions;
    const key = parcel.commit.key;
    const afterMs = reorderRows ? (this.#rowDueMs.get(key) ?? 0) : (this.#queue.at(-1)?.dueMs ?? 0);
    parcel.dueMs = Math.max(arrivalMs, afterMs);
    if (reorderRows) this.#rowDueMs.set(key, parcel.dueMs);
    let index = this.#queue.length;
    while (index > 0 && this.#queue[index - 1]!.dueMs > parcel.dueMs) index--;
    this.#queue.splice(index, 0, parcel);
  }

  /** When a transmission that starts now arrives, lost attempts included. */
  #transmit(commit: Commit): number {
    const { delayMs, jitterMs, bytesPerSecond, dropRate, retryMs } = this.#conditions;
    const busyMs = bytesPerSecond === 0 ? 0 : (commit.bytes / bytesPerSecond) * 1_000;
    this.#freeMs = Math.max(this.#freeMs, this.#clock.monotonicMs()) + busyMs;
    let arrivalMs = this.#freeMs + delayMs + (jitterMs === 0 ? 0 : this.#random() * jitterMs);
    for (let lost = 0; lost < ATTEMPTS_MAX && dropRate > 0 && this.#random() < dropRate; lost++) {
      arrivalMs += retryMs;
    }
    return arrivalMs;
  }

  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const next = this.#queue[0];
    if (next === undefined || this.blocked) return;
    const waitMs = Math.max(0, next.dueMs - this.#clock.monotonicMs());
    this.#cancelTimer = this.#clock.schedule(waitMs, () => this.#deliverDue());
  }

  #deliverDue(): void {
    const nowMs = this.#clock.monotonicMs();
    let count = 0;
    while (count < DELIVERIES_PER_TURN && (this.#queue[count]?.dueMs ?? Infinity) <= nowMs) count++;
    for (const parcel of this.#queue.splice(0, count)) this.#deliver(parcel);
    if (this.#queue.length === 0) this.#rowDueMs.clear();
    this.#arm();
  }

  #deliver({ commit, receiver }: Parcel): void {
    receiver.receive(commit, this.to);
    // A lost acknowledgement has the sender repeat itself.
    if (this.#conditions.dropRate > 0 && this.#random() < this.#conditions.dropRate) {
      receiver.receive(commit, this.to);
    }
  }
}

/** Even on the worst link a transmission gets through after so many attempts. */
const ATTEMPTS_MAX = 100;
/** After a long partition much is due at once: requests get their turn in between. */
const DELIVERIES_PER_TURN = 1_000;
