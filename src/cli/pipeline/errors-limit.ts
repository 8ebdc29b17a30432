import { TidemarkError } from '../../errors';
import type { RejectedObject } from '../../operations/pipelines/follow/process-changed-page';

/** Limit of the objects that may fail while a worker follows changes. */
export class ErrorsLimit {
  readonly #max: number;
  #failed = 0;
  /** Error of the worker, once more objects than allowed have failed. */
  error: TidemarkError | undefined;
  /** Called once, when the limit is exceeded. */
  onExceeded: () => void = () => undefined;

  /** `max`: number of objects that may fail. @default any number */
  constructor(max = Infinity) {
    this.#max = max;
  }

  /** Counts an object that failed. */
  add({ error: { code, message } }: Pick<RejectedObject, 'error'>): void {
    this.#failed += 1;
    if (this.#failed <= this.#max || this.error !== undefined) return;
    const last = `the last one with ${code}: ${message}`;
    this.error = new TidemarkError('pipeline_failed', `more than ${this.#max} objects failed, ${last}`);
    this.onExceeded();
  }
}
