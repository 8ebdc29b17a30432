import { ERROR_TABLE, TidemarkError } from '../errors';
import type { ApiResponse } from './endpoint';

/** Anything thrown, as what the caller may know of it. The original stays behind as the cause, for the log. */
export function toTidemarkError(error: unknown): TidemarkError {
  if (error instanceof TidemarkError) return error;
  return new TidemarkError('internal', 'an unexpected error; the log tells more under the request id', {
    cause: error,
  });
}

/** The answer that tells of an error: an RFC 9457 problem with the code as its type. `extra` are further members. */
export function problem(
  error: TidemarkError,
  requestId: string,
  extra: Readonly<Record<string, unknown>> = {},
): ApiResponse {
  const { status, title } = ERROR_TABLE[error.code];
  const body = {
    type: `urn:tidemark:error:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    field: error.field,
    requestId,
    ...extra,
  };
  const headers =
    error.retryAfterSeconds === undefined ? [] : ['retry-after', String(error.retryAfterSeconds)];
  return {
    status,
    mediaType: 'application/problem+json',
    body: JSON.stringify(body),
    headers,
    errorCode: error.code,
  };
}
