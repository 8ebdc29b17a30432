import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions } from '../../bigtable/client/types';
import { encodeStageReport } from '../../codec/messages/stage-report';
import type { Stage, StageReport } from '../../core/lag/stage-report';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import { supervise, type SupervisedTask } from '../../platform/tasks/supervisor';
import type { Writer } from '../../consistency/store';
import {
  currentReportKey,
  isReportRetained,
  RETAINED_REPORT_INTERVAL_MS,
  retainedReportKey,
  reportName,
  PROGRESS_QUALIFIER,
  PROGRESS_FAMILY,
  PROGRESS_TABLE,
  reportsReadFromMs,
} from './progress-report-rows';
import { readProgressReports, type ReadProgressReportsDependencies } from './read-progress';
import { removeProgressReports } from './remove-reports';

/** What a process tells of itself. */
export type ProgressUpdate = Omit<
  StageReport,
  'stage' | 'process' | 'source' | 'atMs' | 'ended' | 'lastWordsByMs'
>;

export interface ProgressReporterLimits {
  readonly intervalMs: number;
  readonly callTimeoutMs: number;
  readonly deadAfterMs: number;
  readonly redeliveredAfterMs: number;
  /** What is older than that of processes that are gone is removed by those that come. */
  readonly sweepAfterMs: number;
}

export interface ProgressReporterDependencies extends ReadProgressReportsDependencies {
  readonly writer: Writer;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: ProgressReporterLimits;
  readonly stage: Stage;
  /** The subscription; empty for requests. */
  readonly source: string;
  /** An id of this run of the process. */
  readonly process: string;
  /** Undefined while nothing can be told yet. */
  readonly currentProgress: () => ProgressUpdate | undefined;
}

export interface ProgressReporter {
  /** Tells for the last time, that the process has ended in order. Never rejects. */
  reportEnd(): Promise<void>;
  /** Leaves no word, as if there had been no process: for one that was to read what there was, and no more. Never rejects. */
  withdraw(): Promise<void>;
}

/**
 * Tells every interval how far this process is, beside its work: one small write. Where it cannot be written, the work goes
 * on; for others the process is then as far as it told last.
 */
export function startProgressReporter(dependencies: ProgressReporterDependencies): ProgressReporter {
  return new Reporter(dependencies);
}

class Reporter implements ProgressReporter {
  readonly #dependencies: ProgressReporterDependencies;
  readonly #task: SupervisedTask;
  /** Of the newest cell; 0 before the first. */
  #versionMs = 0;
  /** The period of `KEPT_EVERY_MS` of the report that is kept. */
  #keptPeriod = -1;
  /** Of the minutes that are read, the newest last. */
  #rows: { readonly key: Buffer; readonly toldMs: number }[] = [];
  #hasSwept = false;

  constructor(dependencies: ProgressReporterDependencies) {
    this.#dependencies = dependencies;
    const { clock, random, logger, limits, stage } = dependencies;
    const { intervalMs, callTimeoutMs } = limits;
    this.#task = supervise({
      name: 'report of progress',
      clock,
      random,
      intervalMs,
      timeoutMs: 2 * callTimeoutMs,
      // However long it could not be told: once it can be, it is before the process is taken for dead.
      backoffMaxMs: Math.max(intervalMs, limits.deadAfterMs / 4),
      run: (signal) => this.#report(signal),
      onError(error, failuresInARow) {
        if (failuresInARow === 1) logger.warn({ err: error, stage }, 'how far ingestion is cannot be told');
      },
    });
  }

  async reportEnd(): Promise<void> {
    await this.#task.stop();
    // Where it could not tell of late, its end would be waited for in vain.
    if (!this.#mayHaveTold || this.#task.status().failuresInARow > 0) return;
    const told = this.#dependencies.currentProgress();
    if (told !== undefined) await this.#last((options) => this.#tell(told, { ...options, ended: true }));
  }

  async withdraw(): Promise<void> {
    await this.#task.stop();
    const { writer, stage } = this.#dependencies;
    const keys = this.#rows.map(({ key }) => key);
    if (isReportRetained(stage)) keys.push(retainedReportKey(this.#dependencies));
    const cells = keys.map((key) => ({ key, timestampMicros: this.#versionMs * 1_000 }));
    if (this.#mayHaveTold) await this.#last((options) => removeProgressReports(writer, cells, options));
  }

  /** A write that was given up may be there all the same. */
  get #mayHaveTold(): boolean {
    return this.#versionMs > 0;
  }

  async #last(task: (options: CallOptions) => Promise<void>): Promise<void> {
    const { logger, stage, limits } = this.#dependencies;
    try {
      await task({ timeoutMs: limits.callTimeoutMs });
    } catch (error) {
      logger.warn({ err: error, stage }, 'that this process has ended cannot be told: it counts as silent');
    }
  }

  async #report(signal: AbortSignal): Promise<void> {
    const told = this.#dependencies.currentProgress();
    if (told === undefined) return;
    const options = { timeoutMs: this.#dependencies.limits.callTimeoutMs, signal };
    await this.#tell(told, { ...options, ended: false });
    if (this.#hasSwept) return;
    await this.#sweep(options);
    this.#hasSwept = true;
  }

  async #tell(
    told: ProgressUpdate,
    { ended, ...options }: CallOptions & { readonly ended: boolean },
  ): Promise<void> {
    const { clock, stage, source, process } = this.#dependencies;
    const atMs = clock.nowMs();
    // A clock may be set back, but the newest report must be the newest version.
    this.#versionMs = Math.max(atMs, this.#versionMs + 1);
    const value = encodeStageReport({ ...told, stage, source, process, atMs, ended });
    // First what is kept: so nothing is told for longer after it than `KEPT_EVERY_MS`.
    const period = Math.floor(this.#versionMs / RETAINED_REPORT_INTERVAL_MS);
    if (isReportRetained(stage) && (ended || period > this.#keptPeriod)) {
      await this.#write(retainedReportKey(this.#dependencies), value, options);
      this.#keptPeriod = period;
    }
    await this.#write(this.#currentRow(), value, options);
  }

  #currentRow(): Buffer {
    const { limits } = this.#dependencies;
    const row = { key: currentReportKey(this.#dependencies, this.#versionMs), toldMs: this.#versionMs };
    const fromMs = reportsReadFromMs(this.#versionMs, limits);
    const others = this.#rows.filter(({ key, toldMs }) => toldMs >= fromMs && !key.equals(row.key));
    this.#rows = [...others, row];
    return row.key;
  }

  /**
   * Removes what is left of processes that were gone long before this one came, once: it has taken their place, and each
   * reader would read them again and again until their retention is over.
   */
  async #sweep(options: CallOptions): Promise<void> {
    const { writer, clock, stage, source, process, limits } = this.#dependencies;
    const { reports, cells } = await readProgressReports(this.#dependencies);
    const goneBeforeMs = clock.nowMs() - limits.sweepAfterMs;
    const gone = reports.filter(
      (report) =>
        report.stage === stage &&
        report.source === source &&
        report.process !== process &&
        report.atMs < goneBeforeMs,
    );
    const left = gone.flatMap((report) => cells.get(reportName(report)) ?? []);
    await removeProgressReports(writer, left, options);
  }

  async #write(key: Buffer, value: Buffer, options: CallOptions): Promise<void> {
    const mutations = [setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, this.#versionMs * 1_000, value)];
    await this.#dependencies.writer.mutateRow(PROGRESS_TABLE, { key, mutations }, options);
  }
}
