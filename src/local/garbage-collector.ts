import type { Clock } from '../platform/clock';
import type { Catalog, TableEntry } from './catalog';
import type { CommitQueue } from './storage/commit-queue';
import { successor } from './store/row-set';
import type { RowChange } from './store/table';

export interface GarbageCollectorOptions {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  /** From the end of one sweep to the start of the next. */
  readonly intervalMs: number;
  /** Rows looked at in one turn of the event loop. */
  readonly rowsPerTurn: number;
}

/** Frees in the background what reads have hidden already: garbage in memory and on disk. */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  #cancel: (() => void) | undefined;
  #stopped = false;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** Ends after the turn under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#sweeping;
  }

  /** Collects every table once. */
  async sweep(): Promise<void> {
    for (const table of this.#options.catalog.all()) {
      for (let start: string | undefined = ''; start !== undefined && !this.#stopped;) {
        start = await this.#collect(table, start);
        await new Promise(setImmediate);
      }
    }
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#cancel = this.#options.clock.schedule(this.#options.intervalMs, () => {
      // A sweep fails when commits do, and then writers are told; the collector just tries again.
      this.#sweeping = this.sweep()
        .catch(() => undefined)
        .finally(() => this.#schedule());
    });
  }

  /**
   * Collects the next rows from `start` on; returns where to go on, undefined at the table's end. Waits for the commit,
   * so that no more than one turn's changes are queued.
   */
  async #collect({ name, number, rows }: TableEntry, start: string): Promise<string | undefined> {
    const { catalog, commits, clock, rowsPerTurn } = this.#options;
    if (!rows.hasGcRules || !catalog.has(name, number)) return undefined;
    const nowMs = clock.nowMs();
    const batch = rows.slice({ start, end: undefined }, rowsPerTurn);
    const garbage = batch.filter((row) => rows.hasGarbage(row, nowMs));
    if (garbage.length > 0) {
      const version = commits.nextVersion();
      const changes: RowChange[] = garbage.map((row) => rows.collect(row, nowMs, version));
      commits.append({ kind: 'rows', table: number, rows: changes });
      await commits.whenCommitted(version);
    }
    const last = batch.at(-1);
    return last === undefined || batch.length < rowsPerTurn ? undefined : successor(last.key);
  }
}
