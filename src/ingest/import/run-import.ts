import { setMaxListeners } from 'node:events';
import type { IngestInput } from '../../codec/events/event-inputs';
import { DEDUP_PREFIX_BYTES, eventQualifier } from '../../core/events/dedup-key';
import { validateEvent, type EventRules } from '../../core/events/validate-event';
import type { IngestOutcome } from '../../operations/events/ingest-events';
import { TidemarkError } from '../../errors';
import type { CheckpointFile } from '../../platform/files/checkpoint-file';
import type { RecordSource, SourceRecord } from '../files/record-source';
import type { ImportSummary, ImportTally } from './import-summary';
import { countRejected, emptyImportTally } from './import-summary';
import { DedupKeySet } from './dedup-key-set';
import type { RejectsFile } from '../files/rejects-file';
import type { WriteBatchDependencies } from './write-batch';
import { writeBatch } from './write-batch';

/** Limits of an import. */
interface ImportLimits {
  readonly batchEvents: number;
  /** Maximum number of batches whose rows are being written. */
  readonly batchesInFlight: number;
  /**
   * Maximum number of batches in memory: those being written, those whose counts over all users are pending, and
   * those that wait for an earlier batch.
   */
  readonly batchesUnsettledMax: number;
  readonly dedupKeysTrackedMax: number;
  readonly checkpointIntervalMs: number;
}

/** Everything that an import needs to resume where another run stopped. */
export interface ImportCheckpoint {
  /** Days by which event times are moved (`--shift-to-now`). */
  readonly shiftDays: number;
  /** Totals of the settled records, which are a prefix of the input. */
  readonly tally: ImportTally;
  /** Length of the rejects file at that point. Records behind it are read again. */
  readonly rejectsBytes: number;
}

/** Parameters of an import. */
export interface ImportJob {
  readonly source: RecordSource;
  readonly toInput: (record: SourceRecord) => IngestInput;
  readonly shiftDays: number;
  /** Totals of an earlier run, which this run continues. */
  readonly resume?: ImportTally | undefined;
  readonly checkpoint?: CheckpointFile<ImportCheckpoint> | undefined;
  readonly rejects?: RejectsFile | undefined;
  /** Ends the import early. Records that are done by then stay done. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((tally: Readonly<ImportTally>, bytesRead: number) => void) | undefined;
}

export interface ImporterDependencies extends WriteBatchDependencies {
  readonly rules: EventRules;
  readonly limits: ImportLimits;
}

/**
 * Imports a log: reads records, writes them in batches, several at a time, and completes the batches in input order,
 * each when it and its counts are durable. Tally, rejects file and checkpoint therefore always describe a prefix of
 * the input. A crash costs a repetition at most, and a repetition changes nothing.
 */
export async function runImport(job: ImportJob, dependencies: ImporterDependencies): Promise<ImportSummary> {
  return new ImportRun(job, dependencies).run();
}

interface Entry {
  readonly record: SourceRecord;
  readonly input: IngestInput;
}

/** Final result of a batch. */
type Written = { readonly outcomes: readonly IngestOutcome[] } | { readonly error: unknown };

interface Batch {
  readonly entries: readonly Entry[];
  /** Never rejects, because a batch may wait in the queue without a listener. */
  readonly written: Promise<Written>;
  isOver: boolean;
}

class ImportRun {
  readonly #tally: ImportTally;
  readonly #resumedAt: number;
  readonly #keys = new DedupKeySet();
  /** Batches that are not completed yet, in input order. */
  readonly #unsettled: Batch[] = [];
  /** One promise for each batch whose rows are being written; it resolves when that write is over. */
  readonly #slots = new Set<Promise<void>>();
  readonly #startedMs: number;
  #savedMs: number;

  constructor(
    readonly job: ImportJob,
    readonly dependencies: ImporterDependencies,
  ) {
    this.#tally = job.resume ?? emptyImportTally();
    this.#resumedAt = this.#tally.records;
    this.#startedMs = dependencies.clock.monotonicMs();
    this.#savedMs = this.#startedMs;
    // Every batch adds several listeners to the signal.
    setMaxListeners(0, job.signal);
  }

  async run(): Promise<ImportSummary> {
    this.#saveCheckpoint();
    try {
      await this.#readAll();
      while (this.#unsettled.length > 0) await this.#settleOldest();
    } catch (error) {
      await Promise.all(this.#unsettled.map(({ written }) => written));
      if (this.#tally.records > 0) this.#saveCheckpoint();
      else this.job.checkpoint?.remove();
      return this.#endedBy(error);
    }
    this.job.checkpoint?.remove();
    return this.#summary('complete');
  }

  async #readAll(): Promise<void> {
    const { job } = this;
    let entries: Entry[] = [];
    let position = 0;
    for await (const record of job.source.records) {
      job.signal.throwIfAborted();
      const input = job.toInput(record);
      if (position++ < this.#resumedAt) this.#recall(input);
      else if (entries.push({ record, input }) === this.dependencies.limits.batchEvents) {
        await this.#enqueue(entries);
        entries = [];
      }
    }
    if (position < this.#resumedAt)
      throw new TidemarkError('invalid_argument', 'the input has fewer records than at the last checkpoint');
    if (entries.length > 0) await this.#enqueue(entries);
  }

  async #enqueue(entries: readonly Entry[]): Promise<void> {
    await this.#waitForRoom();
    const freeSlot = this.#takeSlot();
    const options = { signal: this.job.signal, onStored: freeSlot };
    const inputs = entries.map(({ input }) => input);
    const end = (result: Written): Written => {
      freeSlot();
      batch.isOver = true;
      return result;
    };
    const written = writeBatch(inputs, this.dependencies, options).then(
      (outcomes) => end({ outcomes }),
      (error: unknown) => end({ error }),
    );
    const batch: Batch = { entries, written, isOver: false };
    this.#unsettled.push(batch);
  }

  /** Takes a write slot and returns a function that frees it. */
  #takeSlot(): () => void {
    let free!: () => void;
    const freed = new Promise<void>((resolve) => (free = resolve));
    this.#slots.add(freed);
    return () => {
      this.#slots.delete(freed);
      free();
    };
  }

  /**
   * Waits for a free write slot and for memory. Counts over all users are flushed only from time to time, so other
   * batches are written while some wait for a flush.
   */
  async #waitForRoom(): Promise<void> {
    const { batchesInFlight, batchesUnsettledMax } = this.dependencies.limits;
    while (this.#slots.size >= batchesInFlight) await Promise.race(this.#slots);
    while (this.#unsettled[0]?.isOver === true || this.#unsettled.length >= batchesUnsettledMax)
      await this.#settleOldest();
  }

  async #settleOldest(): Promise<void> {
    const { entries, written } = this.#unsettled[0]!;
    const result = await written;
    if ('error' in result) throw result.error;
    this.#unsettled.shift();
    entries.forEach((entry, i) => this.#settle(entry, result.outcomes[i]!));
    this.job.onProgress?.(this.#tally, this.job.source.bytesRead());
    const { clock, limits } = this.dependencies;
    if (clock.monotonicMs() - this.#savedMs >= limits.checkpointIntervalMs) this.#saveCheckpoint();
  }

  #settle({ record, input }: Entry, outcome: IngestOutcome): void {
    const tally = this.#tally;
    // The rejects file comes first: when the disk is full, the record does not count as done.
    if (outcome.status === 'rejected') this.job.rejects?.write(record, outcome.error);
    tally.records++;
    if (outcome.status === 'rejected') {
      countRejected(tally, outcome.error, record.line);
    } else if (this.#remember(input)) tally.accepted++;
    else tally.duplicates++;
  }

  /** Returns whether the dedup key of a written event is new to this input. */
  #remember(input: IngestInput): boolean {
    if ('error' in input || this.#isFull()) return true;
    const { event } = input;
    const action = this.dependencies.rules.actions.get(event.action)!;
    const prefix = eventQualifier(event, action).subarray(0, DEDUP_PREFIX_BYTES);
    return this.#keys.add(Buffer.concat([prefix, Buffer.from(event.userId)]));
  }

  /**
   * Remembers the dedup key of a record that an earlier run wrote. A record that it rejected was not written and may
   * have no key.
   */
  #recall(input: IngestInput): void {
    if ('error' in input) return;
    const { clock, rules } = this.dependencies;
    try {
      validateEvent(input.event, rules, { nowMs: clock.nowMs() });
    } catch {
      return;
    }
    this.#remember(input);
  }

  #isFull(): boolean {
    return this.#keys.size >= this.dependencies.limits.dedupKeysTrackedMax;
  }

  #saveCheckpoint(): void {
    const { checkpoint, rejects, shiftDays } = this.job;
    this.#savedMs = this.dependencies.clock.monotonicMs();
    if (checkpoint === undefined) return;
    rejects?.sync();
    checkpoint.save({ shiftDays, tally: this.#tally, rejectsBytes: rejects?.bytes ?? 0 });
  }

  #endedBy(error: unknown): ImportSummary {
    if (this.job.signal.aborted) return this.#summary('interrupted');
    // A wrong option, such as a missing column, and a file of another format cannot be fixed by resuming.
    if (!(error instanceof TidemarkError) || error.status < 500) throw error;
    return { ...this.#summary('failed'), error: { code: error.code, message: error.message } };
  }

  #summary(status: ImportSummary['status']): ImportSummary {
    return {
      status,
      ...this.#tally,
      resumedAt: this.#resumedAt,
      shiftDays: this.job.shiftDays,
      seconds: (this.dependencies.clock.monotonicMs() - this.#startedMs) / 1_000,
      duplicatesUndetected: this.#isFull(),
    };
  }
}
