import { describeFailure, TidemarkError } from '../../errors';
import {
  createCompact,
  type CompactionLimits,
  type CompactionProgress,
  type CompactionSummary,
} from '../../operations/compaction/compact';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { sleep, systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import type { Tracing } from '../../platform/telemetry/tracing';
import { RowRate } from '../../routing/admission/row-rate';
import { storeNameOf } from '../../store/token-keys';
import type { CheckpointFile } from '../../platform/files/checkpoint-file';
import { compactionCheckpointFile, type CompactionCheckpoint } from './checkpoint';
import type { CompactionMetrics } from './metrics';
import { showCompactionProgress } from './progress';
import { compactionLines } from './report';
import type { BatchConnection } from '../shared/connection';
import { print, printError } from '../shared/terminal';
import { formatWorkerShare } from '../shared/worker-option';

export interface CompactionRoundsOptions {
  readonly worker: WorkerShare;
  readonly limits: CompactionLimits & { readonly checkpointIntervalMs: number };
  /** Maximum number of rows read per second, over all DataTypes. 0: no limit. */
  readonly rowsPerSecond: number;
  /** Time from the start of a round to the start of the next one, in milliseconds. Undefined: a single round. */
  readonly intervalMs: number | undefined;
  /** Path of the checkpoint file. */
  readonly checkpoint?: string | undefined;
  /** Whether the checkpoint is removed first. */
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export interface CompactionRoundsDependencies {
  /** One connection for each DataType; never empty. */
  readonly connections: readonly BatchConnection[];
  readonly metrics: CompactionMetrics;
  readonly tracing: Tracing;
}

/** Runs compaction rounds over all DataTypes, once or periodically. */
export class CompactionRounds {
  readonly #options: CompactionRoundsOptions;
  readonly #dependencies: CompactionRoundsDependencies;
  readonly #file: CheckpointFile<CompactionCheckpoint> | undefined;
  readonly #rate: RowRate;
  #savedMs = -Infinity;

  constructor(options: CompactionRoundsOptions, dependencies: CompactionRoundsDependencies) {
    this.#options = options;
    this.#dependencies = dependencies;
    this.#rate = new RowRate(options.rowsPerSecond);
    const { checkpoint: path, worker, dryRun } = options;
    const store = storeNameOf(dependencies.connections[0]!.store.topology);
    const identity = `${store} ${formatWorkerShare(worker)}`;
    // A dry run leaves the checkpoint of other runs alone.
    if (path !== undefined && !dryRun) this.#file = compactionCheckpointFile(path, identity);
    if (options.restart) this.#file?.remove();
  }

  /** Returns whether the last round failed. Resolves after a single round, or when the signal has aborted. */
  async run(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const startedMs = systemClock.monotonicMs();
      const failed = await this.#round(signal);
      const { intervalMs } = this.#options;
      if (intervalMs === undefined || signal.aborted) return failed;
      const leftMs = startedMs + intervalMs - systemClock.monotonicMs();
      await sleep(systemClock, Math.max(0, leftMs), signal).catch(() => undefined);
      if (signal.aborted) return failed;
    }
  }

  async #round(signal: AbortSignal): Promise<boolean> {
    const checkpoint = this.#file?.load();
    const { connections, metrics } = this.#dependencies;
    const resumed = connections.findIndex(({ dataType }) => dataType.family === checkpoint?.family);
    for (const [index, connection] of connections.entries()) {
      if (index < resumed) continue;
      const summary = await this.#compact(connection, index === resumed ? checkpoint : undefined, signal);
      this.#report(summary, connection);
      if (summary.status !== 'complete') return summary.status === 'failed';
    }
    this.#file?.remove();
    metrics.onRoundComplete();
    return false;
  }

  async #compact(
    { store, dataType }: BatchConnection,
    checkpoint: CompactionCheckpoint | undefined,
    signal: AbortSignal,
  ): Promise<CompactionSummary> {
    const { metrics, tracing } = this.#dependencies;
    const { limits, worker, dryRun } = this.#options;
    const compact = createCompact({
      scanner: store.scanner,
      reader: store.reader,
      writer: store.writer,
      privacy: store.privacy,
      tracing,
      limits,
      clock: systemClock,
      random: systemRandom,
      rate: this.#rate,
      observer: metrics,
    });
    const display = showCompactionProgress(dataType.family, systemClock);
    const onSettled = (after: Buffer, progress: CompactionProgress): void => {
      display.update(progress);
      this.#save({ family: dataType.family, after: after.toString('base64'), tally: progress.tally });
    };
    try {
      return await compact({
        dataType,
        worker,
        dryRun,
        signal,
        onSettled,
        after: checkpoint === undefined ? undefined : Buffer.from(checkpoint.after, 'base64'),
        tally: checkpoint?.tally,
      });
    } finally {
      display.stop();
    }
  }

  #save(checkpoint: CompactionCheckpoint): void {
    const nowMs = systemClock.monotonicMs();
    if (nowMs - this.#savedMs < this.#options.limits.checkpointIntervalMs) return;
    this.#savedMs = nowMs;
    this.#file?.save(checkpoint);
  }

  #report(summary: CompactionSummary, { workload }: BatchConnection): void {
    const { json, dryRun, worker } = this.#options;
    if (json) print(JSON.stringify({ ...summary, worker: formatWorkerShare(worker), workload, dryRun }));
    else compactionLines(summary, dryRun).forEach((line) => print(line));
    const { error } = summary;
    if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
  }
}
