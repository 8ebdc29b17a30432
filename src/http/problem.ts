import { appendAll } from '../core/shared/lists';
import { ERROR_TABLE, TidemarkError, type ErrorCode, type ErrorDetails } from '../errors';
import type { ApiResponse } from './endpoint';
import { NO_CONTENT_POLICY, SECURITY_HEADERS } from './server/security-headers';

/** An error whose problem has members of its own, e.g. one error for each entry of a batch, and maybe headers. */
export class DetailedError extends TidemarkError {
  constructor(
    error: TidemarkError,
    readonly members: Readonly<Record<string, unknown>>,
    readonly headers: readonly string[] = [],
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

/** What the store or a library said may name hosts, tables or keys: it goes to the log, under the request id. */
const PRIVATE_MESSAGES: Partial<Record<ErrorCode, string>> = {
  store_unavailable: 'the store cannot be reached at the moment; a later try may succeed',
  store_rejected: 'the store refused the request; the log tells why under the request id',
  deadline_exceeded: 'there was no answer within the deadline; a later try may succeed',
};

/** The error's message as far as a caller may read it. */
export function publicMessage({ code, message }: TidemarkError): string {
  return PRIVATE_MESSAGES[code] ?? message;
}

interface ProblemContext {
  readonly requestId: string;
  /** When a caller that may try again is to do so, where the error does not say. */
  readonly retryAfterSeconds?: number;
}

/** The answer that tells of an error: an RFC 9457 problem with the code as its type. */
export function problemResponse(error: TidemarkError, context: ProblemContext): ApiResponse {
  const { status, title } = ERROR_TABLE[error.code];
  const body = {
    type: `urn:tidemark:error:${error.code}`,
    title,
    status,
    detail: publicMessage(error),
    code: error.code,
    field: error.field,
    requestId: context.requestId,
    ...(error instanceof DetailedError ? error.members : undefined),
  };
  return {
    status,
    mediaType: 'application/problem+json',
    body: JSON.stringify(body),
    headers: [
      ...retryAfter(error, context.retryAfterSeconds),
      ...(error instanceof DetailedError ? error.headers : insufficientScopeHeaders(error)),
    ],
    errorCode: error.code,
  };
}

function retryAfter(error: TidemarkError, fallback: number | undefined): readonly string[] {
  const seconds = error.retryAfterSeconds ?? (error.status === 503 ? fallback : undefined);
  return seconds === undefined ? [] : ['retry-after', String(seconds)];
}

/** What a token lacks that is good, as RFC 6750, 3.1 calls it: here, that its caller is one of those who may use the data. */
function insufficientScopeHeaders({ code }: TidemarkError): readonly string[] {
  if (code !== 'permission_denied') return [];
  return ['www-authenticate', 'Bearer realm="tidemark", error="insufficient_scope"'];
}

/** Names and values in turn, as every answer has them. `isLast`: the connection ends with it. */
export function responseHeaders(
  { mediaType, body, headers, cacheControl = 'no-store', contentPolicy = NO_CONTENT_POLICY }: ApiResponse,
  { requestId, isLast }: { readonly requestId: string; readonly isLast: boolean },
): string[] {
  const length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const all = ['x-request-id', requestId, 'cache-control', cacheControl];
  all.push('content-security-policy', contentPolicy);
  appendAll(all, SECURITY_HEADERS);
  if (mediaType !== undefined) all.push('content-type', mediaType, 'content-length', String(length));
  if (headers !== undefined) appendAll(all, headers);
  if (isLast) all.push('connection', 'close');
  return all;
}
