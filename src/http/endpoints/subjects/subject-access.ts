import type { DataType } from '../../../core/schema/schema';
import type { Endpoint } from '../../endpoint';

/** Returns an endpoint below `/v1/subjects/{id}` that states, for the access log, that it is about all data of the user. */
export function withSubjectAccess(endpoint: Endpoint, personal: readonly DataType[]): Endpoint {
  const kind = endpoint.method === 'GET' ? 'read' : 'change';
  return {
    ...endpoint,
    handle(request) {
      request.accesses(kind, [request.param('id')], personal);
      return endpoint.handle(request);
    },
  };
}
