import {
  arrayAt,
  nonEmptyArrayAt,
  objectAt,
  rejectUnknownFields,
  stringAt,
} from '../../../core/json/json-fields';
import { DEFAULTS } from '../../../config/defaults';
import type { RequestMoves } from '../../../operations/residency/request-moves';
import type { Endpoint } from '../../endpoint';
import { LOCATION_ERRORS } from '../../openapi/location-documentation';
import { schemaRef } from '../../schemas/component-schemas';

export function moveLocations(operation: RequestMoves): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const body = objectAt(request.json(), 'body');
      rejectUnknownFields(body, ['group', 'objectIds', 'to'], '');
      const ids = nonEmptyArrayAt(arrayAt(body['objectIds'], 'objectIds'), 'objectIds');
      const moves = await operation(
        {
          group: stringAt(body['group'], 'group'),
          objectIds: ids.map((id, index) => stringAt(id, `objectIds[${index}]`)),
          to: stringAt(body['to'], 'to'),
        },
        request.callOptions,
      );
      return { status: 202, mediaType: 'application/json', body: JSON.stringify(moves) };
    },
  };
}

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'POST',
  path: '/v1/locations:move',
  operationId: 'moveLocations',
  bodyBytesMax: DEFAULTS.moves.requestBytesMax,
  summary: 'Request that users move to another placement',
  description:
    'Records the request as waves, which a mover runs later: `tidemark residency resume --requested`. Nothing moves before, and ' +
    '`tidemark residency cancel` cancels a wave that is not beyond the state `preparing`. Users that are in the placement already, ' +
    'or are moving, are skipped.',
  tag: 'Locations',
  access: 'locations:write',
  request: {
    'application/json': {
      schema: schemaRef('MoveRequest'),
      example: { group: 'users', objectIds: ['user-1', 'user-2'], to: 'eu' },
    },
  },
  response: {
    status: 202,
    description: 'The waves that were recorded, one or more for each placement that users leave.',
    forms: {
      'application/json': {
        schema: schemaRef('RequestedMoves'),
        example: {
          waves: [{ id: '5f0c2d9a1b7e4c36', group: 'users', from: 'us', to: 'eu', subjects: 1 }],
          alreadyThere: 1,
          moving: 0,
        },
      },
    },
  },
  errors: ['conflict', 'wrong_region', ...LOCATION_ERRORS],
};
