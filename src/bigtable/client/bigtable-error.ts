import { TidemarkError, type ErrorCode } from '../../errors';
import { GrpcStatus, grpcStatusName, type GrpcStatusCode } from '../../platform/network/grpc';

export interface BigtableErrorDetails {
  readonly cause?: unknown;
  /** Minimum delay before a retry that the server requests (google.rpc.RetryInfo), in milliseconds. */
  readonly retryDelayMs?: number | undefined;
  /**
   * True when the connection or the stream broke: the client inferred the status, and it does not describe the request.
   */
  readonly broken?: boolean;
  /** True when the server certainly did not process the call, so that even a non-idempotent call may be repeated. */
  readonly unprocessed?: boolean;
  /** True when the received answer must be discarded, even if it is complete. */
  readonly untrusted?: boolean;
  /** `x-goog-cbt-cookie-*` metadata to send back with the retry. */
  readonly routingCookies?: Readonly<Record<string, string>> | undefined;
  /** Error code that replaces the one derived from the status. */
  readonly code?: ErrorCode;
}

const RETRY_AFTER_SECONDS = 1;

/** Failure of a call to Bigtable. All code in src/bigtable throws either this or an `invalid_argument`. */
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
      retryAfterSeconds:
        code === 'store_unavailable' || code === 'overloaded'
          ? retryAfterSeconds(details.retryDelayMs)
          : undefined,
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

/** Returns the error of a call whose signal the caller aborted. */
export function cancelledError(reason: unknown): BigtableError {
  return new BigtableError(GrpcStatus.CANCELLED, 'the caller cancelled the call', {
    cause: reason,
    code: 'client_closed_request',
  });
}

/** Returns the error of a call without an answer within its time limit. Less than half a millisecond: no time was left for it. */
export function deadlineError(timeoutMs: number): BigtableError {
  const ms = Math.round(timeoutMs);
  const text = ms > 0 ? `no answer within ${ms} ms` : 'no time was left for the call';
  return new BigtableError(GrpcStatus.DEADLINE_EXCEEDED, text);
}

/** Converts any thrown value into a `BigtableError`. */
export function toBigtableError(error: unknown): BigtableError {
  if (error instanceof BigtableError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new BigtableError(GrpcStatus.INTERNAL, message, { cause: error });
}
