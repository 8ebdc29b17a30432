import { suggestRoute } from '../../../../src/http/server/suggest-route';

const ROUTES = ['/v1/users/{userId}/counts', '/v1/users/{userId}/caps:check', '/v1/campaigns', '/healthz'];

describe('suggestRoute', () => {
  it('suggests the nearest route, with the values of its parameters', () => {
    expect(suggestRoute('/v1/user/7/counts', ROUTES)).toBe('; did you mean "/v1/users/7/counts"?');
    expect(suggestRoute('/v1/campaign', ROUTES)).toBe('; did you mean "/v1/campaigns"?');
  });

  it('suggests nothing for a path that resembles no route, or that is long', () => {
    expect(suggestRoute('/favicon.ico', ROUTES)).toBe('');
    expect(suggestRoute('/', ROUTES)).toBe('');
    expect(suggestRoute(`/v1/${'x'.repeat(8_000)}`, ROUTES)).toBe('');
  });
});
