import type { CancelSignal } from '../../platform/tasks/cancellation';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { TidemarkError, type ErrorCode } from '../../errors';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { WaveTakenOver } from './wave-taken-over';

export interface StepLimits {
  /** Time limit of one call, in milliseconds. */
  readonly callTimeoutMs: number;
  /** Time for which a step may keep failing, in milliseconds. */
  readonly retryTimeoutMs: number;
  readonly retryInitialDelayMs: number;
  readonly retryMaxDelayMs: number;
}

export interface StepDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: StepLimits;
  /** Pace of the calls. Undefined: steps do not wait. */
  readonly pace?: { reserve(calls: number): number } | undefined;
}

/**
 * Runs the steps of a mover: repeats each that fails retryably, and runs none after the signal has aborted. Steps may
 * be repeated because each is conditional, or writes what it wrote before.
 */
export class Steps {
  readonly #dependencies: StepDependencies;
  readonly #signal: CancelSignal | undefined;

  constructor(dependencies: StepDependencies, signal: CancelSignal | undefined) {
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  get signal(): CancelSignal | undefined {
    return this.#signal;
  }

  /**
   * Runs a step of one call, or of several. It waits for the pace before the first attempt; later ones have pauses of their
   * own.
   */
  async run<T>(
    step: (call: CallOptions) => Promise<T>,
    { calls = 1 }: { readonly calls?: number } = {},
  ): Promise<T> {
    const { clock, limits, random, pace } = this.#dependencies;
    const waitMs = pace?.reserve(calls) ?? 0;
    if (waitMs > 0) await this.sleep(waitMs);
    const { retryInitialDelayMs: initialDelayMs, retryMaxDelayMs: maxDelayMs } = limits;
    const deadlineMs = clock.monotonicMs() + limits.retryTimeoutMs;
    for (let attempt = 0; ; attempt++) {
      this.checkNotAborted();
      try {
        return await step({ timeoutMs: limits.callTimeoutMs, signal: this.#signal });
      } catch (error) {
        const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, attempt, random);
        if (!mayRepeat(error) || clock.monotonicMs() + delayMs > deadlineMs) throw error;
        await this.sleep(delayMs);
      }
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

const mayRepeat = (error: unknown): boolean =>
  error instanceof TidemarkError &&
  error.retryable &&
  !ENDING.includes(error.code) &&
  !(error instanceof WaveTakenOver);
