import type { BatchEntryError, ErrorCode, Problem } from './types';

/** Failures that the client itself reports, without an answer of the server. */
export type ClientErrorCode =
  | 'connection_failed'
  | 'client_timeout'
  | 'cancelled'
  | 'invalid_response'
  | 'session_full'
  | 'batcher_closed'
  | 'invalid_option';

/** Codes of failures that the same request can overcome later. */
export const RETRYABLE_CODES: ReadonlySet<string> = new Set<ErrorCode | ClientErrorCode>([
  'directory_rebuilding',
  'restore_not_replayed',
  'too_many_reservations',
  'rate_limited',
  'issuer_unavailable',
  'request_timeout',
  'client_closed_request',
  'store_unavailable',
  'deadline_exceeded',
  'draining',
  'not_ready',
  'overloaded',
  'consistency_unmet',
  'no_write_cluster',
  'conflict',
  'connection_failed',
]);

/** Codes of failures that happen before anything is written, so that every request can be repeated. */
export const UNAPPLIED_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'directory_rebuilding',
  'restore_not_replayed',
  'rate_limited',
  'issuer_unavailable',
  'draining',
  'not_ready',
  'overloaded',
  'no_write_cluster',
]);

interface ErrorDetails {
  readonly status?: number | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly problem?: Problem | undefined;
  /** Token of the answer: an answer about absent data has one. */
  readonly token?: string | undefined;
  readonly cause?: unknown;
}

/** Failure of a call. `code` is stable: programs compare it. */
export class TidemarkError extends Error {
  override readonly name = 'TidemarkError';
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** HTTP status, if the server answered. */
  readonly status: number | undefined;
  /** Invalid field, as a path into the request. */
  readonly field: string | undefined;
  /** Id of the request in the log of the server. */
  readonly requestId: string | undefined;
  /** Time that the server asks to wait before a retry, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Problem as the server sent it. */
  readonly problem: Problem | undefined;
  readonly token: string | undefined;

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.retryable = RETRYABLE_CODES.has(code);
    this.status = details.status;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.problem = details.problem;
    this.token = details.token;
  }

  /** Events of a batch that were not written, if the failure is that of a batch. */
  get entries(): readonly BatchEntryError[] {
    return this.problem?.errors ?? [];
  }
}

/** Whether a value is an error of the client with one of these codes; without codes, with any. */
export function isTidemarkError<Code extends ErrorCode | ClientErrorCode>(
  value: unknown,
  ...codes: readonly Code[]
): value is TidemarkError & { readonly code: Code } {
  if (!(value instanceof TidemarkError)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes(value.code);
}
