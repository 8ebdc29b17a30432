import { ACCESS_LOCATION } from '../../core/residency/access-location';
import type { ErrorCode } from '../../errors';
import type { Parameter } from '../endpoint';

/** Parameter of writes that may be the first one of a user. */
export const ACCESS_LOCATION_PARAMETER: Parameter = {
  in: 'header',
  name: ACCESS_LOCATION,
  description:
    'Country from which the user is served, as a code of ISO 3166-1 alpha-2. It decides where a user without data is stored, if the ' +
    'store has placements, and has no effect on others. Default: the claim of the token that the access file names. A country that ' +
    'contradicts this claim needs the scope `locations:write`.',
  schema: { type: 'string', pattern: '^[A-Z]{2}$' },
  example: 'DE',
};

export const LOCATION_PATH = '/v1/locations/{group}/{objectId}';

export const LOCATION_PARAMETERS: readonly Parameter[] = [
  {
    in: 'path',
    name: 'group',
    description: 'Placement group of the topology.',
    schema: { type: 'string', minLength: 1 },
    example: 'users',
  },
  {
    in: 'path',
    name: 'objectId',
    description: 'Id of the object, such as a user id; percent-encoded.',
    schema: { type: 'string', minLength: 1, maxLength: 1_024 },
    example: 'user-1',
  },
];

/** Error codes of both endpoints. */
export const LOCATION_ERRORS: readonly ErrorCode[] = [
  'unknown_placement_group',
  'transactions_unsupported',
  'store_unavailable',
  'store_rejected',
];

export const LOCATION_EXAMPLE = {
  group: 'users',
  objectId: 'user-1',
  subjectKey: 'kD0fYq1vWm3xT7abZx8QpL',
  hasEntry: true,
  placement: 'eu',
  state: 'home',
  epoch: 1,
  reason: 'explicit',
  decidedAt: '2026-11-21T05:35:00.000Z',
  changedAt: '2026-11-21T05:35:00.000Z',
};
