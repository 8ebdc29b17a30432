import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { DelayWindow, type DelayWindowLimits } from '../../platform/tasks/delay-window';
import type { Clock } from '../../platform/time/clock';

export interface MovePaceLimits extends DelayWindowLimits {
  /** Longest pause between two calls, in milliseconds: so moves go on, however slow the store is. */
  readonly pauseMaxMs: number;
}

export interface MovePaceOptions {
  readonly clock: Clock;
  readonly limits: MovePaceLimits;
  /** Returns whether reads that users wait for are slower than they may be. */
  readonly isServingSlow: () => boolean;
}

/** Permission for one call. It must be released when the call has ended. */
export interface CallPermit {
  /** `isOverloaded`: whether the call has failed in a way that shows that the store has too much to do. */
  release(isOverloaded: boolean): void;
}

/**
 * Pace of all calls of a mover: each waits for its turn in a window of calls in flight, which follows the delays of the
 * calls (`DelayWindow`). So moves use what serving leaves over. The queue has at most the calls that waves make at the
 * same time: `wavesInFlight` times `entriesInFlight`.
 *
 * Waves that have begun earlier come first. So they end earlier, and the others work while these wait for leases and
 * replication.
 */
export class MovePace {
  readonly #options: MovePaceOptions;
  readonly #window: DelayWindow;
  /** Calls that wait, by the ranks of their waves. */
  readonly #waiting = new Map<number, Set<() => void>>();
  #ranks = 0;
  #inFlight = 0;
  /** Time of the next call while the window is less than one call, in monotonic milliseconds. */
  #nextMs = -Infinity;
  /** Time of the last look at the latency of serving, in monotonic milliseconds. */
  #checkedMs = -Infinity;
  #cancelTimer: (() => void) | undefined;

  constructor(options: MovePaceOptions) {
    this.#options = options;
    this.#window = new DelayWindow(options.limits);
  }

  /** Number of calls that may be in flight. */
  get callsInFlightMax(): number {
    return this.#window.calls;
  }

  /** Returns the rank of the next wave. */
  nextRank(): number {
    return this.#ranks++;
  }

  /** Adjusts the pace by a transaction at a cluster: these take equally long on an idle cluster. */
  onTransaction(clusterId: string, durationMs: number): void {
    this.#window.record(clusterId, durationMs, this.#options.clock.monotonicMs());
  }

  /** Resolves when a call of the wave may begin. Rejects with `client_closed_request` if the signal aborts. */
  async acquire(rank: number, signal: CancelSignal | undefined): Promise<CallPermit> {
    this.#checkServing();
    if (this.#waiting.size === 0 && this.#isOpen()) this.#inFlight += 1;
    else await this.#wait(rank, signal);
    return this.#permit();
  }

  #checkServing(): void {
    const { clock, limits, isServingSlow } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs < this.#checkedMs + limits.decreaseIntervalMs) return;
    this.#checkedMs = nowMs;
    if (isServingSlow()) this.#window.decrease(nowMs);
  }

  #permit(): CallPermit {
    const { clock, limits } = this.#options;
    const startedMs = clock.monotonicMs();
    return {
      release: (isOverloaded) => {
        const nowMs = clock.monotonicMs();
        if (isOverloaded) this.#window.decrease(nowMs);
        const pauseMs = (nowMs - startedMs) * (1 / this.#window.calls - 1);
        this.#nextMs = nowMs + Math.min(limits.pauseMaxMs, Math.max(0, pauseMs));
        this.#inFlight -= 1;
        this.#admitWaiting();
      },
    };
  }

  #isOpen(): boolean {
    if (this.#window.calls >= 1) return this.#inFlight < Math.floor(this.#window.calls);
    return this.#inFlight === 0 && this.#options.clock.monotonicMs() >= this.#nextMs;
  }

  #wait(rank: number, signal: CancelSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(cancelledError(signal.reason));
      const own = this.#waiting.get(rank) ?? new Set();
      this.#waiting.set(rank, own.add(admit));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#wakeUp();
      const leave = (): void => {
        own.delete(admit);
        if (own.size === 0) this.#waiting.delete(rank);
        signal?.removeEventListener('abort', onAbort);
      };
      function admit(): void {
        leave();
        resolve();
      }
      function onAbort(): void {
        leave();
        reject(cancelledError(signal?.reason));
      }
    });
  }

  #admitWaiting(): void {
    while (this.#waiting.size > 0 && this.#isOpen()) {
      const first = [...this.#waiting.keys()].reduce((a, b) => Math.min(a, b));
      const [admit] = this.#waiting.get(first)!;
      this.#inFlight += 1;
      admit!();
    }
    this.#wakeUp();
  }

  /** Lets waiting calls begin after the pause: no call is in flight that would do so at its end. */
  #wakeUp(): void {
    if (this.#waiting.size === 0 || this.#inFlight > 0 || this.#cancelTimer !== undefined) return;
    // Whole milliseconds: a remainder that is lost when it is added to the time would never pass.
    const delayMs = Math.max(0, Math.ceil(this.#nextMs - this.#options.clock.monotonicMs()));
    this.#cancelTimer = this.#options.clock.schedule(
      delayMs,
      () => {
        this.#cancelTimer = undefined;
        this.#admitWaiting();
      },
      { keepAlive: true },
    );
  }
}
