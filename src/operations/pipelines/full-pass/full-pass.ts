/** Full pass of a pipeline over the objects of a corpus: one worker's ranges, page by page. */
import { cancelledError } from '../../../bigtable/client/bigtable-error';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import {
  addRunTally,
  emptyRunTally,
  rangesOfWorker,
  type RangeRecord,
  type RunRecord,
  type RunTally,
} from '../../../core/pipelines/run-rows';
import { TidemarkError, type ErrorCode } from '../../../errors';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { RunGenerations } from '../../generations/run-generations';
import { sectionsAfter, sectionsOf, type KeySection, type WorkerShare } from '../../compaction/key-sections';
import { ProcessPage, type ProcessPageDependencies, type ObjectReject } from './process-page';
import { readObjectsPage, type ObjectsPage, type ReadPageDependencies } from './read-page';
import type { PositionCodec } from './position-codec';
import type { RunStore } from './run-store';

export interface FullPassDependencies extends ReadPageDependencies, Omit<ProcessPageDependencies, 'limits'> {
  /** Records of runs. Undefined in a dry run, which keeps none. */
  readonly runs: RunStore | undefined;
  readonly positions: PositionCodec;
  /** Random id of this process. */
  readonly owner: string;
  readonly limits: FullPassLimits;
}

type FullPassLimits = ReadPageDependencies['limits'] &
  ProcessPageDependencies['limits'] & {
    readonly pageRows: number;
    /** Failed objects after which the run ends. */
    readonly errorsMax: number;
    /** Number of ranges that are worked on at the same time. */
    readonly rangesInFlight: number;
  };

export interface FullPassJob {
  readonly pipeline: Pipeline;
  readonly run: RunRecord;
  readonly worker: WorkerShare;
  readonly signal: AbortSignal;
  /** Generations that the run writes. Absent if it writes none. */
  readonly generations?: RunGenerations | undefined;
  /** Called after each page. */
  readonly onProgress?: ((progress: FullPassProgress) => void) | undefined;
  /** Counts pages. */
  readonly observer?: FullPassObserver | undefined;
  /** Receives the objects that failed, before the position behind them is saved. */
  readonly onRejects: (rejects: readonly ObjectReject[]) => Promise<void>;
}

interface FullPassObserver {
  /** Called after the position behind a page is saved, with the totals of the page. */
  onPage(page: Readonly<RunTally>): void;
  /** Called for a page that is read again with fewer rows, because its writes would have been late. */
  onLatePage(): void;
}

export interface FullPassProgress {
  readonly tally: Readonly<RunTally>;
  /** Share of the worker's ranges that is done, from 0 to 1. */
  readonly share: number;
}

export interface FullPassSummary extends Readonly<RunTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly seconds: number;
  /** Error that ended the pass. */
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/** Runs one worker's share of a run. Errors are part of the summary, except those of the program itself. */
export async function runFullPass(
  job: FullPassJob,
  dependencies: FullPassDependencies,
): Promise<FullPassSummary> {
  return new FullPass(job, dependencies).run();
}

const NOT_BEGUN: Omit<RangeRecord, 'owner'> = { share: 0, isDone: false, tally: emptyRunTally() };

class FullPass {
  readonly #job: FullPassJob;
  readonly #dependencies: FullPassDependencies;
  readonly #pages: ProcessPage;
  /** Aborts what other ranges still do, such as attempts to save their positions, once one has failed. */
  readonly #ended = new AbortController();
  readonly #states = new Map<number, RangeRecord>();
  readonly #ranges: readonly number[];
  /** Objects that failed since the process began. */
  #failed = 0;

  constructor(job: FullPassJob, dependencies: FullPassDependencies) {
    this.#job = { ...job, signal: AbortSignal.any([job.signal, this.#ended.signal]) };
    this.#dependencies = dependencies;
    this.#pages = new ProcessPage(this.#job, dependencies);
    this.#ranges = rangesOfWorker(job.worker, job.run.ranges);
  }

  async run(): Promise<FullPassSummary> {
    const { clock, limits } = this.#dependencies;
    const startedMs = clock.monotonicMs();
    const summary = (status: FullPassSummary['status'], error?: TidemarkError): FullPassSummary => ({
      status,
      ...this.#tally(),
      seconds: (clock.monotonicMs() - startedMs) / 1_000,
      error: error === undefined ? undefined : { code: error.code, message: error.message },
    });
    try {
      await runBounded(this.#ranges, limits.rangesInFlight, (range) => this.#processRange(range));
      return summary('complete');
    } catch (error) {
      if (this.#job.signal.aborted) return summary('interrupted');
      this.#ended.abort(error);
      if (!(error instanceof TidemarkError)) throw error;
      return summary('failed', error);
    }
  }

  async #processRange(range: number): Promise<void> {
    const { run } = this.#job;
    const whole = sectionsOf({ index: range, count: run.ranges }, [])[0]!;
    let state = await this.#take(range);
    this.#states.set(range, state);
    let { pageRows } = this.#dependencies.limits;
    let rest = this.#restOf(whole, state);
    while (rest !== undefined) {
      const page = await this.#readPage(rest, pageRows);
      const result = await this.#pages.process(page);
      if (result === 'too late') {
        this.#job.observer?.onLatePage();
        pageRows = smallerPage(pageRows);
        continue;
      }
      state = this.#nextState(state, page, result.tally, range);
      await this.#reject(result.rejects);
      await this.#job.generations?.confirm(this.#job.signal);
      await this.#save(range, state);
      this.#job.observer?.onPage(result.tally);
      rest = this.#restOf(whole, state);
    }
  }

  #restOf(whole: KeySection, { isDone, position }: RangeRecord): KeySection | undefined {
    if (isDone) return undefined;
    if (position === undefined) return whole;
    return sectionsAfter([whole], this.#dependencies.positions.decode(position))[0];
  }

  #readPage(section: KeySection, rowsMax: number): Promise<ObjectsPage> {
    const { pipeline, run, signal } = this.#job;
    if (signal.aborted) throw cancelledError(signal.reason);
    const { runTimeMs } = run;
    return readObjectsPage({ pipeline, section, runTimeMs, rowsMax, signal }, this.#dependencies);
  }

  #take(range: number): Promise<RangeRecord> | RangeRecord {
    const { runs, owner } = this.#dependencies;
    const initial = { ...NOT_BEGUN, owner };
    if (runs === undefined) return initial;
    return runs.takeRange(this.#job.run, range, { id: owner, initial }, this.#job.signal);
  }

  #nextState(before: RangeRecord, { last, isEnd }: ObjectsPage, more: RunTally, range: number): RangeRecord {
    const { positions, owner } = this.#dependencies;
    const tally = { ...before.tally };
    addRunTally(tally, more);
    const isDone = isEnd || last === undefined;
    // A range that is done needs no position, which names an object.
    if (isDone) return { owner, tally, isDone, share: 1 };
    const share = shareOf(last, range, this.#job.run.ranges);
    return { owner, tally, isDone, share, position: positions.encode(last) };
  }

  async #save(range: number, state: RangeRecord): Promise<void> {
    await this.#dependencies.runs?.saveRange(this.#job.run, range, state, this.#job.signal);
    this.#states.set(range, state);
    this.#job.onProgress?.({ tally: this.#tally(), share: this.#share() });
  }

  async #reject(rejects: readonly ObjectReject[]): Promise<void> {
    if (rejects.length === 0) return;
    await this.#job.onRejects(rejects);
    this.#failed += rejects.length;
    const { errorsMax } = this.#dependencies.limits;
    if (this.#failed <= errorsMax) return;
    const { code, message } = rejects.at(-1)!.error;
    throw new TidemarkError(
      'pipeline_failed',
      `more than ${errorsMax} objects failed, the last one with ${code}: ${message}`,
    );
  }

  #tally(): RunTally {
    const sum = emptyRunTally();
    for (const { tally } of this.#states.values()) addRunTally(sum, tally);
    return sum;
  }

  #share(): number {
    let done = 0;
    for (const { share } of this.#states.values()) done += share;
    return this.#ranges.length === 0 ? 1 : done / this.#ranges.length;
  }
}

/** A page whose writes would be late was too large for the time that its objects take. */
function smallerPage(rows: number): number {
  if (rows > 1) return Math.max(1, Math.floor(rows / 4));
  throw new TidemarkError(
    'pipeline_failed',
    'an object takes longer than TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS, after which it must not be written',
  );
}

const SHARDS = 256;

/** Returns which part of the range lies up to the key, from 0 to 1, by shards. */
function shareOf(key: Buffer, range: number, ranges: number): number {
  const [first, end] = [(range * SHARDS) / ranges, ((range + 1) * SHARDS) / ranges];
  const shard = Number.parseInt(key.toString('latin1', 0, 2), 16);
  return Math.min(1, Math.max(0, (shard - first) / (end - first)));
}
