/**
 * Merges the columns of inactive writers into one column per sketch, in a table or a share of it, to reduce what
 * reads transfer.
 */
import {
  cellsPerColumnLimit,
  cellsPerRowLimit,
  chain,
  familyIs,
  stripValue,
} from '../../bigtable/read/filters';
import type { Row, RowRange } from '../../bigtable/client/types';
import { sliceForMerging } from '../../core/campaign-counts/plan-merges';
import { objectIdOf } from '../../core/rows/row-key';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Scanner } from '../../consistency/store';
import { rowRangeOf, sectionsOf, type WorkerShare } from '../compaction/key-sections';
import { mergeSketchRow, type MergeSketchRowDependencies, type SketchRowMerge } from './merge-sketch-row';
import { addMergeTally, countMergeFailure, emptyMergeTally, type MergeTally } from './merge-tally';

export interface MergeSketchesLimits {
  readonly callTimeoutMs: number;
  readonly readBytesMax: number;
  readonly mergeColumnsPerStep: number;
  readonly mergeColumnsPerRow: number;
  readonly mergeRowsPerPage: number;
  readonly mergeRowsInFlight: number;
  readonly mergeFailuresInARowMax: number;
}

export interface MergeSketchesDependencies extends MergeSketchRowDependencies {
  readonly scanner: Scanner;
  readonly clock: Clock;
  readonly limits: MergeSketchesLimits;
}

/** Parameters of a merge run. */
export interface MergeSketchesJob {
  readonly worker: WorkerShare;
  /** Selects the days whose rows are processed. */
  readonly includesDay: (day: string) => boolean;
  /** Time without a write after which a writer counts as inactive, in milliseconds. */
  readonly idleMs: number;
  /** Reports the work without writing. */
  readonly dryRun: boolean;
  /** Ends the job early, between rows. */
  readonly signal: AbortSignal;
}

/** Result of a merge run. */
export interface MergeSketchesSummary extends Readonly<MergeTally> {
  readonly status: 'complete' | 'interrupted';
  readonly seconds: number;
}

export type MergeSketches = (job: MergeSketchesJob) => Promise<MergeSketchesSummary>;

/**
 * Returns the job. It rejects with the errors of scans and after too many consecutive row failures. It may be run
 * again at any time, and finished work is not repeated.
 */
export function createMergeSketches(dependencies: MergeSketchesDependencies): MergeSketches {
  return (job) => new MergeRun(job, dependencies).run();
}

/** End of the object id of a sketch row: its day. */
const DAY = /#(\d{4}-\d{2}-\d{2})$/;

class MergeRun {
  readonly #job: MergeSketchesJob;
  readonly #dependencies: MergeSketchesDependencies;
  readonly #tally = emptyMergeTally();
  #failuresInARow = 0;

  constructor(job: MergeSketchesJob, dependencies: MergeSketchesDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
  }

  async run(): Promise<MergeSketchesSummary> {
    const { clock } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    for (const section of sectionsOf(this.#job.worker, [])) await this.#processRange(rowRangeOf(section));
    return {
      status: this.#job.signal.aborted ? 'interrupted' : 'complete',
      ...this.#tally,
      seconds: (clock.monotonicMs() - startedMs) / 1_000,
    };
  }

  async #processRange(range: RowRange): Promise<void> {
    const { signal } = this.#job;
    let rest: RowRange | undefined = range;
    while (rest !== undefined && !signal.aborted) {
      const page: Page = await this.#readPage(rest);
      await this.#mergeAll(page.works);
      rest = page.last && { ...rest, start: { key: page.last, inclusive: false } };
    }
  }

  /**
   * A page is read completely before its rows are merged, because an open scan occupies one of the limited batch
   * calls.
   */
  async #readPage(range: RowRange): Promise<Page> {
    const { scanner, sketches, table, limits } = this.#dependencies;
    const { signal } = this.#job;
    const filter = chain(
      familyIs(sketches.family),
      cellsPerColumnLimit(1),
      cellsPerRowLimit(limits.mergeColumnsPerRow),
      stripValue(),
    );
    const works: SketchRowMerge[] = [];
    try {
      for await (const row of scanner.scan({ table, ranges: [range], filter }, { signal })) {
        const work = this.#workOf(row);
        if (work !== undefined) works.push(work);
        if (works.length === limits.mergeRowsPerPage) return { works, last: Buffer.from(row.key) };
      }
    } catch (error) {
      // An interrupted scan ends at once, also one that waits for a store that is unavailable.
      if (!signal.aborted) throw error;
    }
    return { works, last: undefined };
  }

  #workOf({ key, cells }: Row): SketchRowMerge | undefined {
    const [, day] = DAY.exec(objectIdOf(key) ?? '') ?? [];
    if (day === undefined || !this.#job.includesDay(day)) return undefined;
    const { clock, limits } = this.#dependencies;
    const activeFromMicros = (clock.nowMs() - this.#job.idleMs) * 1_000;
    const slices = sliceForMerging(cells, { activeFromMicros, columnsPerSlice: limits.mergeColumnsPerStep });
    this.#tally.rows += 1;
    if (slices.length === 0) return undefined;
    return { key: Buffer.from(key), day, slices, activeFromMicros };
  }

  async #mergeAll(works: readonly SketchRowMerge[]): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < works.length && !this.#job.signal.aborted) await this.#merge(works[next++]!);
    };
    const stop = (error: unknown): never => {
      next = works.length;
      throw error;
    };
    const { mergeRowsInFlight } = this.#dependencies.limits;
    await Promise.all(Array.from({ length: mergeRowsInFlight }, () => work().catch(stop)));
  }

  /** A row that fails is left for the next run. */
  async #merge(work: SketchRowMerge): Promise<void> {
    if (this.#job.dryRun) return this.#recordDryRun(work);
    try {
      addMergeTally(this.#tally, await mergeSketchRow(work, this.#dependencies));
      this.#failuresInARow = 0;
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      this.#failuresInARow += 1;
      if (this.#failuresInARow > this.#dependencies.limits.mergeFailuresInARowMax) throw error;
      this.#tally.rowsFailed += 1;
      countMergeFailure(this.#tally, error.code, error.message);
    }
  }

  #recordDryRun({ slices }: SketchRowMerge): void {
    this.#tally.rowsMerged += 1;
    this.#tally.columnsRemoved += slices.reduce((sum, { mergeable }) => sum + mergeable, 0);
  }
}

/** Rows that were read. */
interface Page {
  readonly works: readonly SketchRowMerge[];
  /** Key of the last row; undefined when the scan has reached its end. */
  readonly last: Buffer | undefined;
}
