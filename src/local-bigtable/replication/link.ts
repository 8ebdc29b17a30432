import { isDeepStrictEqual } from 'node:util';
import BTree from 'sorted-btree';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { LinkConditions } from '../../routing/topology/topology';
import type { LocalCluster } from './local-cluster';
import type { Commit } from './commit';

/** Takes what a link delivers; must tolerate to be told twice. */
export interface CommitReceiver {
  receive(commit: Commit, at: LocalCluster): void;
}

interface InFlightCommit {
  readonly commit: Commit;
  readonly receiver: CommitReceiver;
  /** Number in the order of sending. */
  readonly order: number;
  /** When it arrives, monotonic milliseconds; Infinity while nothing passes. */
  dueMs: number;
}

interface LinkDependencies {
  readonly clock: Clock;
  readonly random: Random;
}

/** Carries the commits of one cluster to another, late as links are, but each of them some time. */
export class Link {
  readonly #clock: Clock;
  readonly #random: Random;
  #conditions: LinkConditions;
  /** In the order of sending, which is that of the stamps. */
  readonly #underWay = new Set<InFlightCommit>();
  /** Those that have left, in the order of arrival; empty while the link is blocked. */
  readonly #arriving = new BTree<InFlightCommit>(undefined, byArrival);
  /** When the last parcel of each row arrives, kept while rows may overtake each other. */
  readonly #rowDueMs = new Map<string, number>();
  /** When the line is free for the next transmission. */
  #freeMs = 0;
  #orders = 0;
  #cancelTimer: (() => void) | undefined;
  /** The stamp up to which the receiver had heard everything when the link was cut. */
  #heard: number | undefined;
  #closed = false;

  constructor(
    readonly from: LocalCluster,
    readonly to: LocalCluster,
    conditions: LinkConditions,
    { clock, random }: LinkDependencies,
  ) {
    this.#conditions = conditions;
    this.#clock = clock;
    this.#random = random;
    if (this.blocked) this.#heard = from.sentUpTo;
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
    return this.#underWay.size;
  }

  /** Commit stamp of the oldest commit under way, microseconds. */
  get oldestCommitMicros(): number | undefined {
    for (const { commit } of this.#underWay) return commit.commitMicros;
    return undefined;
  }

  /** The stamp up to which the receiver can know that it has every commit of `from`. */
  get deliveredUpTo(): number {
    const oldest = this.oldestCommitMicros;
    const complete = oldest === undefined ? this.from.sentUpTo : oldest - 1;
    return Math.min(complete, this.#heard ?? Infinity);
  }

  send(commit: Commit, receiver: CommitReceiver): void {
    if (this.#closed) return;
    const parcel = { commit, receiver, order: this.#orders++, dueMs: Infinity };
    this.#underWay.add(parcel);
    if (this.blocked) return;
    this.#transmit(parcel);
    if (this.#arriving.minKey() === parcel) this.#arm();
  }

  /** Changes the behaviour; what is under way goes on under the new conditions if that is sooner. */
  configure(change: Partial<LinkConditions>): void {
    const conditions = { ...this.#conditions, ...change };
    if (isDeepStrictEqual(conditions, this.#conditions)) return;
    this.#conditions = conditions;
    this.refresh();
  }

  /** To be called when one of the ends has stopped or started. */
  refresh(): void {
    this.#arriving.clear();
    this.#rowDueMs.clear();
    if (this.blocked) {
      this.#heard ??= this.deliveredUpTo;
      // What was in the air is lost, and will be sent again.
      for (const parcel of this.#underWay) parcel.dueMs = Infinity;
    } else {
      this.#heard = undefined;
      this.#freeMs = this.#clock.monotonicMs();
      for (const parcel of this.#underWay) this.#transmit(parcel);
    }
    this.#arm();
  }

  /** Gives up what is under way, and takes nothing more. */
  close(): void {
    this.#closed = true;
    this.#underWay.clear();
    this.#arriving.clear();
    this.#arm();
  }

  /** Lets the parcel arrive when the conditions have it, or when it would have anyway, unless order demands more. */
  #transmit(parcel: InFlightCommit): void {
    const { key } = parcel.commit;
    const earliestMs = this.#earliestArrivalMs(key);
    parcel.dueMs = Math.max(Math.min(this.#arrivalMs(parcel.commit), parcel.dueMs), earliestMs);
    if (this.#conditions.reorderRows) this.#rowDueMs.set(key, parcel.dueMs);
    this.#arriving.set(parcel, undefined);
  }

  /** Returns the time before which the next commit of the row may not arrive, so that it stays behind earlier commits. */
  #earliestArrivalMs(key: string): number {
    const { reorderRows, reorderWithinRow } = this.#conditions;
    if (reorderWithinRow) return 0;
    return (reorderRows ? this.#rowDueMs.get(key) : this.#arriving.maxKey()?.dueMs) ?? 0;
  }

  /** When a transmission that starts now arrives, lost attempts included. */
  #arrivalMs(commit: Commit): number {
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
    const next = this.#arriving.minKey();
    if (next === undefined) return;
    const waitMs = Math.min(Math.max(0, next.dueMs - this.#clock.monotonicMs()), TIMER_MAX_MS);
    this.#cancelTimer = this.#clock.schedule(waitMs, () => this.#deliverDue());
  }

  #deliverDue(): void {
    const nowMs = this.#clock.monotonicMs();
    for (let count = 0; count < DELIVERIES_PER_TURN && !this.blocked; count++) {
      const parcel = this.#arriving.minKey();
      if (parcel === undefined || parcel.dueMs > nowMs) break;
      this.#arriving.delete(parcel);
      this.#underWay.delete(parcel);
      if (this.#rowDueMs.get(parcel.commit.key) === parcel.dueMs) this.#rowDueMs.delete(parcel.commit.key);
      this.#deliver(parcel);
    }
    this.#arm();
  }

  #deliver({ commit, receiver }: InFlightCommit): void {
    receiver.receive(commit, this.to);
    // A lost acknowledgement has the sender repeat itself.
    if (this.#conditions.dropRate > 0 && this.#random() < this.#conditions.dropRate) {
      receiver.receive(commit, this.to);
    }
  }
}

const byArrival = (a: InFlightCommit, b: InFlightCommit): number =>
  a.dueMs === b.dueMs ? a.order - b.order : a.dueMs - b.dueMs;

/** Even on the worst link a transmission gets through after so many attempts. */
const ATTEMPTS_MAX = 100;
/** After a long partition much is due at once: requests get their turn in between. */
const DELIVERIES_PER_TURN = 1_000;
/** Timers of Node wait no longer; a longer wait takes several. */
const TIMER_MAX_MS = 2 ** 31 - 1;
