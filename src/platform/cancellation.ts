/** What calls need of an AbortSignal, which is one of these. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: Error;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Cancels calls as an AbortController does, and is its own signal. A controller costs 3 µs, and the machinery of events
 * some more for each listener: too much for what each read needs and hardly any ever uses.
 */
export class Cancellation implements CancelSignal {
  readonly #listeners: (() => void)[] = [];
  #aborted = false;
  #reason!: Error;

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): Error {
    return this.#reason;
  }

  /** Tells each listener once, those that came first before the others. */
  abort(reason: Error): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}
