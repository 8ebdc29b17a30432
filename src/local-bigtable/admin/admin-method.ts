import type { UnaryHandler } from '../grpc/grpc-server';
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
  handle: (request: Request) => Response | Promise<Response>,
): UnaryHandler {
  return async (bytes) => {
    const request = decode(requestType, bytes);
    try {
      return encode(responseType, await handle(request));
    } finally {
      await instances.definitions.whenDurable();
      await tables.whenDurable();
    }
  };
}
