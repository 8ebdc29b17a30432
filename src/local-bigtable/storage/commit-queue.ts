import { type Clock, systemClock } from '../../platform/time/clock';
import type { CommitStorage, StorageRecord } from './commit-storage';
import { UnwritableError } from './unwritable-error';

/** Observes outages of the storage: one call when an outage begins and one when it ends. */
export interface StorageObserver {
  onUnwritable(error: UnwritableError): void;
  onWritable(outageMs: number): void;
}

export interface CommitQueueOptions {
  readonly clock?: Clock;
  /** Delay before each retry of a failed commit, in milliseconds. */
  readonly retryMs?: number;
  readonly observer?: StorageObserver | undefined;
}

/**
 * Group commit. Changes are applied to memory first and numbered. Records that accumulate while a commit is in progress
 * share the next one. Every answer to a client, reader or writer, first waits until everything that it depends on is
 * durable, so that no client sees data that a crash could revert.
 *
 * When the storage fails, memory is ahead of it. Until the storage has accepted the failed commit, no change is
 * accepted, and no answer is given that depends on undurable data. Storage without retries has then failed permanently.
 */
export class CommitQueue {
  /** Absent: nothing is durable, and everything counts as committed immediately. */
  readonly #storage: CommitStorage | undefined;
  readonly #options: CommitQueueOptions;
  readonly #clock: Clock;
  #pending: StorageRecord[] = [];
  #waiting: Waiter[] = [];
  #running: Promise<void> | undefined;
  #assigned = 0;
  #committed = 0;
  #failure: UnwritableError | undefined;
  #closing = false;
  #endPause: (() => void) | undefined;

  constructor(storage: CommitStorage | undefined, options: CommitQueueOptions = {}) {
    this.#storage = storage;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Returns the number of the next change. `append` must follow in the same turn. */
  nextVersion(): number {
    this.checkWritable();
    return ++this.#assigned;
  }

  /** Throws UnwritableError while no change is accepted. Must be called before anything is changed in memory. */
  checkWritable(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Version of the latest change. */
  get latestVersion(): number {
    return this.#assigned;
  }

  /** Whether there is storage. Without it, records that only storage reads are unnecessary. */
  get durable(): boolean {
    return this.#storage !== undefined;
  }

  /** Reason why no change is accepted; undefined while the storage is healthy. */
  get failure(): UnwritableError | undefined {
    return this.#failure;
  }

  /** Enqueues the records of the version just taken. */
  append(...records: StorageRecord[]): void {
    this.appendAll(records);
  }

  /** Enqueues any number of records; a call takes only about 100,000 arguments. */
  appendAll(records: readonly StorageRecord[]): void {
    if (this.#storage === undefined) {
      this.#committed = this.#assigned;
      return;
    }
    for (const record of records) this.#pending.push(record);
    this.#running ??= this.#run(this.#storage);
  }

  /** Resolves when the version is durable; undefined when it already is. Rejects when the storage fails first. */
  whenCommitted(version: number): Promise<void> | undefined {
    if (version <= this.#committed) return undefined;
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#waiting.push({ version, resolve, reject }));
  }

  /**
   * Resolves when the version is durable, regardless of storage failures before that. Never resolves after a permanent
   * failure.
   */
  whenDurable(version: number): Promise<void> | undefined {
    if (version <= this.#committed) return undefined;
    return new Promise((resolve) => this.#waiting.push({ version, resolve }));
  }

  /** Waits for all enqueued records, unless the storage rejects them, then closes the storage. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#endPause?.();
    while (this.#running !== undefined) await this.#running;
    await this.#storage?.close();
  }

  async #run(storage: CommitStorage): Promise<void> {
    // Requests that arrived together are handled in one turn of the event loop and share the commit.
    await new Promise(setImmediate);
    while (this.#pending.length > 0 && this.#failure === undefined) {
      const records = this.#pending;
      const version = this.#assigned;
      this.#pending = [];
      try {
        await storage.commit(records);
        this.#settle(version);
      } catch (error) {
        this.#fail(error as Error);
        if (await this.#retried(storage)) this.#settle(version);
      }
    }
    this.#running = undefined;
  }

  #settle(version: number): void {
    this.#committed = version;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((waiter) => waiter.version > version);
    for (const waiter of waiting) if (waiter.version <= version) waiter.resolve();
  }

  #fail(error: Error): void {
    const failure = new UnwritableError(error);
    this.#failure = failure;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ reject }) => reject === undefined);
    for (const { reject } of waiting) reject?.(failure);
    this.#options.observer?.onUnwritable(failure);
  }

  /** Retries until the storage has accepted the failed commit. Returns false when the queue is closed first. */
  async #retried(storage: CommitStorage): Promise<boolean> {
    if (storage.retry === undefined) return false;
    const failedMs = this.#clock.monotonicMs();
    for (;;) {
      await this.#pause();
      if (this.#closing) return false;
      try {
        await storage.retry();
        break;
      } catch (error) {
        this.#failure = new UnwritableError(error as Error);
      }
    }
    this.#failure = undefined;
    this.#options.observer?.onWritable(this.#clock.monotonicMs() - failedMs);
    return true;
  }

  async #pause(): Promise<void> {
    if (this.#closing) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.schedule(this.#options.retryMs ?? 0, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
    this.#endPause = undefined;
  }
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
  /** Absent: the waiter waits until the storage works again. */
  readonly reject?: (error: Error) => void;
}
