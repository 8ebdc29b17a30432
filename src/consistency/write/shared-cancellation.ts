import type { RowBatch } from './row-queues';

/** Signal that aborts once every caller of the batches has aborted. */
export class SharedCancellation {
  readonly #controller = new AbortController();
  #count = 0;

  constructor(batches: readonly RowBatch[]) {
    const onAborted = (): void => {
      this.#count -= 1;
      if (this.#count === 0) this.#controller.abort();
    };
    for (const { writes } of batches) {
      for (const write of writes) {
        if (write.settled) continue;
        this.#count += 1;
        write.onAborted = onAborted;
      }
    }
    if (this.#count === 0) this.#controller.abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
}
