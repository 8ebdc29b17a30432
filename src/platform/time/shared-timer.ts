import { AsyncResource } from 'node:async_hooks';
import type { Clock } from './clock';

/** Task to run at an instant of the clock's monotonic time. */
interface PendingTimer {
  readonly dueMs: number;
  readonly task: () => void;
  /** Async context in which the timer was set, so that spans of the task belong to the right request. */
  readonly asyncContext: AsyncResource;
  /** Index in the list; -1 after the timer has fired or was cancelled. */
  index: number;
}

/**
 * Many timers on a single timer of the clock, for timers that are almost always cancelled, such as deadlines and
 * hedges. The clock's timer is set for the earliest one and stays set while any timer is left, even if the earliest was
 * cancelled. Under load, this sets a clock timer once per shortest delay instead of twice per call. When it fires, the
 * whole list is scanned.
 */
export class SharedTimer implements Pick<Clock, 'schedule'> {
  readonly #clock: Clock;
  readonly #list: PendingTimer[] = [];
  #armedMs = Infinity;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Like `Clock.schedule`, but never keeps the process alive. */
  schedule(delayMs: number, task: () => void): () => void {
    const place = new AsyncResource('SharedTimer');
    const due: PendingTimer = {
      dueMs: this.#clock.monotonicMs() + delayMs,
      task,
      asyncContext: place,
      index: this.#list.length,
    };
    this.#list.push(due);
    if (due.dueMs < this.#armedMs) this.#arm(due.dueMs, delayMs);
    return () => this.#remove(due);
  }

  #arm(dueMs: number, delayMs: number): void {
    this.#disarm?.();
    this.#armedMs = dueMs;
    this.#disarm = this.#clock.schedule(delayMs, () => this.#onDue());
  }

  /** Runs all due tasks. The clock's timer may fire slightly early; the tasks it was set for run nevertheless. */
  #onDue(): void {
    const untilMs = Math.max(this.#armedMs, this.#clock.monotonicMs());
    this.#armedMs = Infinity;
    this.#disarm = undefined;
    const over = this.#list.filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs);
    try {
      for (const due of over) this.#run(due);
    } finally {
      this.#armNext();
    }
  }

  /** Runs the task in its own async context, unless a task before it has cancelled it. */
  #run(due: PendingTimer): void {
    if (due.index < 0) return;
    this.#remove(due);
    due.asyncContext.runInAsyncScope(due.task);
  }

  #armNext(): void {
    let earliestMs = Infinity;
    for (const { dueMs } of this.#list) if (dueMs < earliestMs) earliestMs = dueMs;
    if (earliestMs < this.#armedMs) this.#arm(earliestMs, earliestMs - this.#clock.monotonicMs());
  }

  /** Removes a timer in constant time: the last timer of the list moves to its index. */
  #remove(due: PendingTimer): void {
    if (due.index < 0) return;
    const last = this.#list.pop()!;
    if (last !== due) {
      this.#list[due.index] = last;
      last.index = due.index;
    }
    due.index = -1;
    if (this.#list.length === 0) this.#disarmNow();
  }

  #disarmNow(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#armedMs = Infinity;
  }
}
