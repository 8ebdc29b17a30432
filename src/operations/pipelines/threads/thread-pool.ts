/** Worker threads that call `process` of a pipeline. */
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
  /**
   * Effect of a thread that ends, or makes no progress. `fail`: all pages fail, those that come later included. `replace`: its page
   * fails with `ThreadFailedError`, and another thread takes its place. @default fail
   */
  readonly onFailure?: 'fail' | 'replace' | undefined;
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
  /** Time of `context.runTimeMs`, in milliseconds since the Unix epoch. Default: that of the run. */
  readonly runTimeMs?: number | undefined;
}

/** A thread ended or was stuck while it processed a page. Another thread takes its place. */
export class ThreadFailedError extends TidemarkError {
  constructor(message: string, cause: unknown) {
    super('pipeline_failed', message, { cause });
  }
}

/** Result of a page, as `decodeOutputs` reads it. */
export interface ThreadPageResult {
  readonly outputs: Uint8Array<ArrayBuffer>;
  readonly failures: readonly ObjectFailure[];
  /** Time from the start of the page in its thread to its end, in milliseconds. */
  readonly tookMs: number;
}

/** Built, it is a file of JavaScript. */
const ENTRY = join(__dirname, `thread-entry${extname(__filename)}`);
/** Number of times that a thread is looked at until it counts as stuck. */
const LOOKS = 4;

interface Waiter {
  readonly resolve: (thread: PoolThread) => void;
  readonly reject: (error: TidemarkError) => void;
}

export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<PoolThread>();
  readonly #idle: PoolThread[] = [];
  readonly #waiting: Waiter[] = [];
  #failure: TidemarkError | undefined;
  #isClosed = false;

  /** Called once when all pages fail from now on. */
  onFailed: (error: TidemarkError) => void = () => undefined;

  /** Starts the threads. Rejects with the error of the module, of `setup`, or of a thread that does not start in time. */
  static async open(options: ThreadPoolOptions): Promise<ThreadPool> {
    const pool = new ThreadPool(options);
    try {
      const threads = Array.from({ length: options.threads }, () => pool.#start());
      await Promise.all(threads.map(({ ready }) => ready));
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  private constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Resolves with the result of the page. Rejects with `pipeline_failed` if its thread fails, or all pages do. */
  async process(page: ThreadPage): Promise<ThreadPageResult> {
    const thread = await this.#nextIdle();
    try {
      return await thread.process(page);
    } finally {
      this.#release(thread);
    }
  }

  /** Aborts the signal that `process` of the pipeline has. */
  abort(): void {
    for (const thread of this.#threads) thread.send({ kind: 'abort' });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /*
   * Nothing here races with a promise that lives as long as the pool: each race would leave a reaction with it, which keeps the
   * result of its page in memory.
   */
  #nextIdle(): PoolThread | Promise<PoolThread> {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#idle.pop() ?? new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #start(): PoolThread {
    const thread = new PoolThread(this.#options, (error) => this.#onThreadFailed(thread, error));
    this.#threads.add(thread);
    thread.ready.then(
      () => this.#release(thread),
      () => undefined,
    );
    return thread;
  }

  #release(thread: PoolThread): void {
    if (!this.#threads.has(thread)) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next.resolve(thread);
  }

  /** A thread that has never started would not start the next time either. An error is followed by the end of the thread. */
  #onThreadFailed(thread: PoolThread, error: TidemarkError): void {
    if (this.#isClosed || this.#failure !== undefined || !this.#threads.has(thread)) return;
    if (this.#options.onFailure !== 'replace' || !thread.hasStarted) return this.#fail(error);
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    thread.fail(new ThreadFailedError(error.message, error));
    void thread.close();
    this.#start();
  }

  #fail(error: TidemarkError): void {
    this.#failure = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const thread of this.#threads) thread.fail(error);
    this.onFailed(error);
  }
}

class PoolThread {
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #options: ThreadPoolOptions;
  readonly #onFailed: (error: TidemarkError) => void;
  #onReady: () => void = () => undefined;
  #onNotReady: (error: TidemarkError) => void = () => undefined;
  #page:
    | { resolve(result: Omit<ThreadPageResult, 'tookMs'>): void; reject(error: TidemarkError): void }
    | undefined;
  #stopWatching: (() => void) | undefined;
  #hasStarted = false;

  constructor(options: ThreadPoolOptions, onFailed: (error: TidemarkError) => void) {
    this.#options = options;
    this.#onFailed = onFailed;
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onNotReady = reject;
    });
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
      () => onFailed(threadFailed(`a thread did not start within ${limits.startTimeoutMs} ms`)),
      { keepAlive: true },
    );
    this.ready.then(cancel, cancel);
    this.#worker.once('exit', cancel);
  }

  /** Whether the module is loaded, and `setup` has ended. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  process({ rows, hidden, runTimeMs }: ThreadPage): Promise<ThreadPageResult> {
    const { clock } = this.#options;
    const startedMs = clock.monotonicMs();
    this.#watch(Atomics.load(this.#progress, 0), 0);
    return new Promise((resolve, reject) => {
      this.#page = {
        resolve: (result) =>
          resolve({
            outputs: result.outputs,
            failures: result.failures,
            tookMs: clock.monotonicMs() - startedMs,
          }),
        reject,
      };
      const request = { kind: 'page', rows, hidden, runTimeMs } satisfies ThreadRequest;
      this.#worker.postMessage(request, [rows.buffer]);
    });
  }

  /** Rejects the page that is processed, and `ready` if the thread has not started. */
  fail(error: TidemarkError): void {
    this.#onNotReady(error);
    const page = this.#takePage();
    page?.reject(error);
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
      this.#onFailed(threadFailed(`a thread failed: ${cause.message}`, cause)),
    );
    this.#worker.once('exit', (code) =>
      this.#onFailed(threadFailed(`a thread ended with exit code ${code}`)),
    );
    this.#worker.stdout.on('data', (chunk: Buffer) => onLog('info', chunk.toString().trimEnd()));
    this.#worker.stderr.on('data', (chunk: Buffer) => onLog('warn', chunk.toString().trimEnd()));
  }

  #receive(message: ThreadReply): void {
    switch (message.kind) {
      case 'ready':
        this.#hasStarted = true;
        return this.#onReady();
      case 'log':
        return this.#options.onLog(message.level, message.message);
      case 'failed':
        return this.#onFailed(new TidemarkError(message.code, message.message, { field: message.field }));
      case 'page':
        return this.#takePage()?.resolve(message);
    }
  }

  #takePage() {
    this.#stopWatching?.();
    const page = this.#page;
    this.#page = undefined;
    return page;
  }

  /** Fails the thread if no object begins or ends for `stuckAfterMs`: nothing can interrupt an endless loop. */
  #watch(seen: number, looks: number): void {
    const { clock, limits } = this.#options;
    this.#stopWatching = clock.schedule(limits.stuckAfterMs / LOOKS, () => {
      const now = Atomics.load(this.#progress, 0);
      const unchanged = now === seen ? looks + 1 : 0;
      if (unchanged < LOOKS) return this.#watch(now, unchanged);
      this.#onFailed(threadFailed(`a thread is stuck: no object has ended for ${limits.stuckAfterMs} ms`));
    });
  }
}

function threadFailed(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('pipeline_failed', message, { cause });
}
