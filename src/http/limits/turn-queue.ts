import type { Clock } from '../../platform/time/clock';

interface WaitingRequest {
  readonly sinceMs: number;
  readonly begin: () => void;
}

/**
 * Limits the time in which requests begin in one turn of the event loop. Node accepts one connection per turn, so with
 * a thousand requests in a turn a new connection would wait for seconds. Requests beyond the time are queued for the
 * next turns. Senders take turns, one request each, so a sender of hundreds of requests delays only its own (fair
 * queuing: Nagle, RFC 970).
 */
export class TurnQueue {
  readonly #clock: Clock;
  readonly #turnMs: number;
  /** Queued requests by sender. The sender whose turn is next comes first. */
  readonly #waiting = new Map<string, WaitingRequest[]>();
  /** Start of the first request in this turn, by the monotonic clock; undefined before it. */
  #beganMs: number | undefined;

  constructor(clock: Clock, turnMs: number) {
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** Longest time that a queued request has waited, in milliseconds. */
  get waitMs(): number {
    const nowMs = this.#clock.monotonicMs();
    let sinceMs = nowMs;
    for (const [first] of this.#waiting.values()) sinceMs = Math.min(sinceMs, first!.sinceMs);
    return nowMs - sinceMs;
  }

  /** Queues a request. Calls `begin` in a later turn of the event loop. */
  enqueue(sender: string, begin: () => void): void {
    const waiting = { begin, sinceMs: this.#clock.monotonicMs() };
    const others = this.#waiting.get(sender);
    if (others === undefined) this.#waiting.set(sender, [waiting]);
    else others.push(waiting);
  }

  /** Returns whether a request may begin now. If not, `enqueue` it. */
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
