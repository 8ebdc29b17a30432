import { constants, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { decodeStatusMessage, GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import { decodeRetryDelayMs } from './retry-info';

const COOKIE_PREFIX = 'x-goog-cbt-cookie-';

/**
 * Converts the last headers of a call to an error; undefined for OK. Without a `grpc-status` the HTTP status decides:
 * the answer did not come from a gRPC server.
 */
export function errorFromTrailers(
  trailers: IncomingHttpHeaders | undefined,
  response: IncomingHttpStatusHeader | undefined,
): BigtableError | undefined {
  const status = trailers?.['grpc-status'];
  if (status === '0') return undefined;
  if (trailers === undefined || status === undefined) return errorFromHttpStatus(response?.[':status']);
  const message = trailers['grpc-message'];
  return new BigtableError(
    parseStatus(status),
    decodeStatusMessage(typeof message === 'string' ? message : ''),
    {
      retryDelayMs: decodeRetryDelayMs(trailers['grpc-status-details-bin']),
      routingCookies: routingCookies(trailers),
    },
  );
}

function parseStatus(text: string | string[]): GrpcStatusCode {
  const code = Number(text);
  return Number.isInteger(code) && code >= 0 && code <= 16 ? (code as GrpcStatusCode) : GrpcStatus.UNKNOWN;
}

function routingCookies(trailers: IncomingHttpHeaders): Record<string, string> | undefined {
  const cookies = Object.entries(trailers).filter(
    (entry): entry is [string, string] => entry[0].startsWith(COOKIE_PREFIX) && typeof entry[1] === 'string',
  );
  return cookies.length === 0 ? undefined : Object.fromEntries(cookies);
}

/** https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md */
const STATUS_OF_HTTP: Readonly<Record<number, GrpcStatusCode>> = {
  400: GrpcStatus.INTERNAL,
  401: GrpcStatus.UNAUTHENTICATED,
  403: GrpcStatus.PERMISSION_DENIED,
  404: GrpcStatus.UNIMPLEMENTED,
  429: GrpcStatus.UNAVAILABLE,
  502: GrpcStatus.UNAVAILABLE,
  503: GrpcStatus.UNAVAILABLE,
  504: GrpcStatus.UNAVAILABLE,
};

function errorFromHttpStatus(httpStatus: number | undefined): BigtableError {
  const status = STATUS_OF_HTTP[httpStatus ?? 0] ?? GrpcStatus.UNKNOWN;
  return new BigtableError(status, `answer without grpc-status, HTTP status ${httpStatus ?? 'unknown'}`, {
    // A 200 means that the server went away during the call and closed its stream.
    broken: httpStatus === 200,
  });
}

/** https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#errors; unlisted codes become INTERNAL. */
const STATUS_OF_RESET: Readonly<Record<number, GrpcStatusCode>> = {
  [constants.NGHTTP2_REFUSED_STREAM]: GrpcStatus.UNAVAILABLE,
  [constants.NGHTTP2_CANCEL]: GrpcStatus.CANCELLED,
  [constants.NGHTTP2_ENHANCE_YOUR_CALM]: GrpcStatus.RESOURCE_EXHAUSTED,
  [constants.NGHTTP2_INADEQUATE_SECURITY]: GrpcStatus.PERMISSION_DENIED,
};

/** Returns the error of a stream that ended by RST_STREAM instead of trailers. */
export function errorFromReset(resetCode: number, cause: unknown): BigtableError {
  return new BigtableError(
    STATUS_OF_RESET[resetCode] ?? GrpcStatus.INTERNAL,
    `stream reset with HTTP/2 code ${resetCode}`,
    { cause, broken: true, unprocessed: resetCode === constants.NGHTTP2_REFUSED_STREAM },
  );
}

/** Returns the error of a call whose connection was lost. */
export function errorFromLostConnection(cause: unknown, unprocessed: boolean): BigtableError {
  return new BigtableError(GrpcStatus.UNAVAILABLE, 'connection lost', { cause, broken: true, unprocessed });
}
