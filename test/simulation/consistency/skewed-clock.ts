import type { Clock } from '../../../src/platform/clock';

/** The clock of one machine: ahead of the real time, or behind, by what it has been set to. Only its wall clock is wrong. */
export class SkewedClock implements Clock {
  readonly #real: Clock;
  /** Whole milliseconds; may be set at any time, and so time may seem to go back. */
  aheadMs = 0;

  constructor(real: Clock) {
    this.#real = real;
  }

  nowMs = (): number => this.#real.nowMs() + this.aheadMs;
  monotonicMs = (): number => this.#real.monotonicMs();
  schedule: Clock['schedule'] = (delayMs, task) => this.#real.schedule(delayMs, task);
}
