import type { Caller } from '../../core/access/caller';
import { ACCESS_LOCATION } from '../../core/residency/access-location';
import { countryAt } from '../../core/residency/countries';
import { TidemarkError } from '../../errors';
import type { ApiRequest } from '../api-request';

/**
 * Returns the country from which the request accesses users: that of its header, or else of the caller's token. Throws
 * `invalid_argument` for a header that is no country, and `permission_denied` for one that contradicts the token,
 * unless the caller may assign locations.
 */
export function accessLocationOf(request: Pick<ApiRequest, 'header' | 'caller'>): string | undefined {
  const header = request.header(ACCESS_LOCATION);
  const { accessLocation: claimed } = request.caller;
  if (header === undefined) return claimed;
  const country = countryAt(header, ACCESS_LOCATION);
  if (claimed === undefined || claimed === country || mayAssign(request.caller)) return country;
  const message = `the token states ${claimed}: another country needs the scope locations:write`;
  throw new TidemarkError('permission_denied', message, { field: ACCESS_LOCATION });
}

const mayAssign = ({ scopes }: Caller): boolean => scopes === 'all' || scopes.has('locations:write');
