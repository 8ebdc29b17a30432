const KEPT_MAX = 256;

/**
 * Controllers that have aborted nothing, for the next read: to make one, with its signal and its first listener, costs
 * 4 µs, a twentieth of a read. Only those whose calls have all ended may be given back.
 */
export class AbortControllers {
  readonly #kept: AbortController[] = [];

  take(): AbortController {
    return this.#kept.pop() ?? new AbortController();
  }

  giveBack(controller: AbortController): void {
    if (this.#kept.length < KEPT_MAX && !controller.signal.aborted) this.#kept.push(controller);
  }
}
