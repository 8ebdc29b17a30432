import type { Clock } from '../../src/platform/time/clock';

interface Task {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

/**
 * Time that moves only when told to, or when nothing else is left to do: simulations run on it, deterministically.
 * Timers fire in order of their time, and of their setting when that is equal.
 */
export class VirtualClock implements Clock {
  readonly #startMs: number;
  #elapsedMs = 0;
  #orders = 0;
  /** In the order of their firing. */
  readonly #tasks: Task[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs;
  }

  /** Whole milliseconds, as wall clocks show. */
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

  /** Timers that wait. */
  get pending(): number {
    return this.#tasks.length;
  }

  /** Lets the time pass, firing what falls due. Promises have their turn after each timer; those that it returns are waited for. */
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

  /** Where the task stands among the others, or would. */
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

/** Resolves when the promises that can go on without the clock have done so. */
const settlePromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
