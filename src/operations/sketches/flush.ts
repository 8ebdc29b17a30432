import type { WriteToken } from '../../core/tokens/write-token';
import type { TidemarkError } from '../../errors';

/** What became of it: durable, as the token of all that was written of the row tells; or not known to be. */
export type FlushOutcome = WriteToken | TidemarkError;

/** One mutation of a row of sketches, from when something is to be written until it is, or has failed. */
export class Flush {
  /** Rejects only on a fault of the program. */
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

  /** Undefined until it is known. */
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
