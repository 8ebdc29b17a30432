import type { Clock } from '../platform/clock';
import type { Catalog, TableEntry } from './catalog';
import type { CommitQueue } from './storage/commit-queue';
import { successor } from './store/row-set';

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
  async #collect(table: TableEntry, start: string): Promise<string | undefined> {
    const { catalog, commits, rowsPerTurn } = this.#options;
    const { settled } = table.replicated;
    if (!settled.hasGcRules || !catalog.has(table)) return undefined;
    const batch = settled.slice({ start, end: undefined }, rowsPerTurn);
    await commits.whenCommitted(table.replicated.collect(batch, earliestNowMs(table)));
    const last = batch.at(-1);
    return last === undefined || batch.length < rowsPerTurn ? undefined : successor(last.key);
  }
}

/** What one cluster would still show must not go: the slowest clock decides. */
function earliestNowMs({ instance }: TableEntry): number {
  return Math.min(...[...instance.clusters.values()].map((cluster) => cluster.nowMs()));
}
