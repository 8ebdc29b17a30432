import { constants, type ServerHttp2Stream } from 'node:http2';
import { NOTHING_FOLLOWS } from './response-options';

/** Answers a request that is no gRPC call with an HTTP status, and discards its body. */
export function respondUnsupported(stream: ServerHttp2Stream, status: number): void {
  stream.respond({ ':status': status }, NOTHING_FOLLOWS);
  stream.close(constants.NGHTTP2_NO_ERROR);
}
