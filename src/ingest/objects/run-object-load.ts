import { setMaxListeners } from 'node:events';
import { TidemarkError, type ErrorCode } from '../../errors';
import type { LoadOutcome, ObjectToLoad } from '../../operations/objects/load-objects';
import type { CheckpointFile } from '../../platform/files/checkpoint-file';
import type { RejectsFile } from '../files/rejects-file';
import { countRejected, type RejectReason } from '../import/import-summary';
import { loadBatch, type LoadBatchDependencies } from './load-batch';
import type { ObjectSource, ObjectSourceRecord } from './object-record';

/** Totals of the records that are done: durably written or rejected. */
export interface ObjectLoadTally {
  records: number;
  /** Records that are durable; with `--dry-run`, that would be written. */
  loaded: number;
  rejected: number;
  readonly reasons: RejectReason[];
}

/** Everything that a load needs to resume where another run stopped. */
export interface ObjectLoadCheckpoint {
  readonly tally: ObjectLoadTally;
  readonly rejectsBytes: number;
  /** Version of the records without one, in milliseconds since the Unix epoch: when the first run began. */
  readonly startedMs: number;
}

export interface ObjectLoadJob {
  readonly corpus: string;
  readonly source: ObjectSource;
  readonly dryRun: boolean;
  /** Country from which users without data are served. */
  readonly accessLocation?: string | undefined;
  readonly resume?: ObjectLoadCheckpoint | undefined;
  readonly checkpoint?: CheckpointFile<ObjectLoadCheckpoint> | undefined;
  readonly rejects?: RejectsFile | undefined;
  /** Ends the load early. Records that are done by then stay done. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((tally: Readonly<ObjectLoadTally>, bytesRead: number) => void) | undefined;
}

export interface ObjectLoadDependencies extends LoadBatchDependencies {
  readonly limits: {
    readonly batchRecords: number;
    readonly batchBytes: number;
    readonly batchesInFlight: number;
    readonly checkpointIntervalMs: number;
  };
}

/** Result of one run of `tidemark objects load`. */
export interface ObjectLoadSummary extends Readonly<ObjectLoadTally> {
  readonly status: 'complete' | 'interrupted' | 'failed';
  /** Number of records that an earlier run had completed. */
  readonly resumedAt: number;
  readonly seconds: number;
  /** Error that ended the load. */
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/**
 * Loads a file: reads records, writes them in batches, several at a time, and completes the batches in the order of the
 * file. Tally, rejects file and checkpoint therefore always describe a prefix of the file. A crash costs a repetition at
 * most, and a repetition changes nothing, because each record has its version.
 */
export async function runObjectLoad(
  job: ObjectLoadJob,
  dependencies: ObjectLoadDependencies,
): Promise<ObjectLoadSummary> {
  return new ObjectLoadRun(job, dependencies).run();
}

type Loaded = { readonly outcomes: readonly LoadOutcome[] } | { readonly error: unknown };

interface Batch {
  readonly records: readonly ObjectSourceRecord[];
  /** Outcomes of the records that could be read. Never rejects, because a batch may wait without a listener. */
  readonly loaded: Promise<Loaded>;
}

class ObjectLoadRun {
  readonly #job: ObjectLoadJob;
  readonly #dependencies: ObjectLoadDependencies;
  readonly #tally: ObjectLoadTally;
  readonly #resumedAt: number;
  readonly #versionMs: number;
  readonly #inFlight: Batch[] = [];
  readonly #startedMs: number;
  #savedMs: number;

  constructor(job: ObjectLoadJob, dependencies: ObjectLoadDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#tally = job.resume?.tally ?? { records: 0, loaded: 0, rejected: 0, reasons: [] };
    this.#resumedAt = this.#tally.records;
    this.#versionMs = job.resume?.startedMs ?? dependencies.clock.nowMs();
    this.#startedMs = dependencies.clock.monotonicMs();
    this.#savedMs = this.#startedMs;
    // Every batch adds listeners to the signal.
    setMaxListeners(0, job.signal);
  }

  async run(): Promise<ObjectLoadSummary> {
    this.#save();
    try {
      await this.#readAll();
      while (this.#inFlight.length > 0) await this.#settleOldest();
    } catch (error) {
      await Promise.all(this.#inFlight.map(({ loaded }) => loaded));
      this.#save();
      return this.#endedBy(error);
    }
    this.#job.checkpoint?.remove();
    return this.#summary('complete');
  }

  async #readAll(): Promise<void> {
    const { source, signal } = this.#job;
    const { batchRecords, batchBytes } = this.#dependencies.limits;
    let records: ObjectSourceRecord[] = [];
    let [position, bytes] = [0, 0];
    for await (const record of source.records) {
      signal.throwIfAborted();
      if (position++ < this.#resumedAt) continue;
      if (records.length > 0 && bytes + record.bytes > batchBytes) {
        await this.#enqueue(records);
        [records, bytes] = [[], 0];
      }
      bytes += record.bytes;
      if (records.push(record) < batchRecords) continue;
      await this.#enqueue(records);
      [records, bytes] = [[], 0];
    }
    if (position < this.#resumedAt)
      throw new TidemarkError('invalid_argument', 'the file has fewer records than at the last checkpoint');
    if (records.length > 0) await this.#enqueue(records);
  }

  async #enqueue(records: readonly ObjectSourceRecord[]): Promise<void> {
    if (this.#inFlight.length === this.#dependencies.limits.batchesInFlight) await this.#settleOldest();
    const { corpus, dryRun, accessLocation, signal } = this.#job;
    const objects = records.flatMap(({ input }): readonly ObjectToLoad[] =>
      input instanceof TidemarkError ? [] : [{ ...input, timestampMs: input.timestampMs ?? this.#versionMs }],
    );
    const options = { dryRun, accessLocation, signal };
    const loaded = loadBatch(corpus, objects, { dependencies: this.#dependencies, options }).then(
      (outcomes) => ({ outcomes }),
      (error: unknown) => ({ error }),
    );
    this.#inFlight.push({ records, loaded });
  }

  async #settleOldest(): Promise<void> {
    const { records, loaded } = this.#inFlight[0]!;
    const result = await loaded;
    if ('error' in result) throw result.error;
    this.#inFlight.shift();
    let next = 0;
    for (const record of records) {
      const { input } = record;
      this.#settle(record, input instanceof TidemarkError ? input : result.outcomes[next++]);
    }
    this.#job.onProgress?.(this.#tally, this.#job.source.bytesRead());
    const { clock, limits } = this.#dependencies;
    if (clock.monotonicMs() - this.#savedMs >= limits.checkpointIntervalMs) this.#save();
  }

  #settle({ line, raw }: ObjectSourceRecord, outcome: LoadOutcome): void {
    const tally = this.#tally;
    // The rejects file comes first: when the disk is full, the record does not count as done.
    if (outcome !== undefined) this.#job.rejects?.write({ line, raw: raw() }, outcome);
    tally.records++;
    if (outcome === undefined) tally.loaded++;
    else countRejected(tally, outcome, line);
  }

  #save(): void {
    const { checkpoint, rejects } = this.#job;
    this.#savedMs = this.#dependencies.clock.monotonicMs();
    if (checkpoint === undefined) return;
    rejects?.sync();
    const rejectsBytes = rejects?.bytes ?? 0;
    checkpoint.save({ tally: this.#tally, rejectsBytes, startedMs: this.#versionMs });
  }

  #endedBy(error: unknown): ObjectLoadSummary {
    if (this.#job.signal.aborted) return this.#summary('interrupted');
    // A file that cannot be read cannot be fixed by resuming.
    if (!(error instanceof TidemarkError) || error.status < 500) {
      if (this.#tally.records === 0) this.#job.checkpoint?.remove();
      throw error;
    }
    return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
  }

  #summary(status: ObjectLoadSummary['status']): ObjectLoadSummary {
    const seconds = (this.#dependencies.clock.monotonicMs() - this.#startedMs) / 1_000;
    return { status, ...this.#tally, resumedAt: this.#resumedAt, seconds };
  }
}
