import { AsyncResource } from 'node:async_hooks';
import type { Clock } from './clock';

/** Something to be done at an instant of the clock's monotonic time. */
interface PendingTimer {
  readonly dueMs: number;
  readonly task: () => void;
  /** Where it was set, for what belongs to a request: its spans. */
  readonly asyncContext: AsyncResource;
  /** Its place in the list; -1 when it is over. */
  index: number;
}

/**
 * Many timers by one of the clock's, for those that are nearly all cancelled: deadlines, hedges. The one is set for the
 * earliest, and stays while any is left, whether or not that one is: under load the clock is asked for a timer once per
 * shortest delay instead of twice per call. The list is looked through whenever the time of the first has come.
 */
export class SharedTimer implements Pick<Clock, 'schedule'> {
  readonly #clock: Clock;
  readonly #list: PendingTimer[] = [];
  #armedMs = Infinity;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** As the clock does, but that the process is never kept alive. */
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

  /** A timer may fire a little early by the other clock: its time has come all the same. */
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

  /** Unless one that went before has cancelled it. The clock's timer is of another request, most likely. */
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

  /** The last one takes its place: whoever goes leaves no gap, and nobody has to be looked for. */
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
