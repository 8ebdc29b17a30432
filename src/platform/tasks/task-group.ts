import type { Clock } from '../time/clock';
import type { Random } from '../random';
import { supervise, type SupervisedTask, type TaskOptions, type TaskStatus } from './supervisor';

export interface TaskGroupOptions {
  readonly name: string;
  /** Time between two comparisons of the running tasks with the desired ones, in milliseconds. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Returns the tasks that should run now, identified by name. A task that runs already keeps its options. */
  readonly desiredTasks: () => Iterable<TaskSpec>;
  readonly onError?: (error: unknown, task: string) => void;
}

/** Options of one task, without those shared by its group. */
export type TaskSpec = Omit<TaskOptions, 'clock' | 'random' | 'onError'>;

/** Supervised tasks whose set changes over time, for example one task per cluster. */
export class TaskGroup {
  readonly #options: TaskGroupOptions;
  readonly #tasks = new Map<string, SupervisedTask>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #reconciler: SupervisedTask;

  constructor(options: TaskGroupOptions) {
    const { name, intervalMs, clock, random } = options;
    this.#options = options;
    this.#reconcile();
    this.#reconciler = supervise({
      name,
      intervalMs,
      clock,
      random,
      timeoutMs: intervalMs,
      backoffMaxMs: intervalMs,
      run: async () => this.#reconcile(),
      onError: (error) => options.onError?.(error, name),
    });
  }

  status(): TaskStatus[] {
    return [...this.#tasks.values()].map((task) => task.status());
  }

  async stop(): Promise<void> {
    await this.#reconciler.stop();
    for (const name of [...this.#tasks.keys()]) this.#remove(name);
    await Promise.all(this.#stopping);
  }

  #reconcile(): void {
    const wanted = new Map([...this.#options.desiredTasks()].map((spec) => [spec.name, spec]));
    for (const name of [...this.#tasks.keys()]) if (!wanted.has(name)) this.#remove(name);
    for (const [name, spec] of wanted) if (!this.#tasks.has(name)) this.#add(spec);
  }

  #add(spec: TaskSpec): void {
    const { clock, random, onError } = this.#options;
    const task = supervise({
      ...spec,
      clock,
      random,
      onError: (error, failuresInARow) => {
        // Only the first of consecutive failures is reported; the task's status has their number.
        if (failuresInARow === 1) onError?.(error, spec.name);
      },
    });
    this.#tasks.set(spec.name, task);
  }

  #remove(name: string): void {
    const stopped = this.#tasks.get(name)?.stop();
    this.#tasks.delete(name);
    if (stopped === undefined) return;
    this.#stopping.add(stopped);
    void stopped.finally(() => this.#stopping.delete(stopped));
  }
}
