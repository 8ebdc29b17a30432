import type { Clock } from '../../platform/time/clock';

export interface PeriodicTaskOptions {
  readonly clock: Clock;
  /** Time from the end of one run to the start of the next, in milliseconds. */
  readonly intervalMs: number;
}

/** Runs work periodically in the background until it is stopped. */
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

  /** True once stopped. Work that takes several turns of the event loop checks this before each. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Stops after the current turn. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#running;
  }

  #schedule(): void {
    if (this.#stopped) return;
    const { clock, intervalMs } = this.#options;
    this.#cancel = clock.schedule(intervalMs, () => {
      // Work fails only when commits fail, and these report it to the writers. The next run tries again.
      this.#running = this.#work()
        .catch(() => undefined)
        .finally(() => this.#schedule());
    });
  }
}
