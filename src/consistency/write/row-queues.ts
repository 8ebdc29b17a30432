import type { BigtableError } from '../../bigtable/client/bigtable-error';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { TidemarkError } from '../../errors';
import type { PendingWrite } from './pending-write';
import type { VersionSource } from './version-source';
import type { WriterIds, WriterState } from './writer-ids';

export interface RowQueueLimits {
  /** Writes of one row that wait for the one under way. */
  readonly waitingPerRowMax: number;
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
}

/** Writes of one row that are sent as one mutation, from their first attempt until they are settled. */
export interface RowBatch {
  readonly row: RowQueue;
  readonly writes: readonly PendingWrite[];
  /** The same in each attempt: it is one mutation, whichever cluster commits it, if need be twice. */
  readonly versionMs: number;
  /** Id under which it is written, whichever cluster commits it, and its predecessors there: the same in each attempt. */
  readonly state: WriterState;
  /** Ids of the clusters that failed it since the last pause, the last one at the end. */
  triedClusters: readonly string[];
  /** Pauses so far. */
  pauses: number;
  /** Of the last attempt. */
  failure?: BigtableError;
}

/** A row with a turn under way, and the writes that wait for it to end. */
interface RowQueue {
  readonly table: string;
  readonly key: Buffer;
  readonly path: string;
  waiting: PendingWrite[];
}

/**
 * One turn at a time for each row, so that of a writer's versions the later is committed later. What comes while a turn
 * is under way is joined into the next.
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

  /** The turn that begins with the writes; undefined when they have to wait, or are refused as `overloaded`. */
  add(table: string, key: Buffer, writes: PendingWrite[]): RowBatch | undefined {
    const path = rowPathOf(table, key);
    const row = this.#rows.get(path);
    if (row === undefined) return this.#begin({ table, key, path, waiting: writes });
    const { waiting } = row;
    for (const write of writes) {
      if (waiting.length < this.#limits.waitingPerRowMax) waiting.push(write);
      else write.settle(overloaded(waiting.length));
    }
    return undefined;
  }

  /** The next turn of a row whose turn has ended; undefined when nobody waits for one. */
  next({ row }: RowBatch): RowBatch | undefined {
    row.waiting = row.waiting.filter((write) => !write.settled);
    if (row.waiting.length > 0) return this.#begin(row);
    this.#rows.delete(row.path);
    if (this.#rows.size === 0) this.#whenEmpty?.();
    return undefined;
  }

  /** A mutation of the turn may be committed when another turn has begun: see WriterIds. */
  markMayCommitLate({ row, state }: RowBatch): void {
    this.#ids.retire(row.path, state.writer);
  }

  /** The origin acknowledged the turn: the row's next mutation there names it as its predecessor. */
  acknowledge({ row, state: { writer }, versionMs }: RowBatch, origin: OriginCode): void {
    this.#ids.acknowledge(row.path, { writer, origin, versionMs });
  }

  /**
   * Ends a turn whose writes were refused as a whole, which may be the fault of one: they are to come again, at most half
   * as many at a time, before those that wait.
   */
  splitBatch({ row, writes }: RowBatch): void {
    const joinMax = Math.ceil(writes.length / 2);
    for (const write of writes) write.joinMax = joinMax;
    row.waiting = [...writes, ...row.waiting];
  }

  /** Resolves when no turn is under way. */
  async whenIdle(): Promise<void> {
    if (this.#rows.size > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
  }

  #begin(row: RowQueue): RowBatch {
    this.#rows.set(row.path, row);
    const writes = row.waiting.splice(0, this.#joinable(row.waiting));
    const { path } = row;
    const versionMs = this.#versions.next(path);
    return { row, writes, versionMs, state: this.#ids.snapshot(path), triedClusters: [], pauses: 0 };
  }

  /** How many of the writes make up the next mutation, in the order in which they came. */
  #joinable(waiting: readonly PendingWrite[]): number {
    const { mutationsPerRowMax, batchBytesMax } = this.#limits;
    let joinMax = Infinity;
    let mutations = 1; // the watermark's
    let bytes = 0;
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

/** Names the row among all of the tables'. */
export function rowPathOf(table: string, key: Buffer): string {
  return `${table}\0${key.toString('latin1')}`;
}

function overloaded(waiting: number): TidemarkError {
  return new TidemarkError('overloaded', `${waiting} writes of the row wait already`, {
    retryAfterSeconds: 1,
  });
}
