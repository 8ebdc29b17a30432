import type { IncomingHttpHeaders } from 'node:http2';
import type { UnaryHandler } from '../grpc/grpc-server';
import type { TrailerSink } from '../grpc/server-call';
import { decode, type Decoder, encode, type Encoder } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';

/** Handlers of a service, by method. */
export type MethodHandlers = Readonly<Record<string, UnaryHandler>>;

/**
 * Creates the handler of an admin method. Its answer, even an error, is sent when everything that it depends on is
 * durable, because definitions are first changed in memory.
 */
export function adminMethod<Request, Response>(
  { instances, tables }: LocalDependencies,
  [requestType, responseType]: readonly [Decoder<Request>, Encoder<Response>],
  handle: (
    request: Request,
    headers: IncomingHttpHeaders,
    answer?: TrailerSink,
  ) => Response | Promise<Response>,
): UnaryHandler {
  return async (bytes, headers, answer) => {
    const request = decode(requestType, bytes);
    try {
      return encode(responseType, await handle(request, headers, answer));
    } finally {
      await instances.definitions.whenDurable();
      await tables.whenDurable();
    }
  };
}
