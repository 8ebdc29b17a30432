/** Job that rebuilds the location directory from the rows of all placements, after it was restored from a backup. */
import { cancelledError } from '../../../bigtable/client/bigtable-error';
import type { CallOptions, Row } from '../../../bigtable/client/types';
import type { StoredWave } from '../../../core/residency/stored-wave';
import { TidemarkError, type ErrorCode } from '../../../errors';
import type { SubjectKey } from '../../../core/residency/subject-key';
import { isObjectRow } from '../../../core/rows/row-key';
import { TwoGenerations } from '../../../platform/memory/two-generations';
import { runBounded } from '../../../platform/tasks/run-bounded';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { LocationDirectory } from '../../../residency/location-directory';
import type { MoveFeed } from '../../../residency/move-feed';
import {
  rowRangeOf,
  sectionsAfter,
  sectionsOf,
  shareDoneAt,
  type KeySection,
} from '../../compaction/key-sections';
import { feedOfWaves, wavesBySubject } from './open-waves';
import type { RebuildPart } from './rebuild-parts';
import { rebuildSubject, type RebuildSubjectDependencies } from './rebuild-subject';
import { emptyRebuildTally, type RebuildRecord, type RebuildTally } from './rebuild-tally';
import type { SoughtSubject } from './subject-evidence';

export interface RebuildDependencies extends Omit<RebuildSubjectDependencies, 'waves' | 'dryRun'> {
  /** Tables to scan, in order. */
  readonly parts: readonly RebuildPart[];
  readonly directory: Pick<LocationDirectory, 'present' | 'change'>;
  readonly feed: Pick<MoveFeed, 'beginRebuild' | 'endRebuild'>;
  /** Returns the waves that have not ended. */
  readonly openWaves: (call: CallOptions) => Promise<readonly StoredWave[]>;
  /** Returns the subject of a wave. */
  readonly subjectOf: (wave: StoredWave, rowKey: Buffer) => SoughtSubject | undefined;
  readonly clock: Clock;
  /** Limits the rows read by this job, except for heartbeats, in addition to the limits of all batch work. */
  readonly rate: { reserve(rows: number, nowMs: number): number };
  readonly limits: {
    readonly rowsPerPage: number;
    readonly confirmationsInFlight: number;
    readonly callTimeoutMs: number;
    /** Length of the lease by which processes follow the feed, in milliseconds. */
    readonly leaseMs: number;
  };
}

/** Position of a rebuild: all rows of earlier tables, and those of the table up to the key, are done. */
export interface RebuildPosition {
  readonly table: string;
  readonly after: Buffer;
}

export interface RebuildProgress {
  readonly tally: Readonly<RebuildTally>;
  /** Share of the rows that is done, from 0 to 1, as if all tables had the same size. */
  readonly share: number;
}

export interface RebuildJob {
  /** Whether nothing is changed. */
  readonly dryRun: boolean;
  /** End of an earlier run, and its totals. */
  readonly position?: RebuildPosition | undefined;
  readonly tally?: RebuildTally | undefined;
  readonly signal: AbortSignal;
  readonly onRecord: (record: RebuildRecord) => void;
  /** Called when all rows up to the position are done. */
  readonly onSettled: (position: RebuildPosition, progress: RebuildProgress) => void;
}

export interface RebuildResult {
  readonly status: 'complete' | 'interrupted' | 'failed';
  readonly tally: Readonly<RebuildTally>;
  /** Waves that have not ended. A mover must complete them. */
  readonly openWaves: number;
  readonly seconds: number;
  /** Error that ended the job. */
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/**
 * Rebuilds the directory. Until it is complete, the directory is marked as being rebuilt: no process that follows the feed
 * uses a location, and no mover goes on. An interrupted job leaves the mark, so it must be run again. Errors are part of
 * the result.
 */
export async function rebuildDirectory(
  dependencies: RebuildDependencies,
  job: RebuildJob,
): Promise<RebuildResult> {
  const { clock } = dependencies;
  const startedMs = clock.monotonicMs();
  const run = new RebuildRun(dependencies, job);
  const ended = (status: RebuildResult['status'], error?: RebuildResult['error']): RebuildResult => ({
    status,
    tally: run.tally,
    openWaves: run.openWaves,
    seconds: (clock.monotonicMs() - startedMs) / 1_000,
    error,
  });
  try {
    await run.run();
    return ended('complete');
  } catch (error) {
    if (job.signal.aborted) return ended('interrupted');
    if (!(error instanceof TidemarkError)) throw error;
    return ended('failed', { code: error.code, message: error.message });
  }
}

/** Number of shares: one process rebuilds the whole directory. */
const WHOLE = { index: 0, count: 1 };

/** Largest number of subjects of which it is remembered that they were compared: some 100 bytes each. */
const COMPARED_MAX = 200_000;

class RebuildRun {
  readonly tally: RebuildTally;
  readonly #dependencies: RebuildDependencies;
  readonly #job: RebuildJob;
  /** Subjects that were compared lately. */
  readonly #compared = new TwoGenerations<SubjectKey, SubjectKey>(COMPARED_MAX);
  #waves: readonly StoredWave[] = [];
  #rebuild!: RebuildSubjectDependencies;

  constructor(dependencies: RebuildDependencies, job: RebuildJob) {
    this.#dependencies = dependencies;
    this.#job = job;
    this.tally = { ...emptyRebuildTally(), ...job.tally };
  }

  get openWaves(): number {
    return this.#waves.filter(({ isRequested }) => !isRequested).length;
  }

  async run(): Promise<void> {
    const { directory, feed, parts, openWaves, limits } = this.#dependencies;
    const { dryRun, position } = this.#job;
    const call = this.#call();
    if (!dryRun) await this.#begin();
    this.#waves = await openWaves(call);
    this.#rebuild = { ...this.#dependencies, waves: wavesBySubject(this.#waves), dryRun };
    if (position === undefined) for (const wave of this.#waves) await this.#rebuildWave(wave);
    const resumed = parts.findIndex(({ table }) => table === position?.table);
    for (const [index, part] of parts.entries())
      if (index >= resumed) await this.#rebuildPart(part, index === resumed ? position?.after : undefined);
    if (dryRun) return;
    const entriesInFlight = limits.confirmationsInFlight;
    await feed.endRebuild(await feedOfWaves(this.#waves, { directory, entriesInFlight, call }), call);
  }

  /** After twice the lease, nothing counts any more that is based on the directory from before. */
  async #begin(): Promise<void> {
    const { feed, clock, limits } = this.#dependencies;
    await feed.beginRebuild(this.#call());
    await this.#sleep(2 * limits.leaseMs, clock);
  }

  async #rebuildWave(wave: StoredWave): Promise<void> {
    const subjects = wave.subjects.map(({ rowKey }) => this.#dependencies.subjectOf(wave, rowKey));
    await this.#rebuildAll(subjects.filter((subject) => subject !== undefined));
  }

  async #rebuildPart(part: RebuildPart, after: Buffer | undefined): Promise<void> {
    const { signal } = this.#job;
    const samples = await part.scanner.sampleKeys(part.table, { signal });
    const sections = sectionsOf(WHOLE, samples);
    const remaining = after === undefined ? sections : sectionsAfter(sections, after);
    for (const section of remaining) await this.#rebuildSection(part, section);
  }

  /** A page is read completely before it is compared: an open scan occupies one of the limited batch calls. */
  async #rebuildSection(part: RebuildPart, section: KeySection): Promise<void> {
    const { limits } = this.#dependencies;
    let rest: KeySection | undefined = section;
    while (rest !== undefined) {
      const rows = await this.#readPage(part, rest);
      await this.#rebuildAll(await part.candidates(rows, this.tally, this.#call()));
      const last = rows.at(-1)?.key;
      if (last !== undefined) this.#settle(part, last);
      const isLast = last === undefined || rows.length < limits.rowsPerPage;
      rest = isLast ? undefined : sectionsAfter([rest], last)[0];
    }
  }

  /** A subject with rows in several tables is compared once. */
  async #rebuildAll(subjects: readonly SoughtSubject[]): Promise<void> {
    const { confirmationsInFlight } = this.#dependencies.limits;
    const open = subjects.filter(({ key }) => this.#compared.get(key) === undefined);
    for (const { key } of open) this.#compared.set(key, key);
    await runBounded(open, confirmationsInFlight, async (subject) => {
      const record = await rebuildSubject(this.#rebuild, { subject, tally: this.tally }, this.#call());
      if (record !== undefined) this.#job.onRecord(record);
    });
  }

  async #readPage({ scanner, table, filter }: RebuildPart, section: KeySection): Promise<readonly Row[]> {
    const { clock, rate, limits } = this.#dependencies;
    const { signal } = this.#job;
    const rows: Row[] = [];
    for await (const row of scanner.scan({ table, ranges: [rowRangeOf(section)], filter }, { signal })) {
      const waitMs = isObjectRow(row.key) ? rate.reserve(1, clock.monotonicMs()) : 0;
      if (waitMs > 0) await this.#sleep(waitMs, clock);
      rows.push({ key: Buffer.from(row.key), cells: row.cells });
      if (rows.length === limits.rowsPerPage) break;
    }
    return rows;
  }

  #settle(part: RebuildPart, after: Buffer): void {
    const { parts } = this.#dependencies;
    const done = parts.indexOf(part) + shareDoneAt(after, WHOLE);
    this.#job.onSettled({ table: part.table, after }, { tally: this.tally, share: done / parts.length });
  }

  #call(): CallOptions {
    const { signal } = this.#job;
    if (signal.aborted) throw cancelledError(signal.reason);
    return { timeoutMs: this.#dependencies.limits.callTimeoutMs, signal };
  }

  async #sleep(delayMs: number, clock: Clock): Promise<void> {
    try {
      await sleep(clock, delayMs, this.#job.signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }
}
