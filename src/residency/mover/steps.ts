import type { CancelSignal } from '../../platform/tasks/cancellation';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { TidemarkError, type ErrorCode } from '../../errors';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { CallPermit } from './move-pace';
import { WaveTakenOver } from './wave-taken-over';

export interface MoverStepLimits {
  /** Time limit of one call, in milliseconds. */
  readonly callTimeoutMs: number;
  /** Time for which a step may keep failing, in milliseconds. */
  readonly retryTimeoutMs: number;
  readonly retryInitialDelayMs: number;
  readonly retryMaxDelayMs: number;
}

/** Pace of steps: see `MovePace`. */
export interface StepPace {
  /** Returns the rank of the steps: those with a lower one come first. */
  nextRank(): number;
  acquire(rank: number, signal: CancelSignal | undefined): Promise<CallPermit>;
}

export interface StepDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: MoverStepLimits;
  /** Pace of the calls. Undefined: steps do not wait. */
  readonly pace?: StepPace | undefined;
}

/**
 * Runs the steps of a mover: repeats each that fails retryably, and runs none after the signal has aborted. Steps may
 * be repeated because each is conditional, or writes what it wrote before.
 */
export class MoverSteps {
  readonly #dependencies: StepDependencies;
  readonly #signal: CancelSignal | undefined;
  readonly #rank: number;

  constructor(dependencies: StepDependencies, signal: CancelSignal | undefined) {
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#rank = dependencies.pace?.nextRank() ?? 0;
  }

  get signal(): CancelSignal | undefined {
    return this.#signal;
  }

  /**
   * Runs a step. Each attempt waits for the pace, unless `isPaced` is false: for steps that wait more than they work.
   * The time of this wait does not count as failure.
   */
  async run<T>(step: (call: CallOptions) => Promise<T>, { isPaced = true } = {}): Promise<T> {
    const { clock, limits, random } = this.#dependencies;
    const { retryInitialDelayMs: initialDelayMs, retryMaxDelayMs: maxDelayMs } = limits;
    let failingMs = 0;
    for (let attempt = 0; ; attempt++) {
      this.checkNotAborted();
      const permit = isPaced ? await this.#dependencies.pace?.acquire(this.#rank, this.#signal) : undefined;
      const startedMs = clock.monotonicMs();
      try {
        return await this.#attempt(step, permit);
      } catch (error) {
        const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, attempt, random);
        failingMs += clock.monotonicMs() - startedMs + delayMs;
        if (!mayRepeat(error) || failingMs > limits.retryTimeoutMs) throw error;
        await this.sleep(delayMs);
      }
    }
  }

  async #attempt<T>(step: (call: CallOptions) => Promise<T>, permit: CallPermit | undefined): Promise<T> {
    const { callTimeoutMs: timeoutMs } = this.#dependencies.limits;
    let isOverloaded = false;
    try {
      return await step({ timeoutMs, signal: this.#signal });
    } catch (error) {
      isOverloaded = error instanceof TidemarkError && OVERLOAD.includes(error.code);
      throw error;
    } finally {
      permit?.release(isOverloaded);
    }
  }

  /** Throws `client_closed_request` if the signal aborts. */
  async sleep(delayMs: number): Promise<void> {
    try {
      await sleep(this.#dependencies.clock, delayMs, this.#signal);
    } catch (reason) {
      throw cancelledError(reason);
    }
  }

  /** Throws `client_closed_request` if the signal has aborted. */
  checkNotAborted(): void {
    if (this.#signal?.aborted === true) throw cancelledError(this.#signal.reason);
  }
}

/** Errors that others may repeat, but not a mover: it was cancelled, or an operator rebuilds the directory. */
const ENDING: readonly ErrorCode[] = ['client_closed_request', 'directory_rebuilding'];

/** Errors that show that a cluster has too much to do. */
const OVERLOAD: readonly ErrorCode[] = ['overloaded', 'deadline_exceeded', 'store_unavailable'];

const mayRepeat = (error: unknown): boolean =>
  error instanceof TidemarkError &&
  error.retryable &&
  !ENDING.includes(error.code) &&
  !(error instanceof WaveTakenOver);
