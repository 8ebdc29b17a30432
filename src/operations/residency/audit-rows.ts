/** Audit job: compares a share of the rows of all placements, and of the directory's entries, with the directory. */
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { Row } from '../../bigtable/client/types';
import { isObjectRow } from '../../core/rows/row-key';
import { TidemarkError, type ErrorCode } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import {
  rowRangeOf,
  sectionsAfter,
  sectionsOf,
  shareDoneAt,
  type KeySection,
  type WorkerShare,
} from '../compaction/key-sections';
import type { PlacementAuditLimits, AuditPart } from './audit-part';
import type { RepairRecords } from './repair-orphans';
import { emptyAuditTally, type AuditRecord, type AuditTally } from './audit-record';

export interface AuditRowsDependencies {
  /** Tables to audit, in order. */
  readonly parts: readonly AuditPart[];
  readonly clock: Clock;
  /** Limits the rows read by this job, except for heartbeats, in addition to the limits of all batch work. */
  readonly rate: { reserve(rows: number, nowMs: number): number };
  readonly limits: Pick<PlacementAuditLimits, 'rowsPerPage' | 'callTimeoutMs'>;
  /** Repairs what is found. Undefined: the audit only reads. */
  readonly repair?: RepairRecords | undefined;
}

/** Position of an audit: all rows of earlier tables, and those of the table up to the key, are done. */
export interface AuditPosition {
  readonly table: string;
  readonly after: Buffer;
}

/** Progress of an audit. */
export interface AuditProgress {
  readonly tally: Readonly<AuditTally>;
  /** Share of the worker's rows that is done, from 0 to 1, as if all tables had the same size. */
  readonly share: number;
}

/** Parameters of an audit. */
export interface AuditJob {
  readonly worker: WorkerShare;
  /** End of an earlier run, and its totals. */
  readonly position?: AuditPosition | undefined;
  readonly tally?: AuditTally | undefined;
  readonly signal: AbortSignal;
  /** Called for each row and each entry to report, before `onSettled` of its page. */
  readonly onRecord: (record: AuditRecord) => void;
  /** Called when all rows up to the position are done. */
  readonly onSettled: (position: AuditPosition, progress: AuditProgress) => void;
}

/** Result of an audit. */
export interface AuditResult {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly tally: Readonly<AuditTally>;
  readonly seconds: number;
  /** Error that ended the job. */
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/** Runs the audit. Throws `invalid_argument` for an invalid share; later errors are part of the result. */
export async function auditRows(dependencies: AuditRowsDependencies, job: AuditJob): Promise<AuditResult> {
  sectionsOf(job.worker, []);
  const run = new AuditRun(dependencies, job);
  const { clock } = dependencies;
  const startedMs = clock.monotonicMs();
  const ended = (status: AuditResult['status'], error?: AuditResult['error']): AuditResult => ({
    status,
    tally: run.tally,
    seconds: (clock.monotonicMs() - startedMs) / 1_000,
    error,
  });
  try {
    await run.processAll();
    return ended('complete');
  } catch (error) {
    if (job.signal.aborted) return ended('interrupted');
    if (!(error instanceof TidemarkError)) throw error;
    return ended('failed', { code: error.code, message: error.message });
  }
}

class AuditRun {
  readonly tally: AuditTally;
  readonly #dependencies: AuditRowsDependencies;
  readonly #job: AuditJob;

  constructor(dependencies: AuditRowsDependencies, job: AuditJob) {
    this.#dependencies = dependencies;
    this.#job = job;
    this.tally = { ...emptyAuditTally(), ...job.tally };
  }

  async processAll(): Promise<void> {
    const { parts } = this.#dependencies;
    const { position } = this.#job;
    const resumed = parts.findIndex(({ table }) => table === position?.table);
    for (const [index, part] of parts.entries()) {
      if (index < resumed) continue;
      await this.#processPart(part, index === resumed ? position?.after : undefined);
    }
  }

  async #processPart(part: AuditPart, after: Buffer | undefined): Promise<void> {
    const { worker, signal } = this.#job;
    const samples = await part.scanner.sampleKeys(part.table, { signal });
    const sections = sectionsOf(worker, samples);
    const remaining = after === undefined ? sections : sectionsAfter(sections, after);
    for (const section of remaining) await this.#processSection(part, section);
  }

  /** A page is read completely before it is compared: an open scan occupies one of the limited batch calls. */
  async #processSection(part: AuditPart, section: KeySection): Promise<void> {
    const { limits, repair } = this.#dependencies;
    const { signal } = this.#job;
    const call = { timeoutMs: limits.callTimeoutMs, signal };
    let rest: KeySection | undefined = section;
    while (rest !== undefined) {
      if (signal.aborted) throw cancelledError(signal.reason);
      const rows = await this.#readPage(part, rest);
      const found = await part.compare(rows, this.tally, call);
      const records = repair === undefined ? found : await repair(found, this.tally, signal);
      for (const record of records) this.#job.onRecord(record);
      const last = rows.at(-1)?.key;
      if (last !== undefined) this.#settle(part, last);
      rest =
        last === undefined || rows.length < limits.rowsPerPage ? undefined : sectionsAfter([rest], last)[0];
    }
  }

  async #readPage({ scanner, table, filter }: AuditPart, section: KeySection): Promise<readonly Row[]> {
    const { limits } = this.#dependencies;
    const { signal } = this.#job;
    const rows: Row[] = [];
    for await (const row of scanner.scan({ table, ranges: [rowRangeOf(section)], filter }, { signal })) {
      if (isObjectRow(row.key)) await this.#waitForPermit();
      rows.push({ key: Buffer.from(row.key), cells: row.cells });
      if (rows.length === limits.rowsPerPage) break;
    }
    return rows;
  }

  #settle(part: AuditPart, after: Buffer): void {
    const { parts } = this.#dependencies;
    const done = parts.indexOf(part) + shareDoneAt(after, this.#job.worker);
    const progress = { tally: this.tally, share: done / parts.length };
    this.#job.onSettled({ table: part.table, after }, progress);
  }

  async #waitForPermit(): Promise<void> {
    const { clock, rate } = this.#dependencies;
    const waitMs = rate.reserve(1, clock.monotonicMs());
    if (waitMs > 0) await sleep(clock, waitMs, this.#job.signal);
  }
}
