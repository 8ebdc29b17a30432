import type { Clock } from '../../src/platform/time/clock';

interface Task {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/**
 * Clock that moves only on request or when nothing else is left to do, for deterministic simulations. Timers fire in
 * order of their time; equal ones in the order in which they were set.
 */
export class VirtualClock implements Clock {
  readonly #startMs: number;
  #elapsedMs = 0;
  #orders = 0;
  /** Timers in firing order. */
  readonly #tasks: Task[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
  }

  /** Returns whole milliseconds, as wall clocks do. */
  nowMs = (): number => this.#startMs + Math.floor(this.#elapsedMs);
  monotonicMs = (): number => this.#elapsedMs;

  schedule = (delayMs: number, run: Task['run']): (() => void) => {
    const task = { dueMs: this.#elapsedMs + Math.max(0, delayMs), order: this.#orders++, run };
    this.#tasks.splice(this.#placeOf(task), 0, task);
    return () => {
      const place = this.#placeOf(task);
      if (this.#tasks[place] === task) this.#tasks.splice(place, 1);
    };
  };

  /** Number of pending timers. */
  get pending(): number {
    return this.#tasks.length;
  }

  /**
   * Advances the time and fires the timers that are due. After each timer, pending promises run, and promises
   * returned by it are awaited.
   */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#elapsedMs + byMs;
    await settlePromises();
    for (let task = this.#tasks[0]; task !== undefined && task.dueMs <= untilMs; task = this.#tasks[0]) {
      this.#tasks.shift();
      this.#elapsedMs = task.dueMs;
      await task.run();
      await settlePromises();
    }
    this.#elapsedMs = untilMs;
  }

  /** Returns the position of the task among the others. */
  #placeOf({ dueMs, order }: Task): number {
    let least = 0;
    let most = this.#tasks.length;
    while (least < most) {
      const middle = (least + most) >>> 1;
      const other = this.#tasks[middle]!;
      if (other.dueMs < dueMs || (other.dueMs === dueMs && other.order < order)) least = middle + 1;
      else most = middle;
    }
    return least;
  }
}

/** Resolves when all promises that do not wait for the clock have run. */
const settlePromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
