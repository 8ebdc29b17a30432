import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import type { WriteOptions } from '../../consistency/store';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { CancelSignal } from '../../platform/tasks/cancellation';

/** A request in a queue. It is settled once: by an answer, by an error, or when its caller's timeout is over. */
export class Job<Request, Answer> {
  readonly request: Request;
  readonly promise: Promise<Answer>;
  readonly deadlineMs: number;
  /** See `WriteOptions.accessLocation`. */
  readonly accessLocation: string | undefined;
  /** Error of the last attempt, which is more specific than an exceeded deadline. */
  failure: TidemarkError | undefined;
  readonly #clock: Clock;
  readonly #cancelTimer: () => void;
  readonly #signal: CancelSignal | undefined;
  #settled = false;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: unknown) => void;

  constructor(clock: Clock, request: Request, options: WriteOptions & { timeoutMs: number }) {
    const { timeoutMs, signal } = options;
    this.request = request;
    this.accessLocation = options.accessLocation;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#clock = clock;
    this.deadlineMs = clock.monotonicMs() + timeoutMs;
    this.#cancelTimer = clock.schedule(timeoutMs, () => this.fail(this.failure ?? deadlineError(timeoutMs)));
    this.#signal = signal;
    if (signal?.aborted === true) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get settled(): boolean {
    return this.#settled;
  }

  get leftMs(): number {
    return Math.max(0, this.deadlineMs - this.#clock.monotonicMs());
  }

  answer(answer: Answer): void {
    if (this.#end()) this.#resolve(answer);
  }

  fail(error: unknown): void {
    if (this.#end()) this.#reject(error);
  }

  /** Only the first outcome counts. */
  #end(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#cancelTimer?.();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  readonly #onAbort = (): void => this.fail(cancelledError(this.#signal?.reason));
}

/** Maximum number of jobs in one batch, and waiting for one key. */
export interface KeyedBatcherLimits {
  readonly batchMax: number;
  readonly waitingMax: number;
}

/** Runs one batch at a time for each key. Jobs that arrive during a batch run together in the next one. */
export class KeyedBatcher<J extends { readonly settled: boolean; fail(error: unknown): void }> {
  readonly #waiting = new Map<string, J[]>();
  readonly #runBatch: (jobs: readonly J[]) => Promise<void>;
  readonly #limits: KeyedBatcherLimits;

  /** `take` runs a batch and settles each of its jobs. */
  constructor(runBatch: (jobs: readonly J[]) => Promise<void>, limits: KeyedBatcherLimits) {
    this.#runBatch = runBatch;
    this.#limits = limits;
  }

  add(key: string, job: J): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, [job]);
      void this.#run(key);
    } else if (waiting.length < this.#limits.waitingMax) {
      waiting.push(job);
    } else {
      const message = `${waiting.length} requests for the user are already waiting`;
      job.fail(new TidemarkError('overloaded', message, { retryAfterSeconds: 1 }));
    }
  }

  async #run(key: string): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(key)!.filter(({ settled }) => !settled);
      const jobs = waiting.splice(0, this.#limits.batchMax);
      this.#waiting.set(key, waiting);
      if (jobs.length === 0) break;
      try {
        await this.#runBatch(jobs);
      } catch (error) {
        for (const job of jobs) job.fail(error);
      }
    }
    this.#waiting.delete(key);
  }
}
