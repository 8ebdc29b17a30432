import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { requireReader } from '../../core/access/data-access';
import type { ApiRequest } from '../api-request';
import { DEFAULTS } from '../../config/defaults';
import { parseReleaseRequest } from '../../operations/caps/parse-release-request';
import type { ReleaseReservations } from '../../operations/caps/create-reservation-operations';
import { accessLocationOf } from '../access/access-location';
import { ACCESS_LOCATION_PARAMETER } from '../openapi/location-documentation';
import { jsonResponse, type Endpoint } from '../endpoint';
import { schemaRef } from '../schemas/component-schemas';
import type { CapLimits } from './check-caps';

export interface ReleaseDependencies {
  readonly releaseReservations: ReleaseReservations;
  readonly schema: SchemaRegistry;
  readonly limits: CapLimits;
}

export function releaseReservations(parts: ReleaseDependencies): Endpoint {
  return {
    ...DOCUMENTATION,
    async handle(request) {
      return jsonResponse(await releaseForRequest(request, request.json(), parts));
    },
  };
}

export interface ReleasedReservations {
  readonly userId: string;
  readonly released: readonly string[];
  readonly notFound: readonly string[];
}

/** Releases the reservations of a body for a request, whatever its form. */
export async function releaseForRequest(
  request: ApiRequest,
  body: unknown,
  { releaseReservations: operation, schema, limits }: ReleaseDependencies,
): Promise<ReleasedReservations> {
  const wanted = parseReleaseRequest(body, {
    ...limits,
    eventDataType: (name, field) => schema.eventDataType(name, field),
  });
  request.accesses('change', [wanted.userId], [wanted.dataType]);
  requireReader(request.caller, wanted.dataType);
  const accessLocation = accessLocationOf(request);
  const { released, notFound } = await operation(wanted, { ...request.callOptions, accessLocation });
  return { userId: wanted.userId, released, notFound };
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
