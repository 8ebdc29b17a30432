/** Recount job: computes the exact counts of a day from a share of the users' table, several sections at a time. */
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { Row } from '../../bigtable/client/types';
import type { CalendarDay } from '../../core/time/calendar-day';
import { countedFromMs } from '../../core/columns/counted-from';
import { Recount } from '../../core/reconcile/recount';
import { RowRecounter } from '../../core/reconcile/row-recounter';
import type { EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Scanner } from '../../consistency/store';
import { rowRangeOf, sectionsAfter, sectionsOf, type WorkerShare } from '../compaction/key-sections';
import { dayFilter, daySpans } from './day-filter';
import { countLargeRow } from './count-large-row';
import { countFailedRows, recountSections, RecountState, type SectionProgress } from './recount-state';

/** Limits of a recount. */
export interface RecountLimits {
  readonly sectionsInFlight: number;
  /** Maximum number of cells of a row in one read. */
  readonly cellsPerRead: number;
  readonly entitiesMax: number;
}

export interface RecountDependencies {
  readonly scanner: Scanner;
  readonly clock: Clock;
  readonly limits: RecountLimits;
}

/** Parameters of a recount. */
export interface RecountJob {
  readonly dataType: EventDataType;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  readonly worker: WorkerShare;
  /** Canonical ids of the entities to count. Absent: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** State of an earlier run, which this run continues. */
  readonly state?: RecountState | undefined;
  readonly signal: AbortSignal;
  /** Called after each row. Counts and position are always consistent with each other. */
  readonly onProgress?: (state: RecountState) => void;
}

/** Result of a recount. */
export interface RecountResult {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly state: RecountState;
  readonly seconds: number;
  /** Error that ended the job. */
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

export type RecountDay = (job: RecountJob) => Promise<RecountResult>;

/** Errors that concern a single row. Other rows are counted without it. */
const ROW_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'data_corrupted',
  'data_unsupported',
  'conflict',
]);

/**
 * Returns the job. It throws `invalid_argument` for a day that is past the retention or has not begun; later errors
 * are part of the result.
 */
export function createRecountDay(dependencies: RecountDependencies): RecountDay {
  return async (job) => {
    rejectUncountableDay(job, dependencies.clock.nowMs());
    return new RecountRun(job, dependencies, await stateOf(job, dependencies)).run();
  };
}

/** Returns an empty recount. */
export function newRecount({ events }: EventDataType, { entitiesMax }: RecountLimits): Recount {
  return new Recount(
    events.actions.map(({ name }) => name),
    entitiesMax,
  );
}

function rejectUncountableDay({ dataType, day, worker }: RecountJob, nowMs: number): void {
  sectionsOf(worker, []);
  if (day.startMs > nowMs) throw invalidArgument('day', `${day.day} has not started`);
  if (countedFromMs(dataType.events, dataType.retention, nowMs) <= day.startMs) return;
  throw invalidArgument('day', `${day.day} is older than the retention of ${dataType.family}`);
}

async function stateOf(
  { dataType, worker, state, signal }: RecountJob,
  { scanner, clock, limits }: RecountDependencies,
): Promise<RecountState> {
  if (state !== undefined) return state;
  const startedMs = clock.nowMs();
  const samples = await scanner.sampleKeys(dataType.corpus, { signal });
  const sections = recountSections(worker, samples);
  return new RecountState({ recount: newRecount(dataType, limits), sections, startedMs });
}

class RecountRun {
  readonly #job: RecountJob;
  readonly #dependencies: RecountDependencies;
  readonly #state: RecountState;
  readonly #recounter: RowRecounter;

  constructor(job: RecountJob, dependencies: RecountDependencies, state: RecountState) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#state = state;
    const { dataType, sketch, day, only } = job;
    this.#recounter = new RowRecounter({
      type: dataType.events,
      sketch,
      day,
      recount: state.recount,
      entities: only,
    });
  }

  async run(): Promise<RecountResult> {
    const { clock } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    const ended = (status: RecountResult['status'], error?: TidemarkError): RecountResult => ({
      status,
      state: this.#state,
      seconds: (clock.monotonicMs() - startedMs) / 1_000,
      error: error === undefined ? undefined : { code: error.code, message: error.message },
    });
    try {
      await this.#processAll();
      return ended('complete');
    } catch (error) {
      if (this.#job.signal.aborted) return ended('interrupted');
      if (!(error instanceof TidemarkError)) throw error;
      return ended('failed', error);
    }
  }

  /** Processes several sections at a time. After an error, no further section is started. */
  async #processAll(): Promise<void> {
    const remaining = this.#state.sections.filter(({ isDone }) => !isDone);
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < remaining.length) await this.#processSection(remaining[next++]!);
    };
    const stop = (error: unknown): never => {
      next = remaining.length;
      throw error;
    };
    const { sectionsInFlight } = this.#dependencies.limits;
    const ended = await Promise.allSettled(
      Array.from({ length: sectionsInFlight }, () => work().catch(stop)),
    );
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  async #processSection(section: SectionProgress): Promise<void> {
    for (;;) {
      const large = await this.#scan(section);
      if (large === undefined) break;
      // A large row is counted outside the scan, because an open scan occupies one of the limited batch calls.
      await this.#attempt(async () => {
        this.#state.tally.cells += await this.#countLarge(large);
        this.#state.tally.rowsLarge += 1;
      });
      this.#reportProgress(section, large);
    }
    section.isDone = true;
    this.#job.onProgress?.(this.#state);
  }

  /** Returns the key of the first row with more cells than one read allows; undefined at the end of the section. */
  async #scan(section: SectionProgress): Promise<Buffer | undefined> {
    const { scanner, limits } = this.#dependencies;
    const { dataType, signal } = this.#job;
    const [rest] = section.after === undefined ? [section] : sectionsAfter([section], section.after);
    if (rest === undefined) return undefined;
    const filter = dayFilter(dataType.family, this.#spans(), { cellsMax: limits.cellsPerRead });
    const scan = { table: dataType.corpus, ranges: [rowRangeOf(rest)], filter };
    for await (const row of scanner.scan(scan, { signal })) {
      if (signal.aborted) throw cancelledError(signal.reason);
      if (row.cells.length >= limits.cellsPerRead) return Buffer.from(row.key);
      await this.#attempt(() => this.#count(row));
      this.#reportProgress(section, Buffer.from(row.key));
    }
    return undefined;
  }

  #count({ cells }: Row): void {
    this.#recounter.count(cells);
    this.#state.tally.cells += cells.length;
  }

  #countLarge(key: Buffer): Promise<number> {
    const { scanner, limits } = this.#dependencies;
    const { dataType, signal } = this.#job;
    return countLargeRow(
      { table: dataType.corpus, family: dataType.family, key, spans: this.#spans() },
      { scanner, recounter: this.#recounter, cellsMax: limits.cellsPerRead, signal },
    );
  }

  async #attempt(count: () => void | Promise<void>): Promise<void> {
    try {
      await count();
    } catch (error) {
      if (!(error instanceof TidemarkError) || !ROW_ERRORS.has(error.code)) throw error;
      this.#state.tally.rowsFailed += 1;
      countFailedRows(this.#state.tally, error.code, error.message);
    }
  }

  #reportProgress(section: SectionProgress, key: Buffer): void {
    section.after = key;
    this.#state.tally.rows += 1;
    this.#job.onProgress?.(this.#state);
  }

  /** Computed for each use, because the columns of weekly blocks depend on the time and a recount may take long. */
  #spans() {
    const { dataType, day } = this.#job;
    return daySpans(dataType, day, this.#dependencies.clock.nowMs());
  }
}
