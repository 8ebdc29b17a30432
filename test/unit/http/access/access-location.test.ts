import { ANONYMOUS, type Caller } from '../../../../src/core/access/caller';
import { accessLocationOf } from '../../../../src/http/access/access-location';
import { tidemarkError } from '../../../support/tidemark-error';

const FIELD = 'tidemark-access-location';
const german: Caller = { id: 'ads', scopes: new Set(['events:write']), groups: 'all', accessLocation: 'DE' };
const germanAdmin: Caller = { ...german, scopes: new Set(['events:write', 'locations:write']) };

const locationOf = (caller: Caller, header?: string) =>
  accessLocationOf({ caller, header: (name) => (name === FIELD ? header : undefined) });

describe('the access location of a request', () => {
  it.each([
    ['the header', ANONYMOUS, 'FR', 'FR'],
    ['the claim without a header', german, undefined, 'DE'],
    ['a header that confirms the claim', german, 'DE', 'DE'],
    ['a header that contradicts the claim, if the caller may assign locations', germanAdmin, 'FR', 'FR'],
    ['unknown without both', ANONYMOUS, undefined, undefined],
  ])('is %s', (_, caller, header, expected) => {
    expect(locationOf(caller, header)).toBe(expected);
  });

  it('is rejected if it contradicts the claim, and the caller may not assign locations', () => {
    expect(() => locationOf(german, 'FR')).toThrow(tidemarkError('permission_denied', FIELD, 'DE'));
  });

  it.each([
    ['UK', 'did you mean "GB"?'],
    ['de', 'did you mean "DE"?'],
    ['Germany', 'not "Germany"'],
    ['DE, FR', 'not "DE, FR"'],
  ])('is rejected if it is %j, which is no country code', (header, message) => {
    expect(() => locationOf(ANONYMOUS, header)).toThrow(tidemarkError('invalid_argument', FIELD, message));
  });
});
