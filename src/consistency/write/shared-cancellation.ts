import type { RowBatch } from './row-queues';

/** Those who wait for turns to end: when the last has given up, the signal aborts what is done for them. */
export class SharedCancellation {
  readonly #controller = new AbortController();
  #count = 0;

  constructor(turns: readonly RowBatch[]) {
    const oneLess = (): void => {
      this.#count -= 1;
      if (this.#count === 0) this.#controller.abort();
    };
    for (const { writes } of turns) {
      for (const write of writes) {
        if (write.settled) continue;
        this.#count += 1;
        write.onAborted = oneLess;
      }
    }
    if (this.#count === 0) this.#controller.abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
}
