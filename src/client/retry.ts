import { UNAPPLIED_CODES, type TidemarkError } from './errors';
import { LIMITS } from './limits';
import type { Operation } from './operations';

/**
 * Limits retries to a share of the successful calls, so that clients do not multiply the load of a server in trouble: each
 * retry takes one unit, and each success adds a part of one. Empty: no retries.
 */
export class RetryBudget {
  readonly #max: number;
  #left: number;

  constructor(max: number = LIMITS.retryBudget) {
    this.#max = max;
    this.#left = max;
  }

  succeed(): void {
    this.#left = Math.min(this.#max, this.#left + LIMITS.retryRefill);
  }

  /** Takes a unit. Returns false if there is none. */
  take(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** Whether a failure of this operation may be answered by the same request again. */
export function canRepeat(error: TidemarkError, operation: Pick<Operation, 'idempotent'>): boolean {
  return error.retryable && (operation.idempotent || UNAPPLIED_CODES.has(error.code));
}

/** Returns the delay before the next attempt, in milliseconds: random, and never less than the server asks for. */
export function backoffMs(attempt: number, random: number, retryAfterMs = 0): number {
  const limit = Math.min(LIMITS.backoffMaxMs, LIMITS.backoffBaseMs * 2 ** (attempt - 1));
  return retryAfterMs + random * limit;
}
