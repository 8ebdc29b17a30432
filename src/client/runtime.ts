/** Parts of the environment that the client uses. Tests and other platforms replace them. */
export interface Runtime {
  readonly fetch: typeof fetch;
  /** Milliseconds since any fixed time. */
  nowMs(): number;
  /** Number from 0 up to, not including, 1. */
  random(): number;
  /** Runs a function once after this many milliseconds. Returns the function that cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** The globals that Node.js and browsers share. */
export const GLOBAL_RUNTIME: Runtime = {
  // Called without a receiver: browsers reject any other than the window.
  fetch: (input, init) => fetch(input, init),
  nowMs: () => performance.now(),
  random: () => Math.random(),
  schedule(run, delayMs) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Waits. Rejects with the reason of the signal once it aborts. */
export function sleep(runtime: Runtime, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = runtime.schedule(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
