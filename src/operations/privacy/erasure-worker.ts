/** Takes open erasures and withdrawals to their certificates: docs/decisions/0013-privacy.md. */
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { areCovered, type ErasureTimes, type LedgerEntry } from '../../core/privacy/ledger-entry';
import { minOf } from '../../core/shared/lists';
import { TidemarkError, type ErrorCode } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { Clock } from '../../platform/time/clock';
import type { WorkerShare } from '../compaction/key-sections';
import { Steps, type StepDependencies, type StepLimits } from '../../residency/mover/steps';
import type { HideSubject } from './hide-subject';
import type { Ledger, OpenEntry } from './ledger';
import type { IssueCertificate } from './certificate/issue-certificate';
import { areSameHomes, type FindHomes, type PersonalTable } from './subject-homes';
import type { SweepSubject } from './sweep-subject';
import type { ErasedSubject, VerifyErasure } from './verify-erasure';

export interface ErasureWorkerDependencies extends StepDependencies {
  readonly ledger: Pick<Ledger, 'open' | 'record' | 'close'>;
  readonly hideSubject: HideSubject;
  readonly sweepSubject: SweepSubject;
  readonly verify: VerifyErasure;
  readonly findHomes: FindHomes;
  readonly tables: () => readonly PersonalTable[];
  /** Resolves when all writes that were acknowledged before are in all clusters of the tables. */
  readonly awaitReplication: (
    tables: readonly string[],
    options: { readonly signal: CancelSignal | undefined },
  ) => Promise<void>;
  readonly issueCertificate: IssueCertificate;
  readonly clock: Clock;
  /** Limits the users whose erasure begins. */
  readonly rate: { reserve(subjects: number, nowMs: number): number };
  readonly limits: ErasureWorkerLimits;
}

interface ErasureWorkerLimits extends StepLimits {
  readonly derivedWriteMaxMs: number;
  readonly clockSkewMaxMs: number;
  readonly batchSubjectsMax: number;
  readonly rowsInFlight: number;
  readonly sweepRoundsMax: number;
}

/** Result of a round. */
export interface ErasureTally {
  /** Open entries of the worker's share. */
  open: number;
  /** Those of the open entries that are past their due date. */
  overdue: number;
  /** When the oldest of the open entries was requested, in milliseconds since the epoch; undefined without any. */
  oldestRequestedAtMs?: number | undefined;
  /** Entries whose data was hidden in this round. */
  hidden: number;
  certified: number;
  /** Entries that wait until nothing that was derived from their data can arrive any more. */
  waiting: number;
  /** Entries of users who are moving. */
  moving: number;
  /** Entries of users whose data other regions process. */
  elsewhere: number;
  /** Entries of which something is left that keeps arriving, or that the schema cannot decode. */
  remaining: number;
  failed: number;
  /** Failures by code, each with an example. */
  readonly failures: Partial<Record<ErrorCode, { count: number; example: string }>>;
}

interface RoundOptions {
  readonly worker: WorkerShare;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((tally: Readonly<ErasureTally>) => void) | undefined;
}

/**
 * Runs rounds. Every step may be repeated, by this worker or any other, at the same time. Errors of a round: those of the
 * ledger and of consistency tokens, and `client_closed_request`; those of single users are part of the tally.
 */
export interface ErasureWorker {
  round(options: RoundOptions): Promise<ErasureTally>;
}

export function createErasureWorker(dependencies: ErasureWorkerDependencies): ErasureWorker {
  /** Times of the entries that this worker has swept once, by id: their data goes as soon as possible. */
  const swept = new Map<string, ErasureTimes>();
  return { round: (options) => new Round(dependencies, options, swept).run() };
}

class Round {
  readonly #dependencies: ErasureWorkerDependencies;
  readonly #options: RoundOptions;
  readonly #swept: Map<string, ErasureTimes>;
  readonly #steps: Steps;
  readonly #tally: ErasureTally = {
    open: 0,
    overdue: 0,
    hidden: 0,
    certified: 0,
    waiting: 0,
    moving: 0,
    elsewhere: 0,
    remaining: 0,
    failed: 0,
    failures: {},
  };

  constructor(
    dependencies: ErasureWorkerDependencies,
    options: RoundOptions,
    swept: Map<string, ErasureTimes>,
  ) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#swept = swept;
    this.#steps = new Steps(dependencies, options.signal);
  }

  async run(): Promise<ErasureTally> {
    const { worker, signal } = this.#options;
    const { ledger, limits } = this.#dependencies;
    const found: OpenEntry[] = [];
    for await (const open of ledger.open({ timeoutMs: limits.retryTimeoutMs, signal }))
      if (parseInt(open.entry.id.slice(0, 8), 16) % worker.count === worker.index) found.push(open);
    this.#tally.open = found.length;
    const nowMs = this.#dependencies.clock.nowMs();
    this.#tally.overdue = found.filter(({ entry }) => entry.dueAtMs < nowMs).length;
    if (found.length > 0)
      this.#tally.oldestRequestedAtMs = minOf(found.map(({ entry }) => entry.requestedAtMs));
    this.#report();
    for (let at = 0; at < found.length; at += limits.batchSubjectsMax)
      await this.#processBatch(found.slice(at, at + limits.batchSubjectsMax));
    return this.#tally;
  }

  async #processBatch(batch: readonly OpenEntry[]): Promise<void> {
    const hidden = await this.#each(batch, (open) => this.#hide(open));
    const fresh = hidden.filter(({ entry }) => !this.#isSwept(entry) && entry.state === 'hidden');
    await this.#sweepAfterToken(fresh);
    for (const { entry } of fresh) this.#swept.set(entry.id, entry.times!);
    const known = await this.#each(hidden, (open) => this.#recordEverywhere(open));
    const ready = known.filter((open) => this.#isReady(open));
    this.#tally.waiting += hidden.length - ready.length;
    await this.#complete(await this.#each(ready, (open) => this.#hideDerived(open)));
    this.#report();
  }

  /** Hides the data of an entry that is only requested. */
  async #hide(open: OpenEntry): Promise<OpenEntry> {
    const { entry, userId } = open;
    const { ledger, hideSubject, limits, clock } = this.#dependencies;
    // A process may have ended between its last step and the removal from the list.
    if (entry.state === 'certified') await this.#steps.run((call) => ledger.close(entry, call));
    if (entry.state !== 'requested') return open;
    await this.#waitForPermit();
    const atMs = entry.withdrawnAtMs ?? entry.requestedAtMs + limits.clockSkewMaxMs;
    const request = { userId, entryId: entry.id };
    const { times: atLeast } = entry;
    const { times, hiddenAtMs } =
      entry.kind === 'withdrawal'
        ? { times: { eventsUpToMs: atMs, objectsUpToMs: atMs }, hiddenAtMs: clock.nowMs() }
        : await this.#steps.run((call) =>
            entry.replayOf === undefined || atLeast === undefined
              ? hideSubject.hide(request, call)
              : hideSubject.hideAgain({ ...request, atLeast }, call),
          );
    await this.#steps.run((call) => ledger.record(entry, 'hidden', { times, hiddenAtMs }, call));
    this.#tally.hidden += 1;
    return { userId, entry: { ...entry, state: 'hidden', times, hiddenAtMs } };
  }

  /** Whether this worker has swept once since all tombstones of the entry were written. */
  #isSwept({ id, times }: LedgerEntry): boolean {
    const swept = this.#swept.get(id);
    return swept !== undefined && times !== undefined && areCovered(times, swept);
  }

  /** Records once that every cluster has the tombstones, after the token that has proven it. */
  async #recordEverywhere(open: OpenEntry): Promise<OpenEntry> {
    const { entry, userId } = open;
    const { state, everywhereAtMs: known, times, hiddenAtMs } = entry;
    if (state !== 'hidden' || known !== undefined || !this.#isSwept(entry)) return open;
    const { ledger, clock } = this.#dependencies;
    const everywhereAtMs = clock.nowMs();
    const details = { times: times!, hiddenAtMs: hiddenAtMs!, everywhereAtMs };
    await this.#steps.run((call) => ledger.record(entry, 'hidden', details, call));
    return { userId, entry: { ...entry, everywhereAtMs } };
  }

  /**
   * Whether all that was derived from what was read before the tombstone has been written, by any clock. Until every
   * cluster has the tombstone, a cluster without it may be read.
   */
  #isReady({ entry: { state, everywhereAtMs = Infinity } }: OpenEntry): boolean {
    const { clock, limits } = this.#dependencies;
    const readyAtMs = everywhereAtMs + limits.derivedWriteMaxMs + limits.clockSkewMaxMs;
    return state === 'swept' || (state === 'hidden' && clock.nowMs() >= readyAtMs);
  }

  /** Hides what was derived meanwhile. */
  async #hideDerived(open: OpenEntry): Promise<OpenEntry> {
    const { entry, userId } = open;
    if (entry.state !== 'hidden') return open;
    const { ledger, hideSubject } = this.#dependencies;
    const request = { userId, entryId: entry.id, atLeast: entry.times };
    const times =
      // What the user has done since an earlier erasure stays.
      entry.kind === 'erasure' && entry.replayOf === undefined
        ? (await this.#steps.run((call) => hideSubject.hideDerived(request, call))).times
        : entry.times!;
    const details = { times, hiddenAtMs: entry.hiddenAtMs! };
    await this.#steps.run((call) => ledger.record(entry, 'swept', details, call));
    return { userId, entry: { ...entry, state: 'swept', times } };
  }

  /** Sweeps, verifies and certifies entries of users at rest. */
  async #complete(batch: readonly OpenEntry[]): Promise<void> {
    const { limits } = this.#dependencies;
    const resting = await this.#each(batch, (open) => this.#atRest(open));
    let open: readonly ErasedSubject[] = resting.filter((subject) => subject !== undefined);
    for (let round = 0; round < limits.sweepRoundsMax && open.length > 0; round++) {
      const left = await this.#sweepAfterToken(open);
      await this.#awaitReplication();
      open = await this.#certifyErased(left);
    }
    this.#tally.remaining += open.length;
  }

  /** Certifies the users without any data, and returns the others. */
  async #certifyErased(subjects: readonly ErasedSubject[]): Promise<readonly ErasedSubject[]> {
    const { verify } = this.#dependencies;
    const found = await this.#steps.run((call) => verify(subjects, call));
    const erased = subjects.flatMap((subject, index) =>
      found[index]!.remains === 0 ? [{ subject, evidence: found[index]!.evidence }] : [],
    );
    await this.#each(erased, async ({ subject, evidence }) => {
      const { ledger, findHomes, issueCertificate, clock } = this.#dependencies;
      const { entry, userId } = subject;
      const homes = await this.#steps.run((call) => findHomes(userId, call));
      // The user has moved since: the evidence is that of another placement.
      if (typeof homes === 'string' || !areSameHomes(subject.homes, homes)) {
        this.#tally.moving += 1;
        return;
      }
      const certifiedAtMs = clock.nowMs();
      const certificate = await issueCertificate({ entry, evidence, certifiedAtMs }, this.#call());
      await this.#steps.run((call) =>
        ledger.record(entry, 'certified', { certifiedAtMs, certificate: JSON.stringify(certificate) }, call),
      );
      await this.#steps.run((call) => ledger.close(entry, call));
      this.#swept.delete(entry.id);
      this.#tally.certified += 1;
      this.#report();
    });
    return subjects.filter((_, index) => found[index]!.remains > 0);
  }

  async #atRest({ entry, userId }: OpenEntry): Promise<ErasedSubject | undefined> {
    const homes = await this.#steps.run((call) => this.#dependencies.findHomes(userId, call));
    if (typeof homes !== 'string') return { userId, entry, homes };
    this.#tally[homes] += 1;
    return undefined;
  }

  /** Sweeps once every cluster has the tombstones. Returns those whose sweep has not failed. */
  async #sweepAfterToken<S extends Pick<OpenEntry, 'userId'>>(subjects: readonly S[]): Promise<readonly S[]> {
    if (subjects.length === 0) return subjects;
    const { sweepSubject } = this.#dependencies;
    const { signal } = this.#options;
    await this.#awaitReplication();
    return this.#each(subjects, async (subject) => {
      await sweepSubject(subject.userId, { signal });
      return subject;
    });
  }

  #awaitReplication(): Promise<void> {
    const { awaitReplication, tables } = this.#dependencies;
    const names = tables().map(({ table }) => table);
    return this.#steps.run(() => awaitReplication(names, { signal: this.#options.signal }));
  }

  /** Runs the task for each item. Those that fail are counted and left out: a later round tries them again. */
  async #each<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<readonly R[]> {
    const { rowsInFlight } = this.#dependencies.limits;
    const results = await runBounded(items, rowsInFlight, async (item) => {
      try {
        return [await task(item)];
      } catch (error) {
        this.#recordFailure(error);
        return [];
      }
    });
    return results.flat();
  }

  #recordFailure(error: unknown): void {
    if (this.#options.signal?.aborted === true) throw cancelledError(this.#options.signal.reason);
    if (!(error instanceof TidemarkError)) throw error;
    if (error.code === 'wrong_region') {
      this.#tally.elsewhere += 1;
      return;
    }
    this.#tally.failed += 1;
    const known = this.#tally.failures[error.code];
    if (known === undefined) this.#tally.failures[error.code] = { count: 1, example: error.message };
    else known.count += 1;
  }

  async #waitForPermit(): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const waitMs = rate.reserve(1, clock.monotonicMs());
    if (waitMs > 0) await this.#steps.sleep(waitMs);
  }

  #call(): CallOptions {
    return { timeoutMs: this.#dependencies.limits.callTimeoutMs, signal: this.#options.signal };
  }

  #report(): void {
    this.#options.onProgress?.(this.#tally);
  }
}
