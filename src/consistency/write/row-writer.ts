import { cancelledError } from '../../bigtable/client/bigtable-error';
import { checkRow, checkRows, type WriteLimits } from '../../bigtable/write/check-row';
import type { RetryLimits } from '../../bigtable/client/retry';
import type { CallOptions, RowMutations } from '../../bigtable/client/types';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { Router } from '../../routing/affinity/router';
import { clearedRouter } from '../origins/cleared-router';
import type { WriteClearance } from '../origins/origin-clearance';
import { checkNoWatermarks, WriteCaller, type PendingWrite } from './pending-write';
import { rowPathOf, RowQueues, type RowQueueLimits, type RowBatch } from './row-queues';
import { RowBatchSender, type WriteObserver } from './row-batch-sender';
import type { RowToWrite, Writer, WriteReceipt } from '../store';
import { VersionSource } from './version-source';
import { WriterIds } from './writer-ids';

export type { WriteObserver } from './row-batch-sender';

export type RowWriterLimits = RetryLimits &
  WriteLimits &
  RowQueueLimits & {
    /** Timeout of calls without one, in milliseconds. */
    readonly pointTimeoutMs: number;
    /** Number of rows whose last acknowledged write is remembered: see `WriterIds`. */
    readonly rowsTrackedMax: number;
  };

export interface RowWriterOptions<W extends Workload> {
  readonly router: Router<W>;
  readonly clients: ClusterClients<W>;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits?: Partial<RowWriterLimits>;
  readonly observer?: WriteObserver | undefined;
  /** Absent: every cluster that the router names may take writes. */
  readonly clearance?: WriteClearance | undefined;
}

export interface RowWriter extends Writer {
  /** Rejects further writes as `draining`, and resolves when those in flight are settled. */
  close(): Promise<void>;
}

/**
 * Writes each row at the first cluster that the router names for it, or, if that fails with a retryable error, at the
 * next. The cluster that acknowledges the write is its origin.
 *
 * One mutation per row is in flight at a time. Writes that come meanwhile are joined into one next mutation, and tried
 * separately if that is rejected. A write that would count twice (an addition, or one with the server's time) is sent
 * alone, and repeated only if it certainly was not processed.
 *
 * Errors: `invalid_argument`, `overloaded`, `no_write_cluster`, `draining`, and those of a failed call.
 */
export function createWriter<W extends Workload>(options: RowWriterOptions<W>): RowWriter {
  return new ClusterRowWriter(options);
}

class ClusterRowWriter<W extends Workload> implements RowWriter {
  readonly #clock: Clock;
  readonly #limits: RowWriterLimits;
  readonly #rows: RowQueues;
  readonly #sender: RowBatchSender<W>;
  readonly #clearance: WriteClearance | undefined;
  #closed = false;

  constructor(options: RowWriterOptions<W>) {
    const limits = { ...DEFAULTS.bigtable, ...DEFAULTS.writing, ...options.limits };
    this.#clock = options.clock;
    // Leaves room for the watermark.
    this.#limits = { ...limits, mutationsPerRowMax: limits.mutationsPerRowMax - 1 };
    const ids = new WriterIds(options.random, limits.rowsTrackedMax);
    this.#rows = new RowQueues(new VersionSource(options.clock), ids, limits);
    this.#clearance = options.clearance;
    const router =
      options.clearance === undefined ? options.router : clearedRouter(options.router, options.clearance);
    this.#sender = new RowBatchSender({ ...options, router, limits, rows: this.#rows });
  }

  async mutateRow(table: string, row: RowToWrite, options?: CallOptions): Promise<WriteReceipt> {
    this.#check(row, options);
    const waitedMs = this.#isReady(table) ? 0 : await this.#whenCleared(table, options);
    if (waitedMs > 0) this.#check(row, options);
    const caller = this.#caller(options, waitedMs);
    const batch = this.#rows.add(table, row.key, [caller.write(row)]);
    if (batch !== undefined) this.#sender.start([batch]);
    const [outcome] = await caller.outcomes();
    if (outcome instanceof TidemarkError) throw outcome;
    return outcome!;
  }

  async mutateRows(
    table: string,
    rows: readonly RowToWrite[],
    options?: CallOptions,
  ): Promise<readonly (WriteReceipt | TidemarkError)[]> {
    this.#checkAll(rows, options);
    const waitedMs = this.#isReady(table) ? 0 : await this.#whenCleared(table, options);
    if (waitedMs > 0) this.#checkAll(rows, options);
    const caller = this.#caller(options, waitedMs);
    const batches: RowBatch[] = [];
    for (const [path, { key, writes }] of byRow(table, rows, caller)) {
      const batch = this.#rows.add(table, key, writes, path);
      if (batch !== undefined) batches.push(batch);
    }
    this.#sender.start(batches);
    return caller.outcomes();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#rows.whenIdle();
  }

  #check(row: RowMutations, options: CallOptions | undefined): void {
    this.#checkOpen(options);
    checkRow('', row, this.#limits);
    checkNoWatermarks(() => 'mutations', row.mutations);
  }

  #checkAll(rows: readonly RowMutations[], options: CallOptions | undefined): void {
    this.#checkOpen(options);
    checkRows(rows, this.#limits);
    rows.forEach(({ mutations }, index) => checkNoWatermarks(() => `rows[${index}].mutations`, mutations));
  }

  #checkOpen(options: CallOptions | undefined): void {
    if (this.#closed) throw new TidemarkError('draining', 'the writer is closed');
    if (options?.signal?.aborted === true) throw cancelledError(options.signal.reason);
  }

  /**
   * Whether some cluster is cleared for writes of the table. False in a process that has just started, until the first
   * one is.
   */
  #isReady(table: string): boolean {
    return this.#clearance?.isReady(table) ?? true;
  }

  /** Waits for a cleared cluster. Resolves with the time that it took, in milliseconds. */
  async #whenCleared(table: string, options: CallOptions | undefined): Promise<number> {
    const startedMs = this.#clock.monotonicMs();
    const timeoutMs = options?.timeoutMs ?? this.#limits.pointTimeoutMs;
    await this.#clearance?.whenCleared(table, { ...options, timeoutMs });
    return this.#clock.monotonicMs() - startedMs;
  }

  #caller(options: CallOptions | undefined, waitedMs: number): WriteCaller {
    const timeoutMs = options?.timeoutMs ?? this.#limits.pointTimeoutMs;
    return new WriteCaller(this.#clock, Math.max(0, timeoutMs - waitedMs), options?.signal);
  }
}

interface RowWrites {
  readonly key: Buffer;
  readonly writes: PendingWrite[];
}

/** Returns each row once by its path, with its writes in the order of the entries. */
function byRow(
  table: string,
  rows: readonly RowToWrite[],
  caller: WriteCaller,
): ReadonlyMap<string, RowWrites> {
  const places = new Map<string, RowWrites>();
  for (const row of rows) {
    const { key } = row;
    const place = rowPathOf(table, key);
    const write = caller.write(row);
    const known = places.get(place);
    if (known === undefined) places.set(place, { key, writes: [write] });
    else known.writes.push(write);
  }
  return places;
}
