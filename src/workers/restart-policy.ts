import type { Config } from '../config/index';
import { backoffMs } from '../platform/time/backoff';
import { systemRandom, type Random } from '../platform/random';

/** Decides when a worker that ended by itself is replaced. Each worker id has its own policy. */
export class RestartPolicy {
  readonly #limits: Config['processes'];
  readonly #random: Random;
  #earlyEnds = 0;

  constructor(limits: Config['processes'], random = systemRandom) {
    this.#limits = limits;
    this.#random = random;
  }

  /**
   * Returns the delay before the restart, in milliseconds, after a worker has lived for `livedMs`. Returns undefined if
   * too many workers in a row ended early. A worker that never served counts as early, however long its start took.
   */
  delayMs(livedMs: number, hasServed = true): number | undefined {
    const { stableAfterMs, earlyEndsMax } = this.#limits;
    const { restartInitialDelayMs: initialDelayMs, restartMaxDelayMs: maxDelayMs } = this.#limits;
    this.#earlyEnds = hasServed && livedMs >= stableAfterMs ? 0 : this.#earlyEnds + 1;
    if (this.#earlyEnds > earlyEndsMax) return undefined;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#earlyEnds - 1, this.#random);
  }
}
