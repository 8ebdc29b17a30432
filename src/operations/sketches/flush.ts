import type { WriteToken } from '../../core/tokens/write-token';
import type { TidemarkError } from '../../errors';

/** Result of a flush: the token of everything written of the row so far, or the error. */
export type FlushOutcome = WriteToken | TidemarkError;

/** One mutation of a sketch row, from the first addition until it is acknowledged or has failed. */
export class Flush {
  /** Resolves when the outcome is known. Rejects only on a program error. */
  readonly done: Promise<void>;
  #outcome: FlushOutcome | undefined;
  #resolve!: () => void;
  #reject!: (fault: unknown) => void;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Undefined until the outcome is known. */
  get outcome(): FlushOutcome | undefined {
    return this.#outcome;
  }

  complete(outcome: FlushOutcome): void {
    this.#outcome = outcome;
    this.#resolve();
  }

  fail(fault: unknown): void {
    this.#reject(fault);
  }
}
