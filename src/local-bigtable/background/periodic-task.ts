import type { Clock } from '../../platform/time/clock';

export interface PeriodicTaskOptions {
  readonly clock: Clock;
  /** From the end of one run to the start of the next. */
  readonly intervalMs: number;
}

/** Work that is done again and again in the background, until it is stopped. */
export class PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  readonly #work: () => Promise<void>;
  #cancel: (() => void) | undefined;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: PeriodicTaskOptions, work: () => Promise<void>) {
    this.#options = options;
    this.#work = work;
    this.#schedule();
  }

  /** Work that takes several turns of the event loop looks here before each. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Ends after the turn under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#running;
  }

  #schedule(): void {
    if (this.#stopped) return;
    const { clock, intervalMs } = this.#options;
    this.#cancel = clock.schedule(intervalMs, () => {
      // Work fails when commits do, and then writers are told; the next run just tries again.
      this.#running = this.#work()
        .catch(() => undefined)
        .finally(() => this.#schedule());
    });
  }
}
