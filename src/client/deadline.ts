import { TidemarkError } from './errors';
import type { Runtime } from './runtime';

/** Deadline of a call and the cancellation by its caller, as one signal. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #runtime: Runtime;
  readonly #atMs: number;
  readonly #release: () => void;

  constructor(runtime: Runtime, timeoutMs: number, caller?: AbortSignal) {
    if (!(timeoutMs > 0)) {
      throw new TidemarkError('invalid_option', 'must be more than 0 milliseconds', { field: 'timeoutMs' });
    }
    this.#runtime = runtime;
    this.#atMs = runtime.nowMs() + timeoutMs;
    const cancelTimer = runtime.schedule(() => {
      this.#abort(new TidemarkError('client_timeout', `no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    const cancelled = (): void => {
      this.#abort(new TidemarkError('cancelled', 'the caller cancelled the call', { cause: caller?.reason }));
    };
    if (caller?.aborted === true) cancelled();
    else caller?.addEventListener('abort', cancelled, { once: true });
    this.#release = () => {
      cancelTimer();
      caller?.removeEventListener('abort', cancelled);
    };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Time left, in milliseconds, rounded up. */
  leftMs(): number {
    return Math.max(0, Math.ceil(this.#atMs - this.#runtime.nowMs()));
  }

  /** Releases the timer and the listener. Call it once the call has ended. */
  release(): void {
    this.#release();
  }

  #abort(reason: TidemarkError): void {
    this.#controller.abort(reason);
  }
}
