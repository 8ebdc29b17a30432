import { deleteFromColumn, setCell } from '../../bigtable/mutations';
import type { CallOptions, Mutation } from '../../bigtable/types';
import { encodeStageReport } from '../../codec/stage-progress';
import type { Stage, StageReport } from '../../core/lag/stage-report';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/logger';
import type { Random } from '../../platform/random';
import { supervise, type SupervisedTask } from '../../platform/supervisor';
import type { Reader, Writer } from '../../watermark/store';
import { PROGRESS_FAMILY, PROGRESS_KEY, PROGRESS_TABLE, progressColumn } from './progress-row';
import { readReports } from './read-progress';

/** What a process tells of itself. */
export type Told = Omit<StageReport, 'stage' | 'process' | 'source' | 'atMs' | 'ended'>;

export interface ReporterLimits {
  readonly intervalMs: number;
  readonly callTimeoutMs: number;
  readonly deadAfterMs: number;
  /** What is older than that of processes that are gone is removed by those that come. */
  readonly sweepAfterMs: number;
}

export interface ReporterDependencies {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: ReporterLimits;
  readonly stage: Stage;
  /** The subscription; empty for requests. */
  readonly source: string;
  /** An id of this run of the process. */
  readonly process: string;
  /** Undefined while nothing can be told yet. */
  readonly tell: () => Told | undefined;
}

export interface ProgressReporter {
  /** Tells for the last time, that the process has ended in order. Never rejects. */
  end(): Promise<void>;
  /** Leaves no word, as if there had been no process: for one that was to read what there was, and no more. Never rejects. */
  withdraw(): Promise<void>;
}

/**
 * Tells every interval how far this process is, beside its work: one small write. Where it cannot be written, the work goes
 * on; for others the process is then as far as it told last.
 */
export function startProgressReporter(dependencies: ReporterDependencies): ProgressReporter {
  return new Reporter(dependencies);
}

class Reporter implements ProgressReporter {
  readonly #dependencies: ReporterDependencies;
  readonly #column: Buffer;
  readonly #task: SupervisedTask;
  /** Of the cell. */
  #versionMs = 0;
  #hasTold = false;
  #hasSwept = false;

  constructor(dependencies: ReporterDependencies) {
    this.#dependencies = dependencies;
    this.#column = progressColumn(dependencies);
    const { clock, random, logger, limits, stage } = dependencies;
    const { intervalMs, callTimeoutMs } = limits;
    this.#task = supervise({
      ...{ name: 'report of progress', clock, random, intervalMs },
      timeoutMs: 2 * callTimeoutMs,
      // However long it could not be told: once it can be, it is before the process is taken for dead.
      backoffMaxMs: Math.max(intervalMs, limits.deadAfterMs / 4),
      run: (signal) => this.#report(signal),
      onError(error, failuresInARow) {
        if (failuresInARow === 1) logger.warn({ error, stage }, 'how far ingestion is cannot be told');
      },
    });
  }

  async end(): Promise<void> {
    await this.#task.stop();
    // Where it could not tell of late, its end would be waited for in vain.
    if (!this.#hasTold || this.#task.status().failuresInARow > 0) return;
    const told = this.#dependencies.tell();
    if (told !== undefined) await this.#last(this.#cell(told, true));
  }

  async withdraw(): Promise<void> {
    await this.#task.stop();
    if (this.#hasTold) await this.#last(deleteFromColumn(PROGRESS_FAMILY, this.#column));
  }

  async #last(mutation: Mutation): Promise<void> {
    const { logger, stage, limits } = this.#dependencies;
    try {
      await this.#write([mutation], { timeoutMs: limits.callTimeoutMs });
    } catch (error) {
      logger.warn({ error, stage }, 'that this process has ended cannot be told: it counts as silent');
    }
  }

  async #report(signal: AbortSignal): Promise<void> {
    const told = this.#dependencies.tell();
    if (told === undefined) return;
    const options = { timeoutMs: this.#dependencies.limits.callTimeoutMs, signal };
    await this.#write([this.#cell(told, false)], options);
    this.#hasTold = true;
    if (this.#hasSwept) return;
    await this.#sweep(options);
    this.#hasSwept = true;
  }

  #cell(told: Told, ended: boolean): Mutation {
    const { clock, stage, source, process } = this.#dependencies;
    const atMs = clock.nowMs();
    // A clock may be set back, but the newest report must be the newest version.
    this.#versionMs = Math.max(atMs, this.#versionMs + 1);
    const value = encodeStageReport({ ...told, stage, source, process, atMs, ended });
    return setCell(PROGRESS_FAMILY, this.#column, this.#versionMs * 1_000, value);
  }

  /**
   * Removes what is left of processes that were gone long before this one came, once: it has taken their place, and each
   * reader would read them again and again until their retention is over.
   */
  async #sweep(options: CallOptions): Promise<void> {
    const { clock, stage, source, process, limits } = this.#dependencies;
    const { reports } = await readReports(this.#dependencies);
    const nowMs = clock.nowMs();
    const gone = reports.filter(
      (report) =>
        report.stage === stage &&
        report.source === source &&
        report.process !== process &&
        report.atMs < nowMs - limits.sweepAfterMs,
    );
    // One that is not gone after all, but was held up, tells a newer version later on.
    const range = { endMicros: (nowMs - limits.deadAfterMs) * 1_000 };
    const removals = gone.map((report) => deleteFromColumn(PROGRESS_FAMILY, progressColumn(report), range));
    if (removals.length > 0) await this.#write(removals, options);
  }

  async #write(mutations: readonly Mutation[], options: CallOptions): Promise<void> {
    await this.#dependencies.writer.mutateRow(PROGRESS_TABLE, { key: PROGRESS_KEY, mutations }, options);
  }
}
