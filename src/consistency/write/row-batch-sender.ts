import { BigtableError, toBigtableError } from '../../bigtable/client/bigtable-error';
import { retryBackoffMs, isRetryable, type RetryLimits } from '../../bigtable/client/retry';
import type { CallOptions, Mutation, RowMutations } from '../../bigtable/client/types';
import { appendAll } from '../../core/shared/lists';
import { watermarkColumnOf } from '../../core/consistency/row-watermark';
import { rowId, tokenOfWrite } from '../../core/tokens/write-token';
import { TidemarkError, type ErrorCode } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import { mayBeCommitted } from './commit-outcome';
import type { RowQueues, RowBatch } from './row-queues';
import { SharedCancellation } from './shared-cancellation';
import { watermarkCell } from './watermark-cell';

/** Is told of what becomes of mutations, for metrics. */
export interface WriteObserver {
  /** The cluster acknowledged so many rows' mutations, into which so many writes were joined. */
  onAcknowledged(cluster: string, rows: number, writes: number): void;
  /** So many rows are tried at the cluster after another one has failed them. */
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

/** Turns that go to a cluster in one call. */
interface ClusterGroup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly batches: RowBatch[];
  timeoutMs: number;
}

type BatchFailure = TidemarkError | undefined;

/** The mutation itself was refused, so it may be the fault of one of those that were joined into it. */
const REJECTIONS: readonly ErrorCode[] = ['store_rejected', 'invalid_argument'];

/** Takes turns to their end: sends them to their clusters, and on failures to others, as long as anyone waits for them. */
export class RowBatchSender<W extends Workload> {
  readonly #options: RowBatchSenderDependencies<W>;

  constructor(options: RowBatchSenderDependencies<W>) {
    this.#options = options;
  }

  /** Sends turns of one table, those for the same cluster together; the next turns of their rows follow by themselves. */
  start(turns: readonly RowBatch[]): void {
    const groups = new Map<string, ClusterGroup<W>>();
    const exhausted: RowBatch[] = [];
    const queue = [...turns];
    for (const turn of queue) {
      const clusters = this.#options.router.forWrite(turn.row.table, turn.row.key);
      const untried = clusters.filter(({ id }) => !turn.triedClusters.includes(id));
      if (untried.length > 0) {
        this.#assign(turn, untried, groups);
      } else if (clusters.length > 0) {
        exhausted.push(turn);
      } else {
        settle(turn, noWriteCluster(turn));
        appendAll(queue, this.#next([turn]));
      }
    }
    for (const group of groups.values()) void this.#attempt(group);
    if (exhausted.length > 0) void this.#startAfterPause(exhausted);
  }

  /** The turns that follow those that have ended. */
  #next(ended: readonly RowBatch[]): RowBatch[] {
    return ended.flatMap((turn) => this.#options.rows.next(turn) ?? []);
  }

  /** To the first cluster, with as much of the time as leaves the others an equal share: one that is silent has no more. */
  #assign(turn: RowBatch, clusters: readonly Cluster<W>[], groups: Map<string, ClusterGroup<W>>): void {
    const cluster = clusters[0]!;
    this.#options.router.startProbeIfDue(cluster);
    const timeoutMs = this.#leftMs(turn) / clusters.length;
    const group = groups.get(cluster.id);
    if (group === undefined) {
      groups.set(cluster.id, { cluster, batches: [turn], timeoutMs });
    } else {
      group.batches.push(turn);
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
    const { cluster, batches: turns } = group;
    const failures = await this.#send(group);
    const ackedMs = this.#options.clock.nowMs();
    const ended: RowBatch[] = [];
    const again: RowBatch[] = [];
    for (const [index, turn] of turns.entries()) {
      const failure = failures[index];
      if (failure !== undefined && mayBeCommitted(failure)) this.#options.rows.markMayCommitLate(turn);
      if (failure !== undefined && this.#mayRepeat(turn, failure)) {
        again.push(failed(turn, cluster, failure));
        continue;
      }
      ended.push(turn);
      if (failure === undefined) this.#acknowledge(turn, cluster, ackedMs);
      else this.#refuse(turn, failure);
    }
    this.#observeAcknowledged(cluster, turns, failures);
    this.start([...again, ...this.#next(ended)]);
  }

  /** Why each turn failed, or undefined where it was acknowledged. */
  async #send({ cluster, batches: turns, timeoutMs }: ClusterGroup<W>): Promise<readonly BatchFailure[]> {
    const { clients, observer } = this.#options;
    const { table } = turns[0]!.row;
    const failedOver = turns.reduce(
      (count, { triedClusters: tried }) => count + Math.min(1, tried.length),
      0,
    );
    if (failedOver > 0) observer?.onFailover(cluster.id, failedOver);
    const call: CallOptions = { timeoutMs, signal: new SharedCancellation(turns).signal };
    try {
      const rows = turns.map((turn) => this.#mutationsOf(turn, cluster));
      const client = clients.of(cluster);
      if (rows.length > 1) return (await client.mutateRows(table, rows, call)).map(failureOf);
      await client.mutateRow(table, rows[0]!, call);
      return [undefined];
    } catch (error) {
      return turns.map(() => failureOf(error));
    }
  }

  /** The watermark is part of the row's mutation: where one is, the other is. */
  #mutationsOf({ row, writes, versionMs, state }: RowBatch, { code }: Cluster): RowMutations {
    const mutations: Mutation[] = writes.flatMap((write) => write.mutations);
    mutations.push(watermarkCell(state, code, versionMs));
    return { key: row.key, mutations };
  }

  #acknowledge(turn: RowBatch, cluster: Cluster<W>, ackedMs: number): void {
    const { table, key } = turn.row;
    const { versionMs, state } = turn;
    const column = watermarkColumnOf(cluster.code, state.writer);
    this.#options.rows.acknowledge(turn, cluster.code);
    const token = tokenOfWrite({ row: rowId(table, key), column, versionMs, ackedMs });
    settle(turn, Object.freeze({ token, cluster: cluster.id }));
  }

  #observeAcknowledged(
    cluster: Cluster<W>,
    turns: readonly RowBatch[],
    failures: readonly BatchFailure[],
  ): void {
    const { observer } = this.#options;
    if (observer === undefined) return;
    const acknowledged = turns.filter((_, index) => failures[index] === undefined);
    const writes = acknowledged.reduce((sum, turn) => sum + turn.writes.length, 0);
    if (writes > 0) observer.onAcknowledged(cluster.id, acknowledged.length, writes);
  }

  /** What would count twice is repeated only if it certainly was not processed. */
  #mayRepeat(turn: RowBatch, failure: TidemarkError): failure is BigtableError {
    if (!(failure instanceof BigtableError)) return false;
    // The cluster may have left the topology, and its client been closed.
    if (!isRetryable(failure) && failure.code !== 'draining') return false;
    return failure.unprocessed || turn.writes.every((write) => write.idempotent);
  }

  #refuse(turn: RowBatch, failure: TidemarkError): void {
    if (turn.writes.length > 1 && REJECTIONS.includes(failure.code)) this.#options.rows.splitBatch(turn);
    else settle(turn, failure);
  }

  /** All clusters have failed them, and are then tried anew. The pause ends early when nobody waits any longer. */
  async #startAfterPause(turns: readonly RowBatch[]): Promise<void> {
    const { clock, random, limits } = this.#options;
    const { pauses, failure } = turns[0]!;
    const delayMs = retryBackoffMs(pauses + 1, failure!, limits, random);
    await sleep(clock, delayMs, new SharedCancellation(turns).signal).catch(() => undefined);
    const waitedFor = turns.filter(isWaitedFor);
    for (const turn of waitedFor) {
      turn.triedClusters = [];
      turn.pauses += 1;
    }
    this.start([...waitedFor, ...this.#next(turns.filter((turn) => !isWaitedFor(turn)))]);
  }
}

function isWaitedFor({ writes }: RowBatch): boolean {
  return writes.some(({ settled }) => !settled);
}

function failed(turn: RowBatch, cluster: Cluster, failure: BigtableError): RowBatch {
  turn.triedClusters = [...turn.triedClusters, cluster.id];
  turn.failure = failure;
  for (const write of turn.writes) write.failure = failure;
  return turn;
}

function settle(turn: RowBatch, outcome: Parameters<RowBatch['writes'][number]['settle']>[0]): void {
  for (const write of turn.writes) write.settle(outcome);
}

function failureOf(error: unknown): BatchFailure {
  if (error === undefined) return undefined;
  return error instanceof TidemarkError ? error : toBigtableError(error);
}

function noWriteCluster({ failure }: RowBatch): TidemarkError {
  return new TidemarkError('no_write_cluster', 'no cluster accepts writes of the row', { cause: failure });
}
