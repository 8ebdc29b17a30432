import { backoffMs as pauseMs } from '../../platform/time/backoff';
import type { Random } from '../../platform/random';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import type { BigtableError } from './bigtable-error';

/**
 * Statuses after which an idempotent call is repeated. RESOURCE_EXHAUSTED is not among them: servers request a repeat
 * with RetryInfo.
 */
export const RETRYABLE_STATUSES: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.ABORTED,
  GrpcStatus.DEADLINE_EXCEEDED,
  GrpcStatus.UNAVAILABLE,
]);

/** Returns whether a repeat of the call can succeed, provided that repeating it is harmless. */
export function isRetryable(error: BigtableError): boolean {
  if (error.code === 'client_closed_request' || error.code === 'draining') return false;
  return RETRYABLE_STATUSES.has(error.grpcStatus) || error.broken || error.retryDelayMs !== undefined;
}

export interface RetryLimits {
  readonly retryInitialDelayMs: number;
  readonly retryMaxDelayMs: number;
  readonly retryAttemptsMax: number;
}

/**
 * Returns the delay before the next attempt in milliseconds, after `failures` consecutive failures (1 or more). A
 * server's RetryInfo is a lower bound.
 */
export function retryBackoffMs(
  failures: number,
  error: BigtableError,
  limits: RetryLimits,
  random: Random,
): number {
  const { retryInitialDelayMs: initialDelayMs, retryMaxDelayMs: maxDelayMs } = limits;
  return (error.retryDelayMs ?? 0) + pauseMs({ initialDelayMs, maxDelayMs }, failures - 1, random);
}
