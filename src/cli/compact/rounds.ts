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
import { CompactionCheckpointFile, type CompactionCheckpoint } from './checkpoint';
import type { CompactionMetrics } from './metrics';
import { showCompactionProgress } from './progress';
import { compactionLines } from './report';
import type { BatchConnection } from '../shared/connection';
import { print, printError } from '../shared/terminal';

export interface CompactionRoundsOptions {
  readonly worker: WorkerShare;
  readonly limits: CompactionLimits & { readonly checkpointIntervalMs: number };
  readonly rowsPerSecond: number;
  /** From the start of a round to that of the next; undefined for one round. */
  readonly intervalMs: number | undefined;
  readonly checkpoint?: string;
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export interface CompactionRoundsDependencies {
  /** One for each DataType. */
  readonly connections: readonly BatchConnection[];
  readonly metrics: CompactionMetrics;
  readonly tracing: Tracing;
}

/** One round over all DataTypes, or again and again. */
export class CompactionRounds {
  readonly #settings: CompactionRoundsOptions;
  readonly #parts: CompactionRoundsDependencies;
  readonly #file: CompactionCheckpointFile | undefined;
  readonly #rate: RowRate;
  #savedMs = -Infinity;

  constructor(settings: CompactionRoundsOptions, parts: CompactionRoundsDependencies) {
    this.#settings = settings;
    this.#parts = parts;
    this.#rate = new RowRate(settings.rowsPerSecond);
    const { checkpoint: path, worker, dryRun } = settings;
    const store = storeNameOf(parts.connections[0]!.store.topology);
    const identity = `${store} ${worker.index + 1}/${worker.count}`;
    // Who only looks leaves alone what others have noted, too.
    if (path !== undefined && !dryRun) this.#file = new CompactionCheckpointFile(path, identity);
    if (settings.restart) this.#file?.remove();
  }

  /** Whether the last round failed. Resolves after one round, or when the signal has aborted. */
  async run(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const startedMs = systemClock.monotonicMs();
      const failed = await this.#round(signal);
      const { intervalMs } = this.#settings;
      if (intervalMs === undefined || signal.aborted) return failed;
      const leftMs = startedMs + intervalMs - systemClock.monotonicMs();
      await sleep(systemClock, Math.max(0, leftMs), signal).catch(() => undefined);
      if (signal.aborted) return failed;
    }
  }

  async #round(signal: AbortSignal): Promise<boolean> {
    const checkpoint = this.#file?.load();
    const { connections, metrics } = this.#parts;
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
    const { metrics, tracing } = this.#parts;
    const { limits, worker, dryRun } = this.#settings;
    const compact = createCompact({
      scanner: store.scanner,
      reader: store.reader,
      writer: store.writer,
      tracing,
      limits,
      clock: systemClock,
      random: systemRandom,
      rate: this.#rate,
      observer: metrics,
    });
    const shown = showCompactionProgress(dataType.family, systemClock);
    const onSettled = (after: Buffer, progress: CompactionProgress): void => {
      shown.update(progress);
      this.#save({ family: dataType.family, after, tally: progress.tally });
    };
    try {
      return await compact({
        dataType,
        worker,
        dryRun,
        signal,
        onSettled,
        ...(checkpoint !== undefined && { after: checkpoint.after, tally: checkpoint.tally }),
      });
    } finally {
      shown.stop();
    }
  }

  #save(checkpoint: CompactionCheckpoint): void {
    const nowMs = systemClock.monotonicMs();
    if (nowMs - this.#savedMs < this.#settings.limits.checkpointIntervalMs) return;
    this.#savedMs = nowMs;
    this.#file?.save(checkpoint);
  }

  #report(summary: CompactionSummary, { workload }: BatchConnection): void {
    const { json, dryRun, worker } = this.#settings;
    const share = `${worker.index + 1}/${worker.count}`;
    if (json) print(JSON.stringify({ ...summary, worker: share, workload, dryRun }));
    else compactionLines(summary, dryRun).forEach((line) => print(line));
    const { error } = summary;
    if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
  }
}
