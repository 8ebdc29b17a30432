/** Reads and records the decisions of users about purposes: docs/decisions/0013-privacy.md. */
import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import {
  decodeConsentRecord,
  encodeConsentRecord,
  type ConsentRecord,
} from '../../codec/privacy/consent-record';
import { mergeEvidence } from '../../consistency/read/merge-evidence';
import type { WriteOptions } from '../../consistency/store';
import type { VersionedWriteOptions } from '../../consistency/write/versioned-writer';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { checkId } from '../../core/events/ids';
import { consentHistory, type PurposeHistory } from '../../core/privacy/consent-history';
import { dateDecision, type ConsentDecision, type DatedDecision } from '../../core/privacy/date-decision';
import { decisionColumn } from '../../core/privacy/privacy-family';
import { readSubjectRecord } from '../../core/privacy/subject-record';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import { maxOf } from '../../core/shared/lists';
import type { WriteToken } from '../../core/tokens/write-token';
import { invalidArgument } from '../../errors';
import { sleep } from '../../platform/time/clock';
import type { Tracing } from '../../platform/telemetry/tracing';
import { withSpan } from '../shared/instrumented-operation';
import { ConsentRows, type ConsentRowsDependencies, type RecordCells } from './consent-rows';
import type { DeleteWithdrawn } from './delete-withdrawn';

export type { ConsentDecision } from '../../core/privacy/date-decision';

interface ConsentRequest {
  readonly subjectId: string;
  readonly consistency: Consistency;
}

interface SetConsentRequest {
  readonly subjectId: string;
  /** At most one for each purpose. */
  readonly decisions: readonly ConsentDecision[];
}

interface RecordConsentRequest {
  readonly subjectId: string;
  /** At most one for each purpose. */
  readonly decisions: readonly DatedDecision[];
}

type PurposeConsent = PurposeHistory<ConsentRecord>;

/** Consent of a subject. */
export interface SubjectConsent {
  readonly subjectId: string;
  /** All purposes of the schema, and others that the subject has decided about. */
  readonly purposes: readonly PurposeConsent[];
  readonly evidence: ReadEvidence;
}

/** Consent after a change, of the purposes that were changed. */
interface ChangedConsent {
  readonly subjectId: string;
  readonly purposes: readonly PurposeConsent[];
  /** Token for reads that must respect the decisions. */
  readonly token: WriteToken;
}

export interface ConsentOperations {
  readonly getConsent: (request: ConsentRequest, options?: CallOptions) => Promise<SubjectConsent>;
  /**
   * Records decisions in the subject's row of each personal corpus. Throws `invalid_argument` before anything is written.
   * After another error, some of the rows may have the decisions: the same request again completes them.
   */
  readonly setConsent: (
    request: SetConsentRequest,
    options?: VersionedWriteOptions,
  ) => Promise<ChangedConsent>;
  /**
   * Records decisions with their times like `setConsent`, without a read. Repetitions, in any order, change nothing: for
   * files and messages.
   */
  readonly recordConsent: (request: RecordConsentRequest, options?: WriteOptions) => Promise<void>;
  /** Throws `invalid_argument` like `recordConsent`. */
  readonly checkConsent: (request: RecordConsentRequest) => void;
}

export interface ConsentDependencies extends ConsentRowsDependencies {
  readonly schema: { corpora(): readonly Corpus[] };
  /** Has the data of withdrawn purposes deleted. Absent without a ledger: the data stays hidden. */
  readonly deleteWithdrawn?: DeleteWithdrawn | undefined;
  readonly config: ConsentRowsDependencies['config'] & {
    readonly objects: { readonly idBytesMax: number };
    readonly consistency: { readonly clockSkewMaxMs: number };
    readonly consent: { readonly sourceBytesMax: number };
    readonly bigtable: { readonly pointTimeoutMs: number };
  };
  /** Absent in commands. */
  readonly tracing?: Tracing | undefined;
}

/** Creates the operations on the consent of single subjects. */
export function createConsentOperations(dependencies: ConsentDependencies): ConsentOperations {
  const store = new ConsentStore(dependencies);
  const operations: ConsentOperations = {
    getConsent: (request, options) => store.get(request, options),
    setConsent: (request, options) => store.set(request, options),
    recordConsent: (request, options) => store.record(request, options),
    checkConsent: (request) => store.check(request),
  };
  const { tracing } = dependencies;
  if (tracing === undefined) return operations;
  return {
    getConsent: withSpan(tracing, 'get consent', operations.getConsent),
    setConsent: withSpan(tracing, 'set consent', operations.setConsent),
    recordConsent: withSpan(tracing, 'record consent', operations.recordConsent),
    checkConsent: operations.checkConsent,
  };
}

const MICROS_PER_MS = 1_000;

class ConsentStore {
  readonly #dependencies: ConsentDependencies;
  readonly #rows: ConsentRows;
  readonly #purposes: ReadonlySet<string>;
  readonly #orderMicros: number;

  constructor(dependencies: ConsentDependencies) {
    const personal = dependencies.schema.corpora().filter(isPersonal);
    this.#dependencies = dependencies;
    this.#rows = new ConsentRows(
      dependencies,
      personal.map(({ name }) => name),
    );
    this.#purposes = new Set(personal.flatMap(({ dataTypes }) => dataTypes.map(({ purpose }) => purpose)));
    this.#orderMicros = 2 * dependencies.config.consistency.clockSkewMaxMs * MICROS_PER_MS;
  }

  async get({ subjectId, consistency }: ConsentRequest, options?: CallOptions): Promise<SubjectConsent> {
    this.#checkSubject(subjectId);
    const { cells, evidence } = await this.#rows.read(subjectId, consistency, options);
    const { clock, config } = this.#dependencies;
    const merged = mergeEvidence(consistency.level, evidence, { ...config.tokens, nowMs: clock.nowMs() });
    return { subjectId, purposes: this.#historyOf(cells, this.#purposes), evidence: merged };
  }

  async set(
    { subjectId, decisions }: SetConsentRequest,
    { token: known, ...options }: VersionedWriteOptions = {},
  ): Promise<ChangedConsent> {
    this.check({ subjectId, decisions });
    const left = this.#timeLeft(options);
    // A withdrawal that the read does not see would prevail over a grant that is dated here.
    const needsProof = decisions.some(({ granted, atMs }) => granted && atMs === undefined);
    const { cells } = await this.#rows.readBefore(subjectId, needsProof, { ...left(), token: known });
    const dated = await this.#dated(decisions, cells, left);
    const written = this.#cellsOf(dated);
    const changed = new Set(decisions.map(({ purpose }) => purpose));
    const histories = this.#historyOf([...cells, ...written], changed);
    const token = await this.#rows.write(subjectId, written, left);
    const stated = new Set(decisions.filter(({ atMs }) => atMs !== undefined).map(({ purpose }) => purpose));
    await this.#deleteWithdrawn(subjectId, dated, { stated, left });
    return { subjectId, purposes: histories.filter(({ purpose }) => changed.has(purpose)), token };
  }

  check({ subjectId, decisions }: SetConsentRequest): void {
    this.#checkSubject(subjectId);
    this.#checkDecisions(decisions);
  }

  async record({ subjectId, decisions }: RecordConsentRequest, options: WriteOptions = {}): Promise<void> {
    this.check({ subjectId, decisions });
    const left = this.#timeLeft(options);
    const dated = await this.#dated(decisions, [], left);
    await this.#rows.write(subjectId, this.#cellsOf(dated), left);
    const stated = new Set(decisions.map(({ purpose }) => purpose));
    await this.#deleteWithdrawn(subjectId, dated, { stated, left });
  }

  /**
   * Has the data of withdrawn purposes deleted. The decisions are written before, since they take effect at once; after an
   * error, the same request again completes it.
   */
  async #deleteWithdrawn(
    userId: string,
    decisions: readonly DatedDecision[],
    { stated, left }: { readonly stated: ReadonlySet<string>; readonly left: () => CallOptions },
  ): Promise<void> {
    const { deleteWithdrawn } = this.#dependencies;
    if (deleteWithdrawn === undefined) return;
    for (const { purpose, granted, atMs } of decisions)
      if (!granted)
        await deleteWithdrawn({ userId, purpose, atMs, isRepeatable: stated.has(purpose) }, left());
  }

  /** Returns a function for the options of each further call, with the time that is left of the whole. */
  #timeLeft(options: WriteOptions): () => WriteOptions {
    const { clock, config } = this.#dependencies;
    const allowedMs = options.timeoutMs ?? config.bigtable.pointTimeoutMs;
    const deadlineMs = clock.monotonicMs() + allowedMs;
    return () => {
      const timeoutMs = deadlineMs - clock.monotonicMs();
      if (timeoutMs <= 0) throw deadlineError(allowedMs);
      return { ...options, timeoutMs };
    };
  }

  /**
   * Returns the decisions with the times under which they are stored. Waits until this clock shows the time of each grant, so that a withdrawal that
   * follows the acknowledgement is not dated before it by more than clocks can differ.
   */
  async #dated(
    decisions: readonly ConsentDecision[],
    cells: RecordCells,
    left: () => CallOptions,
  ): Promise<readonly DatedDecision[]> {
    const { clock } = this.#dependencies;
    const nowMs = clock.nowMs();
    const context = { record: readSubjectRecord(cells), nowMs, orderMicros: this.#orderMicros };
    const dated = decisions.map((decision) => ({ ...decision, atMs: dateDecision(decision, context) }));
    const grantsMs = dated.filter(({ granted }) => granted).map(({ atMs }) => atMs);
    const waitMs = maxOf([nowMs, ...grantsMs]) - nowMs;
    if (waitMs > 0) await this.#sleep(waitMs, left());
    return dated;
  }

  #cellsOf(decisions: readonly DatedDecision[]): RecordCells {
    const recordedAtMs = this.#dependencies.clock.nowMs();
    return decisions.map(({ purpose, granted, source, atMs }) => ({
      qualifier: decisionColumn(purpose, granted),
      timestampMicros: atMs * MICROS_PER_MS,
      value: encodeConsentRecord({ source, recordedAtMs }),
    }));
  }

  async #sleep(waitMs: number, { timeoutMs, signal }: CallOptions): Promise<void> {
    if (waitMs >= timeoutMs!) throw deadlineError(timeoutMs!);
    try {
      await sleep(this.#dependencies.clock, waitMs, signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }

  #historyOf(cells: RecordCells, purposes: ReadonlySet<string>): readonly PurposeConsent[] {
    return consentHistory(cells, { purposes, orderMicros: this.#orderMicros, decode: decodeConsentRecord });
  }

  #checkSubject(subjectId: string): void {
    checkId(subjectId, 'subjectId', this.#dependencies.config.objects.idBytesMax);
  }

  #checkDecisions(decisions: readonly ConsentDecision[]): void {
    const { sourceBytesMax: bytesMax } = this.#dependencies.config.consent;
    if (decisions.length === 0) throw invalidArgument('purposes', 'must not be empty');
    for (const { purpose, source = '' } of decisions) {
      if (!this.#purposes.has(purpose)) {
        const known = [...this.#purposes].join(', ');
        throw invalidArgument(`purposes.${purpose}`, `is no purpose of personal data: use one of ${known}`);
      }
      if (Buffer.byteLength(source) > bytesMax)
        throw invalidArgument(`purposes.${purpose}.source`, `must have at most ${bytesMax} bytes`);
    }
  }
}
