import type { Clock } from '../platform/clock';

interface Waiting {
  readonly sinceMs: number;
  readonly begin: () => void;
}

/**
 * Bounds how long the requests that arrive in one turn of the event loop are worked on in it. Those that come later in the
 * turn wait for the next one, in their order. In each turn node accepts one connection: with a thousand requests in a turn, a
 * new connection would wait for seconds.
 */
export class TurnQueue {
  readonly #clock: Clock;
  readonly #turnMs: number;
  #waiting: Waiting[] = [];
  /** When the requests of this turn began; undefined before its first. */
  #beganMs: number | undefined;

  constructor(clock: Clock, turnMs: number) {
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** For how long the first one that waits has waited, milliseconds. */
  get waitMs(): number {
    const [first] = this.#waiting;
    return first === undefined ? 0 : this.#clock.monotonicMs() - first.sinceMs;
  }

  /** Calls `begin` now, or in a later turn. */
  take(begin: () => void): void {
    if (this.#hasTurn()) begin();
    else this.#waiting.push({ begin, sinceMs: this.#clock.monotonicMs() });
  }

  #hasTurn(): boolean {
    if (this.#waiting.length > 0) return false;
    if (this.#beganMs !== undefined) return this.#clock.monotonicMs() - this.#beganMs < this.#turnMs;
    this.#beganMs = this.#clock.monotonicMs();
    setImmediate(() => this.#nextTurn());
    return true;
  }

  #nextTurn(): void {
    this.#beganMs = undefined;
    if (this.#waiting.length === 0) return;
    const endMs = this.#clock.monotonicMs() + this.#turnMs;
    let begun = 0;
    while (begun < this.#waiting.length && this.#clock.monotonicMs() < endMs) this.#waiting[begun++]!.begin();
    this.#waiting = this.#waiting.slice(begun);
    this.#beganMs = endMs - this.#turnMs;
    setImmediate(() => this.#nextTurn());
  }
}
