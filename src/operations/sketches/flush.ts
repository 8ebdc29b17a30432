import type { WriteToken } from '../../core/write-token';
import type { TidemarkError } from '../../errors';

/** What became of it: durable, as the token of all that was written of the row tells; or not known to be. */
export type Flushed = WriteToken | TidemarkError;

/** One mutation of a row of sketches, from when something is to be written until it is, or has failed. */
export class Flush {
  /** Rejects only on a fault of the program. */
  readonly ended: Promise<void>;
  #outcome: Flushed | undefined;
  #resolve!: () => void;
  #reject!: (fault: unknown) => void;

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Undefined until it is known. */
  get outcome(): Flushed | undefined {
    return this.#outcome;
  }

  end(outcome: Flushed): void {
    this.#outcome = outcome;
    this.#resolve();
  }

  fail(fault: unknown): void {
    this.#reject(fault);
  }
}
