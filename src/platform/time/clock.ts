import type { CancelSignal } from '../tasks/cancellation';

/** Time as a dependency, so that simulations and tests own it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Monotonic milliseconds (fractional); for durations and deadlines only. */
  monotonicMs(): number;
  /**
   * Calls `task` once after `delayMs`; the returned function cancels it. Timers do not keep the process alive unless `keepAlive`. What
   * the task promises only a clock of tests waits for; it never rejects.
   */
  schedule(delayMs: number, task: () => void | Promise<void>, options?: { keepAlive?: boolean }): () => void;
}

/** Node's timers hold 31 bits: a longer one would fire at once. */
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
    wait(delayMs);
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
