import { type RpcError, unavailable } from '../grpc/rpc-error';
import type { Storage, StorageRecord } from './storage';

/**
 * Group commit. Changes are applied to memory first and numbered; records that pile up while a commit is under way
 * share the next one. Whoever answers a client, writer or reader, first waits until all that the answer depends on is
 * durable, so nobody ever sees what a crash could take back.
 */
export class CommitQueue {
  /** Absent: nothing is durable, and everything counts as committed at once. */
  readonly #storage: Storage | undefined;
  #pending: StorageRecord[] = [];
  #waiting: Waiter[] = [];
  #running: Promise<void> | undefined;
  #assigned = 0;
  #committed = 0;
  #failure: Error | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  /** Takes the number for the next change; `append` must follow in the same turn. */
  nextVersion(): number {
    if (this.#failure !== undefined) throw unwritable(this.#failure);
    return ++this.#assigned;
  }

  /** The version of the latest change. */
  get latestVersion(): number {
    return this.#assigned;
  }

  /** Whether anything is kept. Without, there is no need for records that only storage reads. */
  get durable(): boolean {
    return this.#storage !== undefined;
  }

  /** Whether storage has failed: what is in memory then stays as it is, and whoever wants to change it is refused. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Enqueues the records of the version just taken. */
  append(...records: StorageRecord[]): void {
    this.appendAll(records);
  }

  /** The same for any number of records: a call takes only some 100,000 arguments. */
  appendAll(records: readonly StorageRecord[]): void {
    if (this.#storage === undefined) {
      this.#committed = this.#assigned;
      return;
    }
    for (const record of records) this.#pending.push(record);
    this.#running ??= this.#run(this.#storage);
  }

  /** Resolves when the version is durable; undefined when it is already. */
  whenCommitted(version: number): Promise<void> | undefined {
    if (version <= this.#committed) return undefined;
    if (this.#failure !== undefined) return Promise.reject(unwritable(this.#failure));
    return new Promise((resolve, reject) => this.#waiting.push({ version, resolve, reject }));
  }

  /** Waits for everything enqueued, then closes the storage. */
  async close(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.#storage?.close();
  }

  async #run(storage: Storage): Promise<void> {
    // Requests that arrived together are handled in one turn of the event loop: let them share the commit.
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

  /** Memory is ahead of the disk for good: no further answer may depend on it. A restart reads what is durable. */
  #fail(error: Error): void {
    this.#failure = error;
    for (const { reject } of this.#waiting.splice(0)) reject(unwritable(error));
  }
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function unwritable(cause: Error): RpcError {
  return unavailable(`the data folder cannot be written: ${cause.message}`);
}
