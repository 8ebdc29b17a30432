import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task';
import type { Catalog, TableEntry } from '../catalog/catalog';
import type { CommitQueue } from '../storage/commit-queue';
import { successor } from '../store/key-span';
import { minOf } from '../../core/shared/lists';

interface GarbageCollectorOptions extends PeriodicTaskOptions {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  /** Rows looked at in one turn of the event loop. */
  readonly rowsPerTurn: number;
}

/** Frees in the background what reads have hidden already: garbage in memory and on disk. */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  readonly #background: PeriodicTask;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    this.#background = new PeriodicTask(options, () => this.sweep());
  }

  /** Ends after the turn under way. */
  stop(): Promise<void> {
    return this.#background.stop();
  }

  /** Collects every table once. */
  async sweep(): Promise<void> {
    for (const table of this.#options.catalog.all()) {
      for (let start: string | undefined = ''; start !== undefined && !this.#background.stopped;) {
        start = await this.#collect(table, start);
        await new Promise(setImmediate);
      }
    }
  }

  /**
   * Collects the next rows from `start` on; returns where to go on, undefined at the table's end. Waits for the commit,
   * so that no more than one turn's changes are queued.
   */
  async #collect(table: TableEntry, start: string): Promise<string | undefined> {
    const { catalog, commits, rowsPerTurn } = this.#options;
    const { base: settled } = table.replicated;
    if (!settled.hasGcRules || !catalog.has(table)) return undefined;
    const batch = settled.firstRows({ start, end: undefined }, rowsPerTurn);
    await commits.whenCommitted(table.replicated.collectGarbage(batch, earliestNowMs(table)));
    const last = batch.at(-1);
    return last === undefined || batch.length < rowsPerTurn ? undefined : successor(last.key);
  }
}

/** What one cluster would still show must not go: the slowest clock decides. */
function earliestNowMs({ instance }: TableEntry): number {
  return minOf([...instance.clusters.values()].map((cluster) => cluster.nowMs()));
}
