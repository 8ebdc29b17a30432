import { locationJson } from '../../../codec/answers/location-json';
import { objectAt, rejectUnknownFields, stringAt } from '../../../core/json/json-fields';
import { DEFAULTS } from '../../../config/defaults';
import type { LocationOperations } from '../../../operations/residency/location-operations';
import { jsonResponse, type Endpoint } from '../../endpoint';
import {
  LOCATION_ERRORS,
  LOCATION_EXAMPLE,
  LOCATION_PARAMETERS,
  LOCATION_PATH,
} from '../../openapi/location-documentation';
import { schemaRef } from '../../schemas/component-schemas';

export function putLocation(operation: LocationOperations['assignLocation']): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const subject = { group: request.param('group'), objectId: request.param('objectId') };
      const body = objectAt(request.json(), 'body');
      rejectUnknownFields(body, ['placement'], '');
      const placement = stringAt(body['placement'], 'placement');
      return jsonResponse(locationJson(await operation({ ...subject, placement }, request.callOptions)));
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'PUT',
  path: LOCATION_PATH,
  operationId: 'putLocation',
  bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
  summary: 'Assign a placement to a user without data',
  description:
    'Idempotent. The assignment precedes access locations, and a changed country map does not affect it. An object that is in ' +
    'another placement, or is moving, fails with `location_conflict` and stays: `tidemark residency move` moves data.',
  tag: 'Locations',
  access: 'locations:write',
  parameters: LOCATION_PARAMETERS,
  request: {
    'application/json': { schema: schemaRef('LocationAssignment'), example: { placement: 'eu' } },
  },
  response: {
    status: 200,
    description: 'The location after the assignment.',
    forms: { 'application/json': { schema: schemaRef('Location'), example: LOCATION_EXAMPLE } },
  },
  errors: ['location_conflict', 'conflict', ...LOCATION_ERRORS],
};
