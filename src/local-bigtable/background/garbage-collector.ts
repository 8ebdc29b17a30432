import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task';
import type { Catalog, TableEntry } from '../catalog/catalog';
import type { CommitQueue } from '../storage/commit-queue';
import { successor } from '../store/key-span';
import { minOf } from '../../core/shared/lists';

interface GarbageCollectorOptions extends PeriodicTaskOptions {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  /** Maximum number of rows examined in one turn of the event loop. */
  readonly rowsPerTurn: number;
}

/** Removes garbage cells, which reads already hide, from memory and disk in the background. */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  readonly #background: PeriodicTask;

  constructor(options: GarbageCollectorOptions) {
    this.#options = options;
    this.#background = new PeriodicTask(options, () => this.sweep());
  }

  /** Stops after the current turn. */
  stop(): Promise<void> {
    return this.#background.stop();
  }

  /** Collects the garbage of every table once. */
  async sweep(): Promise<void> {
    for (const table of this.#options.catalog.all()) {
      for (let start: string | undefined = ''; start !== undefined && !this.#background.stopped;) {
        start = await this.#collect(table, start);
        await new Promise(setImmediate);
      }
    }
  }

  /**
   * Collects the garbage of the next rows from `start` on. Returns the key to continue at; undefined at the end of the
   * table. Waits for the commit, so that at most one turn's changes are queued.
   */
  async #collect(table: TableEntry, start: string): Promise<string | undefined> {
    const { catalog, commits, rowsPerTurn } = this.#options;
    const { base } = table.replicated;
    if (!base.hasGcRules || !catalog.has(table)) return undefined;
    const batch = base.firstRows({ start, end: undefined }, rowsPerTurn);
    await commits.whenCommitted(table.replicated.collectGarbage(batch, earliestNowMs(table)));
    const last = batch.at(-1);
    return last === undefined || batch.length < rowsPerTurn ? undefined : successor(last.key);
  }
}

/** Returns the time of the slowest clock: cells that one cluster still shows must not be removed. */
function earliestNowMs({ instance }: TableEntry): number {
  return minOf([...instance.clusters.values()].map((cluster) => cluster.nowMs()));
}
