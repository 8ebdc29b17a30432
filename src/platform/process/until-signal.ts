import { systemClock, type Clock } from '../time/clock';

/**
 * Signals within this time, in milliseconds, count as one: `npm start` forwards the Ctrl-C that the terminal has also
 * sent.
 */
const SAME_PRESS_MS = 500;

/** Resolves with the first SIGINT or SIGTERM. A second one ends the process at once with exit code 1. */
export function untilSignal(clock: Clock = systemClock): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (firstMs === undefined) {
        firstMs = clock.monotonicMs();
        // Keeps a process without further work alive until the second signal has arrived: later it could not handle it.
        clock.schedule(SAME_PRESS_MS, () => undefined, { keepAlive: true });
      }
      if (clock.monotonicMs() - firstMs > SAME_PRESS_MS) process.exit(1);
      resolve(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
