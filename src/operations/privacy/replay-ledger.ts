/** Applies the ledger to the corpora again after a restore: erasures and withdrawals that the backup did not have. */
import { cellsPerRowLimit, chain, columnsOf, interleave, stripValue } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { Cell, Filter, Row } from '../../bigtable/client/types';
import { encodeConsentRecord } from '../../codec/privacy/consent-record';
import { EVENTUAL } from '../../core/consistency/consistency';
import { areCovered, erasedTimesOf, latestTimes, NO_ERASURE_TIMES } from '../../core/privacy/erasure-times';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { LEDGER_TABLE } from '../../core/privacy/ledger-table';
import { decisionColumn, PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import { readSubjectRecord } from '../../core/privacy/subject-record';
import { objectIdOf, rowKey } from '../../core/rows/row-key';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { Clock } from '../../platform/time/clock';
import type { Reader, Scanner, Writer } from '../../consistency/store';
import { MoverSteps, type StepDependencies, type MoverStepLimits } from '../../residency/mover/steps';
import {
  rowRangeOf,
  sectionsAfter,
  sectionsOf,
  shareDoneAt,
  type WorkerShare,
} from '../compaction/key-sections';
import type { HideSubject } from './hide-subject';
import type { Ledger } from './ledger';
import type { PersonalTable } from './subject-homes';

export interface ReplayDependencies extends StepDependencies {
  readonly ledger: Pick<Ledger, 'all' | 'request' | 'record'>;
  readonly keys: LedgerKeys;
  readonly scanner: Scanner;
  /** Reader of corpora that evaluates users' records. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly hideSubject: Pick<HideSubject, 'hideAgain'>;
  readonly corpora: readonly Corpus[];
  readonly tables: () => readonly PersonalTable[];
  /**
   * Resolves when what was written before is in all clusters of the tables. Scans read one cluster, which may still lack
   * restored rows, or the latest entries of the ledger.
   */
  readonly awaitReplication: (
    tables: readonly string[],
    options: { readonly signal: CancelSignal | undefined },
  ) => Promise<void>;
  readonly clock: Clock;
  /** Limits the rows that are read. */
  readonly rate: { reserve(rows: number, nowMs: number): number };
  readonly limits: MoverStepLimits & { readonly rowsPerPage: number; readonly rowsInFlight: number };
}

/** Totals of a replay. */
export interface ReplayTally {
  /** Rows that were read. */
  rows: number;
  /** Users with an erasure or a withdrawal in the ledger, and data or no tombstone. */
  matched: number;
  /** Users whose tombstones were written again, and whose data will be swept. In a dry run, those that would be. */
  erased: number;
  /** Withdrawals that were written again. */
  withdrawn: number;
}

/** Place up to which a replay is done. */
interface ReplayPlace {
  readonly corpus: string;
  /** Key of the last row that is done. */
  readonly after: Buffer;
}

export interface ReplayJob {
  readonly worker: WorkerShare;
  readonly from?: (ReplayPlace & { readonly tally: ReplayTally }) | undefined;
  /** Counts, and changes nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called when all rows up to the place are done. `share`: part of the worker's share of this corpus, 0 to 1. */
  readonly onSettled?:
    | ((place: ReplayPlace, tally: Readonly<ReplayTally>, share: number) => void)
    | undefined;
}

/** A row's first data, without its value, and the record of its user. */
const FIRST_DATA: Filter = chain({ familyNameRegexFilter: '[^_].*' }, cellsPerRowLimit(1), stripValue());
const DATA_NAMES: Filter = chain({ familyNameRegexFilter: '[^_].*' }, stripValue());
const SCANNED: Filter = interleave(FIRST_DATA, columnsOf(PRIVACY_FAMILY));
const MICROS_PER_MS = 1_000;

/**
 * Scans the personal corpora and matches the HMACs of their users with the ledger. It may run as often as wanted, by
 * several workers. Later data of a user stays. Errors: those of the ledger, scans and writes, and
 * `client_closed_request`.
 */
export async function replayLedger(dependencies: ReplayDependencies, job: ReplayJob): Promise<ReplayTally> {
  return new Replay(dependencies, job).run();
}

class Replay {
  readonly #dependencies: ReplayDependencies;
  readonly #job: ReplayJob;
  readonly #steps: MoverSteps;
  readonly #tally: ReplayTally;
  /** Entries by the name of the subject. */
  readonly #entries = new Map<string, LedgerEntry[]>();
  /** Users that are done: they may have rows in several corpora. */
  readonly #done = new Set<string>();

  constructor(dependencies: ReplayDependencies, job: ReplayJob) {
    this.#dependencies = dependencies;
    this.#job = job;
    this.#steps = new MoverSteps(dependencies, job.signal);
    this.#tally = { rows: 0, matched: 0, erased: 0, withdrawn: 0, ...job.from?.tally };
  }

  async run(): Promise<ReplayTally> {
    const { ledger, limits, corpora } = this.#dependencies;
    const { signal, from } = this.#job;
    try {
      await this.#awaitReplication();
      for await (const entry of ledger.all({ timeoutMs: limits.retryTimeoutMs, signal })) {
        const known = this.#entries.get(entry.subject);
        if (known === undefined) this.#entries.set(entry.subject, [entry]);
        else known.push(entry);
      }
      const personal = corpora.filter(isPersonal).map(({ name }) => name);
      for (const corpus of personal.slice(from === undefined ? 0 : personal.indexOf(from.corpus)))
        await this.#replayCorpus(corpus, corpus === from?.corpus ? from.after : undefined);
      return this.#tally;
    } catch (error) {
      throw signal?.aborted === true ? cancelledError(signal.reason) : error;
    }
  }

  #awaitReplication(): Promise<void> {
    const { awaitReplication, tables } = this.#dependencies;
    const names = [LEDGER_TABLE, ...tables().map(({ table }) => table)];
    return this.#steps.run(() => awaitReplication(names, { signal: this.#job.signal }));
  }

  async #replayCorpus(corpus: string, after: Buffer | undefined): Promise<void> {
    const { scanner, limits } = this.#dependencies;
    const { worker, signal } = this.#job;
    const samples = await scanner.sampleKeys(corpus, { signal });
    let rest = sectionsOf(worker, samples);
    if (after !== undefined) rest = sectionsAfter(rest, after);
    while (rest.length > 0) {
      const rows: Row[] = [];
      for await (const { key, cells } of scanner.scan(
        { table: corpus, ranges: [rowRangeOf(rest[0]!)], filter: SCANNED },
        { signal },
      )) {
        rows.push({ key: Buffer.from(key), cells });
        if (rows.length === limits.rowsPerPage) break;
      }
      await this.#waitForPermits(rows.length);
      await runBounded(rows, limits.rowsInFlight, (row) => this.#replayRow(corpus, row));
      this.#tally.rows += rows.length;
      const last = rows.at(-1)?.key;
      if (last !== undefined)
        this.#job.onSettled?.({ corpus, after: last }, this.#tally, shareDoneAt(last, worker));
      rest = rows.length < limits.rowsPerPage ? rest.slice(1) : sectionsAfter(rest, last!);
    }
  }

  async #replayRow(corpus: string, { key, cells }: Row): Promise<void> {
    const userId = objectIdOf(key);
    if (userId === undefined || this.#done.has(userId)) return;
    const names = this.#dependencies.keys.namesOf(userId);
    const entries = names.flatMap(({ subject }) => this.#entries.get(subject) ?? []);
    if (entries.length === 0) return;
    const record = readSubjectRecord(cells.filter(({ family }) => family === PRIVACY_FAMILY));
    const hasData = cells.some(({ family }) => family !== PRIVACY_FAMILY);
    const erasures = entries.filter(({ kind, times }) => kind === 'erasure' && times !== undefined);
    const times = erasures.length === 0 ? undefined : latestTimes(erasures.map((entry) => entry.times!));
    const isHidden = times === undefined || areCovered(times, erasedTimesOf(record));
    const isErased = isHidden && !(hasData && times !== undefined && (await this.#hasHidden(corpus, key)));
    const withdrawals = entries.filter((entry) => {
      const known = record.decisions.get(entry.purpose ?? '')?.withdrawals ?? [];
      const isOriginal = entry.kind === 'withdrawal' && entry.replayOf === undefined;
      return isOriginal && !known.some((at) => at >= withdrawnAt(entry) * MICROS_PER_MS);
    });
    if (isErased && withdrawals.length === 0) return;
    this.#done.add(userId);
    this.#tally.matched += 1;
    if (!isErased) await this.#eraseAgain(userId, { ...erasures.at(-1)!, times });
    for (const entry of withdrawals) await this.#withdrawAgain(userId, entry);
  }

  /** Whether the row has data that its record hides for ever: a backup may have been made before the sweep. */
  async #hasHidden(table: string, key: Buffer): Promise<boolean> {
    const read = { table, key, filter: DATA_NAMES, keepsHidden: true };
    const { row, privacy } = await this.#steps.run((call) =>
      this.#dependencies.reader.readRow(read, EVENTUAL, call),
    );
    const isHidden = ({ family, timestampMicros }: Cell): boolean =>
      timestampMicros <= (privacy?.removableUpTo(family) ?? -1);
    return row?.cells.some(isHidden) === true;
  }

  /** Hides the data at once, and queues its sweep. */
  async #eraseAgain(userId: string, { id: of, requestedAtMs, times }: LedgerEntry): Promise<void> {
    const { ledger, hideSubject } = this.#dependencies;
    this.#tally.erased += 1;
    if (this.#job.dryRun) return;
    const request = { userId, entryId: of, requestedAtMs, atLeast: times! };
    await this.#steps.run((call) => hideSubject.hideAgain(request, call));
    const replay = { of, times: times! };
    await this.#steps.run((call) => ledger.request({ kind: 'erasure', userId, replay }, call));
  }

  async #withdrawAgain(userId: string, entry: LedgerEntry): Promise<void> {
    const { ledger, writer, corpora } = this.#dependencies;
    this.#tally.withdrawn += 1;
    if (this.#job.dryRun) return;
    const { id: of, purpose = '', requestedAtMs } = entry;
    const withdrawnAtMs = withdrawnAt(entry);
    const value = encodeConsentRecord({ source: 'ledger', recordedAtMs: requestedAtMs });
    const column = decisionColumn(purpose, false);
    const mutations = [setCell(PRIVACY_FAMILY, column, withdrawnAtMs * MICROS_PER_MS, value)];
    for (const { name } of corpora.filter(isPersonal))
      await this.#steps.run((call) => writer.mutateRow(name, { key: rowKey(userId), mutations }, call));
    const times = { ...NO_ERASURE_TIMES, eventsUpToMs: withdrawnAtMs, objectsUpToMs: withdrawnAtMs };
    const request = { kind: 'withdrawal', userId, purpose, withdrawnAtMs, replay: { of, times } } as const;
    await this.#steps.run((call) => ledger.request(request, call));
  }

  async #waitForPermits(rows: number): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const waitMs = rate.reserve(rows, clock.monotonicMs());
    if (waitMs > 0) await this.#steps.sleep(waitMs);
  }
}

/** Returns the time of a withdrawal, by which decisions are ordered. Earlier versions did not record it. */
const withdrawnAt = ({ withdrawnAtMs, requestedAtMs }: LedgerEntry): number => withdrawnAtMs ?? requestedAtMs;
