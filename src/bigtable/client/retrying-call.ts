import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import type { Random } from '../../platform/random';
import type { AnswerCheck } from './answer-check';
import { cancelledError, toBigtableError, type BigtableError } from './bigtable-error';
import { retryBackoffMs, isRetryable, type RetryLimits } from './retry';
import type { Call, GrpcTransport } from '../transport/create-transport';
import type { CallOptions } from './types';

/** Report of a finished call, for metrics and traces. */
export interface CallReport {
  /** Name of the RPC, e.g. `ReadRows`. */
  readonly method: string;
  readonly attempts: number;
  readonly durationMs: number;
  readonly status: GrpcStatusCode;
}

/** Receives a report of each finished call. */
export interface CallObserver {
  onCall(report: CallReport): void;
}

/** Dependencies of every call, independent of its transport. */
export interface CallDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: RetryLimits;
  readonly observer?: CallObserver | undefined;
  /** Checks which cluster has answered. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

/** Dependencies of calls that use this folder's transport. */
export interface ClientDependencies extends CallDependencies {
  readonly transport: GrpcTransport;
}

/** Properties of a call that all its attempts share. */
export interface CallSpec {
  /** gRPC service, e.g. `google.bigtable.v2.Bigtable`. */
  readonly service: string;
  readonly method: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly idempotent: boolean;
}

/** One call from the caller's point of view: any number of attempts under one deadline. */
export class RetryingCall {
  readonly #dependencies: CallDependencies;
  readonly #spec: CallSpec;
  readonly #signal: CancelSignal | undefined;
  readonly #startedMs: number;
  readonly #deadlineMs: number;
  #attempts = 0;
  #failuresInARow = 0;
  #routingCookies: Readonly<Record<string, string>> | undefined;
  /** Ends the pause before the next attempt. */
  #pause: AbortController | undefined;
  #isEnded = false;

  constructor(dependencies: CallDependencies, spec: CallSpec, options: CallOptions = {}) {
    this.#dependencies = dependencies;
    this.#spec = spec;
    this.#signal = options.signal;
    this.#startedMs = dependencies.clock.monotonicMs();
    this.#deadlineMs = this.#startedMs + (options.timeoutMs ?? spec.timeoutMs);
  }

  /** Returns the transport call of the next attempt. */
  nextCall(request: Buffer, messageBytesMax?: number): Call {
    this.#attempts += 1;
    const { service, method, metadata } = this.#spec;
    return {
      path: `/${service}/${method}`,
      request,
      metadata: this.#attempts === 1 ? metadata : { ...metadata, ...this.#retryMetadata() },
      deadlineMs: this.#deadlineMs,
      signal: this.#signal,
      messageBytesMax,
      checkAnswer: this.#dependencies.checkAnswer,
    };
  }

  /** Restarts the count of consecutive failures, because the attempt made progress. */
  resetFailures(): void {
    this.#failuresInARow = 0;
  }

  /** Resolves when the next attempt is due. Ends the operation with the error if there is none. */
  async waitForRetry(thrown: unknown): Promise<void> {
    const error = toBigtableError(thrown);
    this.#failuresInARow += 1;
    this.#routingCookies = error.routingCookies ?? this.#routingCookies;
    const { random, limits } = this.#dependencies;
    const delayMs = retryBackoffMs(this.#failuresInARow, error, limits, random);
    if (!this.#mayRetry(error, delayMs)) throw this.fail(error);
    try {
      await this.#sleep(delayMs);
    } catch (reason) {
      throw this.fail(cancelledError(reason));
    }
  }

  /** Reports success. Only the first end of an operation is reported. */
  succeed(): void {
    this.#report(GrpcStatus.OK);
  }

  fail(error: BigtableError): BigtableError {
    this.#report(error.grpcStatus);
    this.#pause?.abort();
    return error;
  }

  /** Not implemented with AbortSignal.any, which in Node 20 leaks memory on a long-lived signal at each call. */
  async #sleep(delayMs: number): Promise<void> {
    const pause = new AbortController();
    const onAbort = (): void => pause.abort(this.#signal?.reason);
    this.#pause = pause;
    this.#signal?.addEventListener('abort', onAbort, { once: true });
    if (this.#signal?.aborted === true) onAbort();
    try {
      await sleep(this.#dependencies.clock, delayMs, pause.signal);
    } finally {
      this.#signal?.removeEventListener('abort', onAbort);
    }
  }

  #mayRetry(error: BigtableError, delayMs: number): boolean {
    const { clock, limits } = this.#dependencies;
    return (
      this.#spec.idempotent &&
      isRetryable(error) &&
      this.#failuresInARow < limits.retryAttemptsMax &&
      clock.monotonicMs() + delayMs < this.#deadlineMs
    );
  }

  #retryMetadata(): Record<string, string> {
    return { 'bigtable-attempt': String(this.#attempts - 1), ...this.#routingCookies };
  }

  #report(status: GrpcStatusCode): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#dependencies.observer?.onCall({
      method: this.#spec.method,
      attempts: this.#attempts,
      durationMs: this.#dependencies.clock.monotonicMs() - this.#startedMs,
      status,
    });
  }
}

/** Runs `attempt`, retries it according to the operation's policy, and reports the outcome. */
export async function runWithRetries<T>(retryingCall: RetryingCall, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const result = await attempt();
      retryingCall.succeed();
      return result;
    } catch (error) {
      await retryingCall.waitForRetry(error);
    }
  }
}
