import { EMPTY_TOKEN, mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Writer, WriteReceipt } from '../../consistency/store';
import type { EntryLimits, BufferedRow, PauseLimits, RowFlush } from './buffered-row';
import type { BufferedSketch } from './buffered-sketch';

/** Limits of flushes. */
export interface FlushLimits extends EntryLimits, PauseLimits {
  /** Maximum number of rows written in one call. */
  readonly rowsPerFlushMax: number;
  readonly flushTimeoutMs: number;
  /** Maximum number of writes that a token lists individually. */
  readonly writesMax: number;
}

/** Observer of flushes. */
export interface FlushObserver {
  /** Reports the mutation of one row and its size in bytes. */
  onRow(bytes: number, isAcknowledged: boolean): void;
  /** Reports a call for several rows. */
  onEnded(durationMs: number): void;
}

export interface FlusherDependencies {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly limits: FlushLimits;
  /** Called with the sketches that have nothing left to write. */
  readonly release: (sketches: readonly BufferedSketch[]) => void;
  readonly observer?: FlushObserver | undefined;
}

/**
 * Writes sketch rows: a row whose pause is over at once, other rows together at the start of the interval in which
 * their pause ends. A write includes everything added by then.
 */
export class Flusher {
  readonly #dependencies: FlusherDependencies;
  /** Rows with something to write: those that the next `flush` writes, and those whose pause is not over. */
  readonly #due = new Set<BufferedRow>();
  readonly #waiting = new Set<BufferedRow>();
  /** Start of the current interval by the monotonic clock; undefined while nothing is being written or waiting. */
  #intervalBeganMs: number | undefined;
  readonly #calls = new Set<Promise<void>>();
  #cancelInterval: (() => void) | undefined;
  #isClosing = false;

  constructor(dependencies: FlusherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Schedules the row for the next `flush`, or for the end of its pause; the pause is limited to `delayMaxMs`. */
  schedule(row: BufferedRow, delayMaxMs = Infinity): void {
    if (row.nextCompletion === undefined) return;
    row.limitDelay(delayMaxMs);
    if (row.isWriting) return;
    const isDue = this.#isClosing || row.canFlush(this.#interval(), this.#dependencies.limits);
    (isDue ? this.#due : this.#waiting).add(row);
    if (isDue) this.#waiting.delete(row);
  }

  /** Starts the flushes that are due. */
  startDueFlushes(): void {
    const rows = [...this.#due];
    if (rows.length === 0) return;
    this.#due.clear();
    this.#startFlushes(rows);
  }

  /** Ends all pauses, and resolves when everything is written. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const row of this.#waiting) this.schedule(row);
    this.startDueFlushes();
    while (this.#calls.size > 0) await Promise.all(this.#calls);
    this.#cancelInterval?.();
  }

  /**
   * Returns the start of the current interval and starts one if necessary. Its timer keeps the process alive, because
   * callers wait for the rows.
   */
  #interval(): number {
    const { clock, limits } = this.#dependencies;
    this.#cancelInterval ??= clock.schedule(limits.flushIntervalMs, () => this.#onInterval(), {
      keepAlive: true,
    });
    return (this.#intervalBeganMs ??= clock.monotonicMs());
  }

  /**
   * Each interval starts at the end of the last one, even if timers fire late, so that pauses are whole intervals.
   */
  #onInterval(): void {
    const { flushIntervalMs } = this.#dependencies.limits;
    this.#cancelInterval = undefined;
    this.#intervalBeganMs = this.#waiting.size === 0 ? undefined : this.#intervalBeganMs! + flushIntervalMs;
    for (const row of this.#waiting) this.schedule(row);
    this.startDueFlushes();
  }

  #startFlushes(rows: readonly BufferedRow[]): void {
    const { clock, limits } = this.#dependencies;
    const times = { nowMs: clock.nowMs(), intervalBeganMs: this.#interval() };
    for (const [table, tableRows] of byTable(rows)) {
      for (let at = 0; at < tableRows.length; at += limits.rowsPerFlushMax) {
        const flushes = tableRows
          .slice(at, at + limits.rowsPerFlushMax)
          .map((row) => row.beginFlush(times, limits));
        const call: Promise<void> = this.#write(table, flushes).finally(() => this.#calls.delete(call));
        this.#calls.add(call);
      }
    }
  }

  /** Never rejects: callers get the error from their flush. */
  async #write(table: string, flushes: readonly RowFlush[]): Promise<void> {
    const { writer, clock, limits, observer } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    try {
      const entries = flushes.flatMap((rowFlush) => rowFlush.entries);
      const options = { timeoutMs: limits.flushTimeoutMs };
      const results = entries.length === 0 ? [] : await writer.mutateRows(table, entries, options);
      let at = 0;
      for (const rowFlush of flushes) this.#end(rowFlush, results.slice(at, (at += rowFlush.entries.length)));
    } catch (error) {
      for (const rowFlush of flushes) this.#fail(rowFlush, error);
    }
    observer?.onEnded(clock.monotonicMs() - startedMs);
    this.startDueFlushes();
  }

  #end(ended: RowFlush, results: readonly (WriteReceipt | TidemarkError)[]): void {
    const { row, completion } = ended;
    const failure = results.find((result) => result instanceof TidemarkError);
    this.#finish(ended, failure === undefined);
    if (failure === undefined) row.token = this.#merged(row.token, results as readonly WriteReceipt[]);
    completion.complete(failure ?? row.token!);
  }

  /** Ends a flush after a failure of the whole call. */
  #fail(ended: RowFlush, error: unknown): void {
    this.#finish(ended, false);
    if (error instanceof TidemarkError) ended.completion.complete(error);
    else ended.completion.fail(error);
  }

  #finish(ended: RowFlush, isAcknowledged: boolean): void {
    const { release, observer } = this.#dependencies;
    release(ended.row.endFlush(ended, isAcknowledged));
    this.schedule(ended.row);
    observer?.onRow(ended.bytes, isAcknowledged);
  }

  /**
   * Merges the new tokens with the row's earlier one, because another cluster may have accepted the earlier writes.
   */
  #merged(token: WriteToken = EMPTY_TOKEN, receipts: readonly WriteReceipt[]): WriteToken {
    const { clock, limits } = this.#dependencies;
    const tokens = [token, ...receipts.map((receipt) => receipt.token)];
    return mergeAllTokens(tokens, { writesMax: limits.writesMax, nowMs: clock.nowMs() });
  }
}

function byTable(rows: readonly BufferedRow[]): ReadonlyMap<string, readonly BufferedRow[]> {
  const tables = new Map<string, BufferedRow[]>();
  for (const row of rows) {
    const { table } = row.address;
    const known = tables.get(table);
    if (known === undefined) tables.set(table, [row]);
    else known.push(row);
  }
  return tables;
}
