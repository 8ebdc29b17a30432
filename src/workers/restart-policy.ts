import type { Config } from '../config/index';
import { backoffMs } from '../platform/time/backoff';
import { systemRandom, type Random } from '../platform/random';

/** When a worker that has ended by itself is replaced. One for each place of a worker. */
export class RestartPolicy {
  readonly #limits: Config['processes'];
  readonly #random: Random;
  #earlyEnds = 0;

  constructor(limits: Config['processes'], random = systemRandom) {
    this.#limits = limits;
    this.#random = random;
  }

  /**
   * Milliseconds to wait after a worker has lived for so long; undefined where too many in a row have lived too short. One that
   * never served has, however long its start took.
   */
  delayMs(livedMs: number, hasServed = true): number | undefined {
    const { stableAfterMs, earlyEndsMax } = this.#limits;
    const { restartInitialDelayMs: initialDelayMs, restartMaxDelayMs: maxDelayMs } = this.#limits;
    this.#earlyEnds = hasServed && livedMs >= stableAfterMs ? 0 : this.#earlyEnds + 1;
    if (this.#earlyEnds > earlyEndsMax) return undefined;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#earlyEnds - 1, this.#random);
  }
}
