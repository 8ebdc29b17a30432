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

/** The progress that a process reports about itself. */
export type ProgressUpdate = Omit<
  StageReport,
  'stage' | 'process' | 'source' | 'atMs' | 'ended' | 'lastWordsByMs'
>;

/** Intervals and timeouts of reports, in milliseconds. */
export interface ProgressReporterLimits {
  readonly intervalMs: number;
  readonly callTimeoutMs: number;
  readonly deadAfterMs: number;
  readonly redeliveredAfterMs: number;
  /** Age after which the reports of stopped processes are removed by new processes, in milliseconds. */
  readonly sweepAfterMs: number;
}

export interface ProgressReporterDependencies extends ReadProgressReportsDependencies {
  readonly writer: Writer;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: ProgressReporterLimits;
  readonly stage: Stage;
  /** Name of the subscription; empty for requests. */
  readonly source: string;
  /** Id of this run of the process. */
  readonly process: string;
  /** Returns the current progress; undefined while it is unknown. */
  readonly currentProgress: () => ProgressUpdate | undefined;
}

/** Reporter of the progress of one process. */
export interface ProgressReporter {
  /** Writes a final report that the process has ended cleanly. Never rejects. */
  reportEnd(): Promise<void>;
  /** Removes the reports of this process, for one that was to read existing messages only. Never rejects. */
  withdraw(): Promise<void>;
}

/**
 * Starts to report the progress of this process at every interval, with one small write. If a write fails, the
 * process keeps working, and its last report stays in force.
 */
export function startProgressReporter(dependencies: ProgressReporterDependencies): ProgressReporter {
  return new Reporter(dependencies);
}

class Reporter implements ProgressReporter {
  readonly #dependencies: ProgressReporterDependencies;
  readonly #task: SupervisedTask;
  /** Timestamp of the newest report, in milliseconds; 0 before the first one. */
  #versionMs = 0;
  /** Number of the `RETAINED_REPORT_INTERVAL_MS` period of the last retained report. */
  #keptPeriod = -1;
  /** Rows of the minutes that are still read, newest last. */
  #rows: { readonly key: Buffer; readonly writtenMs: number }[] = [];
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
      // Bounds the backoff, so that a recovered store gets a report before the process counts as dead.
      backoffMaxMs: Math.max(intervalMs, limits.deadAfterMs / 4),
      run: (signal) => this.#report(signal),
      onError(error, failuresInARow) {
        if (failuresInARow === 1)
          logger.warn({ err: error, stage }, 'the progress of ingestion cannot be reported');
      },
    });
  }

  async reportEnd(): Promise<void> {
    await this.#task.stop();
    // If recent reports failed, the final report would probably fail too and delay the shutdown.
    if (!this.#mayHaveReported || this.#task.status().failuresInARow > 0) return;
    const progress = this.#dependencies.currentProgress();
    if (progress !== undefined)
      await this.#tryLast((options) => this.#writeReport(progress, { ...options, ended: true }));
  }

  async withdraw(): Promise<void> {
    await this.#task.stop();
    const { writer, stage } = this.#dependencies;
    const keys = this.#rows.map(({ key }) => key);
    if (isReportRetained(stage)) keys.push(retainedReportKey(this.#dependencies));
    const cells = keys.map((key) => ({ key, timestampMicros: this.#versionMs * 1_000 }));
    if (this.#mayHaveReported)
      await this.#tryLast((options) => removeProgressReports(writer, cells, options));
  }

  /** A write that failed may have been applied all the same. */
  get #mayHaveReported(): boolean {
    return this.#versionMs > 0;
  }

  async #tryLast(task: (options: CallOptions) => Promise<void>): Promise<void> {
    const { logger, stage, limits } = this.#dependencies;
    try {
      await task({ timeoutMs: limits.callTimeoutMs });
    } catch (error) {
      logger.warn(
        { err: error, stage },
        'the end of this process cannot be reported: the process will count as silent',
      );
    }
  }

  async #report(signal: AbortSignal): Promise<void> {
    const progress = this.#dependencies.currentProgress();
    if (progress === undefined) return;
    const options = { timeoutMs: this.#dependencies.limits.callTimeoutMs, signal };
    await this.#writeReport(progress, { ...options, ended: false });
    if (this.#hasSwept) return;
    await this.#sweep(options);
    this.#hasSwept = true;
  }

  async #writeReport(
    progress: ProgressUpdate,
    { ended, ...options }: CallOptions & { readonly ended: boolean },
  ): Promise<void> {
    const { clock, stage, source, process } = this.#dependencies;
    const atMs = clock.nowMs();
    // A clock may be set back, but the newest report must have the newest timestamp.
    this.#versionMs = Math.max(atMs, this.#versionMs + 1);
    const value = encodeStageReport({ ...progress, stage, source, process, atMs, ended });
    // The retained report is written first, so it is never older than the current one by more than
    // `RETAINED_REPORT_INTERVAL_MS`.
    const period = Math.floor(this.#versionMs / RETAINED_REPORT_INTERVAL_MS);
    if (isReportRetained(stage) && (ended || period > this.#keptPeriod)) {
      await this.#write(retainedReportKey(this.#dependencies), value, options);
      this.#keptPeriod = period;
    }
    await this.#write(this.#currentRow(), value, options);
  }

  #currentRow(): Buffer {
    const { limits } = this.#dependencies;
    const row = { key: currentReportKey(this.#dependencies, this.#versionMs), writtenMs: this.#versionMs };
    const fromMs = reportsReadFromMs(this.#versionMs, limits);
    const others = this.#rows.filter(({ key, writtenMs }) => writtenMs >= fromMs && !key.equals(row.key));
    this.#rows = [...others, row];
    return row.key;
  }

  /**
   * Removes, once, the reports of processes of this stage and source that stopped long ago. This process replaces
   * them, and readers would otherwise read their reports until their retention is over.
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
    const obsolete = gone.flatMap((report) => cells.get(reportName(report)) ?? []);
    await removeProgressReports(writer, obsolete, options);
  }

  async #write(key: Buffer, value: Buffer, options: CallOptions): Promise<void> {
    const mutations = [setCell(PROGRESS_FAMILY, PROGRESS_QUALIFIER, this.#versionMs * 1_000, value)];
    await this.#dependencies.writer.mutateRow(PROGRESS_TABLE, { key, mutations }, options);
  }
}
