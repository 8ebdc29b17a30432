import type { Config } from '../../config/index';
import type { Clock } from '../../platform/time/clock';

/** Limits of load shedding; `DEFAULTS.http.shedding` documents them. */
export type SheddingLimits = Config['http']['shedding'];

export interface LoadShedderOptions {
  readonly clock: Clock;
  readonly limits: SheddingLimits;
  /** Upper bound of the limit, however low the load is. */
  readonly requestsMax: number;
  /** Returns the longest time that a queued request has waited, in milliseconds. Default: 0. */
  readonly waitMs?: () => number;
  /** Called when shedding begins, and when no request was shed for `quietMs`. */
  readonly onChange?: (isShedding: boolean) => void;
}

/**
 * Limits the requests in flight, adaptively: the limit falls while the event loop is late, and rises again step by step
 * while it is not.
 *
 * The measure is the minimum queuing delay in each window: a queue that stands for a whole window is overload, one that
 * comes and goes is a burst (CoDel, RFC 8289). The response time, which the gradient controllers of Netflix's
 * concurrency-limits and of Envoy use, would also rise with a slow store and vary with the kind of request. WeChat's
 * DAGOR uses queuing time for the same reasons (Zhou et al., SoCC 2018, 4.1). The limit changes like TCP's congestion
 * window: additive increase, multiplicative decrease.
 */
export class LoadShedder {
  readonly #options: LoadShedderOptions;
  #limit: number;
  #delayMs = 0;
  #window: SampleWindow;
  #isShedding = false;
  #shedAtMs = -Infinity;
  #cancel: (() => void) | undefined;

  constructor(options: LoadShedderOptions) {
    this.#options = options;
    this.#limit = options.requestsMax;
    this.#window = this.#newWindow(options.clock.monotonicMs());
    if (options.limits.enabled) this.#sample();
  }

  /** Current maximum number of requests in flight. */
  get limit(): number {
    return this.#limit;
  }

  /** Minimum delay of the event loop in the last window, in milliseconds. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Returns whether one more request may begin beside `inFlight` others. Bulk requests are rejected first. */
  admits(inFlight: number, isBulk: boolean): boolean {
    const window = this.#window;
    if (inFlight >= window.maxInFlight) window.maxInFlight = inFlight + 1;
    if (inFlight < (isBulk ? this.#limit * this.#options.limits.bulkShare : this.#limit)) return true;
    this.#onShed();
    return false;
  }

  stop(): void {
    this.#cancel?.();
  }

  /** Takes samples in a chain. Each one begins in the turn of the event loop in which the previous one ended. */
  #sample(): void {
    const { clock, limits } = this.#options;
    const dueMs = clock.monotonicMs() + limits.sampleMs;
    this.#cancel = clock.schedule(limits.sampleMs, () => {
      this.#record(Math.max(0, clock.monotonicMs() - dueMs, this.#options.waitMs?.() ?? 0));
      this.#sample();
    });
  }

  #record(lateMs: number): void {
    const window = this.#window;
    const nowMs = this.#options.clock.monotonicMs();
    window.minDelayMs = Math.min(window.minDelayMs, lateMs);
    window.samples += 1;
    const { windowMs, samplesMin } = this.#options.limits;
    if (nowMs - window.beganMs < windowMs || window.samples < samplesMin) return;
    this.#delayMs = window.minDelayMs;
    this.#adjust(window.maxInFlight);
    this.#window = this.#newWindow(nowMs);
    if (this.#isShedding && nowMs - this.#shedAtMs >= this.#options.limits.quietMs) this.#setShedding(false);
  }

  #adjust(inFlightMost: number): void {
    const { limits, requestsMax } = this.#options;
    if (this.#delayMs <= limits.delayTargetMs) {
      this.#limit = Math.min(requestsMax, this.#limit + limits.requestsStep);
      return;
    }
    // Unused capacity has caused no delay, so the decrease applies to the requests that were in flight.
    const lower = Math.floor(Math.min(this.#limit, inFlightMost) * limits.decreaseFactor);
    this.#limit = Math.min(this.#limit, Math.max(limits.requestsMin, lower));
  }

  #onShed(): void {
    this.#shedAtMs = this.#options.clock.monotonicMs();
    if (!this.#isShedding) this.#setShedding(true);
  }

  #setShedding(isShedding: boolean): void {
    this.#isShedding = isShedding;
    this.#options.onChange?.(isShedding);
  }

  #newWindow(beganMs: number): SampleWindow {
    return { beganMs, minDelayMs: Infinity, maxInFlight: 0, samples: 0 };
  }
}

interface SampleWindow {
  readonly beganMs: number;
  minDelayMs: number;
  maxInFlight: number;
  samples: number;
}
