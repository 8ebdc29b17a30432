import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import type { Random } from '../../platform/random';
import type { AnswerCheck } from './answer-check';
import { cancelledError, toBigtableError, type BigtableError } from './bigtable-error';
import { retryBackoffMs, isRetryable, type RetryLimits } from './retry';
import type { Call, GrpcTransport } from '../transport/create-transport';
import type { ClientCallOptions } from './types';

/** What the client reports of each finished call, for metrics and traces. */
export interface CallReport {
  /** The RPC's name, e.g. `ReadRows`. */
  readonly method: string;
  readonly attempts: number;
  readonly durationMs: number;
  readonly status: GrpcStatusCode;
}

export interface CallObserver {
  onCall(report: CallReport): void;
}

/** What every operation needs, whatever carries its calls. */
export interface CallDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: RetryLimits;
  readonly observer?: CallObserver | undefined;
  /** Judges which cluster has answered. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

/** What a client needs whose calls go over the transport of this folder. */
export interface ClientDependencies extends CallDependencies {
  readonly transport: GrpcTransport;
}

/** The bounds of one attempt. */
export interface Attempt {
  /** When the operation ends at the latest, on the monotonic clock. */
  readonly deadlineMs: number;
  readonly signal: CancelSignal | undefined;
}

export interface CallSpec {
  /** The gRPC service, `google.bigtable.v2.Bigtable`. */
  readonly service: string;
  readonly method: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly idempotent: boolean;
}

/** One call as the caller sees it: any number of attempts under one deadline. */
export class RetryingCall {
  readonly #environment: CallDependencies;
  readonly #spec: CallSpec;
  readonly #signal: CancelSignal | undefined;
  readonly #startedMs: number;
  readonly #deadlineMs: number;
  #attempts = 0;
  #failuresInARow = 0;
  #routingCookies: Readonly<Record<string, string>> | undefined;
  /** Ends the pause before the next attempt. */
  #pause: AbortController | undefined;
  #over = false;

  constructor(environment: CallDependencies, spec: CallSpec, options: ClientCallOptions = {}) {
    this.#environment = environment;
    this.#spec = spec;
    this.#signal = options.signal;
    this.#startedMs = environment.clock.monotonicMs();
    this.#deadlineMs = this.#startedMs + (options.timeoutMs ?? spec.timeoutMs);
  }

  /** Begins the next attempt, where something else than the transport of this folder carries it. */
  nextAttempt(): Attempt {
    this.#attempts += 1;
    return { deadlineMs: this.#deadlineMs, signal: this.#signal };
  }

  /** The call of the next attempt. */
  nextCall(request: Buffer, messageBytesMax?: number): Call {
    const { deadlineMs, signal } = this.nextAttempt();
    const { service, method, metadata } = this.#spec;
    return {
      path: `/${service}/${method}`,
      request,
      metadata: this.#attempts === 1 ? metadata : { ...metadata, ...this.#retryMetadata() },
      deadlineMs,
      signal,
      messageBytesMax,
      checkAnswer: this.#environment.checkAnswer,
    };
  }

  /** The attempt brought something: failures are counted anew. */
  resetFailures(): void {
    this.#failuresInARow = 0;
  }

  /** Resolves when the next attempt is due. Ends the operation with the error when there is to be none. */
  async waitForRetry(thrown: unknown): Promise<void> {
    const error = toBigtableError(thrown);
    this.#failuresInARow += 1;
    this.#routingCookies = error.routingCookies ?? this.#routingCookies;
    const { random, limits } = this.#environment;
    const delayMs = retryBackoffMs(this.#failuresInARow, error, limits, random);
    if (!this.#mayRetry(error, delayMs)) throw this.fail(error);
    try {
      await this.#sleep(delayMs);
    } catch (reason) {
      throw this.fail(cancelledError(reason));
    }
  }

  /** The end, good or bad, is reported once. */
  succeed(): void {
    this.#report(GrpcStatus.OK);
  }

  fail(error: BigtableError): BigtableError {
    this.#report(error.grpcStatus);
    this.#pause?.abort();
    return error;
  }

  /** Not by AbortSignal.any, which in Node 20 leaves something on a long-lived signal each time. */
  async #sleep(delayMs: number): Promise<void> {
    const pause = new AbortController();
    const onAbort = (): void => pause.abort(this.#signal?.reason);
    this.#pause = pause;
    this.#signal?.addEventListener('abort', onAbort, { once: true });
    if (this.#signal?.aborted === true) onAbort();
    try {
      await sleep(this.#environment.clock, delayMs, pause.signal);
    } finally {
      this.#signal?.removeEventListener('abort', onAbort);
    }
  }

  #mayRetry(error: BigtableError, delayMs: number): boolean {
    const { clock, limits } = this.#environment;
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
    if (this.#over) return;
    this.#over = true;
    this.#environment.observer?.onCall({
      method: this.#spec.method,
      attempts: this.#attempts,
      durationMs: this.#environment.clock.monotonicMs() - this.#startedMs,
      status,
    });
  }
}

/** Repeats `attempt` as the operation's policy says, and reports the end. */
export async function runWithRetries<T>(operation: RetryingCall, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const result = await attempt();
      operation.succeed();
      return result;
    } catch (error) {
      await operation.waitForRetry(error);
    }
  }
}
