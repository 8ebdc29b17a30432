import type { BigtableError } from '../../bigtable/client/bigtable-error';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { maxOf } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { PendingWrite } from './pending-write';
import type { VersionSource } from './version-source';
import type { WriterIds, WriterState } from './writer-ids';

export interface RowQueueLimits {
  /** Largest number of writes of one row that wait for the batch in flight. */
  readonly waitingPerRowMax: number;
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
}

/** Writes of one row that are sent as one mutation, from the first attempt until they are settled. */
export interface RowBatch {
  readonly row: RowQueue;
  readonly writes: readonly PendingWrite[];
  /**
   * Version of the mutation, in milliseconds. The same in each attempt: it is one mutation, whichever cluster commits
   * it, twice if need be.
   */
  readonly versionMs: number;
  /** Writer id of the mutation, whichever cluster commits it, and its predecessors there: the same in each attempt. */
  readonly state: WriterState;
  /** Ids of the clusters that failed it since the last pause, the last one at the end. */
  triedClusters: readonly string[];
  /** Number of pauses so far. */
  pauses: number;
  /** Error of the last attempt. */
  failure?: BigtableError;
}

/** A row with a batch in flight, and the writes that wait for it to end. */
interface RowQueue {
  readonly table: string;
  readonly key: Buffer;
  readonly path: string;
  waiting: PendingWrite[];
}

/**
 * The writes of each row, one batch in flight at a time, so that of a writer's versions the later is committed later.
 * Writes that come while a batch is in flight are joined into the next one.
 */
export class RowQueues {
  readonly #versions: VersionSource;
  readonly #ids: WriterIds;
  readonly #limits: RowQueueLimits;
  readonly #rows = new Map<string, RowQueue>();
  #whenEmpty: (() => void) | undefined;

  constructor(versions: VersionSource, ids: WriterIds, limits: RowQueueLimits) {
    this.#versions = versions;
    this.#ids = ids;
    this.#limits = limits;
  }

  /**
   * Returns the batch that starts with the writes; undefined if they have to wait, or are rejected as `overloaded`. `path`: that of
   * the row, if the caller has it already.
   */
  add(
    table: string,
    key: Buffer,
    writes: PendingWrite[],
    path: string = rowPathOf(table, key),
  ): RowBatch | undefined {
    const row = this.#rows.get(path);
    if (row === undefined) return this.#begin({ table, key, path, waiting: writes });
    const { waiting } = row;
    for (const write of writes) {
      if (waiting.length < this.#limits.waitingPerRowMax) waiting.push(write);
      else write.settle(overloaded(waiting.length));
    }
    return undefined;
  }

  /** Returns the next batch of a row whose batch has ended; undefined if no write waits. */
  next({ row }: RowBatch): RowBatch | undefined {
    if (row.waiting.length > 0) row.waiting = row.waiting.filter((write) => !write.settled);
    if (row.waiting.length > 0) return this.#begin(row);
    this.#rows.delete(row.path);
    if (this.#rows.size === 0) this.#whenEmpty?.();
    return undefined;
  }

  /** Records that a mutation of the batch may still be committed after another batch has begun: see `WriterIds`. */
  markMayCommitLate({ row, state }: RowBatch): void {
    this.#ids.retire(row.path, state.writer);
  }

  /** Records that the origin acknowledged the batch: the row's next mutation there names it as its predecessor. */
  acknowledge({ row, state, versionMs }: RowBatch, origin: OriginCode): void {
    this.#ids.acknowledge(row.path, state, { origin, versionMs });
  }

  /**
   * Ends a batch that was rejected as a whole, possibly because of one of its writes. The writes are sent again before
   * those that wait, at most half as many at a time.
   */
  splitBatch({ row, writes }: RowBatch): void {
    const joinMax = Math.ceil(writes.length / 2);
    for (const write of writes) write.joinMax = joinMax;
    row.waiting = [...writes, ...row.waiting];
  }

  /** Resolves when no batch is in flight. */
  async whenIdle(): Promise<void> {
    if (this.#rows.size > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
  }

  #begin(row: RowQueue): RowBatch {
    this.#rows.set(row.path, row);
    const joined = this.#joinable(row.waiting);
    const writes = joined === row.waiting.length ? row.waiting : row.waiting.slice(0, joined);
    row.waiting = row.waiting.slice(joined);
    const { path } = row;
    const versionMs = this.#versions.next(path);
    const state = this.#ids.snapshot(path, lastStayOf(writes));
    return { row, writes, versionMs, state, triedClusters: [], pauses: 0 };
  }

  /** Returns how many of the writes make up the next mutation, in the order in which they came. */
  #joinable(waiting: readonly PendingWrite[]): number {
    const { mutationsPerRowMax, batchBytesMax } = this.#limits;
    let joinMax = Infinity;
    let mutations = 1; // the watermark's
    let bytes = 0;
    if (waiting.length === 1) return 1;
    for (const [count, write] of waiting.entries()) {
      joinMax = Math.min(joinMax, write.idempotent ? write.joinMax : 1);
      mutations += write.mutations.length;
      bytes += write.bytes;
      if (count === 0) continue;
      if (count === joinMax || mutations > mutationsPerRowMax || bytes > batchBytesMax) return count;
    }
    return waiting.length;
  }
}

/** Returns the latest stay of the writes. Writes of an earlier one are not acknowledged: the row has moved since. */
const lastStayOf = (writes: readonly PendingWrite[]): number =>
  writes.length === 1 ? writes[0]!.stay : maxOf(writes.map(({ stay }) => stay));

/** Returns a name of the row that is unique over all tables. */
export function rowPathOf(table: string, key: Buffer): string {
  return `${table}\0${key.toString('latin1')}`;
}

function overloaded(waiting: number): TidemarkError {
  return new TidemarkError('overloaded', `too many writes of one row: ${waiting} are waiting already`, {
    retryAfterSeconds: 1,
  });
}
