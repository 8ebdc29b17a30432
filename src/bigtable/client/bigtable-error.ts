import { TidemarkError, type ErrorCode } from '../../errors';
import { GrpcStatus, grpcStatusName, type GrpcStatusCode } from '../../platform/network/grpc';

export interface BigtableErrorDetails {
  readonly cause?: unknown;
  /** How long the server asks to wait before a retry (google.rpc.RetryInfo). */
  readonly retryDelayMs?: number | undefined;
  /** The connection or the stream broke: the status is this side's guess and says nothing about the request. */
  readonly broken?: boolean;
  /** The server certainly did not process the call, so even a call that is not idempotent may be repeated. */
  readonly unprocessed?: boolean;
  /** What was received of the answer does not count, even if all of it was. */
  readonly untrusted?: boolean;
  /** `x-goog-cbt-cookie-*` metadata, to be sent back with the retry. */
  readonly routingCookies?: Readonly<Record<string, string>> | undefined;
  /** Stands instead of the code that follows from the status. */
  readonly code?: ErrorCode;
}

const RETRY_AFTER_SECONDS = 1;

/** A call to Bigtable failed. Everything in src/bigtable throws either this or an `invalid_argument`. */
export class BigtableError extends TidemarkError {
  override readonly name = 'BigtableError';
  readonly retryDelayMs: number | undefined;
  readonly broken: boolean;
  readonly unprocessed: boolean;
  readonly untrusted: boolean;
  readonly routingCookies: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly grpcStatus: GrpcStatusCode,
    message: string,
    details: BigtableErrorDetails = {},
  ) {
    const code = details.code ?? codeOf(grpcStatus);
    super(code, `${grpcStatusName(grpcStatus)}: ${message}`, {
      cause: details.cause,
      ...(code === 'store_unavailable' || code === 'overloaded'
        ? { retryAfterSeconds: retryAfterSeconds(details.retryDelayMs) }
        : {}),
    });
    this.retryDelayMs = details.retryDelayMs;
    this.broken = details.broken ?? false;
    this.unprocessed = details.unprocessed ?? false;
    this.untrusted = details.untrusted ?? false;
    this.routingCookies = details.routingCookies;
  }
}

function retryAfterSeconds(retryDelayMs = 0): number {
  return Math.max(RETRY_AFTER_SECONDS, Math.ceil(retryDelayMs / 1_000));
}

function codeOf(status: GrpcStatusCode): ErrorCode {
  if (status === GrpcStatus.UNAVAILABLE) return 'store_unavailable';
  if (status === GrpcStatus.DEADLINE_EXCEEDED) return 'deadline_exceeded';
  return 'store_rejected';
}

/** The caller's signal aborted. */
export function cancelledError(reason: unknown): BigtableError {
  return new BigtableError(GrpcStatus.CANCELLED, 'the caller cancelled the call', {
    cause: reason,
    code: 'client_closed_request',
  });
}

export function deadlineError(timeoutMs: number): BigtableError {
  return new BigtableError(GrpcStatus.DEADLINE_EXCEEDED, `no answer within ${Math.round(timeoutMs)} ms`);
}

/** Whatever was thrown on the way, as a BigtableError. */
export function toBigtableError(error: unknown): BigtableError {
  if (error instanceof BigtableError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BigtableError(GrpcStatus.INTERNAL, message, { cause: error });
}
