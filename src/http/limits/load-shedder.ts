import type { Config } from '../../config/index';
import type { Clock } from '../../platform/time/clock';

/** See DEFAULTS.http.shedding. */
export type SheddingLimits = Config['http']['shedding'];

export interface LoadShedderOptions {
  readonly clock: Clock;
  readonly limits: SheddingLimits;
  /** However well the process does, it works on no more requests at once. */
  readonly requestsMax: number;
  /** How long requests wait for their turn besides, milliseconds. */
  readonly waitMs?: () => number;
  /** Told when requests begin to be refused, and when none was for `quietMs`. */
  readonly onChange?: (isShedding: boolean) => void;
}

/**
 * How many requests may be in flight, found out while it works: the limit falls while the event loop is late, and rises
 * again, step by step, while it is not.
 *
 * The measure is how long whatever is ready waits for its turn, and of that the least in each window: a queue that stands
 * for a whole window is overload, one that comes and goes is a burst (CoDel, RFC 8289). The time until the answer, by which
 * the gradient controllers of Netflix's concurrency-limits and of Envoy go, would also rise with a slow store, and differ
 * with what is asked for (the reasons why WeChat's DAGOR goes by queuing time: Zhou et al., SoCC 2018, 4.1). The limit is
 * changed as TCP changes its window: a little up, by a share down.
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

  /** Requests that may be in flight at present. */
  get limit(): number {
    return this.#limit;
  }

  /** By how much the event loop was late throughout the last window, milliseconds. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether one more request may begin beside so many. Bulk work is the first to be refused. */
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

  /** Each sample begins in the turn of the loop in which the last one ended: it lasts for a turn, or a little longer. */
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
    // What is allowed and not made use of has caused no delay: the share is of what was there.
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
