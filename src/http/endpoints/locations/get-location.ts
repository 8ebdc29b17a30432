import { locationJson } from '../../../codec/answers/location-json';
import type { LocationOperations } from '../../../operations/residency/location-operations';
import { jsonResponse, type Endpoint } from '../../endpoint';
import {
  LOCATION_ERRORS,
  LOCATION_EXAMPLE,
  LOCATION_PARAMETERS,
  LOCATION_PATH,
} from '../../openapi/location-documentation';
import { schemaRef } from '../../schemas/component-schemas';

export function getLocation(operation: LocationOperations['getLocation']): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const subject = { group: request.param('group'), objectId: request.param('objectId') };
      return jsonResponse(locationJson(await operation(subject, request.callOptions)));
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'GET',
  path: LOCATION_PATH,
  operationId: 'getLocation',
  summary: 'Read where the data of a user is stored',
  description:
    'The answer is current: the cluster that decides about the entry returns it. An object without an entry has no data, or only ' +
    'data from before its corpora had placements, in the default placement.',
  tag: 'Locations',
  access: 'locations:read',
  parameters: LOCATION_PARAMETERS,
  response: {
    status: 200,
    description: 'The placement, and why and since when the object is there.',
    forms: { 'application/json': { schema: schemaRef('Location'), example: LOCATION_EXAMPLE } },
  },
  errors: LOCATION_ERRORS,
};
