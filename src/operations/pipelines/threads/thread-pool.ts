/** Worker threads of a run. A thread that ends, or makes no progress, fails the run. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TidemarkError } from '../../../errors';
import type { Clock } from '../../../platform/time/clock';
import type { HiddenInRow, ObjectFailure, ThreadData, ThreadReply, ThreadRequest } from './thread-messages';

export interface ThreadPoolOptions {
  /** Number of threads. */
  readonly threads: number;
  readonly data: Omit<ThreadData, 'progress'>;
  readonly limits: ThreadPoolLimits;
  readonly clock: Clock;
  /** Receives what the pipeline logs, or prints. */
  readonly onLog: (level: 'info' | 'warn', message: string) => void;
  /** Options of Node.js for the threads. @default those of the process */
  readonly execArgv?: readonly string[] | undefined;
}

interface ThreadPoolLimits {
  readonly threadHeapMb: number;
  readonly stuckAfterMs: number;
  readonly startTimeoutMs: number;
}

/** Rows of a page, as `encodeRows` returns them. */
export interface ThreadPage {
  readonly rows: Uint8Array<ArrayBuffer>;
  readonly hidden: readonly HiddenInRow[];
}

/** Result of a page, as `decodeOutputs` reads it. */
export interface ThreadPageResult {
  readonly outputs: Uint8Array<ArrayBuffer>;
  readonly failures: readonly ObjectFailure[];
}

/** Built, it is a file of JavaScript. */
const ENTRY = join(__dirname, `thread-entry${extname(__filename)}`);
/** Number of times that a thread is looked at until it counts as stuck. */
const LOOKS = 4;

export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads: readonly PoolThread[];
  readonly #idle: PoolThread[] = [];
  readonly #waiting: ((thread: PoolThread) => void)[] = [];
  readonly #fail: (error: TidemarkError) => void;
  /** Rejects when a thread fails; it never resolves. */
  readonly #failure: Promise<never>;
  #isClosed = false;

  /** Starts the threads. Rejects with the error of the module, of `setup`, or of a thread that does not start in time. */
  static async open(options: ThreadPoolOptions): Promise<ThreadPool> {
    const pool = new ThreadPool(options);
    try {
      await Promise.race([Promise.all(pool.#threads.map((thread) => thread.ready)), pool.#failure]);
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  private constructor(options: ThreadPoolOptions) {
    this.#options = options;
    const { promise, reject } = failureOf();
    this.#failure = promise;
    this.#fail = (error) => (this.#isClosed ? undefined : reject(error));
    this.#threads = Array.from({ length: options.threads }, () => this.#start());
  }

  /** Resolves with the result of the page. Rejects with `pipeline_failed` as soon as any thread fails. */
  async process(page: ThreadPage): Promise<ThreadPageResult> {
    const thread = await Promise.race([this.#nextIdle(), this.#failure]);
    try {
      return await Promise.race([thread.process(page), this.#failure]);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(thread);
      else next(thread);
    }
  }

  /** Aborts the signal that `process` of the pipeline has. */
  abort(): void {
    for (const thread of this.#threads) thread.send({ kind: 'abort' });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #nextIdle(): PoolThread | Promise<PoolThread> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): PoolThread {
    const thread = new PoolThread(this.#options, this.#fail);
    void thread.ready.then(() => this.#idle.push(thread));
    return thread;
  }
}

interface Failure {
  readonly promise: Promise<never>;
  readonly reject: (error: TidemarkError) => void;
}

function failureOf(): Failure {
  let reject: Failure['reject'] | undefined;
  const promise = new Promise<never>((_, rejectPromise) => (reject = rejectPromise));
  // The callers that wait for a page get the error; nothing else needs to.
  promise.catch(() => undefined);
  return { promise, reject: reject! };
}

class PoolThread {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #options: ThreadPoolOptions;
  readonly #fail: (error: TidemarkError) => void;
  #onReady: () => void = () => undefined;
  #onPage: ((result: ThreadPageResult) => void) | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(options: ThreadPoolOptions, fail: (error: TidemarkError) => void) {
    this.#options = options;
    this.#fail = fail;
    this.ready = new Promise((resolve) => (this.#onReady = resolve));
    const { data, limits, execArgv } = options;
    const progress = this.#progress.buffer;
    this.#worker = new Worker(ENTRY, {
      workerData: { ...data, progress } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: limits.threadHeapMb },
      // What the pipeline prints must not be mixed with the command's own output.
      stdout: true,
      stderr: true,
      ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
    });
    this.#listen();
    const cancel = options.clock.schedule(
      limits.startTimeoutMs,
      () => fail(threadFailed(`a thread did not start within ${limits.startTimeoutMs} ms`)),
      { keepAlive: true },
    );
    void this.ready.then(cancel);
    this.#worker.once('exit', cancel);
  }

  process({ rows, hidden }: ThreadPage): Promise<ThreadPageResult> {
    this.#watch(Atomics.load(this.#progress, 0), 0);
    return new Promise((resolve) => {
      this.#onPage = resolve;
      this.#worker.postMessage({ kind: 'page', rows, hidden } satisfies ThreadRequest, [rows.buffer]);
    });
  }

  send(request: ThreadRequest): void {
    this.#worker.postMessage(request);
  }

  async close(): Promise<void> {
    this.#stopWatching?.();
    await this.#worker.terminate();
  }

  #listen(): void {
    const { onLog } = this.#options;
    this.#worker.on('message', (message: ThreadReply) => this.#receive(message));
    this.#worker.once('error', (cause) =>
      this.#fail(threadFailed(`a thread failed: ${cause.message}`, cause)),
    );
    this.#worker.once('exit', (code) => this.#fail(threadFailed(`a thread ended with exit code ${code}`)));
    this.#worker.stdout.on('data', (chunk: Buffer) => onLog('info', chunk.toString().trimEnd()));
    this.#worker.stderr.on('data', (chunk: Buffer) => onLog('warn', chunk.toString().trimEnd()));
  }

  #receive(message: ThreadReply): void {
    switch (message.kind) {
      case 'ready':
        return this.#onReady();
      case 'log':
        return this.#options.onLog(message.level, message.message);
      case 'failed':
        return this.#fail(new TidemarkError(message.code, message.message, { field: message.field }));
      case 'page': {
        this.#stopWatching?.();
        const onPage = this.#onPage;
        this.#onPage = undefined;
        onPage?.(message);
      }
    }
  }

  /** Fails the run if no object begins or ends for `stuckAfterMs`: nothing can interrupt an endless loop. */
  #watch(seen: number, looks: number): void {
    const { clock, limits } = this.#options;
    this.#stopWatching = clock.schedule(limits.stuckAfterMs / LOOKS, () => {
      const now = Atomics.load(this.#progress, 0);
      const unchanged = now === seen ? looks + 1 : 0;
      if (unchanged < LOOKS) return this.#watch(now, unchanged);
      this.#fail(threadFailed(`a thread is stuck: no object has ended for ${limits.stuckAfterMs} ms`));
    });
  }
}

function threadFailed(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('pipeline_failed', message, { cause });
}
