import { messageDecoder } from '../../codec/messages/message-decoder';
import type { JsonObject } from '../../core/json/json-fields';
import { tidemark } from '../../gen/tidemark';
import { releaseForRequest, type ReleaseDependencies } from '../../http/endpoints/release-reservations';
import { protobufResponse } from '../../http/endpoint';
import type { EndpointHandler } from '../grpc-method';

/** Returns the handler of `Caps.Release`. */
export function releaseMessages(parts: ReleaseDependencies): EndpointHandler {
  const decode = messageDecoder<JsonObject>(parts.schema.root, 'tidemark.v1.CapRelease');
  return async (request) => {
    const { userId, released, notFound } = await releaseForRequest(request, decode(request.body), parts);
    const answer = { userId, released: [...released], notFound: [...notFound] };
    return protobufResponse(Buffer.from(tidemark.v1.CapReleaseAnswer.encode(answer).finish()));
  };
}
