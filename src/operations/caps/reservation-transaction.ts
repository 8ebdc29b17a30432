import type { CallOptions, Mutation } from '../../bigtable/client/types';
import { Reservations, type Reservation } from '../../core/caps/reservations';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { appendAll, maxOf } from '../../core/shared/lists';
import { rowKey } from '../../core/rows/row-key';
import { versionOf } from '../../core/rows/row-version';
import { mergeTokens, type WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import { backoffMs } from '../../platform/time/backoff';
import { sleep } from '../../platform/time/clock';
import { mayBeCommitted } from '../../consistency/write/commit-outcome';
import type { RowTransaction } from '../../consistency/transactions/row-transactions';
import type { WriteReceipt } from '../../consistency/store';
import type { CapsAnswer } from '../../core/caps/caps-answer';
import { createReadUserEvents, type UserEvents } from '../events/read-user-events';
import { capsEventsRequest } from './caps-events-request';
import type { CapsJob, CheckJob, ReleaseJob } from './caps-jobs';
import { decideCheck, type DecidedCheck } from './decide-check';
import {
  deleteReservation,
  RESERVATIONS_FILTER,
  decodeReservations,
  setReservation,
} from './reservation-cells';
import type { ReservationDependencies } from './reservation-dependencies';

/** State of the row in one attempt: what was read and what will be written. */
interface RowState {
  readonly transaction: RowTransaction;
  /** Time before the read. A reservation that expires later was still valid when it was read. */
  readonly atMs: number;
  readonly read: Pick<UserEvents, 'extraCells'> & Partial<UserEvents>;
  readonly reservations: Reservations;
  readonly mutations: Mutation[];
}

interface DecidedRelease {
  readonly job: ReleaseJob;
  readonly ids: readonly string[];
}

interface Decided {
  readonly checks: readonly DecidedCheck[];
  readonly releases: readonly DecidedRelease[];
}

interface Settled {
  readonly answer: CapsAnswer;
  /** Ids of the reservations made. */
  readonly ids: readonly string[];
  /** Token of the write; undefined when nothing was written. */
  readonly token: WriteToken | undefined;
}

/**
 * Runs the jobs of one user in one transaction. It repeats the transaction until its reads were still valid at the
 * commit, or until the jobs have timed out.
 */
export class ReservationTransaction {
  readonly #dependencies: ReservationDependencies;
  readonly #jobs: readonly CapsJob[];

  constructor(dependencies: ReservationDependencies, jobs: readonly CapsJob[]) {
    this.#dependencies = dependencies;
    this.#jobs = jobs;
  }

  async run(): Promise<void> {
    let jobs = this.#jobs;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#attempt(jobs);
      } catch (error) {
        if (jobs.length === 1 || !mayConcernOneJob(error)) throw error;
        return this.#runOneByOne(jobs);
      }
      jobs = jobs.filter(({ settled }) => !settled);
      if (jobs.length === 0) return;
      await this.#pause(attempt);
    }
  }

  /** Runs the jobs one by one, so that a job whose read is too large does not fail the others. */
  async #runOneByOne(jobs: readonly CapsJob[]): Promise<void> {
    for (const job of jobs) {
      if (job.settled) continue;
      await new ReservationTransaction(this.#dependencies, [job])
        .run()
        .catch((error: unknown) => job.fail(error));
    }
  }

  /** Runs one attempt. It settles all jobs except those to be retried. */
  async #attempt(jobs: readonly CapsJob[]): Promise<void> {
    const { observer } = this.#dependencies;
    const state = await this.#read(jobs);
    this.#settleCommitted(jobs, state);
    const isUncertain = jobs.some(hasUncertainOutcome);
    const decided = await this.#decide(jobs, state);
    // The new row version alone invalidates an earlier commit that may still arrive. That commit would store
    // reservations that this attempt has denied.
    if (state.mutations.length === 0 && !isUncertain) return this.#settle(decided, undefined);
    const cleared = state.reservations.removable();
    appendAll(
      state.mutations,
      cleared.map(({ reservation }) => deleteReservation(reservation)),
    );
    const receipt = await this.#commit(decided, state);
    if (receipt === undefined) return;
    const confirmed = cleared.filter((each) => each.confirmed).length;
    observer?.onReservations('confirmed', confirmed);
    observer?.onReservations('expired', cleared.length - confirmed);
    this.#settle(decided, receipt.token);
  }

  /** Reads the reservations and, if any job is a check, all relevant events, in one read of the row. */
  async #read(jobs: readonly CapsJob[]): Promise<RowState> {
    const { transactions, clock, limits, tolerance, eventsObserver: observer } = this.#dependencies;
    const { dataType, userId } = subjectOf(jobs[0]!);
    const accessLocation = jobs.find((job) => job.accessLocation !== undefined)?.accessLocation;
    const transaction = transactions.begin(dataType.corpus, rowKey(userId), { accessLocation });
    const queries = jobs.flatMap((job) => (job.kind === 'check' ? [job.request.query] : []));
    const atMs = clock.nowMs();
    const options = optionsOf(jobs);
    let read: RowState['read'];
    if (queries.length === 0) {
      const { row } = await transaction.read({ filter: RESERVATIONS_FILTER }, options);
      read = { extraCells: row?.cells ?? [] };
    } else {
      const reader = {
        readRow: (row: Parameters<RowTransaction['read']>[0], _: Consistency, call: CallOptions = options) =>
          transaction.read(row, call),
      };
      const readUserEvents = createReadUserEvents({ reader, clock, limits, observer });
      read = await readUserEvents(capsEventsRequest(queries, atMs, tolerance), EVENTUAL, options);
    }
    const reservations = new Reservations(decodeReservations(dataType, read.extraCells), {
      atMs,
      ...tolerance,
    });
    reservations.confirm(read.events?.parts ?? []);
    return { transaction, atMs, read, reservations, mutations: [] };
  }

  async #decide(jobs: readonly CapsJob[], state: RowState): Promise<Decided> {
    const open = jobs.filter(({ settled }) => !settled);
    const releases = open.flatMap((job) => (job.kind === 'release' ? [release(job, state)] : []));
    const checking = open.filter((job) => job.kind === 'check');
    const provenReads = await Promise.all(checking.map((job) => this.#readProven(job, state.atMs)));
    const checks: DecidedCheck[] = [];
    for (const [i, job] of checking.entries()) {
      if (job.settled) continue;
      const events = { ...(state.read as UserEvents), atMs: state.atMs };
      const decided = decideCheck(
        { job, events, proven: provenReads[i] },
        state.reservations,
        this.#dependencies,
      );
      if (decided === undefined) continue;
      checks.push(decided);
      const { dataType } = job.request.query;
      appendAll(
        state.mutations,
        decided.newReservations.map((each) => setReservation(dataType, each)),
      );
    }
    return { checks, releases };
  }

  /**
   * Reads the events at the level of the request, when the deciding cluster alone does not satisfy it. The read
   * follows that of the reservations, so it includes events that confirmed a reservation removed in between.
   */
  async #readProven(job: CheckJob, atMs: number): Promise<UserEvents | undefined> {
    const { readUserEvents, tolerance } = this.#dependencies;
    const { query, consistency } = job.request;
    if (consistency.level === 'eventual' && consistency.token === undefined) return undefined;
    const request = capsEventsRequest([query], atMs, tolerance);
    try {
      return await readUserEvents(request, consistency, { timeoutMs: Math.max(1, job.leftMs) });
    } catch (error) {
      job.fail(error);
      return undefined;
    }
  }

  /** Returns undefined when the attempt has to be repeated. Throws errors that a retry cannot fix. */
  async #commit(
    decided: Decided,
    { transaction, read, mutations }: RowState,
  ): Promise<WriteReceipt | undefined> {
    const { observer } = this.#dependencies;
    const jobs = [...decided.checks, ...decided.releases].map(({ job }) => job);
    let failure: TidemarkError;
    try {
      const version = versionOf(read.extraCells, RESERVATION_FAMILY);
      const outcome = await transaction.commit({ version, mutations }, optionsOf(jobs));
      if (outcome !== 'conflict') return outcome;
      observer?.onConflict();
      failure = conflict();
    } catch (error) {
      if (!(error instanceof TidemarkError) || !mayBeCommitted(error)) throw error;
      failure = error;
      recordUncertainOutcome(decided);
    }
    for (const job of jobs) job.failure = failure;
    return undefined;
  }

  /**
   * Settles the jobs whose reservations are found in the row: an earlier transaction with unknown outcome was
   * committed.
   */
  #settleCommitted(jobs: readonly CapsJob[], { reservations, read }: RowState): void {
    const uncertain = jobs.filter((job) => job.kind === 'check' && job.uncertain.length > 0) as CheckJob[];
    if (uncertain.length === 0) return;
    const storedIds = new Set(reservations.all().map(({ id }) => id));
    for (const job of uncertain) {
      const committed = job.uncertain.find(({ ids }) => ids.every((id) => storedIds.has(id)));
      // The write returned no token, so the token of the read that found it is used.
      if (committed !== undefined) this.#answer(job, { ...committed, token: read.evidence?.token });
    }
  }

  #settle({ checks, releases }: Decided, token: WriteToken | undefined): void {
    const { observer } = this.#dependencies;
    for (const { job, answer, newReservations: made } of checks) {
      this.#answer(job, { answer, ids: made.map(({ id }) => id), token });
    }
    for (const { job, ids } of releases) {
      const released = job.request.ids.filter((id) => ids.includes(id) || job.uncertain.has(id));
      if (released.length > 0) observer?.onReservations('released', released.length);
      job.answer({ released, notFound: job.request.ids.filter((id) => !released.includes(id)) });
    }
  }

  #answer(job: CheckJob, { answer, ids, token }: Settled): void {
    const { observer, clock, limits } = this.#dependencies;
    observer?.onVerdicts(answer.verdicts, true);
    if (ids.length > 0) observer?.onReservations('made', ids.length);
    const tokens = { writesMax: limits.tokenWritesMax, nowMs: clock.nowMs() };
    job.answer(token === undefined ? answer : withToken(answer, token, tokens));
  }

  /** Waits a random time that grows with each attempt, so that conflicting processes separate. */
  #pause(attempt: number): Promise<void> {
    const { clock, random, limits } = this.#dependencies;
    const { conflictInitialDelayMs, conflictMaxDelayMs } = limits;
    const backoff = { initialDelayMs: conflictInitialDelayMs, maxDelayMs: conflictMaxDelayMs };
    return sleep(clock, backoffMs(backoff, attempt - 1, random));
  }
}

/** Whether the error may be caused by a single job of several. */
const mayConcernOneJob = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'too_many_events';

const subjectOf = (job: CapsJob): Pick<ReleaseJob['request'], 'dataType' | 'userId'> =>
  job.kind === 'check' ? job.request.query : job.request;

/** Returns options with the longest remaining timeout of the jobs. */
function optionsOf(jobs: readonly CapsJob[]): CallOptions {
  return { timeoutMs: Math.max(1, maxOf(jobs.map((job) => (job.settled ? 0 : job.leftMs)))) };
}

/** Whether an earlier transaction may still store reservations for this job. */
const hasUncertainOutcome = (job: CapsJob): boolean =>
  job.kind === 'check' && !job.settled && job.uncertain.length > 0;

function recordUncertainOutcome({ checks, releases }: Decided): void {
  for (const { job, answer, newReservations: made } of checks) {
    if (made.length > 0) job.uncertain.push({ answer, ids: made.map(({ id }) => id) });
  }
  for (const { job, ids } of releases) for (const id of ids) job.uncertain.add(id);
}

/** Released reservations no longer count for the jobs that are decided after the release. */
function release(job: ReleaseJob, { reservations, mutations }: RowState): DecidedRelease {
  const requested = new Set(job.request.ids);
  const found: readonly Reservation[] = reservations.all().filter(({ id }) => requested.has(id));
  for (const each of found) reservations.remove(each);
  appendAll(mutations, found.map(deleteReservation));
  return { job, ids: found.map(({ id }) => id) };
}

function withToken(
  answer: CapsAnswer,
  token: WriteToken,
  limits: { readonly writesMax: number; readonly nowMs: number },
): CapsAnswer {
  const { evidence } = answer;
  return { ...answer, evidence: { ...evidence, token: mergeTokens(evidence.token, token, limits) } };
}

function conflict(): TidemarkError {
  const message = 'transaction contention on the reservations of the user: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
