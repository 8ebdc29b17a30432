import type { CallOptions } from '../../../bigtable/client/types';
import type { Successor } from '../../../core/pipelines/follow/layout';
import {
  acquire,
  close,
  releasePartition,
  renew,
  type LeaseClaim,
  type PartitionProgress,
  type PartitionRecord,
} from '../../../core/pipelines/follow/partition-lease';
import { LeaseWatch } from '../../../core/pacing/lease';
import { TidemarkError } from '../../../errors';
import type { Clock } from '../../../platform/time/clock';
import type { FollowState } from './follow-state';

export interface LeaseDependencies {
  readonly state: FollowState;
  /** Name of this worker, which no other run of a process has. */
  readonly worker: string;
  readonly clock: Clock;
  readonly limits: PartitionLeaseLimits;
}

export interface PartitionLeaseLimits {
  /** Time without a renewal after which another worker may take a partition, in milliseconds. */
  readonly leaseMs: number;
  /** Allowance for clocks that run at different speeds, in milliseconds. */
  readonly leaseMarginMs: number;
}

/** Detects, by the clock of this process only, which leases of others have expired. */
export class LeaseWatches {
  readonly #watches = new Map<number, LeaseWatch>();
  readonly #dependencies: Pick<LeaseDependencies, 'clock' | 'limits'>;

  constructor(dependencies: Pick<LeaseDependencies, 'clock' | 'limits'>) {
    this.#dependencies = dependencies;
  }

  /** Returns whether the row of the partition has had this version for as long as its lease lasts. */
  isExpired(id: number, version: string, { leaseMs }: Pick<PartitionRecord, 'leaseMs'>): boolean {
    const { clock, limits } = this.#dependencies;
    const watch = this.#watches.get(id) ?? new LeaseWatch(limits.leaseMarginMs);
    this.#watches.set(id, watch);
    return watch.leftMs(version, leaseMs, clock.monotonicMs()) === 0;
  }

  /** Forgets partitions that are not among these. */
  retain(ids: ReadonlySet<number>): void {
    for (const id of this.#watches.keys()) if (!ids.has(id)) this.#watches.delete(id);
  }
}

/**
 * Lease of a partition that this worker holds. Progress is stored only by a transaction that finds the lease in place, so a
 * worker that was paused can never store a token after its lease is gone. Besides, the lease ends by this process's own clocks
 * before any other worker may take it: then `signal` aborts, and the worker stops processing.
 */
export class HeldLease {
  readonly id: number;
  readonly #dependencies: LeaseDependencies;
  readonly #claim: LeaseClaim;
  readonly #lost = new AbortController();
  #record: PartitionRecord;
  #renewedAt: { readonly monotonicMs: number; readonly wallMs: number };
  #cancelExpiry: () => void = () => undefined;

  private constructor(dependencies: LeaseDependencies, id: number, taken: TakenLease) {
    this.id = id;
    this.#dependencies = dependencies;
    this.#claim = { holder: dependencies.worker, term: taken.record.term };
    this.#record = taken.record;
    this.#renewedAt = taken.sentAt;
    this.#scheduleExpiry();
  }

  /** Takes the lease; undefined if another worker has it. */
  static async take(
    dependencies: LeaseDependencies,
    id: number,
    watches: LeaseWatches,
    call: CallOptions = {},
  ): Promise<HeldLease | undefined> {
    const { state, worker, clock, limits } = dependencies;
    const sentAt = instantOf(clock);
    const record = await state.changeRecord(
      id,
      (present, version) =>
        acquire(present, worker, {
          isExpired: present !== undefined && watches.isExpired(id, version, present),
          leaseMs: limits.leaseMs,
          nowMs: clock.nowMs(),
        }),
      call,
    );
    return record === undefined ? undefined : new HeldLease(dependencies, id, { record, sentAt });
  }

  /** Record as this worker wrote it last. */
  get record(): PartitionRecord {
    return this.#record;
  }

  /** Aborts when the lease is lost, expired, or given up. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Returns whether the lease has certainly not passed to another worker. */
  get isHeld(): boolean {
    if (!this.#lost.signal.aborted && this.#remainingMs() <= 0) this.#end();
    return !this.#lost.signal.aborted;
  }

  /** Renews the lease and stores progress. Throws the errors of `FollowState`, and `conflict` once the lease is lost. */
  async renew(progress: PartitionProgress | undefined, call: CallOptions = {}): Promise<void> {
    const { clock, limits } = this.#dependencies;
    const sentAt = instantOf(clock);
    const times = { progress, leaseMs: limits.leaseMs, nowMs: clock.nowMs() };
    this.#record = await this.#change((record) => renew(record, this.#claim, times), call);
    this.#renewedAt = sentAt;
    this.#scheduleExpiry();
  }

  /** Stores that the stream has ended. The lease ends. */
  async close(successors: readonly Successor[], call: CallOptions = {}): Promise<void> {
    const nowMs = this.#dependencies.clock.nowMs();
    this.#record = await this.#change((record) => close(record, this.#claim, { successors, nowMs }), call);
    this.#end();
  }

  /** Gives the lease up, so that another worker need not wait for its end. */
  async release(call: CallOptions = {}): Promise<void> {
    const nowMs = this.#dependencies.clock.nowMs();
    try {
      if (this.isHeld) await this.#change((record) => releasePartition(record, this.#claim, nowMs), call);
    } finally {
      this.#end();
    }
  }

  async #change(
    decide: (record: PartitionRecord | undefined) => PartitionRecord | undefined,
    call: CallOptions,
  ): Promise<PartitionRecord> {
    if (!this.isHeld) throw leaseLost(this.id);
    const timeoutMs = Math.min(call.timeoutMs ?? Infinity, Math.max(1, this.#remainingMs()));
    const record = await this.#dependencies.state.changeRecord(this.id, decide, { ...call, timeoutMs });
    if (record !== undefined) return record;
    this.#end();
    throw leaseLost(this.id);
  }

  /** The larger of two clocks counts: the monotonic one stands still while a machine is suspended. */
  #remainingMs(): number {
    const { clock, limits } = this.#dependencies;
    const { monotonicMs, wallMs } = this.#renewedAt;
    return limits.leaseMs - Math.max(clock.monotonicMs() - monotonicMs, clock.nowMs() - wallMs);
  }

  #scheduleExpiry(): void {
    this.#cancelExpiry();
    if (this.#lost.signal.aborted) return;
    // Node's timers may fire slightly early, so 2 ms are added.
    const { clock } = this.#dependencies;
    this.#cancelExpiry = clock.schedule(Math.max(0, this.#remainingMs()) + 2, () => void this.isHeld);
  }

  #end(): void {
    this.#cancelExpiry();
    this.#lost.abort(leaseLost(this.id));
  }
}

interface TakenLease {
  readonly record: PartitionRecord;
  readonly sentAt: { readonly monotonicMs: number; readonly wallMs: number };
}

const instantOf = (clock: Clock) => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.nowMs() });

function leaseLost(id: number): TidemarkError {
  return new TidemarkError('conflict', `another worker may have the lease of partition ${id}`);
}
