import type { CompiledFeatureSpec } from '../../core/features/feature-spec-cache';
import { TidemarkError, type ErrorCode } from '../../errors';
import type { ExportedFeatures, ExportFeatures } from '../../operations/features/export-features';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { TrainingExample, ToTrainingExample } from './training-examples';
import type { FeatureEncoder } from './feature-encoder';
import type { CheckpointFile } from '../../platform/files/checkpoint-file';
import type { RecordSource, SourceRecord } from '../files/record-source';
import { countRejected, type RejectReason } from '../import/import-summary';
import type { RejectsFile } from '../files/rejects-file';
import type { ResumableFile } from '../files/resumable-file';
import type { RetryPolicy } from '../import/write-batch';

/** Totals of the records that are done: exported or rejected. */
export interface ExportTally {
  records: number;
  exported: number;
  /** Exported records that look back beyond today's retention. */
  truncated: number;
  rejected: number;
  readonly reasons: RejectReason[];
}

/** State of an export that a later run can resume from. */
export interface ExportCheckpoint {
  readonly tally: ExportTally;
  readonly outputBytes: number;
  readonly rejectsBytes: number;
  /** See `FeatureEncoder.state`. */
  readonly encoder?: string | undefined;
}

/** Parameters of an export. */
export interface ExportJob {
  readonly source: RecordSource;
  readonly prepared: CompiledFeatureSpec;
  readonly toExample: ToTrainingExample;
  readonly encoder: FeatureEncoder;
  readonly output: ResumableFile;
  readonly rejects?: RejectsFile | undefined;
  /** Totals of an earlier run, which this run continues. */
  readonly resume?: ExportTally | undefined;
  readonly checkpoint?: CheckpointFile<ExportCheckpoint> | undefined;
  /** Ends the export early. Records that are done by then stay done. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((tally: Readonly<ExportTally>, bytesRead: number) => void) | undefined;
}

export interface ExportDependencies {
  readonly exportFeatures: ExportFeatures;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: {
    readonly batchRecords: number;
    readonly batchesInFlight: number;
    readonly checkpointIntervalMs: number;
    readonly rowGroupRows: number;
  };
  readonly policy: RetryPolicy;
}

/** Result of one run of `tidemark features export`. */
export interface ExportSummary extends Readonly<ExportTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  /** Number of records that an earlier run had completed. */
  readonly resumedAt: number;
  readonly seconds: number;
  readonly version: number;
  /** Id of the feature layout. */
  readonly layout: string;
  readonly features: number;
  readonly outputBytes: number;
  /** Error that ended the export. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

interface Entry {
  readonly record: SourceRecord;
  readonly example: ReturnType<ToTrainingExample>;
}

type Answered = { readonly answers: readonly ExportedFeatures[] } | { readonly error: unknown };

interface Batch {
  readonly entries: readonly Entry[];
  /**
   * One answer for each entry that is an example. Never rejects, because a batch may wait in the queue without a
   * listener.
   */
  readonly answered: Promise<Answered>;
}

/**
 * Reads records, computes their features in batches, several at a time, and completes the batches in input order.
 * Output, rejects, tally and checkpoint therefore always describe a prefix of the input, and a crash costs a
 * repetition at most.
 */
export async function runExport(job: ExportJob, dependencies: ExportDependencies): Promise<ExportSummary> {
  return new ExportRun(job, dependencies).run();
}

class ExportRun {
  readonly #job: ExportJob;
  readonly #dependencies: ExportDependencies;
  readonly #tally: ExportTally;
  readonly #resumedAt: number;
  readonly #inFlight: Batch[] = [];
  readonly #startedMs: number;
  #savedMs: number;
  #begun = false;
  /**
   * Set while a batch is added to the tally and written to the output. If either fails, the two no longer match and
   * no checkpoint is saved.
   */
  #isBatchIncomplete = false;

  constructor(job: ExportJob, dependencies: ExportDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#tally = job.resume ?? { records: 0, exported: 0, truncated: 0, rejected: 0, reasons: [] };
    this.#resumedAt = this.#tally.records;
    this.#startedMs = dependencies.clock.monotonicMs();
    this.#savedMs = this.#startedMs;
  }

  async run(): Promise<ExportSummary> {
    this.#saveCheckpoint();
    try {
      await this.#readAll();
      while (this.#inFlight.length > 0) await this.#settleOldest();
      this.#end();
    } catch (error) {
      await Promise.all(this.#inFlight.map(({ answered }) => answered));
      if (!this.#isBatchIncomplete) this.#saveCheckpoint();
      return this.#endedBy(error);
    }
    this.#job.checkpoint?.remove();
    return this.#summary('complete');
  }

  #end(): void {
    const { output, encoder } = this.#job;
    this.#isBatchIncomplete = true;
    if (encoder.end !== undefined) output.write(encoder.end());
    output.sync();
    this.#isBatchIncomplete = false;
  }

  async #readAll(): Promise<void> {
    const { source, signal, toExample } = this.#job;
    let entries: Entry[] = [];
    let position = 0;
    for await (const record of source.records) {
      signal.throwIfAborted();
      // The encoder takes its columns from the first example, even when an earlier run has written that one.
      if (position++ < this.#resumedAt && this.#begun) continue;
      const entry = { record, example: toExample(record) };
      if (!('error' in entry.example)) this.#begin(entry.example);
      if (position <= this.#resumedAt) continue;
      if (entries.push(entry) === this.#dependencies.limits.batchRecords) {
        await this.#enqueue(entries);
        entries = [];
      }
    }
    if (position < this.#resumedAt)
      throw new TidemarkError('invalid_argument', 'the input has fewer records than at the last checkpoint');
    if (entries.length > 0) await this.#enqueue(entries);
  }

  #begin(first: TrainingExample): void {
    if (this.#begun) return;
    this.#begun = true;
    const header = this.#job.encoder.header(first);
    if (this.#job.output.bytes === 0) this.#job.output.write(header);
  }

  async #enqueue(entries: readonly Entry[]): Promise<void> {
    if (this.#inFlight.length === this.#dependencies.limits.batchesInFlight) await this.#settleOldest();
    const queries = entries.flatMap(({ example }) => ('error' in example ? [] : [example.query]));
    const answered = this.#answer(queries).then(
      (answers) => ({ answers }),
      (error: unknown) => ({ error }),
    );
    this.#inFlight.push({ entries, answered });
  }

  /** Retries with exponential backoff and full jitter while the error is retryable and time is left. */
  async #answer(queries: readonly TrainingExample['query'][]): Promise<readonly ExportedFeatures[]> {
    if (queries.length === 0) return [];
    const { exportFeatures, clock, random, policy } = this.#dependencies;
    const { signal, prepared } = this.#job;
    const deadlineMs = clock.monotonicMs() + policy.timeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await exportFeatures(queries, prepared, { signal });
      } catch (error) {
        const delayMs = backoffMs(policy, attempt, random);
        const mayHelp = error instanceof TidemarkError && error.retryable && !signal.aborted;
        if (!mayHelp || clock.monotonicMs() + delayMs > deadlineMs) throw error;
        await sleep(clock, delayMs, signal);
      }
    }
  }

  async #settleOldest(): Promise<void> {
    const { entries, answered } = this.#inFlight[0]!;
    const result = await answered;
    if ('error' in result) throw result.error;
    this.#inFlight.shift();
    const chunks: Buffer[] = [];
    let next = 0;
    this.#isBatchIncomplete = true;
    for (const { record, example } of entries) {
      const answer = 'error' in example ? example.error : result.answers[next++]!;
      this.#settle(record, example, { answer, chunks });
    }
    this.#job.output.write(Buffer.concat(chunks));
    this.#isBatchIncomplete = false;
    this.#job.onProgress?.(this.#tally, this.#job.source.bytesRead());
    const { clock, limits } = this.#dependencies;
    if (clock.monotonicMs() - this.#savedMs >= limits.checkpointIntervalMs) this.#saveCheckpoint();
  }

  #settle(
    record: SourceRecord,
    example: Entry['example'],
    { answer, chunks }: { readonly answer: ExportedFeatures; readonly chunks: Buffer[] },
  ): void {
    const tally = this.#tally;
    tally.records++;
    if (answer instanceof TidemarkError) {
      countRejected(tally, answer, record.line);
      this.#job.rejects?.write(record, answer);
      return;
    }
    tally.exported++;
    if (answer.truncated) tally.truncated++;
    chunks.push(this.#job.encoder.encode(example as TrainingExample, answer.vectors));
  }

  #saveCheckpoint(): void {
    const { checkpoint, rejects, output, encoder } = this.#job;
    this.#savedMs = this.#dependencies.clock.monotonicMs();
    if (checkpoint === undefined) return;
    if (encoder.take !== undefined) output.write(encoder.take());
    output.sync();
    rejects?.sync();
    const tally = this.#tally;
    const rejectsBytes = rejects?.bytes ?? 0;
    checkpoint.save({ tally, outputBytes: output.bytes, rejectsBytes, encoder: encoder.state?.() });
  }

  #endedBy(error: unknown): ExportSummary {
    if (this.#job.signal.aborted) return this.#summary('interrupted');
    // A wrong option, such as a missing column, cannot be fixed by resuming, so no checkpoint is kept for it.
    if (!(error instanceof TidemarkError) || error.code === 'invalid_argument') {
      if (this.#tally.records === 0) this.#job.checkpoint?.remove();
      throw error;
    }
    return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
  }

  #summary(status: ExportSummary['status']): ExportSummary {
    const { output, prepared } = this.#job;
    return {
      status,
      ...this.#tally,
      resumedAt: this.#resumedAt,
      seconds: (this.#dependencies.clock.monotonicMs() - this.#startedMs) / 1_000,
      version: prepared.layout.version,
      layout: prepared.layout.id,
      features: prepared.layout.names.length,
      outputBytes: output.bytes,
    };
  }
}
