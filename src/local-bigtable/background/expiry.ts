import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task';
import type { ChangeStreams } from '../change-stream/change-streams';
import type { IdempotencyTokens } from '../service/idempotency-tokens';

interface ExpiryOptions extends PeriodicTaskOptions {
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
  /** Removed in one turn of the event loop. */
  readonly entriesPerTurn: number;
}

/** Removes in the background what is kept for a time only: changes past their retention, and idempotency tokens. */
export class Expiry {
  readonly #options: ExpiryOptions;
  readonly #background: PeriodicTask;

  constructor(options: ExpiryOptions) {
    this.#options = options;
    this.#background = new PeriodicTask(options, () => this.sweep());
  }

  /** Ends after the turn under way. */
  stop(): Promise<void> {
    return this.#background.stop();
  }

  /** Removes everything that is due. Each turn's removals are durable before the next: few are queued at a time. */
  async sweep(): Promise<void> {
    const { changeStreams, idempotency, clock, entriesPerTurn } = this.#options;
    await this.#repeat(() => changeStreams.expire(clock.nowMs(), entriesPerTurn));
    await this.#repeat(() => idempotency.expire(entriesPerTurn));
  }

  async #repeat(removeSome: () => Promise<boolean>): Promise<void> {
    while (!this.#background.stopped && (await removeSome())) await new Promise(setImmediate);
  }
}
