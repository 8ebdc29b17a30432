/** Compaction job: processes a share of a table, section by section, and packs its events into blocks. */
import { cancelledError } from '../../bigtable/client/bigtable-error';
import { countedFromMs } from '../../core/columns/counted-from';
import { overhangSecondsOf, type PackingRules } from '../../core/compaction/plan-packing';
import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError, type ErrorCode } from '../../errors';
import { sleep } from '../../platform/time/clock';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Scanner } from '../../consistency/store';
import {
  addCompactionTally,
  countCompactionFailure,
  emptyCompactionTally,
  type CompactionTally,
} from './compaction-tally';
import {
  rowRangeOf,
  sectionsAfter,
  sectionsOf,
  shareDoneAt,
  type KeySection,
  type WorkerShare,
} from './key-sections';
import {
  cellsOf,
  countCellsToPack,
  FOREIGN_COLUMNS_MESSAGE,
  packRow,
  planScannedRow,
  scannedRow,
  type PackRowDependencies,
  type PackRowLimits,
  type RowPackingPlan,
} from './pack-row';
import { scanFilter } from './packing-filters';

/** Limits of a compaction job. */
export interface CompactionLimits extends PackRowLimits {
  readonly graceMs: number;
  readonly openDayEventsMin: number;
  readonly rowsPerPage: number;
  readonly rowsPackedPerPage: number;
  readonly rowsInFlight: number;
  readonly rejectionsInARowMax: number;
  /** Longest time that replication takes, in milliseconds. */
  readonly replicationLagMaxMs: number;
}

export interface CompactionDependencies extends Omit<PackRowDependencies, 'rules' | 'limits' | 'dataType'> {
  readonly scanner: Scanner;
  /** Personal corpora: their rows have records of what is hidden. */
  readonly privacy: PrivacyRules;
  readonly tracing: Tracing;
  readonly limits: CompactionLimits;
  /** Limits the rows read by this job, in addition to the limits of all batch work. */
  readonly rate: RowRateLimiter;
  readonly observer?: CompactionObserver | undefined;
}

/**
 * Rate limiter. `take` reserves permits for `rows` rows and returns the milliseconds until the first of them is
 * available.
 */
interface RowRateLimiter {
  reserve(rows: number, nowMs: number): number;
}

/** Observer of the job, for metrics. */
export interface CompactionObserver {
  /** Reports a row that was packed or has failed. */
  onRow(tally: Readonly<CompactionTally>): void;
}

/** Parameters of a compaction job. */
interface CompactionJob {
  readonly dataType: EventDataType;
  readonly worker: WorkerShare;
  /** Rows up to this key were done by an earlier run. */
  readonly after?: Buffer | undefined;
  /** Totals of that run. */
  readonly tally?: CompactionTally | undefined;
  /** Reports the work without writing. */
  readonly dryRun: boolean;
  /** Ends the job early. Rows in progress finish their current step. */
  readonly signal: AbortSignal;
  /** Called when all rows up to the key are done. */
  readonly onSettled?: (key: Buffer, progress: CompactionProgress) => void;
}

/** Progress of a compaction job. */
export interface CompactionProgress {
  readonly tally: Readonly<CompactionTally>;
  /** Share of the worker's part of the table that is done, from 0 to 1. */
  readonly share: number;
}

/** Result of a compaction job. */
export interface CompactionSummary extends Readonly<CompactionTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly dataType: string;
  readonly seconds: number;
  /** Average size of an event in the blocks written, in bytes; undefined when none was written. */
  readonly bytesPerEvent?: number | undefined;
  /** Error that ended the job. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

export type Compact = (job: CompactionJob) => Promise<CompactionSummary>;

/** Returns the job. It throws `invalid_argument` for an invalid job; later errors are part of the summary. */
export function createCompact(dependencies: CompactionDependencies): Compact {
  return (job) => new CompactionRun(job, dependencies).run();
}

/** Rows that were read, and the plans of those with work to do. */
interface Page {
  readonly works: readonly RowPackingPlan[];
  /** Key of the last row that was read; undefined when there was none. */
  readonly last: Buffer | undefined;
  /** Whether the section ends after this page. */
  readonly isEnd: boolean;
}

class CompactionRun {
  readonly #job: CompactionJob;
  readonly #dependencies: CompactionDependencies;
  readonly #tally: CompactionTally;
  readonly #startedMs: number;
  #refusalsInARow = 0;

  constructor(job: CompactionJob, dependencies: CompactionDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    // The tally of an earlier version may lack totals.
    this.#tally = { ...emptyCompactionTally(), ...job.tally };
    this.#startedMs = dependencies.clock.monotonicMs();
  }

  async run(): Promise<CompactionSummary> {
    const { worker, signal } = this.#job;
    sectionsOf(worker, []);
    try {
      await this.#processAll();
      return this.#summary('complete');
    } catch (error) {
      if (signal.aborted) return this.#summary('interrupted');
      if (!(error instanceof TidemarkError)) throw error;
      return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
    }
  }

  async #processAll(): Promise<void> {
    const { dataType, worker, after, signal } = this.#job;
    const samples = await this.#dependencies.scanner.sampleKeys(dataType.corpus, { signal });
    const sections = sectionsOf(worker, samples);
    const remaining = after === undefined ? sections : sectionsAfter(sections, after);
    for (const section of remaining) await this.#processSection(section);
  }

  async #processSection(section: KeySection): Promise<void> {
    let rest: KeySection | undefined = section;
    while (rest !== undefined) {
      const { works, last, isEnd } = await this.#readPage(rest);
      await this.#packAll(works);
      if (last !== undefined) this.#reportProgress(last);
      rest = last === undefined || isEnd ? undefined : sectionsAfter([rest], last)[0];
    }
  }

  /**
   * A page is read completely before its rows are packed: an open scan occupies one of the limited batch calls, and
   * that may be the only one.
   */
  async #readPage(section: KeySection): Promise<Page> {
    const { scanner, limits, privacy } = this.#dependencies;
    const { dataType, signal } = this.#job;
    const rules = this.#rules();
    const users = privacy.get(dataType.corpus);
    const filter = scanFilter(dataType.family, rules, {
      cellsMax: limits.headsPerRead,
      hasRecords: users !== undefined,
    });
    const scan = { table: dataType.corpus, ranges: [rowRangeOf(section)], filter };
    const works: RowPackingPlan[] = [];
    let rows = 0;
    let last: Buffer | undefined;
    for await (const row of scanner.scan(scan, { signal })) {
      await this.#waitForPermit();
      const { work, foreign } = planScannedRow(scannedRow(row, dataType.family, users), rules, limits);
      this.#recordForeign(foreign);
      last = work.key;
      rows += 1;
      if (work.hasEvents) this.#tally.rows += 1;
      if (work.steps.length > 0 || work.scannedUpTo !== undefined) works.push(work);
      if (rows === limits.rowsPerPage || works.length === limits.rowsPackedPerPage) {
        return { works, last, isEnd: false };
      }
    }
    return { works, last, isEnd: true };
  }

  /** Packs several rows at a time. After an error that does not concern a single row, no further row is started. */
  async #packAll(works: readonly RowPackingPlan[]): Promise<void> {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < works.length) {
        if (this.#job.signal.aborted) throw cancelledError(this.#job.signal.reason);
        await this.#pack(works[next++]!);
      }
    };
    const stop = (error: unknown): never => {
      next = works.length;
      throw error;
    };
    const { rowsInFlight } = this.#dependencies.limits;
    const workers = Array.from({ length: Math.min(rowsInFlight, works.length) }, () => work().catch(stop));
    const ended = await Promise.allSettled(workers);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  async #pack(work: RowPackingPlan): Promise<void> {
    const { observer, tracing, limits } = this.#dependencies;
    const { dataType, signal, dryRun } = this.#job;
    const dependencies = { ...this.#dependencies, limits, dataType, rules: () => this.#rules() };
    if (dryRun) {
      const cells = await countCellsToPack(work, dependencies, signal);
      const rowsPacked = Math.min(1, cells);
      return this.#addTally({ ...emptyCompactionTally(), rowsPacked, cellsRemoved: cells });
    }
    await this.#waitForPermit();
    let tally = emptyCompactionTally();
    try {
      tally = await tracing.span('compact.row', { cells: cellsOf(work) }, () =>
        packRow(work, dependencies, signal),
      );
      tally.rowsPacked = tally.blocksWritten > 0 ? 1 : 0;
      this.#refusalsInARow = 0;
    } catch (error) {
      this.#recordFailure(error, tally);
    }
    this.#addTally(tally);
    observer?.onRow(tally);
  }

  /** Records the failure of a single row. Throws errors that concern all rows. */
  #recordFailure(error: unknown, tally: CompactionTally): void {
    if (this.#job.signal.aborted || !(error instanceof TidemarkError) || error.retryable) throw error;
    this.#refusalsInARow += 1;
    if (this.#refusalsInARow > this.#dependencies.limits.rejectionsInARowMax) throw error;
    tally.rowsFailed = 1;
    countCompactionFailure(tally, error.code, error.message);
  }

  #addTally(tally: CompactionTally): void {
    addCompactionTally(this.#tally, tally);
  }

  #recordForeign(count: number): void {
    if (count === 0) return;
    this.#tally.cellsLeft += count;
    countCompactionFailure(this.#tally, 'foreign', FOREIGN_COLUMNS_MESSAGE, count);
  }

  async #waitForPermit(): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const waitMs = rate.reserve(1, clock.monotonicMs());
    if (waitMs > 0) await sleep(clock, waitMs, this.#job.signal);
  }

  #rules(): PackingRules {
    const { clock, limits, privacy } = this.#dependencies;
    const { events, retention, corpus } = this.#job.dataType;
    const nowMs = clock.nowMs();
    return {
      nowMs,
      graceMs: limits.graceMs,
      openDayEventsMin: limits.openDayEventsMin,
      overhangSeconds: overhangSecondsOf(events.actions),
      duplicatesKeptFromMs: privacy.has(corpus) ? nowMs - limits.replicationLagMaxMs : Infinity,
      retainedFromMs: countedFromMs(events, retention, nowMs),
    };
  }

  #reportProgress(key: Buffer): void {
    const share = shareDoneAt(key, this.#job.worker);
    this.#job.onSettled?.(key, { tally: this.#tally, share });
  }

  #summary(status: CompactionSummary['status']): CompactionSummary {
    const { eventsPacked, bytesWritten } = this.#tally;
    return {
      status,
      dataType: this.#job.dataType.family,
      ...this.#tally,
      seconds: (this.#dependencies.clock.monotonicMs() - this.#startedMs) / 1_000,
      bytesPerEvent: eventsPacked > 0 ? bytesWritten / eventsPacked : undefined,
    };
  }
}
