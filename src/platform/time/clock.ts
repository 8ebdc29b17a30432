import type { CancelSignal } from '../tasks/cancellation';

/** Time as a dependency, so that simulations and tests own it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Monotonic milliseconds (fractional); for durations and deadlines only. */
  monotonicMs(): number;
  /**
   * Calls `task` once after `delayMs` milliseconds; the returned function cancels it. Timers keep the process alive
   * only with `keepAlive`. A promise that the task returns is awaited by test clocks only, and must never reject.
   */
  schedule(delayMs: number, task: () => void | Promise<void>, options?: { keepAlive?: boolean }): () => void;
}

/** Longest delay of a Node.js timer, 31 bits of milliseconds: a timer with a longer delay would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule(delayMs, task, options) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const isLast = leftMs <= TIMER_MS_MAX;
      timer = setTimeout(
        () => (isLast ? void task() : wait(leftMs - TIMER_MS_MAX)),
        Math.min(leftMs, TIMER_MS_MAX),
      );
      if (options?.keepAlive !== true) timer.unref();
    };
    // Node.js warns of negative delays, which times that have passed have.
    wait(Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const onAbort = (): void => {
      cancel();
      reject(signal!.reason);
    };
    const cancel = clock.schedule(
      delayMs,
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      { keepAlive: true },
    );
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
