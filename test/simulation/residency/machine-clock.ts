import type { Clock } from '../../../src/platform/time/clock';

/** `stopped`: the process alone, as by SIGSTOP. `suspended`: the whole machine, whose monotonic clock stops, too. */
export type PauseKind = 'stopped' | 'suspended';

/**
 * The clock of one machine, which can be paused with its process: no timer fires, and no message is received, until it
 * goes on. Then everything that has become due happens, in order. Its wall clock may differ from the real time.
 */
export class MachineClock implements Clock {
  readonly #real: Clock;
  /** Difference of the wall clock from the real time, in milliseconds. */
  #aheadMs: number;
  /** Time for which the machine was suspended, in milliseconds. */
  #suspendedMs = 0;
  #suspendedAtMs: number | undefined;
  #isPaused = false;
  #held: (() => void)[] = [];

  constructor(real: Clock, aheadMs: number) {
    this.#real = real;
    this.#aheadMs = aheadMs;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  nowMs = (): number => this.#real.nowMs() + this.#aheadMs;

  monotonicMs = (): number => (this.#suspendedAtMs ?? this.#real.monotonicMs()) - this.#suspendedMs;

  schedule: Clock['schedule'] = (delayMs, task) => {
    const dueMs = this.monotonicMs() + Math.max(0, delayMs);
    let isCancelled = false;
    let cancel: () => void;
    const fire = (): void | Promise<void> => {
      if (isCancelled) return;
      return dueMs - this.monotonicMs() > ROUNDING_MS ? arm() : task();
    };
    const arm = (): void => {
      cancel = this.#real.schedule(dueMs - this.monotonicMs(), () => this.whenRunning(fire));
    };
    arm();
    return () => {
      isCancelled = true;
      cancel();
    };
  };

  /** Steps the wall clock, forward or back, to this difference from the real time in milliseconds. */
  stepTo(aheadMs: number): void {
    this.#aheadMs = aheadMs;
  }

  /** Runs the task now, or when the process goes on. */
  whenRunning(task: () => void | Promise<void>): void | Promise<void> {
    if (!this.#isPaused) return task();
    this.#held.push(() => void task());
  }

  /** Pauses the process, unless it is paused already. Returns what ends the pause early. */
  pause(kind: PauseKind, forMs: number): () => void {
    if (this.#isPaused) return () => undefined;
    this.#isPaused = true;
    if (kind === 'suspended') this.#suspendedAtMs = this.#real.monotonicMs();
    let isOver = false;
    const goOn = (): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      this.#goOn();
    };
    const cancel = this.#real.schedule(forMs, goOn);
    return goOn;
  }

  #goOn(): void {
    if (this.#suspendedAtMs !== undefined) {
      this.#suspendedMs += this.#real.monotonicMs() - this.#suspendedAtMs;
      this.#suspendedAtMs = undefined;
    }
    this.#drain();
  }

  /** Runs what was held back, one task after the other, each with all that follows from it. */
  #drain(): void {
    const task = this.#held.shift();
    if (task === undefined) {
      this.#isPaused = false;
      return;
    }
    task();
    this.#real.schedule(0, () => this.#drain());
  }
}

const ROUNDING_MS = 1e-6;
