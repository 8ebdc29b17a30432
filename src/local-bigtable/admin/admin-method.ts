import type { UnaryHandler } from '../grpc/grpc-server';
import { decode, type Decoder, encode, type Encoder } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';

/** The handlers of a service, by method. */
export type MethodHandlers = Readonly<Record<string, UnaryHandler>>;

/**
 * A method of an admin API. Its answer, a refusal too, is given when all that it depends on is durable: definitions
 * are changed in memory first.
 */
export function adminMethod<Request, Response>(
  { instances, tables }: LocalServices,
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
