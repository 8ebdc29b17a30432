import type { ContinuationToken } from '../../../bigtable/changes/change-types';
import type { CallOptions } from '../../../bigtable/client/types';
import type { DataChange } from '../../../bigtable/changes/change-types';
import {
  startWatermark,
  type FollowedPartition,
  type Successor,
} from '../../../core/pipelines/follow/layout';
import type { PartitionProgress } from '../../../core/pipelines/follow/partition-lease';
import { backoffMs } from '../../../platform/time/backoff';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { TableChanges } from '../../../consistency/read/change-source';
import {
  ChangeBatches,
  type ChangeBatch,
  type ChangeBatchLimits,
  type ChangedObject,
} from './change-batches';
import type { HeldLease } from './held-lease';
import type { BatchOutcome } from './process-changed-page';

export interface PartitionFollowerDependencies {
  readonly changes: TableChanges;
  readonly isTrigger: (change: DataChange) => boolean;
  /** Processes objects and writes their output. `cluster` is the one whose stream has the changes. */
  readonly process: (
    objects: readonly ChangedObject[],
    cluster: string,
    call: CallOptions,
  ) => Promise<BatchOutcome>;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: PartitionFollowerLimits;
  readonly observer: FollowObserver;
}

export interface PartitionFollowerLimits extends ChangeBatchLimits {
  /** Time without a change after which the server reports its progress, in milliseconds. */
  readonly heartbeatMs: number;
  /** Time limit of one attempt to process a batch, in milliseconds. */
  readonly batchTimeoutMs: number;
  /** Time between two renewals of a lease, which also store progress, in milliseconds. */
  readonly checkpointMs: number;
  readonly retryInitialDelayMs: number;
  readonly retryMaxDelayMs: number;
}

export interface FollowObserver {
  onBatch(batch: ChangeBatch, outcome: BatchOutcome): void;
  /** Called for each failure of a stream, a read, a write or a renewal, which is followed by another attempt. */
  onRetry(error: unknown, partition: number): void;
}

/** Why a follower has ended: `stopped` includes a lost lease; `closed`, the stream continues in other partitions. */
export type FollowEnd = 'stopped' | 'closed';

/**
 * Follows one partition under a lease: reads changes, processes the objects, and only then stores the token. It repeats a batch
 * until it succeeds or the lease is gone. So each change is processed at least once, by this worker or the next one.
 */
export class PartitionFollower {
  readonly #dependencies: PartitionFollowerDependencies;
  readonly #partition: FollowedPartition;
  readonly #lease: HeldLease;
  readonly #stop = new AbortController();
  #processed: PartitionProgress | undefined;
  /** Low watermark of the processed changes, in microseconds since the Unix epoch. */
  #lowWatermarkMicros: number;
  #failures = 0;

  constructor(dependencies: PartitionFollowerDependencies, partition: FollowedPartition, lease: HeldLease) {
    this.#dependencies = dependencies;
    this.#partition = partition;
    this.#lease = lease;
    this.#lowWatermarkMicros = lease.record.lowWatermarkMicros ?? startWatermark(partition);
  }

  get lowWatermarkMicros(): number {
    return this.#lowWatermarkMicros;
  }

  /** Asks the follower to end after the present batch. It stores its progress and gives the lease up. */
  stop(): void {
    this.#stop.abort(new Error('the worker gives the partition up'));
  }

  /** Runs until the stream ends, the lease is lost, or `stop`. Never rejects. */
  async run(): Promise<FollowEnd> {
    const renewing = this.#renewUntilEnd();
    try {
      while (!this.#isOver) if ((await this.#readStream()) === 'closed') return 'closed';
      return 'stopped';
    } finally {
      this.stop();
      await renewing;
      await this.#giveUp();
    }
  }

  get #isOver(): boolean {
    return this.#stop.signal.aborted || !this.#lease.isHeld;
  }

  /** Reads the stream from the processed position until it fails or ends. */
  async #readStream(): Promise<FollowEnd> {
    const { changes, isTrigger, clock, limits } = this.#dependencies;
    const reading = new AbortController();
    const end = (): void => reading.abort(new Error('the partition is given up'));
    const signals = [this.#stop.signal, this.#lease.signal];
    for (const signal of signals) signal.addEventListener('abort', end, { once: true });
    const request = { ...this.#start(), heartbeatMs: limits.heartbeatMs, withoutValues: true };
    const events = changes.read(request, { signal: reading.signal })[Symbol.asyncIterator]();
    const batches = new ChangeBatches({ events, isTrigger, clock, limits });
    try {
      while (!this.#isOver) {
        const batch = await batches.next();
        await this.#processBatch(batch);
        this.#failures = 0;
        if (batch.closed !== undefined && (await this.#close(batch))) return 'closed';
      }
    } catch (error) {
      if (!this.#isOver) await this.#pause(error);
    } finally {
      end();
      for (const signal of signals) signal.removeEventListener('abort', end);
    }
    return 'stopped';
  }

  #start() {
    const { start, end, parts } = this.#partition;
    const token = this.#processed?.token ?? this.#lease.record.token;
    const tokens: ContinuationToken[] =
      token === undefined
        ? parts.map((part) => ({ partition: { start: part.start, end: part.end }, token: part.token }))
        : [{ partition: { start, end }, token }];
    return { partition: { start, end }, from: { tokens } };
  }

  async #processBatch(batch: ChangeBatch): Promise<void> {
    const { process, changes, limits, observer } = this.#dependencies;
    // A batch that has begun is completed after `stop`, but not without the lease.
    const call = { timeoutMs: limits.batchTimeoutMs, signal: this.#lease.signal };
    const outcome =
      batch.objects.length === 0 ? NOTHING : await process(batch.objects, changes.cluster, call);
    observer.onBatch(batch, outcome);
    if (batch.progress === undefined) return;
    this.#processed = batch.progress;
    this.#lowWatermarkMicros = Math.max(this.#lowWatermarkMicros, batch.progress.lowWatermarkMicros);
  }

  /** Stores the end of the stream. False: the server has ended it without a successor, so it is read again. */
  async #close({ closed }: ChangeBatch): Promise<boolean> {
    if (closed === undefined || closed.successors.length === 0) return false;
    const lowWatermarkMicros = this.#lowWatermarkMicros;
    const successors = closed.successors.map(({ from, partition }): Successor => ({
      from: { ...from.partition, token: from.token, lowWatermarkMicros },
      partition,
    }));
    await this.#lease.close(successors);
    return true;
  }

  /** Renews the lease from time to time, which stores what has been processed. */
  async #renewUntilEnd(): Promise<void> {
    const { clock, limits, observer } = this.#dependencies;
    while (!this.#isOver) {
      await sleep(clock, limits.checkpointMs, this.#stop.signal).catch(() => undefined);
      if (this.#isOver) return;
      try {
        await this.#lease.renew(this.#processed);
        if (this.#lease.record.requestedBy !== undefined) this.stop();
      } catch (error) {
        if (!this.#isOver) observer.onRetry(error, this.#partition.id);
      }
    }
  }

  /** Stores the last progress and gives the lease up. If that fails, the lease expires. */
  async #giveUp(): Promise<void> {
    if (!this.#lease.isHeld) return;
    try {
      await this.#lease.renew(this.#processed);
      await this.#lease.release();
    } catch (error) {
      this.#dependencies.observer.onRetry(error, this.#partition.id);
    }
  }

  async #pause(error: unknown): Promise<void> {
    const { clock, random, limits, observer } = this.#dependencies;
    observer.onRetry(error, this.#partition.id);
    const delays = { initialDelayMs: limits.retryInitialDelayMs, maxDelayMs: limits.retryMaxDelayMs };
    const delayMs = backoffMs(delays, this.#failures++, random);
    await sleep(clock, delayMs, this.#stop.signal).catch(() => undefined);
  }
}

const NOTHING: BatchOutcome = { processed: 0, rejected: 0, withheld: 0 };
