import type { Clock } from '../../../src/platform/time/clock';

/**
 * The clock of one machine, ahead of the real time or behind it. Only its wall clock is wrong. It may tick coarsely, at the same
 * moments as all others: then much happens between two ticks, and equal readings expose any code that takes them for an order.
 */
export class SkewedClock implements Clock {
  readonly #real: Clock;
  readonly #tickMs: number;
  /** Whole milliseconds; may be set at any time, and so time may seem to go back. */
  aheadMs = 0;

  constructor(real: Clock, tickMs: number) {
    this.#real = real;
    this.#tickMs = tickMs;
  }

  nowMs = (): number => Math.floor(this.#real.nowMs() / this.#tickMs) * this.#tickMs + this.aheadMs;
  monotonicMs = (): number => this.#real.monotonicMs();
  schedule: Clock['schedule'] = (delayMs, task) => this.#real.schedule(delayMs, task);
}
