import { ERROR_TABLE, TidemarkError, type ErrorDetails } from '../errors';
import type { ApiResponse } from './endpoint';

/** An error whose problem has members of its own, e.g. one error for each entry of a batch. */
export class DetailedError extends TidemarkError {
  constructor(
    error: TidemarkError,
    readonly members: Readonly<Record<string, unknown>>,
  ) {
    super(error.code, error.message, detailsOf(error));
  }
}

function detailsOf({ field, retryAfterSeconds, cause }: TidemarkError): ErrorDetails {
  return {
    cause,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Anything thrown, as what the caller may know of it. The original stays behind as the cause, for the log. */
export function toTidemarkError(error: unknown): TidemarkError {
  if (error instanceof TidemarkError) return error;
  return new TidemarkError('internal', 'an unexpected error; the log tells more under the request id', {
    cause: error,
  });
}

interface ProblemContext {
  readonly requestId: string;
  /** When a caller that may try again is to do so, where the error does not say. */
  readonly retryAfterSeconds?: number;
}

/** The answer that tells of an error: an RFC 9457 problem with the code as its type. */
export function problem(error: TidemarkError, context: ProblemContext): ApiResponse {
  const { status, title } = ERROR_TABLE[error.code];
  const body = {
    type: `urn:tidemark:error:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    field: error.field,
    requestId: context.requestId,
    ...(error instanceof DetailedError ? error.members : undefined),
  };
  return {
    status,
    mediaType: 'application/problem+json',
    body: JSON.stringify(body),
    headers: retryAfter(error, context.retryAfterSeconds),
    errorCode: error.code,
  };
}

function retryAfter(error: TidemarkError, fallback: number | undefined): readonly string[] {
  const seconds = error.retryAfterSeconds ?? (error.status === 503 ? fallback : undefined);
  return seconds === undefined ? [] : ['retry-after', String(seconds)];
}
