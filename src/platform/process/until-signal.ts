import { systemClock, type Clock } from '../time/clock';

/** `npm start` passes on the Ctrl-C that the terminal has sent to the process already: one press, two signals. */
const SAME_PRESS_MS = 500;

/** Resolves with the first of SIGINT and SIGTERM; asked a second time, the process ends at once with 1. */
export function untilSignal(clock: Clock = systemClock): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (firstMs === undefined) {
        firstMs = clock.monotonicMs();
        // A process that is past its last work no longer handles signals: it must not end before the second one is here.
        clock.schedule(SAME_PRESS_MS, () => undefined, { keepAlive: true });
      }
      if (clock.monotonicMs() - firstMs > SAME_PRESS_MS) process.exit(1);
      resolve(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
