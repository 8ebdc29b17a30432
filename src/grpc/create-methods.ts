import type { Endpoint } from '../http/endpoint';
import { sharedDependencies, type EndpointDependencies } from '../http/create-endpoints';
import type { GrpcMethod, EndpointHandler } from './grpc-method';
import { releaseMessages } from './methods/caps';
import { postEventMessages } from './methods/events';
import { batchGetMessages, getObjectMessages, putObjectMessages } from './methods/objects';

/**
 * Returns all methods of the services in protos/tidemark/v1/services.proto. Each has the rules of an endpoint: those
 * with protobuf bodies are served by its handler, others by one that parses and answers in protobuf and shares the rest.
 */
export function createGrpcMethods(
  endpoints: readonly Endpoint[],
  parts: EndpointDependencies,
): readonly GrpcMethod[] {
  const shared = sharedDependencies(parts);
  const method = (name: string, operationId: string, handle?: EndpointHandler): GrpcMethod => {
    const endpoint = endpoints.find((each) => each.operationId === operationId)!;
    // All methods are called often: their calls are logged at level debug.
    const served = { ...endpoint, highVolume: true, handle: handle ?? endpoint.handle.bind(endpoint) };
    return { name: `tidemark.v1.${name}`, endpoint: served };
  };
  return [
    method('Counts/Query', 'queryCounts'),
    method('Counts/BatchQuery', 'batchQueryCounts'),
    method('Caps/Check', 'checkCaps'),
    method('Caps/Release', 'releaseReservations', releaseMessages(shared.releaseReservations)),
    method('Features/GetFatigue', 'getFatigueFeatures'),
    method('Objects/Get', 'getObject', getObjectMessages(shared.getObject)),
    method('Objects/BatchGet', 'batchGetObjects', batchGetMessages(shared.batchGetObjects)),
    method('Objects/Put', 'putObject', putObjectMessages(shared.putObject)),
    method('Events/Post', 'postEvents', postEventMessages(shared.postEvents)),
  ];
}
