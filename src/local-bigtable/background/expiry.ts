import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task';
import type { Backups } from '../catalog/backups';
import type { ChangeStreams } from '../change-stream/change-streams';
import type { IdempotencyTokens } from '../service/idempotency-tokens';

interface ExpiryOptions extends PeriodicTaskOptions {
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
  readonly backups: Backups;
  /** Maximum number of entries removed in one turn of the event loop. */
  readonly entriesPerTurn: number;
}

/**
 * Removes what has expired in the background: changes older than their retention, idempotency tokens, backups, and
 * deleted tables that could be restored.
 */
export class Expiry {
  readonly #options: ExpiryOptions;
  readonly #background: PeriodicTask;

  constructor(options: ExpiryOptions) {
    this.#options = options;
    this.#background = new PeriodicTask(options, () => this.sweep());
  }

  /** Stops after the current turn. */
  stop(): Promise<void> {
    return this.#background.stop();
  }

  /** Removes all expired entries. Each turn's removals are durable before the next turn, which bounds the queue. */
  async sweep(): Promise<void> {
    const { changeStreams, idempotency, backups, clock, entriesPerTurn } = this.#options;
    await this.#repeat(() => changeStreams.expire(clock.nowMs(), entriesPerTurn));
    await this.#repeat(() => idempotency.expire(entriesPerTurn));
    if (!this.#background.stopped) await backups.expire(clock.nowMs());
  }

  async #repeat(removeSome: () => Promise<boolean>): Promise<void> {
    while (!this.#background.stopped && (await removeSome())) await new Promise(setImmediate);
  }
}
