import { BigtableError, toBigtableError } from '../../bigtable/client/bigtable-error';
import { retryBackoffMs, isRetryable, type RetryLimits } from '../../bigtable/client/retry';
import type { CallOptions, Mutation, RowMutations } from '../../bigtable/client/types';
import { appendAll } from '../../core/shared/lists';
import { TidemarkError, type ErrorCode } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import { BatchReceipt } from './batch-receipt';
import { mayBeCommitted } from './commit-outcome';
import type { RowQueues, RowBatch } from './row-queues';
import { SharedCancellation } from './shared-cancellation';
import { watermarkCell } from './watermark-cell';

/** Receives the outcomes of mutations, for metrics. */
export interface WriteObserver {
  /** The cluster acknowledged mutations of this many rows, into which this many writes were joined. */
  onAcknowledged(cluster: string, rows: number, writes: number): void;
  /** Mutations of this many rows are sent to the cluster after another one has failed them. */
  onFailover(cluster: string, rows: number): void;
}

export interface RowBatchSenderDependencies<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer?: WriteObserver | undefined;
  readonly rows: RowQueues;
  readonly limits: RetryLimits;
}

/** Batches that are sent to a cluster in one call. */
interface ClusterGroup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly batches: RowBatch[];
  timeoutMs: number;
}

type BatchFailure = TidemarkError | undefined;

/** Errors that reject the mutation itself, possibly because of one of the writes that were joined into it. */
const REJECTIONS: readonly ErrorCode[] = ['store_rejected', 'invalid_argument'];

/** Sends batches to their clusters, and after failures to others, as long as any caller waits for them. */
export class RowBatchSender<W extends Workload> {
  readonly #options: RowBatchSenderDependencies<W>;

  constructor(options: RowBatchSenderDependencies<W>) {
    this.#options = options;
  }

  /**
   * Sends batches of one table, those for the same cluster together. The next batches of their rows follow without
   * another call.
   */
  start(batches: readonly RowBatch[]): void {
    const groups = new Map<string, ClusterGroup<W>>();
    const exhausted: RowBatch[] = [];
    const queue = [...batches];
    for (const batch of queue) {
      const clusters = this.#options.router.forWrite(batch.row.table, batch.row.key);
      const { triedClusters: tried } = batch;
      const untried = tried.length === 0 ? clusters : clusters.filter(({ id }) => !tried.includes(id));
      if (untried.length > 0) {
        this.#assign(batch, untried, groups);
      } else if (clusters.length > 0) {
        exhausted.push(batch);
      } else {
        settle(batch, noWriteCluster(batch));
        appendAll(queue, this.#next([batch]));
      }
    }
    for (const group of groups.values()) void this.#attempt(group);
    if (exhausted.length > 0) void this.#startAfterPause(exhausted);
  }

  /** Returns the batches that follow those that have ended. */
  #next(ended: readonly RowBatch[]): RowBatch[] {
    const following: RowBatch[] = [];
    for (const batch of ended) {
      const next = this.#options.rows.next(batch);
      if (next !== undefined) following.push(next);
    }
    return following;
  }

  /**
   * Assigns the batch to its first cluster. The time limit leaves an equal share for each of the others: a silent
   * cluster gets no more than that.
   */
  #assign(batch: RowBatch, clusters: readonly Cluster<W>[], groups: Map<string, ClusterGroup<W>>): void {
    const cluster = clusters[0]!;
    this.#options.router.startProbeIfDue(cluster);
    const timeoutMs = this.#leftMs(batch) / clusters.length;
    const group = groups.get(cluster.id);
    if (group === undefined) {
      groups.set(cluster.id, { cluster, batches: [batch], timeoutMs });
    } else {
      group.batches.push(batch);
      group.timeoutMs = Math.max(group.timeoutMs, timeoutMs);
    }
  }

  #leftMs({ writes }: RowBatch): number {
    let deadlineMs = -Infinity;
    for (const { caller, settled } of writes) {
      if (!settled) deadlineMs = Math.max(deadlineMs, caller.deadlineMs);
    }
    return Math.max(0, deadlineMs - this.#options.clock.monotonicMs());
  }

  async #attempt(group: ClusterGroup<W>): Promise<void> {
    const { cluster, batches } = group;
    const failures = await this.#send(group);
    const ackedMs = this.#options.clock.nowMs();
    const ended: RowBatch[] = [];
    const again: RowBatch[] = [];
    for (const [index, batch] of batches.entries()) {
      const failure = failures[index];
      if (failure !== undefined && mayBeCommitted(failure)) this.#options.rows.markMayCommitLate(batch);
      if (failure !== undefined && this.#mayRepeat(batch, failure)) {
        again.push(failed(batch, cluster, failure));
        continue;
      }
      ended.push(batch);
      if (failure === undefined) this.#acknowledge(batch, cluster, ackedMs);
      else this.#reject(batch, failure);
    }
    this.#observeAcknowledged(cluster, batches, failures);
    this.start([...again, ...this.#next(ended)]);
  }

  /** Returns the error of each batch, or undefined where it was acknowledged. */
  async #send({ cluster, batches, timeoutMs }: ClusterGroup<W>): Promise<readonly BatchFailure[]> {
    const { clients, observer } = this.#options;
    const { table } = batches[0]!.row;
    const failedOver = batches.reduce(
      (count, { triedClusters: tried }) => count + Math.min(1, tried.length),
      0,
    );
    if (failedOver > 0) observer?.onFailover(cluster.id, failedOver);
    const call: CallOptions = { timeoutMs, signal: new SharedCancellation(batches).signal };
    try {
      const rows = batches.map((batch) => this.#mutationsOf(batch, cluster));
      const client = clients.of(cluster);
      if (rows.length > 1) return (await client.mutateRows(table, rows, call)).map(failureOf);
      await client.mutateRow(table, rows[0]!, call);
      return [undefined];
    } catch (error) {
      return batches.map(() => failureOf(error));
    }
  }

  /**
   * Returns the row's mutations with the watermark, which is part of the same mutation: one is never there without the
   * other.
   */
  #mutationsOf({ row, writes, versionMs, state }: RowBatch, { code }: Cluster): RowMutations {
    const mutations: Mutation[] = [];
    for (const write of writes) appendAll(mutations, write.mutations);
    mutations.push(watermarkCell(state, code, versionMs));
    return { key: row.key, mutations };
  }

  #acknowledge(batch: RowBatch, cluster: Cluster<W>, ackedMs: number): void {
    this.#options.rows.acknowledge(batch, cluster.code);
    settle(batch, new BatchReceipt(batch, cluster, ackedMs));
  }

  #observeAcknowledged(
    cluster: Cluster<W>,
    batches: readonly RowBatch[],
    failures: readonly BatchFailure[],
  ): void {
    const { observer } = this.#options;
    if (observer === undefined) return;
    const acknowledged = batches.filter((_, index) => failures[index] === undefined);
    const writes = acknowledged.reduce((sum, batch) => sum + batch.writes.length, 0);
    if (writes > 0) observer.onAcknowledged(cluster.id, acknowledged.length, writes);
  }

  /**
   * Whether the batch may be sent again. A write that would count twice is repeated only if it certainly was not
   * processed.
   */
  #mayRepeat(batch: RowBatch, failure: TidemarkError): failure is BigtableError {
    if (!(failure instanceof BigtableError)) return false;
    // The cluster may have left the topology, and its client may have been closed.
    if (!isRetryable(failure) && failure.code !== 'draining') return false;
    return failure.unprocessed || batch.writes.every((write) => write.idempotent);
  }

  #reject(batch: RowBatch, failure: TidemarkError): void {
    if (batch.writes.length > 1 && REJECTIONS.includes(failure.code)) this.#options.rows.splitBatch(batch);
    else settle(batch, failure);
  }

  /**
   * Pauses and tries all clusters again after all have failed. The pause ends early when no caller waits any longer.
   */
  async #startAfterPause(batches: readonly RowBatch[]): Promise<void> {
    const { clock, random, limits } = this.#options;
    const { pauses, failure } = batches[0]!;
    const delayMs = retryBackoffMs(pauses + 1, failure!, limits, random);
    await sleep(clock, delayMs, new SharedCancellation(batches).signal).catch(() => undefined);
    const waitedFor = batches.filter(isWaitedFor);
    for (const batch of waitedFor) {
      batch.triedClusters = [];
      batch.pauses += 1;
    }
    this.start([...waitedFor, ...this.#next(batches.filter((batch) => !isWaitedFor(batch)))]);
  }
}

function isWaitedFor({ writes }: RowBatch): boolean {
  return writes.some(({ settled }) => !settled);
}

function failed(batch: RowBatch, cluster: Cluster, failure: BigtableError): RowBatch {
  batch.triedClusters = [...batch.triedClusters, cluster.id];
  batch.failure = failure;
  for (const write of batch.writes) write.failure = failure;
  return batch;
}

function settle(batch: RowBatch, outcome: Parameters<RowBatch['writes'][number]['settle']>[0]): void {
  for (const write of batch.writes) write.settle(outcome);
}

function failureOf(error: unknown): BatchFailure {
  if (error === undefined) return undefined;
  return error instanceof TidemarkError ? error : toBigtableError(error);
}

function noWriteCluster({ failure }: RowBatch): TidemarkError {
  return new TidemarkError('no_write_cluster', 'no cluster accepts writes of the row', { cause: failure });
}
