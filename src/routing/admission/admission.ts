import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import { sleep, systemClock, type Clock } from '../../platform/time/clock';
import { RowRate } from './row-rate';

export interface AdmissionLimits {
  /** Upper bound of the adaptive limit of concurrent calls. */
  readonly callsInFlightMax: number;
  /** Lower bound of the adaptive limit of concurrent calls, so that batch work always makes progress. */
  readonly callsInFlightMin: number;
  readonly callsQueuedMax: number;
  readonly queueTimeoutMs: number;
  /** Rows per second; 0 means no limit. */
  readonly rowsPerSecond: number;
  readonly servingLatencyTargetMs: number;
  readonly adjustIntervalMs: number;
  readonly decreaseFactor: number;
}

/**
 * Why a call waits: fewer calls are allowed because serving reads are slow (`serving_latency`), as many as are ever allowed are in
 * flight (`calls`), or the limit of rows per second is reached (`rows`).
 */
export type AdmissionWait = (typeof ADMISSION_WAITS)[number];
export const ADMISSION_WAITS = ['serving_latency', 'calls', 'rows'] as const;

export interface AdmissionOptions {
  /** Returns the current latency of serving reads, in milliseconds; undefined while too few samples exist. */
  readonly servingLatencyMs: () => number | undefined;
  /** Called when a call has waited, with the time in milliseconds, also if it was not admitted in the end. */
  readonly onWaited?: ((reason: AdmissionWait, ms: number) => void) | undefined;
  readonly clock?: Clock;
  readonly limits?: Partial<AdmissionLimits>;
}

interface QueuedCall {
  readonly admit: () => void;
}

/**
 * Admission control for batch work: limits concurrent calls and rows per second, with a bounded queue in front. The
 * limit of concurrent calls grows by one while serving reads are fast enough and shrinks by a factor when they are not,
 * as in TCP (additive increase, multiplicative decrease: Chiu and Jain, 1989). It never falls below its minimum, so
 * batch work always ends.
 */
export class Admission {
  readonly #clock: Clock;
  readonly #limits: AdmissionLimits;
  readonly #servingLatencyMs: () => number | undefined;
  readonly #onWaited: AdmissionOptions['onWaited'];
  readonly #rate: RowRate;
  readonly #queue = new Set<QueuedCall>();
  /** Cancels the scheduled adjustment; defined while calls are queued. */
  #cancelAdjustment: (() => void) | undefined;
  #inFlight = 0;
  #inFlightMax: number;
  #adjustedMs: number;

  constructor({ servingLatencyMs, onWaited, clock = systemClock, limits }: AdmissionOptions) {
    this.#onWaited = onWaited;
    this.#clock = clock;
    this.#limits = { ...DEFAULTS.admission, ...limits };
    this.#servingLatencyMs = servingLatencyMs;
    this.#rate = new RowRate(this.#limits.rowsPerSecond);
    this.#inFlightMax = this.#limits.callsInFlightMax;
    this.#adjustedMs = clock.monotonicMs();
  }

  get status(): { readonly inFlight: number; readonly inFlightMax: number; readonly queued: number } {
    return { inFlight: this.#inFlight, inFlightMax: this.#inFlightMax, queued: this.#queue.size };
  }

  /** Waits for admission of a call of `rows` rows, then makes the call with the rest of its time budget. */
  async run<T>(rows: number, options: CallOptions, call: (left: CallOptions) => Promise<T>): Promise<T> {
    const left = await this.acquire(options);
    try {
      return await call(await this.waitForRows(rows, left));
    } finally {
      this.release();
    }
  }

  /**
   * Resolves when the call may begin, with the rest of its time budget; the caller must call `release` afterwards.
   * Throws `overloaded` when the queue is full, `deadline_exceeded` when the wait takes too long, and
   * `client_closed_request` when the caller cancels.
   */
  async acquire(options: CallOptions): Promise<CallOptions> {
    this.#adjust();
    if (options.signal?.aborted === true) throw cancelledError(options.signal.reason);
    if (this.#queue.size === 0 && this.#inFlight < this.#inFlightMax) {
      this.#inFlight += 1;
      return options;
    }
    if (this.#queue.size >= this.#limits.callsQueuedMax) {
      throw new TidemarkError(
        'overloaded',
        `the queue of batch calls is full (${this.#queue.size} calls waiting)`,
      );
    }
    const startedMs = this.#clock.monotonicMs();
    const waitedMs = (): number => this.#clock.monotonicMs() - startedMs;
    const reason = this.#inFlightMax < this.#limits.callsInFlightMax ? 'serving_latency' : 'calls';
    await this.#wait(options).finally(() => this.#onWaited?.(reason, waitedMs()));
    return this.#withLessTime(options, waitedMs());
  }

  release(): void {
    this.#inFlight -= 1;
    this.#adjust();
    this.#admitWaiting();
  }

  /**
   * Waits until the row rate allows `rows` more rows, or the call's time budget is used up. Must be called between
   * `acquire` and `release`.
   */
  async waitForRows(rows: number, options: CallOptions): Promise<CallOptions> {
    const waitMs = this.#rate.reserve(rows, this.#clock.monotonicMs());
    if (waitMs === 0) return options;
    const { timeoutMs = Infinity } = options;
    const startedMs = this.#clock.monotonicMs();
    try {
      await sleep(this.#clock, Math.min(waitMs, timeoutMs), options.signal);
    } catch (reason) {
      throw cancelledError(reason);
    } finally {
      this.#onWaited?.('rows', this.#clock.monotonicMs() - startedMs);
    }
    return this.#withLessTime(options, waitMs);
  }

  #withLessTime(options: CallOptions, byMs: number): CallOptions {
    const { timeoutMs } = options;
    return timeoutMs === undefined ? options : { ...options, timeoutMs: Math.max(0, timeoutMs - byMs) };
  }

  #wait({ timeoutMs = this.#limits.queueTimeoutMs, signal }: CallOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        this.#queue.delete(waiter);
        cancelTimer();
        if (this.#queue.size === 0) this.#cancelScheduledAdjustment();
        signal?.removeEventListener('abort', onAbort);
        if (error === undefined) resolve();
        else reject(error);
      };
      const waiter: QueuedCall = { admit: () => settle() };
      const onAbort = (): void => settle(cancelledError(signal?.reason));
      const cancelTimer = this.#clock.schedule(timeoutMs, () => settle(deadlineError(timeoutMs)));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
      this.#cancelAdjustment ??= this.#scheduleAdjustment();
    });
  }

  /**
   * Adjusts the limit while calls are queued: if only long scans are in flight, none of them ends when serving is fast
   * again.
   */
  #scheduleAdjustment(): () => void {
    return this.#clock.schedule(this.#limits.adjustIntervalMs, () => {
      this.#cancelAdjustment = this.#scheduleAdjustment();
      this.#adjust();
      this.#admitWaiting();
    });
  }

  #cancelScheduledAdjustment(): void {
    this.#cancelAdjustment?.();
    this.#cancelAdjustment = undefined;
  }

  #admitWaiting(): void {
    for (const waiter of this.#queue) {
      if (this.#inFlight >= this.#inFlightMax) return;
      this.#inFlight += 1;
      waiter.admit();
    }
  }

  /** Adjusts the limit when calls arrive, wait and end: without calls there is nothing to adjust. */
  #adjust(): void {
    const { adjustIntervalMs, decreaseFactor, servingLatencyTargetMs } = this.#limits;
    const { callsInFlightMin, callsInFlightMax } = this.#limits;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs < this.#adjustedMs + adjustIntervalMs) return;
    this.#adjustedMs = nowMs;
    const latencyMs = this.#servingLatencyMs();
    const isSlow = latencyMs !== undefined && latencyMs > servingLatencyTargetMs;
    this.#inFlightMax = isSlow
      ? Math.max(callsInFlightMin, Math.floor(this.#inFlightMax * decreaseFactor))
      : Math.min(callsInFlightMax, this.#inFlightMax + 1);
  }
}
