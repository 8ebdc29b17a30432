import { backoffCeilingMs } from '../time/backoff';
import type { Clock } from '../time/clock';
import type { Random } from '../random';

export interface TaskOptions {
  readonly name: string;
  /**
   * Time from the start of one run to the start of the next, in milliseconds. A run that takes longer is followed at
   * once.
   */
  readonly intervalMs: number;
  /** Maximum random delay of the first run, in milliseconds. Default: the interval. */
  readonly firstRunWithinMs?: number;
  /** Share, 0 to 1, by which each pause varies at random, so that processes do not run in lockstep. Default: 0. */
  readonly jitter?: number;
  /**
   * Maximum duration of a run in milliseconds. A run that takes longer is aborted, counts as failed and is not awaited
   * any more.
   */
  readonly timeoutMs: number;
  /**
   * Longest pause after failures, in milliseconds. The upper bound of the pause doubles with each consecutive failure,
   * from the interval up to this; the pause is random between the interval and the bound. Default: 16 intervals.
   */
  readonly backoffMaxMs?: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Performs one run. It should end soon after the signal aborts; the next run does not wait for one that does not. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Called for each failure, except those caused by stopping; `failuresInARow` includes this one. */
  readonly onError?: (error: unknown, failuresInARow: number) => void;
}

export interface TaskStatus {
  readonly name: string;
  readonly failuresInARow: number;
}

/** Periodic background work, one run at a time; it continues after a run fails or hangs. */
export interface SupervisedTask {
  status(): TaskStatus;
  /** Starts no further run and aborts the current one. Resolves when the current run has ended or timed out. */
  stop(): Promise<void>;
}

/**
 * Starts a supervised task. Its first run begins after a random delay, so that the starts of many tasks are spread out.
 */
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
    // A run that ignores its signal ends by its timeout; that timer does not keep the process alive, so this one does.
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

  /** Resolves when the run has ended or timed out, with its failure, if any. */
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

  /** Runs once; a synchronous throw becomes a rejection. */
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

/** Wraps the error in an object, since any value may be thrown, also undefined. */
interface Failure {
  readonly error: unknown;
}
