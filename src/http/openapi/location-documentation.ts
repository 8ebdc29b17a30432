import { ACCESS_LOCATION } from '../../core/residency/access-location';
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
