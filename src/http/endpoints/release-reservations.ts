import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireReader } from '../../core/access/data-access';
import { DEFAULTS } from '../../config/defaults';
import { parseReleaseRequest } from '../../operations/caps/parse-release-request';
import type { ReleaseReservations } from '../../operations/caps/create-reservation-operations';
import { accessLocationOf } from '../access/access-location';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import type { CapLimits } from './check-caps';

interface Dependencies {
  readonly releaseReservations: ReleaseReservations;
  readonly schema: SchemaRegistry;
  readonly limits: CapLimits;
}

export function releaseReservations({
  releaseReservations: operation,
  schema,
  limits,
}: Dependencies): Endpoint {
  const eventDataType = schema.eventDataType.bind(schema);
  return {
    ...DOCUMENTATION,
    async handle(request) {
      const release = parseReleaseRequest(request.json(), { ...limits, eventDataType });
      request.accesses('change', [release.userId], [release.dataType]);
      requireReader(request.caller, release.dataType);
      const accessLocation = accessLocationOf(request);
      const { released, notFound } = await operation(release, { ...request.callOptions, accessLocation });
      return jsonResponse({ userId: release.userId, released, notFound });
    },
  };
}

const IDS = ['kD0fYq1vWm3xT7ab', 'Zx8QpL4nB2sVtR6y'];

const DOCUMENTATION: Omit<Endpoint, 'handle'> = {
  method: 'POST',
  path: '/v1/caps:release',
  operationId: 'releaseReservations',
  bodyBytesMax: DEFAULTS.http.queryBodyBytesMax,
  summary: 'Release reservations',
  description:
    'Releases reservations whose events will not follow. Idempotent: reservations that do not exist, such as expired ones, are listed in `notFound` and are no error.',
  tag: 'Caps',
  access: 'caps:check',
  dataAccess: { needs: 'reader', dataTypes: 'the DataType of the events' },
  highVolume: true,
  parameters: [ACCESS_LOCATION_PARAMETER],
  request: {
    'application/json': {
      schema: schemaRef('CapRelease'),
      example: { userId: 'user-1', reservations: IDS },
    },
  },
  response: {
    status: 200,
    description: 'The ids of the released reservations, and of those that were not found.',
    forms: {
      'application/json': {
        schema: schemaRef('CapReleaseAnswer'),
        example: { userId: 'user-1', released: IDS.slice(0, 1), notFound: IDS.slice(1) },
      },
    },
  },
  errors: [
    'unknown_data_type',
    'transactions_unsupported',
    'conflict',
    'location_required',
    'wrong_region',
    'restore_not_replayed',
    'store_unavailable',
    'store_rejected',
  ],
};
