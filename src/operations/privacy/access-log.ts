import {
  accessLines,
  linesOf,
  loggedAccesses,
  type AccessedRequest,
  type AccessLogPolicy,
} from '../../core/privacy/access-record';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { Cancellation } from '../../platform/tasks/cancellation';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics, LabelledCounter } from '../../platform/telemetry/metrics';

/** Destination of the lines of the access log. */
export interface AccessLogSink {
  /** Stores the lines, which are JSON texts. Rejects if any of them may be missing: they are written again. */
  write(lines: readonly string[], options: { readonly timeoutMs: number }): Promise<void>;
  close(): Promise<void>;
}

export interface AccessLogLimits {
  /** Maximum number of lines that wait to be written. Beyond it, new ones are dropped and counted. */
  readonly queuedMax: number;
  readonly linesPerWrite: number;
  /** Longest time for which lines wait before they are written, in milliseconds. */
  readonly intervalMs: number;
  readonly writeTimeoutMs: number;
  /** Delays between attempts of a failed write, in milliseconds. */
  readonly retryInitialDelayMs: number;
  readonly retryMaxDelayMs: number;
  /** Longest time for the last lines when the process ends, in milliseconds. */
  readonly drainTimeoutMs: number;
}

export interface AccessLogDependencies {
  readonly sink: AccessLogSink;
  readonly policy: AccessLogPolicy;
  readonly keys: Pick<LedgerKeys, 'nameOf'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Absent in commands. */
  readonly metrics?: Metrics | undefined;
  readonly limits: AccessLogLimits;
}

/**
 * Log of who read or changed which DataTypes of which subject. Adding a request costs a comparison and a place in a
 * queue: ids are hashed, and lines written, in the background. Nothing waits for the log, and no request fails because of
 * it: when the destination is too slow, lines are dropped, counted and reported.
 */
export class AccessLog {
  readonly #dependencies: AccessLogDependencies;
  readonly #countLines: LabelledCounter | undefined;
  readonly #queue: AccessedRequest[] = [];
  #queuedLines = 0;
  #droppedLines = 0;
  #stopTimer: (() => void) | undefined;
  #writing: Promise<void> | undefined;
  readonly #ended = new Cancellation();

  constructor(dependencies: AccessLogDependencies) {
    const { metrics } = dependencies;
    this.#dependencies = dependencies;
    const about = {
      name: 'tidemark.privacy.access_log.lines',
      description: 'Lines of the access log, by whether they were written or dropped',
    };
    this.#countLines = metrics?.counter(about, ['outcome']);
    for (const outcome of ['written', 'dropped']) this.#countLines?.(0, outcome);
    metrics?.gauge(
      'tidemark.privacy.access_log.queued',
      'Lines of the access log that wait to be written',
      () => this.#queuedLines,
    );
  }

  /** Adds a finished request. Never throws and never waits. */
  add(request: AccessedRequest): void {
    const { policy, random, limits } = this.#dependencies;
    if (request.accesses.length === 0) return;
    const accesses = loggedAccesses(request, policy, random());
    const lines = linesOfAll(accesses);
    if (lines === 0) return;
    if (this.#ended.aborted || this.#queuedLines + lines > limits.queuedMax) return this.#drop(lines);
    this.#queue.push({ ...request, accesses });
    this.#queuedLines += lines;
    if (this.#queuedLines >= limits.linesPerWrite) this.#begin();
    else this.#stopTimer ??= this.#dependencies.clock.schedule(limits.intervalMs, () => this.#begin());
  }

  /** Writes what is queued, for a limited time, and closes the destination. Later requests are dropped. */
  async close(): Promise<void> {
    const { clock, limits, sink } = this.#dependencies;
    this.#begin();
    const stop = clock.schedule(
      limits.drainTimeoutMs,
      () => this.#ended.abort(new Error('the access log ends')),
      {
        keepAlive: true,
      },
    );
    await this.#writing;
    stop();
    this.#ended.abort(new Error('the access log has ended'));
    if (this.#queuedLines > 0) this.#drop(this.#queuedLines);
    await sink.close();
  }

  #begin(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    const { keys, limits } = this.#dependencies;
    const nameOf = keys.nameOf.bind(keys);
    while (this.#queue.length > 0 && !this.#ended.aborted) {
      const lines: string[] = [];
      let taken = 0;
      while (lines.length < limits.linesPerWrite && taken < this.#queue.length) {
        for (const line of accessLines(this.#queue[taken]!, nameOf)) lines.push(JSON.stringify(line));
        taken += 1;
      }
      if (!(await this.#write(lines))) return;
      const written = this.#queue.splice(0, taken);
      this.#queuedLines -= written.reduce((sum, { accesses }) => sum + linesOfAll(accesses), 0);
      this.#countLines?.(lines.length, 'written');
    }
    this.#reportDropped();
  }

  /** Writes the lines, until it succeeds or the log ends. Returns whether they were written. */
  async #write(lines: readonly string[]): Promise<boolean> {
    const { sink, clock, random, logger, limits } = this.#dependencies;
    const {
      writeTimeoutMs: timeoutMs,
      retryInitialDelayMs: initialDelayMs,
      retryMaxDelayMs: maxDelayMs,
    } = limits;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#unlessEnded(
        sink.write(lines, { timeoutMs }).then(
          () => 'written' as const,
          (err: unknown) => {
            logger.warn({ err, lines: lines.length }, 'the access log cannot be written: retrying');
            return 'failed' as const;
          },
        ),
      );
      if (outcome !== 'failed') return outcome === 'written';
      const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, attempt, random);
      await sleep(clock, delayMs, this.#ended).catch(() => undefined);
      if (this.#ended.aborted) return false;
    }
  }

  /**
   * Resolves like the write, or with `ended` once the log ends. No second write begins beside one that hangs: writes to files
   * share a few threads with all other work of the process.
   */
  #unlessEnded<T>(write: Promise<T>): Promise<T | 'ended'> {
    return new Promise((resolve) => {
      const onEnd = (): void => resolve('ended');
      if (this.#ended.aborted) onEnd();
      this.#ended.addEventListener('abort', onEnd);
      void write.then((outcome) => {
        this.#ended.removeEventListener('abort', onEnd);
        resolve(outcome);
      });
    });
  }

  #drop(lines: number): void {
    if (this.#droppedLines === 0)
      this.#dependencies.logger.error(
        {},
        'lines of the access log are dropped: its destination is too slow or failing',
      );
    this.#droppedLines += lines;
    this.#countLines?.(lines, 'dropped');
  }

  #reportDropped(): void {
    if (this.#droppedLines === 0) return;
    this.#dependencies.logger.error({ lines: this.#droppedLines }, 'lines of the access log were dropped');
    this.#droppedLines = 0;
  }
}

const linesOfAll = (accesses: AccessedRequest['accesses']): number =>
  accesses.reduce((sum, access) => sum + linesOf(access), 0);
