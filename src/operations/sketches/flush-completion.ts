import type { WriteToken } from '../../core/tokens/write-token';
import type { TidemarkError } from '../../errors';

/** Result of a flush: the token of everything written of the row so far, or the error. */
export type FlushOutcome = WriteToken | TidemarkError;

/** Completion of one flush of a sketch row, which the callers of all additions in it wait for. */
export class FlushCompletion {
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
