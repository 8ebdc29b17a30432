import { backoffCeilingMs } from '../time/backoff';
import type { Clock } from '../time/clock';
import type { Random } from '../random';

export interface TaskOptions {
  readonly name: string;
  /** From the start of one run to the start of the next; a run that takes longer is followed at once. */
  readonly intervalMs: number;
  /** The first run begins within so long, at random. Default: the interval. */
  readonly firstRunWithinMs?: number;
  /** Each pause is made shorter or longer at random by up to this share, so that processes do not keep step; 0 to 1. */
  readonly jitter?: number;
  /** A run that takes longer is told to end by its signal, counts as failed, and is waited for no more. */
  readonly timeoutMs: number;
  /**
   * With each failure in a row the longest pause doubles, from the interval up to this; how much longer than the interval the pause is,
   * is random. Default: 16 intervals.
   */
  readonly backoffMaxMs?: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends soon after the signal aborts. What it does regardless is its own affair: the next run does not wait for it. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Told of each failure but those that stopping causes; `failuresInARow` counts this one. */
  readonly onError?: (error: unknown, failuresInARow: number) => void;
}

export interface TaskStatus {
  readonly name: string;
  readonly failuresInARow: number;
}

/** Work that is done again and again in the background, one run at a time, whatever becomes of a run. */
export interface SupervisedTask {
  status(): TaskStatus;
  /** No run begins any more, and the one under way is told to end. Resolves when it has, or is given up. */
  stop(): Promise<void>;
}

/** Starts the task. Its first run begins at a random moment, so that many begin spread out. */
export function supervise(options: TaskOptions): SupervisedTask {
  return new PeriodicTask(options);
}

class PeriodicTask implements SupervisedTask {
  readonly #options: TaskOptions;
  #cancelNext: () => void;
  #current: { readonly control: AbortController; readonly ended: Promise<void> } | undefined;
  #stopped = false;
  #failuresInARow = 0;

  constructor(options: TaskOptions) {
    this.#options = options;
    const { clock, random, intervalMs, firstRunWithinMs = intervalMs } = options;
    this.#cancelNext = clock.schedule(random() * firstRunWithinMs, () => this.#begin());
  }

  status(): TaskStatus {
    return { name: this.#options.name, failuresInARow: this.#failuresInARow };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelNext();
    const { clock, timeoutMs, name } = this.#options;
    const { control, ended } = this.#current ?? {};
    control?.abort(new Error(`${name} is stopping`));
    // A run that does not listen is given up by its own timer, for which nothing keeps the process alive.
    const release = clock.schedule(timeoutMs, () => undefined, { keepAlive: true });
    await ended;
    release();
  }

  #begin(): void {
    const control = new AbortController();
    const startedMs = this.#options.clock.monotonicMs();
    const ended = this.#runOnce(control).then((failure) => {
      this.#current = undefined;
      if (!this.#stopped) this.#scheduleNext(failure, startedMs);
    });
    this.#current = { control, ended };
  }

  #scheduleNext(failure: Failure | undefined, startedMs: number): void {
    const { clock, onError } = this.#options;
    this.#failuresInARow = failure === undefined ? 0 : this.#failuresInARow + 1;
    const pauseMs = this.#pauseMs() - (clock.monotonicMs() - startedMs);
    this.#cancelNext = clock.schedule(Math.max(0, pauseMs), () => this.#begin());
    if (failure !== undefined) onError?.(failure.error, this.#failuresInARow);
  }

  /** Resolves when the run is over or given up, with what went wrong. */
  #runOnce(control: AbortController): Promise<Failure | undefined> {
    const { clock, timeoutMs, name } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.schedule(timeoutMs, () => {
        const error = new Error(`${name} did not end within ${timeoutMs} ms`);
        resolve({ error });
        control.abort(error);
      });
      const settle = (failure?: Failure): void => {
        cancel();
        resolve(failure);
      };
      this.#invoke(control.signal).then(
        () => settle(),
        (error: unknown) => settle({ error }),
      );
    });
  }

  /** What a run throws before it has a promise is a failure like any other. */
  async #invoke(signal: AbortSignal): Promise<void> {
    await this.#options.run(signal);
  }

  #pauseMs(): number {
    const { intervalMs, jitter = 0, random, backoffMaxMs = 16 * intervalMs } = this.#options;
    const limits = { initialDelayMs: intervalMs, maxDelayMs: Math.max(intervalMs, backoffMaxMs) };
    const beyondMs = backoffCeilingMs(limits, this.#failuresInARow - 1) - intervalMs;
    const pauseMs = beyondMs === 0 ? intervalMs : intervalMs + beyondMs * random();
    return pauseMs * (1 + jitter * (2 * random() - 1));
  }
}

/** In an object, since anything may be thrown. */
interface Failure {
  readonly error: unknown;
}
