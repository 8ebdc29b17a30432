import { appendAll } from '../core/shared/lists';
import { ERROR_TABLE, publicMessage, TidemarkError, type ErrorDetails } from '../errors';
import type { ApiResponse } from './endpoint';
import { bodyBytes } from './response-body';
import { NO_CONTENT_POLICY, SECURITY_HEADERS } from './server/security-headers';

/**
 * An error with additional members of its problem document, such as one error per entry of a batch, or additional
 * headers.
 */
export class DetailedError extends TidemarkError {
  constructor(
    error: TidemarkError,
    readonly members: Readonly<Record<string, unknown>>,
    readonly headers: readonly string[] = [],
  ) {
    super(error.code, error.message, detailsOf(error));
  }
}

function detailsOf({ field, retryAfterSeconds, regions, cause }: TidemarkError): ErrorDetails {
  return {
    cause,
    field,
    retryAfterSeconds,
    regions,
  };
}

/**
 * Converts anything thrown to a TidemarkError. An unknown error becomes the `cause` of an `internal` one, for the log.
 */
export function toTidemarkError(error: unknown): TidemarkError {
  if (error instanceof TidemarkError) return error;
  return new TidemarkError(
    'internal',
    'unexpected error: the log of the server has the details under the request id',
    {
      cause: error,
    },
  );
}

interface ProblemContext {
  readonly requestId: string;
  /** Value of Retry-After for errors with status 503 that set none, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** Returns the RFC 9457 problem document of an error. Its type is the error code. */
export function problemResponse(error: TidemarkError, context: ProblemContext): ApiResponse {
  const { status, title } = ERROR_TABLE[error.code];
  const body = {
    type: `urn:tidemark:error:${error.code}`,
    title,
    status,
    detail: publicMessage(error),
    code: error.code,
    field: error.field,
    regions: error.regions,
    requestId: context.requestId,
    ...(error instanceof DetailedError ? error.members : undefined),
  };
  return {
    status,
    mediaType: 'application/problem+json',
    body: JSON.stringify(body),
    headers: [
      ...retryAfter(error, context.retryAfterSeconds),
      ...regionsHeader(error),
      ...(error instanceof DetailedError ? error.headers : insufficientScopeHeaders(error)),
    ],
    errorCode: error.code,
  };
}

function retryAfter(error: TidemarkError, fallback: number | undefined): readonly string[] {
  const seconds = error.retryAfterSeconds ?? (error.status === 503 ? fallback : undefined);
  return seconds === undefined ? [] : ['retry-after', String(seconds)];
}

/** Returns the header with the regions that can serve a request which this one may not. */
function regionsHeader({ regions }: TidemarkError): readonly string[] {
  return regions === undefined ? [] : ['tidemark-regions', regions.join(', ')];
}

/** Returns the challenge for a valid token whose caller may not access the data (RFC 6750, 3.1). */
function insufficientScopeHeaders({ code }: TidemarkError): readonly string[] {
  if (code !== 'permission_denied') return [];
  return ['www-authenticate', 'Bearer realm="tidemark", error="insufficient_scope"'];
}

/** Returns all headers of an answer, as names and values in turn. `isLast` adds `connection: close`. */
export function responseHeaders(
  response: ApiResponse,
  { requestId, isLast }: { readonly requestId: string; readonly isLast: boolean },
): string[] {
  const { mediaType, body, headers, cacheControl = 'no-store', contentPolicy = NO_CONTENT_POLICY } = response;
  const all = ['x-request-id', requestId, 'cache-control', cacheControl];
  all.push('content-security-policy', contentPolicy);
  appendAll(all, SECURITY_HEADERS);
  if (mediaType !== undefined) all.push('content-type', mediaType);
  if (mediaType !== undefined && response.parts === undefined)
    all.push('content-length', String(bodyBytes(body)));
  if (headers !== undefined) appendAll(all, headers);
  if (isLast) all.push('connection', 'close');
  return all;
}
