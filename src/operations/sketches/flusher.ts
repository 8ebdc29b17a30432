import { EMPTY_TOKEN, mergeAllTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Writer, WriteReceipt } from '../../consistency/store';
import type { EntryLimits, BufferedRow, PauseLimits, RowFlush } from './buffered-row';
import type { BufferedSketch } from './buffered-sketch';

export interface FlushLimits extends EntryLimits, PauseLimits {
  /** Rows written in one call. */
  readonly rowsPerFlushMax: number;
  readonly flushTimeoutMs: number;
  /** That a token names one by one. */
  readonly writesMax: number;
}

/** Told of what becomes of flushes. */
export interface FlushObserver {
  /** One row's mutation, of so many bytes. */
  onRow(bytes: number, isAcknowledged: boolean): void;
  /** One call for several rows. */
  onEnded(durationMs: number): void;
}

export interface FlusherDependencies {
  readonly writer: Writer;
  readonly clock: Clock;
  readonly limits: FlushLimits;
  /** Told of sketches of which nothing is to be written any more. */
  readonly release: (sketches: readonly BufferedSketch[]) => void;
  readonly observer?: FlushObserver | undefined;
}

/**
 * Writes rows of sketches: one whose pause is over at once, others when an interval begins in which theirs is, all of them
 * together. Whatever has come by then goes with them.
 */
export class Flusher {
  readonly #dependencies: FlusherDependencies;
  /** Rows with something to write: those that `flush` begins to write, and those of which the pause is not over. */
  readonly #due = new Set<BufferedRow>();
  readonly #waiting = new Set<BufferedRow>();
  /** Of the interval at hand, by the monotonic clock; undefined while nothing is written and nothing waits. */
  #intervalBeganMs: number | undefined;
  readonly #calls = new Set<Promise<void>>();
  #cancelInterval: (() => void) | undefined;
  #isClosing = false;

  constructor(dependencies: FlusherDependencies) {
    this.#dependencies = dependencies;
  }

  /** What is to be written of the row is so at the next `flush`, or when it may; somebody may wait for it with less patience. */
  schedule(row: BufferedRow, patienceMs = Infinity): void {
    if (row.nextFlush === undefined) return;
    row.limitDelay(patienceMs);
    if (row.isWriting) return;
    const mayBegin = this.#isClosing || row.canFlush(this.#interval(), this.#dependencies.limits);
    (mayBegin ? this.#due : this.#waiting).add(row);
    if (mayBegin) this.#waiting.delete(row);
  }

  /** Begins the flushes that may begin now. */
  flush(): void {
    const rows = [...this.#due];
    if (rows.length === 0) return;
    this.#due.clear();
    this.#begin(rows);
  }

  /** Waits for no pause any longer; resolves when nothing is left to be written. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const row of this.#waiting) this.schedule(row);
    this.flush();
    while (this.#calls.size > 0) await Promise.all(this.#calls);
    this.#cancelInterval?.();
  }

  /** When the interval at hand began, or does now. It keeps the process alive, for somebody waits for what waits here. */
  #interval(): number {
    const { clock, limits } = this.#dependencies;
    this.#cancelInterval ??= clock.schedule(limits.flushIntervalMs, () => this.#onInterval(), {
      keepAlive: true,
    });
    return (this.#intervalBeganMs ??= clock.monotonicMs());
  }

  /** The next one begins where this one ends, also when timers are late or early: pauses are whole intervals. */
  #onInterval(): void {
    const { flushIntervalMs } = this.#dependencies.limits;
    this.#cancelInterval = undefined;
    this.#intervalBeganMs = this.#waiting.size === 0 ? undefined : this.#intervalBeganMs! + flushIntervalMs;
    for (const row of this.#waiting) this.schedule(row);
    this.flush();
  }

  #begin(rows: readonly BufferedRow[]): void {
    const { clock, limits } = this.#dependencies;
    const times = { nowMs: clock.nowMs(), intervalBeganMs: this.#interval() };
    for (const [table, ofTable] of byTable(rows)) {
      for (let at = 0; at < ofTable.length; at += limits.rowsPerFlushMax) {
        const flushes = ofTable
          .slice(at, at + limits.rowsPerFlushMax)
          .map((row) => row.beginFlush(times, limits));
        const call: Promise<void> = this.#write(table, flushes).finally(() => this.#calls.delete(call));
        this.#calls.add(call);
      }
    }
  }

  /** Never rejects: who waits for the flushes learns of it. */
  async #write(table: string, flushes: readonly RowFlush[]): Promise<void> {
    const { writer, clock, limits, observer } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    try {
      const entries = flushes.flatMap((each) => each.entries);
      const options = { timeoutMs: limits.flushTimeoutMs };
      const results = entries.length === 0 ? [] : await writer.mutateRows(table, entries, options);
      let at = 0;
      for (const each of flushes) this.#end(each, results.slice(at, (at += each.entries.length)));
    } catch (error) {
      for (const each of flushes) this.#fail(each, error);
    }
    observer?.onEnded(clock.monotonicMs() - startedMs);
    this.flush();
  }

  #end(ended: RowFlush, results: readonly (WriteReceipt | TidemarkError)[]): void {
    const { row, flush } = ended;
    const failure = results.find((result) => result instanceof TidemarkError);
    this.#leave(ended, failure === undefined);
    if (failure === undefined) row.token = this.#merged(row.token, results as readonly WriteReceipt[]);
    flush.complete(failure ?? row.token!);
  }

  /** Where the whole call failed. */
  #fail(ended: RowFlush, error: unknown): void {
    this.#leave(ended, false);
    if (error instanceof TidemarkError) ended.flush.complete(error);
    else ended.flush.fail(error);
  }

  #leave(ended: RowFlush, isAcknowledged: boolean): void {
    const { release, observer } = this.#dependencies;
    release(ended.row.endFlush(ended, isAcknowledged));
    this.schedule(ended.row);
    observer?.onRow(ended.bytes, isAcknowledged);
  }

  /** What was written earlier counts as well: another cluster may have taken it. */
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
