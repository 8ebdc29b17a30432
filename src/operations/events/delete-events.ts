/** Deletes selected events of many users: of those in a list, or of all that a scan of the batch clusters finds. */
import { cellsPerRowLimit, chain, interleave, qualifierRange, stripValue } from '../../bigtable/read/filters';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import { eventRange, qualifierRanges } from '../../core/counts/event-range';
import type { EventSelection } from '../../core/events/event-selection';
import { objectIdOf, rowKey } from '../../core/rows/row-key';
import { isPersonal } from '../../core/schema/schema';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import { sleep } from '../../platform/time/clock';
import type { Scanner } from '../../consistency/store';
import { rowRangeOf, sectionsAfter, sectionsOf, type WorkerShare } from '../compaction/key-sections';
import {
  deleteUserEvents,
  type DeleteUserEventsDependencies,
  type DeleteUserEventsLimits,
} from './delete-user-events';

interface DeleteEventsLimits extends DeleteUserEventsLimits {
  readonly rowsInFlight: number;
  readonly rowsPerPage: number;
  /** Maximum number of users that the summary lists with their errors. */
  readonly failuresListedMax: number;
}

export interface DeleteEventsDependencies extends DeleteUserEventsDependencies {
  readonly scanner: Scanner;
  readonly limits: DeleteEventsLimits;
  /** Reserves rows and returns the milliseconds until the first of them may be processed. */
  readonly rate: { reserve(rows: number, nowMs: number): number };
}

/** Totals of a job, those of the runs that it resumes included. */
export interface DeleteEventsTally {
  users: number;
  usersWithEvents: number;
  events: number;
  cells: number;
  usersFailed: number;
}

interface DeleteEventsJob {
  readonly selection: EventSelection;
  /** Canonical ids. Absent: all users of the worker's share of the table. */
  readonly userIds?: readonly string[] | undefined;
  readonly worker: WorkerShare;
  readonly dryRun: boolean;
  /** Position that an earlier run has reached: the number of users of the list, or the key of a row. */
  readonly after?: number | Buffer | undefined;
  readonly tally?: DeleteEventsTally | undefined;
  readonly signal: AbortSignal;
  /** Called when all users up to the position are done. */
  readonly onSettled?: (position: number | Buffer, tally: Readonly<DeleteEventsTally>) => void;
}

export interface DeleteEventsSummary extends Readonly<DeleteEventsTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly failures: readonly UserFailure[];
  /** Error that ended the job. */
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

interface UserFailure {
  readonly userId: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Errors that concern a single user. The job continues with the others. */
const USER_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'too_many_events',
  'internal',
  'data_corrupted',
  'data_unsupported',
]);

export type DeleteEvents = (job: DeleteEventsJob) => Promise<DeleteEventsSummary>;

/** Returns the job. It throws `invalid_argument` for an invalid job; later errors are part of the summary. */
export function createDeleteEvents(dependencies: DeleteEventsDependencies): DeleteEvents {
  return (job) => {
    const { dataType } = job.selection;
    if (!isPersonal({ dataTypes: [dataType] }))
      throw invalidArgument('dataType', `${dataType.family} is not personal: its rows record no deletions`);
    sectionsOf(job.worker, []);
    return new DeletionRun(job, dependencies).run();
  };
}

class DeletionRun {
  readonly #job: DeleteEventsJob;
  readonly #dependencies: DeleteEventsDependencies;
  readonly #tally: DeleteEventsTally;
  readonly #failures: UserFailure[] = [];

  constructor(job: DeleteEventsJob, dependencies: DeleteEventsDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#tally = job.tally ?? { users: 0, usersWithEvents: 0, events: 0, cells: 0, usersFailed: 0 };
  }

  async run(): Promise<DeleteEventsSummary> {
    try {
      await (this.#job.userIds === undefined ? this.#allUsers() : this.#listedUsers(this.#job.userIds));
      return this.#summary('complete');
    } catch (error) {
      if (this.#job.signal.aborted) return this.#summary('interrupted');
      if (!(error instanceof TidemarkError)) throw error;
      return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
    }
  }

  async #listedUsers(userIds: readonly string[]): Promise<void> {
    const { rowsPerPage } = this.#dependencies.limits;
    const { after } = this.#job;
    for (let at = typeof after === 'number' ? after : 0; at < userIds.length; at += rowsPerPage) {
      const page = userIds.slice(at, at + rowsPerPage);
      await this.#deletePage(page.map((id) => rowKey(id)));
      this.#settled(at + page.length);
    }
  }

  async #allUsers(): Promise<void> {
    const { selection, worker, after, signal } = this.#job;
    const samples = await this.#dependencies.scanner.sampleKeys(selection.dataType.corpus, { signal });
    const sections = sectionsOf(worker, samples);
    const rest = Buffer.isBuffer(after) ? sectionsAfter(sections, after) : sections;
    for (const section of rest) {
      for (let left = [section]; left[0] !== undefined;) {
        // A page of keys is read completely before its rows are changed: an open scan holds one of the few batch calls.
        const keys = await this.#readKeys(left[0]);
        await this.#deletePage(keys);
        const last = keys.at(-1);
        if (last !== undefined) this.#settled(last);
        left =
          last === undefined || keys.length < this.#dependencies.limits.rowsPerPage
            ? []
            : sectionsAfter(left, last);
      }
    }
  }

  async #readKeys(section: Parameters<typeof rowRangeOf>[0]): Promise<readonly Buffer[]> {
    const { scanner, clock, limits } = this.#dependencies;
    const { selection, signal } = this.#job;
    const { corpus: table, family } = selection.dataType;
    const range = eventRange(selection, { countedFromMs: 0, nowMs: clock.nowMs() });
    if (range === undefined) return [];
    const [first, ...others] = qualifierRanges(range).map((span) => qualifierRange({ family, ...span }));
    const columns = others.length === 0 ? first! : interleave(first!, ...others);
    const filter = chain(columns, cellsPerRowLimit(1), stripValue());
    const keys: Buffer[] = [];
    for await (const { key } of scanner.scan({ table, ranges: [rowRangeOf(section)], filter }, { signal })) {
      if (objectIdOf(key) === undefined) continue;
      keys.push(key);
      if (keys.length === limits.rowsPerPage) break;
    }
    return keys;
  }

  async #deletePage(keys: readonly Buffer[]): Promise<void> {
    await runBounded(keys, this.#dependencies.limits.rowsInFlight, (key) => this.#deleteOf(key));
  }

  async #deleteOf(key: Buffer): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const { selection, dryRun, signal } = this.#job;
    const waitMs = rate.reserve(1, clock.monotonicMs());
    if (waitMs > 0) await sleep(clock, waitMs, signal);
    if (signal.aborted) throw cancelledError(signal.reason);
    const tally = this.#tally;
    tally.users += 1;
    try {
      const deleted = await deleteUserEvents({ key, selection, dryRun, signal }, this.#dependencies);
      if (deleted.events > 0) tally.usersWithEvents += 1;
      tally.events += deleted.events;
      tally.cells += deleted.cells;
    } catch (error) {
      this.#addFailure(key, error);
    }
  }

  /** Records the failure of a single user. Throws errors that concern all users. */
  #addFailure(key: Buffer, error: unknown): void {
    if (this.#job.signal.aborted || !(error instanceof TidemarkError) || !USER_ERRORS.has(error.code))
      throw error;
    this.#tally.usersFailed += 1;
    const { code, message } = error;
    if (this.#failures.length < this.#dependencies.limits.failuresListedMax)
      this.#failures.push({ userId: objectIdOf(key) ?? '', code, message });
  }

  #settled(position: number | Buffer): void {
    this.#job.onSettled?.(position, this.#tally);
  }

  #summary(status: DeleteEventsSummary['status']): DeleteEventsSummary {
    return { status, ...this.#tally, failures: this.#failures };
  }
}
