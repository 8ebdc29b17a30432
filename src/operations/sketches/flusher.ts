import { EMPTY_TOKEN, mergeAll, type WriteToken } from '../../core/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/clock';
import type { Writer, WriteReceipt } from '../../watermark/store';
import type { EntryLimits, HeldRow, RowFlush } from './held-row';
import type { HeldSketch } from './held-sketch';

export interface FlushLimits extends EntryLimits {
  /** A row is written once in it at most: what comes in between waits for the next one to begin. */
  readonly flushIntervalMs: number;
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
  readonly release: (sketches: readonly HeldSketch[]) => void;
  readonly observer?: FlushObserver | undefined;
}

/**
 * Writes rows of sketches: one that was not written in this interval at once, others when the next one begins, all of them
 * together. Whatever has come by then goes with them.
 */
export class Flusher {
  readonly #dependencies: FlusherDependencies;
  /** Rows with something to write that may be written as soon as this interval allows. */
  readonly #waiting = new Set<HeldRow>();
  /** Rows that this interval has had its mutation of. */
  #had = new Set<HeldRow>();
  readonly #calls = new Set<Promise<void>>();
  #cancelInterval: (() => void) | undefined;
  #isClosing = false;

  constructor(dependencies: FlusherDependencies) {
    this.#dependencies = dependencies;
  }

  /** What is to be written of the row is so at the next `flush`, or when it may. */
  wait(row: HeldRow): void {
    if (row.next !== undefined && !row.isWriting) this.#waiting.add(row);
  }

  /** Begins the flushes that may begin now. */
  flush(): void {
    const due: HeldRow[] = [];
    for (const row of this.#waiting) if (this.#isClosing || !this.#had.has(row)) due.push(row);
    if (due.length > 0) this.#begin(due);
  }

  /** Waits for no interval any longer; resolves when nothing is left to be written. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.flush();
    while (this.#calls.size > 0) await Promise.all(this.#calls);
    this.#cancelInterval?.();
  }

  #begin(rows: readonly HeldRow[]): void {
    const { clock, limits } = this.#dependencies;
    const nowMs = clock.nowMs();
    for (const row of rows) {
      this.#waiting.delete(row);
      this.#had.add(row);
    }
    this.#cancelInterval ??= this.#nextInterval();
    for (const [table, ofTable] of byTable(rows)) {
      for (let at = 0; at < ofTable.length; at += limits.rowsPerFlushMax) {
        const flushes = ofTable.slice(at, at + limits.rowsPerFlushMax).map((row) => row.begin(nowMs, limits));
        const call: Promise<void> = this.#write(table, flushes).finally(() => this.#calls.delete(call));
        this.#calls.add(call);
      }
    }
  }

  /** Keeps the process alive, for somebody waits for what is waiting here. */
  #nextInterval(): () => void {
    const { clock, limits } = this.#dependencies;
    return clock.schedule(limits.flushIntervalMs, () => this.#onInterval(), { keepAlive: true });
  }

  #onInterval(): void {
    this.#cancelInterval = undefined;
    this.#had = new Set();
    this.flush();
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
    flush.end(failure ?? row.token!);
  }

  /** Where the whole call failed. */
  #fail(ended: RowFlush, error: unknown): void {
    this.#leave(ended, false);
    if (error instanceof TidemarkError) ended.flush.end(error);
    else ended.flush.fail(error);
  }

  #leave(ended: RowFlush, isAcknowledged: boolean): void {
    const { release, observer } = this.#dependencies;
    release(ended.row.end(ended, isAcknowledged));
    this.wait(ended.row);
    observer?.onRow(ended.bytes, isAcknowledged);
  }

  /** What was written earlier counts as well: another cluster may have taken it. */
  #merged(token: WriteToken = EMPTY_TOKEN, receipts: readonly WriteReceipt[]): WriteToken {
    const { clock, limits } = this.#dependencies;
    const tokens = [token, ...receipts.map((receipt) => receipt.token)];
    return mergeAll(tokens, { writesMax: limits.writesMax, nowMs: clock.nowMs() });
  }
}

function byTable(rows: readonly HeldRow[]): ReadonlyMap<string, readonly HeldRow[]> {
  const tables = new Map<string, HeldRow[]>();
  for (const row of rows) {
    const { table } = row.place;
    const known = tables.get(table);
    if (known === undefined) tables.set(table, [row]);
    else known.push(row);
  }
  return tables;
}
