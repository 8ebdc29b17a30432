import type { Clock } from '../../platform/time/clock';

interface WaitingRequest {
  readonly sinceMs: number;
  readonly begin: () => void;
}

/**
 * Bounds how long the requests that arrive in one turn of the event loop are worked on in it: in each turn node accepts one
 * connection, so with a thousand requests in a turn a new connection would wait for seconds. Those that come later in the turn
 * wait for the next ones. Each of their senders has one request begun after the other, in turn with the other senders: one
 * that sends hundreds at once delays its own (fair queuing: Nagle, RFC 970).
 */
export class TurnQueue {
  readonly #clock: Clock;
  readonly #turnMs: number;
  /** By sender, the one whose turn is next first. */
  readonly #waiting = new Map<string, WaitingRequest[]>();
  /** When the requests of this turn began; undefined before its first. */
  #beganMs: number | undefined;

  constructor(clock: Clock, turnMs: number) {
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** For how long the one that has waited longest has waited, milliseconds. */
  get waitMs(): number {
    const nowMs = this.#clock.monotonicMs();
    let sinceMs = nowMs;
    for (const [first] of this.#waiting.values()) sinceMs = Math.min(sinceMs, first!.sinceMs);
    return nowMs - sinceMs;
  }

  /** Calls `begin` in a later turn. */
  enqueue(sender: string, begin: () => void): void {
    const waiting = { begin, sinceMs: this.#clock.monotonicMs() };
    const others = this.#waiting.get(sender);
    if (others === undefined) this.#waiting.set(sender, [waiting]);
    else others.push(waiting);
  }

  /** Whether a request may begin now; where not, it is to `wait`. */
  mayBeginNow(): boolean {
    if (this.#waiting.size > 0) return false;
    if (this.#beganMs !== undefined) return this.#clock.monotonicMs() - this.#beganMs < this.#turnMs;
    this.#beganMs = this.#clock.monotonicMs();
    setImmediate(() => this.#nextTurn());
    return true;
  }

  #nextTurn(): void {
    this.#beganMs = undefined;
    if (this.#waiting.size === 0) return;
    this.#beganMs = this.#clock.monotonicMs();
    const endMs = this.#beganMs + this.#turnMs;
    do this.#beginOne();
    while (this.#waiting.size > 0 && this.#clock.monotonicMs() < endMs);
    setImmediate(() => this.#nextTurn());
  }

  #beginOne(): void {
    const [sender, requests] = this.#waiting.entries().next().value!;
    const first = requests.shift()!;
    this.#waiting.delete(sender);
    if (requests.length > 0) this.#waiting.set(sender, requests);
    first.begin();
  }
}
