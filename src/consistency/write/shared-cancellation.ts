import { cancelledError } from '../../bigtable/client/bigtable-error';
import { Cancellation, type CancelSignal } from '../../platform/tasks/cancellation';
import type { RowBatch } from './row-queues';

/** Signal that aborts once every caller of the batches has aborted. */
export class SharedCancellation {
  readonly #cancellation = new Cancellation();
  #count = 0;

  constructor(batches: readonly RowBatch[]) {
    const onAborted = (): void => {
      this.#count -= 1;
      if (this.#count === 0) this.#cancellation.abort(allAborted());
    };
    for (const { writes } of batches) {
      for (const write of writes) {
        if (write.settled) continue;
        this.#count += 1;
        write.onAborted = onAborted;
      }
    }
    if (this.#count === 0) this.#cancellation.abort(allAborted());
  }

  get signal(): CancelSignal {
    return this.#cancellation;
  }
}

const allAborted = (): Error => cancelledError(new Error('every caller has aborted'));
