import type { CallOptions } from '../../../bigtable/client/types';
import {
  dividePending,
  replacePartition,
  withoutTable,
  withTable,
  type FollowedPartition,
  type FollowLayout,
} from '../../../core/pipelines/follow/layout';
import { lowWatermarkOf } from '../../../core/pipelines/follow/low-watermark';
import { request } from '../../../core/pipelines/follow/partition-lease';
import { planLeases } from '../../../core/pipelines/follow/plan-leases';
import { TidemarkError } from '../../../errors';
import { supervise, type SupervisedTask } from '../../../platform/tasks/supervisor';
import type { ChangeSource } from '../../../consistency/read/change-source';
import type { FollowState, FollowView } from './follow-state';
import { HeldLease, LeaseWatches, type PartitionLeaseLimits } from './held-lease';
import {
  PartitionFollower,
  type PartitionFollowerDependencies,
  type PartitionFollowerLimits,
} from './partition-follower';
import { startPositions, type StartLimits } from './start-positions';

export interface FollowWorkerDependencies extends Omit<PartitionFollowerDependencies, 'changes'> {
  readonly state: FollowState;
  readonly changes: ChangeSource;
  /** Returns the tables of the corpus: one, or one in each placement. */
  readonly tables: () => readonly string[];
  /** Name of this worker, which no other run of a process has. */
  readonly worker: string;
  readonly limits: FollowWorkerLimits;
  /** Called after each look at the partitions of all workers. */
  readonly onView: (view: FollowStatus) => void;
}

export interface FollowWorkerLimits extends PartitionFollowerLimits, PartitionLeaseLimits, StartLimits {
  /** Time between two looks at the partitions of all workers, in milliseconds. */
  readonly coordinationMs: number;
  /** Time limit of one look, in milliseconds. */
  readonly coordinationTimeoutMs: number;
}

export interface FollowStatus {
  /** Number of partitions of all workers. */
  readonly partitions: number;
  /** Number of partitions that this worker follows. */
  readonly own: number;
  /** Number of workers that hold a partition. */
  readonly workers: number;
  /** Commit time up to which all changes are processed, estimated, in microseconds since the Unix epoch. */
  readonly lowWatermarkMicros: number;
}

/**
 * A worker of a followed pipeline. Any number of workers share the partitions by leases. Each looks at all of them from time to
 * time: it takes what no worker holds, asks for some if others have more, and carries out the splits and merges that any of
 * them has recorded. All of this may be done by several workers at once: transactions decide.
 */
export class FollowWorker {
  readonly #dependencies: FollowWorkerDependencies;
  readonly #watches: LeaseWatches;
  readonly #followers = new Map<
    number,
    { readonly follower: PartitionFollower; readonly ended: Promise<unknown> }
  >();
  #task: SupervisedTask | undefined;
  #stopped = false;

  constructor(dependencies: FollowWorkerDependencies) {
    this.#dependencies = dependencies;
    this.#watches = new LeaseWatches(dependencies);
  }

  /** Starts the worker. Rejects with an error that a repetition does not help, such as a table without a change stream. */
  async start(): Promise<void> {
    const { clock, random, limits, observer } = this.#dependencies;
    try {
      await this.coordinate();
    } catch (error) {
      if (error instanceof TidemarkError && !error.retryable) throw error;
      observer.onRetry(error, 0);
    }
    this.#task ??= supervise({
      name: 'coordinate partitions',
      clock,
      random,
      intervalMs: limits.coordinationMs,
      jitter: JITTER,
      timeoutMs: limits.coordinationTimeoutMs,
      run: (signal) => this.coordinate({ signal }),
      onError: (error) => observer.onRetry(error, 0),
    });
  }

  /** Ends all followers after their present batches, and gives their leases up. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#task?.stop();
    for (const { follower } of this.#followers.values()) follower.stop();
    await Promise.all([...this.#followers.values()].map(({ ended }) => ended));
  }

  /** Looks at the partitions once. Rejects with the error of a read or a transaction; the next look repeats all of it. */
  async coordinate(call: CallOptions = {}): Promise<void> {
    const { state } = this.#dependencies;
    const view = await state.view(call);
    const layout = await this.#updateLayout(view.layout, call);
    await this.#removeEnded({ ...view, layout }, call);
    const plan = planLeases({
      worker: this.#dependencies.worker,
      partitions: layout.partitions,
      records: new Map([...view.records].map(([id, { record }]) => [id, record])),
      isExpired: (id) => this.#isExpired(id, view),
    });
    for (const id of plan.closed) await this.#replace(id, view, call);
    for (const id of plan.acquire) await this.#take(id, layout, call);
    if (plan.request !== undefined)
      await state.changeRecord(plan.request, (record) => request(record, this.#dependencies.worker), call);
    this.#report(layout, view);
  }

  #isExpired(id: number, { records }: FollowView): boolean {
    const found = records.get(id);
    return found !== undefined && this.#watches.isExpired(id, found.version, found.record);
  }

  /** Adds tables that are new, removes those that are gone, and divides partitions that wait in vain for parts. */
  async #updateLayout(seen: FollowLayout, call: CallOptions): Promise<FollowLayout> {
    const { state, clock, changes, limits, tables } = this.#dependencies;
    const wanted = tables();
    let layout = seen;
    for (const table of wanted) {
      if (layout.partitions.some((each) => each.table === table)) continue;
      // What one cluster shows may be older than the layout, and finding the positions takes a while.
      const present = await state.layout(call);
      layout = present;
      if (present.partitions.some((each) => each.table === table)) continue;
      const parts = await startPositions(table, changes.of(table), limits, call);
      const nowMs = clock.nowMs();
      layout = await state.changeLayout(
        (latest) => changed(latest, withTable(latest, { table, parts, nowMs })),
        call,
      );
    }
    const update = (latest: FollowLayout): FollowLayout => {
      const gone = latest.partitions.filter(({ table }) => !wanted.includes(table)).map(({ table }) => table);
      return dividePending(gone.reduce(withoutTable, latest), clock.nowMs());
    };
    return update(layout) === layout
      ? layout
      : state.changeLayout((latest) => changed(latest, update(latest)), call);
  }

  /** Removes records of partitions that the layout no longer has. Ids are never used again. */
  async #removeEnded({ layout, records }: FollowView, call: CallOptions): Promise<void> {
    const { state } = this.#dependencies;
    const unknown = [...records.keys()].filter((id) => !layout.partitions.some((each) => each.id === id));
    this.#watches.retain(new Set(records.keys()));
    if (unknown.length === 0) return;
    // The layout that one cluster shows may be older than the records.
    const present = await state.layout(call);
    for (const id of unknown) {
      if (present.partitions.some((each) => each.id === id)) continue;
      this.#followers.get(id)?.follower.stop();
      await state.removeRecord(id, call);
    }
  }

  /** Replaces a partition that has ended by its successors, and then removes its record. */
  async #replace(id: number, { records }: FollowView, call: CallOptions): Promise<void> {
    const { state, clock } = this.#dependencies;
    const { successors } = records.get(id)!.record;
    const nowMs = clock.nowMs();
    await state.changeLayout(
      (layout) => replacePartition(layout, id, { successors: successors!, nowMs }),
      call,
    );
    await state.removeRecord(id, call);
  }

  async #take(id: number, { partitions }: FollowLayout, call: CallOptions): Promise<void> {
    if (this.#stopped || this.#followers.has(id)) return;
    const partition = partitions.find((each) => each.id === id)!;
    const lease = await HeldLease.take(this.#dependencies, id, this.#watches, call);
    if (lease === undefined) return;
    if (this.#stopped) return lease.release();
    this.#follow(partition, lease);
  }

  #follow(partition: FollowedPartition, lease: HeldLease): void {
    const { changes, ...dependencies } = this.#dependencies;
    const follower = new PartitionFollower(
      { ...dependencies, changes: changes.of(partition.table) },
      partition,
      lease,
    );
    const ended = follower.run().finally(() => this.#followers.delete(partition.id));
    this.#followers.set(partition.id, { follower, ended });
  }

  #report(layout: FollowLayout, { records }: FollowView): void {
    const present = new Map([...records].map(([id, { record }]) => [id, record]));
    const workers = new Set([...present.values()].flatMap(({ holder }) => holder ?? []));
    this.#dependencies.onView({
      partitions: layout.partitions.length,
      own: this.#followers.size,
      workers: workers.size,
      lowWatermarkMicros: lowWatermarkOf(layout, present),
    });
  }
}

const changed = (before: FollowLayout, after: FollowLayout): FollowLayout | undefined =>
  after === before ? undefined : after;

/** Share by which the pauses between looks vary, so that workers do not run in lockstep. */
const JITTER = 0.2;
