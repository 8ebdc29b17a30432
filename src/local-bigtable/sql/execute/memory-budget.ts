import { resourceExhaustedError } from '../../grpc/rpc-error';

/** Counts the memory that a query needs for GROUP BY, DISTINCT and ORDER BY, and limits it. */
export class MemoryBudget {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Adds bytes, or frees them if negative. Throws RESOURCE_EXHAUSTED. */
  use(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#bytesMax) return;
    throw resourceExhaustedError(
      `The query needs more than ${this.#bytesMax} bytes of memory for GROUP BY, DISTINCT or ORDER BY: ` +
        'limit the row keys or the groups',
    );
  }
}
