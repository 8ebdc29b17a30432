import { constants, type ServerHttp2Stream } from 'node:http2';
import { DEFAULTS } from '../../config/defaults';
import type { TidemarkError } from '../../errors';
import { errorTrailers } from '../errors/error-trailers';
import { HEAD, NOTHING_FOLLOWS } from './response-options';

/** Ends a call that has no exchange with an error, and discards its body. */
export function failCall(stream: ServerHttp2Stream, error: TidemarkError): void {
  if (stream.destroyed) return;
  const { retryAfterSeconds } = DEFAULTS.http;
  const trailers = errorTrailers(error, { requestId: '', retryAfterSeconds });
  stream.respond({ ...HEAD, ...trailers }, NOTHING_FOLLOWS);
  if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
}
