import type { Clock } from '../platform/clock';
import type { ChangeStreams } from './change-stream/change-streams';
import type { Idempotency } from './service/idempotency';

export interface ExpiryOptions {
  readonly changeStreams: ChangeStreams;
  readonly idempotency: Idempotency;
  readonly clock: Clock;
  /** From the end of one sweep to the start of the next. */
  readonly intervalMs: number;
  /** Removed in one turn of the event loop. */
  readonly entriesPerTurn: number;
}

/** Removes in the background what is kept for a time only: changes past their retention, and idempotency tokens. */
export class Expiry {
  readonly #options: ExpiryOptions;
  #cancel: (() => void) | undefined;
  #stopped = false;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: ExpiryOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** Ends after the turn under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#sweeping;
  }

  /** Removes everything that is due. Each turn's removals are durable before the next: few are queued at a time. */
  async sweep(): Promise<void> {
    const { changeStreams, idempotency, clock, entriesPerTurn } = this.#options;
    while (!this.#stopped && (await changeStreams.expire(clock.nowMs(), entriesPerTurn))) {
      await new Promise(setImmediate);
    }
    while (!this.#stopped && (await idempotency.expire(entriesPerTurn))) await new Promise(setImmediate);
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#cancel = this.#options.clock.schedule(this.#options.intervalMs, () => {
      // A sweep fails when commits do, and then writers are told; the next one just tries again.
      this.#sweeping = this.sweep()
        .catch(() => undefined)
        .finally(() => this.#schedule());
    });
  }
}
