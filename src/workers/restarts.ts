import type { Config } from '../config';

/** When a worker that has ended by itself is replaced. One for each place of a worker. */
export class Restarts {
  readonly #limits: Config['processes'];
  #earlyEnds = 0;

  constructor(limits: Config['processes']) {
    this.#limits = limits;
  }

  /**
   * Milliseconds to wait after a worker has lived for so long; undefined where too many in a row have lived too short. One that
   * never served has, however long its start took.
   */
  pauseMs(livedMs: number, hasServed = true): number | undefined {
    const { restartInitialDelayMs, restartMaxDelayMs, stableAfterMs, earlyEndsMax } = this.#limits;
    this.#earlyEnds = hasServed && livedMs >= stableAfterMs ? 0 : this.#earlyEnds + 1;
    if (this.#earlyEnds > earlyEndsMax) return undefined;
    const doublings = Math.max(0, this.#earlyEnds - 1);
    return Math.min(restartMaxDelayMs, restartInitialDelayMs * 2 ** doublings);
  }
}
