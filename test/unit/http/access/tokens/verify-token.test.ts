import { validateHeaderValue } from 'node:http';
import { DEFAULTS } from '../../../../../src/config/defaults';
import type { TokenRejected } from '../../../../../src/http/access/tokens/token-rejected';
import { AccessWorld, ask } from '../../../../support/access-world';
import { bearer, type TokenOptions } from '../../../../support/oidc-issuer';
import { tidemarkError } from '../../../../support/tidemark-error';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const signatureOf = (token: string): Buffer => Buffer.from(token.split('.')[2]!, 'base64url');

describe('An authenticator and its tokens', () => {
  let world: AccessWorld;
  beforeEach(async () => {
    world = await AccessWorld.start();
  });
  afterEach(() => world.end());

  const refused = tidemarkError('unauthenticated', 'authorization');

  it('a token authenticates its caller with the grants of the access file', async () => {
    const callers = {
      ads: { scopes: ['counts:read'], groups: ['ads-serving'], limits: { requestsPerSecond: 5 } },
    };
    const authenticator = await world.open({
      issuers: [world.trusted()],
      callers,
      limits: { requestsInFlightMax: 9 },
    });
    const caller = await ask(authenticator, await world.token({ sub: 'ads' }));
    expect(caller).toEqual({
      id: 'ads',
      scopes: new Set(['counts:read']),
      groups: new Set(['ads-serving']),
    });
    expect(authenticator.limitsOf('ads')).toEqual({ requestsPerSecond: 5, requestsInFlightMax: 9 });
    expect([authenticator.isListed('ads'), authenticator.isListed('someone')]).toEqual([true, false]);
  });

  it('a caller that is not in the access file has no permissions', async () => {
    const authenticator = await world.open({ issuers: [world.trusted()], limits: { requestsPerSecond: 7 } });
    const caller = await ask(
      authenticator,
      await world.token({ scope: 'counts:read', groups: ['ads-serving'] }),
    );
    expect(caller).toEqual({ id: 'someone', scopes: new Set(), groups: new Set() });
    expect(authenticator.limitsOf('someone')).toEqual({ requestsPerSecond: 7 });
  });

  it('claims grant scopes and groups only if the access file enables it', async () => {
    const claims = { scope: 'openid counts:read', realm_access: { roles: ['ads-serving', 7] }, roles: 'x' };
    const authenticator = await world.open({
      issuers: [world.trusted({ scopeClaim: 'scope', groupsClaim: 'realm_access.roles' })],
      callers: { someone: { scopes: ['caps:check'], groups: ['ads-measurement'] } },
    });
    const { scopes, groups } = await ask(authenticator, await world.token(claims));
    expect(scopes).toEqual(new Set(['caps:check', 'counts:read']));
    expect(groups).toEqual(new Set(['ads-measurement', 'ads-serving']));
  });

  it('a claim states the country of users only if the access file names it, and it must be one', async () => {
    const token = (country?: unknown) => world.token({ geo: { country } });
    const unnamed = await world.open();
    expect((await ask(unnamed, await token('DE'))).accessLocation).toBeUndefined();
    const issuers = [world.trusted({ accessLocationClaim: 'geo.country' })];
    const authenticator = await world.open({ issuers });
    expect((await ask(authenticator, await token('DE'))).accessLocation).toBe('DE');
    expect((await ask(authenticator, await token())).accessLocation).toBeUndefined();
    for (const invalid of ['Germany', 'de', 7])
      await expect(ask(authenticator, await token(invalid))).rejects.toThrow('the claim geo.country');
  });

  it('a claim lists the purposes of a caller only if the access file names it, and its absence allows none', async () => {
    const token = (purposes?: unknown) => world.token({ use: { purposes } });
    expect((await ask(await world.open(), await token('ads_measurement'))).purposes).toBeUndefined();
    const authenticator = await world.open({ issuers: [world.trusted({ purposesClaim: 'use.purposes' })] });
    const allowed = new Set(['ads_measurement', 'ads_personalization']);
    for (const claim of ['ads_measurement ads_personalization', [...allowed, 7]])
      expect((await ask(authenticator, await token(claim))).purposes).toEqual(allowed);
    for (const none of [undefined, 7, ''])
      expect((await ask(authenticator, await token(none))).purposes).toEqual(new Set());
  });

  it('a token is verified once, however many requests have it, concurrently or later', async () => {
    const authenticator = await world.open();
    const token = await world.token();
    const callers = await Promise.all(Array.from({ length: 20 }, () => ask(authenticator, token)));
    expect(new Set(callers).size).toBe(1);
    expect(authenticator.authenticate(bearer(token))).toBe(callers[0]);
    expect(await world.counted()).toEqual({ verified: 20, known: 1 });
  });

  it('a token is cached once, whatever its spelling', async () => {
    const authenticator = await world.open();
    const token = await world.token();
    const at = token.length - 1;
    const signatures = [...BASE64URL]
      .map((last) => token.slice(0, at) + last)
      .filter((text) => signatureOf(text).equals(signatureOf(token)));
    expect(signatures.length).toBeGreaterThan(1);
    const headers = signatures.flatMap((each) => [bearer(each), `bearer ${each}`, `Bearer   ${each}`]);
    for (const header of headers) {
      expect(await authenticator.authenticate(header)).toHaveProperty('id', 'someone');
    }
    expect(await world.metrics.prometheus()).toMatch(/^tidemark_access_tokens(\{.*\})? 1$/m);
    expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
  });

  it('a token leaves the cache when it expires, clock tolerance included', async () => {
    const authenticator = await world.open();
    const token = await world.token({}, { lifetimeSeconds: 60 });
    await ask(authenticator, token);
    await world.clock.advance(60_000 + DEFAULTS.access.clockToleranceMs - 1);
    expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
    await world.clock.advance(1);
    await expect(ask(authenticator, token)).rejects.toThrow('the token has expired');
  });

  it('the cache is bounded and evicts the least recently used token', async () => {
    const authenticator = await world.open(undefined, { verifiedTokensMax: 2 });
    const [a, b, c] = (await Promise.all(['a', 'b', 'c'].map((sub) => world.token({ sub })))) as [
      string,
      string,
      string,
    ];
    for (const token of [a, b, a, c]) await ask(authenticator, token);
    expect([a, b, c].map((token) => authenticator.authenticate(bearer(token)) instanceof Promise)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each<[string, string, Readonly<Record<string, unknown>>, TokenOptions]>([
    ['the token has expired', 'expired', {}, { lifetimeSeconds: -31 }],
    ['the token is not valid yet', 'not_yet_valid', { nbf: Date.UTC(2026, 0, 1) / 1_000 + 31 }, {}],
    ['the token was issued in the future', 'not_yet_valid', { iat: Date.UTC(2026, 0, 1) / 1_000 + 31 }, {}],
    ['the token is for another audience', 'wrong_audience', { aud: 'other' }, {}],
    ['the token is for another audience', 'wrong_audience', { aud: ['other', 'tidemark '] }, {}],
    ['the token has no claim aud', 'bad_claim', { aud: undefined }, {}],
    ['the token has no claim exp', 'bad_claim', { exp: undefined }, {}],
    ['the claim exp of the token is invalid', 'bad_claim', { exp: '2030' }, {}],
    ['the issuer of the token is not trusted', 'unknown_issuer', { iss: 'https://a' }, {}],
    ['the issuer of the token is not trusted', 'unknown_issuer', { iss: undefined }, {}],
    // What cannot even be made a text of.
    ['the issuer of the token is not trusted', 'unknown_issuer', { iss: { toString: 1, valueOf: 1 } }, {}],
    ['the token has no valid claim sub, which names the caller', 'bad_claim', { sub: undefined }, {}],
    ['the token has no valid claim sub, which names the caller', 'bad_claim', { sub: 'a\nb' }, {}],
    ['the token has no valid claim sub, which names the caller', 'bad_claim', { sub: '' }, {}],
    ['the issuer has no such key as the token names', 'unknown_key', {}, { header: { kid: 'unknown-key' } }],
  ])('a token is rejected: %s', async (message, outcome, claims, options) => {
    const authenticator = await world.open();
    const failure = ask(authenticator, await world.token(claims, options));
    await expect(failure).rejects.toThrow(refused);
    await expect(failure).rejects.toThrow(message);
    expect(await world.counted()).toEqual({ [outcome]: 1 });
  });

  it.each([
    undefined,
    'JWT',
    'jwt',
    'at+jwt',
    'AT+JWT',
    'application/jwt',
    'application/at+jwt',
    'Application/AT+jwt',
  ])('a token with the header typ %s is accepted', async (typ) => {
    const authenticator = await world.open();
    const caller = await ask(authenticator, await world.token({}, { header: { typ } }));
    expect(caller).toHaveProperty('id', 'someone');
  });

  it.each([
    'dpop+jwt',
    'logout+jwt',
    'secevent+jwt',
    'application/logout+jwt',
    'token-introspection+jwt',
    'JWS',
    'text/jwt',
    'at+jwt ',
    '',
    ['JWT'],
    7,
    null,
    {},
  ])('a token that its issuer signed for another purpose is rejected: its header typ is %p', async (typ) => {
    const authenticator = await world.open();
    const failure = ask(authenticator, await world.token({}, { header: { typ } }));
    await expect(failure).rejects.toThrow(refused);
    await expect(failure).rejects.toMatchObject({ status: 401 });
  });

  it('a token of another type is counted as such, and the error lists the accepted types', async () => {
    const authenticator = await world.open();
    const failure = ask(authenticator, await world.token({}, { header: { typ: 'logout+jwt' } }));
    await expect(failure).rejects.toThrow('its header typ must be JWT, at+jwt or absent');
    expect(await world.counted()).toEqual({ wrong_type: 1 });
  });

  it('an issuer with accessTokensOnly accepts access tokens only', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ accessTokensOnly: true })] });
    await ask(authenticator, await world.token({}, { header: { typ: 'at+jwt' } }));
    for (const typ of [undefined, 'JWT', 'logout+jwt']) {
      const failure = ask(authenticator, await world.token({}, { header: { typ } }));
      await expect(failure).rejects.toThrow('its header typ must be at+jwt');
    }
  });

  it('a token older than the maximum age is rejected, even if cached', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ tokenAgeMaxSeconds: 600 })] });
    const token = await world.token({}, { lifetimeSeconds: 86_400 });
    await ask(authenticator, token);
    await world.clock.advance(600_000 + DEFAULTS.access.clockToleranceMs - 1);
    expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
    await world.clock.advance(1_001);
    await expect(ask(authenticator, token)).rejects.toThrow(
      "the token is older than the maximum age of the issuer's tokens",
    );
    const undated = await world.token({ iat: undefined }, { lifetimeSeconds: 86_400 });
    await expect(ask(authenticator, undated)).rejects.toThrow('the token has no claim iat');
    const soon = await world.token({ iat: world.clock.nowMs() / 1_000 + 60 }, { lifetimeSeconds: 86_400 });
    await expect(ask(authenticator, soon)).rejects.toThrow('the token was issued in the future');
  });

  it('small clock differences are tolerated', async () => {
    const authenticator = await world.open();
    const seconds = world.clock.nowMs() / 1_000;
    for (const claims of [{ exp: seconds - 29 }, { nbf: seconds + 29 }, { iat: seconds + 29 }])
      await expect(ask(authenticator, await world.token(claims))).resolves.toHaveProperty('id', 'someone');
  });

  it('a signature by another key of the same name and a modified token are rejected', async () => {
    const authenticator = await world.open();
    const forger = await world.issuer.newKey('ES256', world.issuer.key.kid);
    const forged = await world.token({}, { key: forger });
    const [head, , signature] = (await world.token()).split('.') as [string, string, string];
    const changed = [head, (await world.token({ sub: 'root' })).split('.')[1], signature].join('.');
    for (const token of [forged, changed])
      await expect(ask(authenticator, token)).rejects.toThrow('the signature of the token is invalid');
  });

  it('algorithms that the file does not allow are rejected, even with the right key', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ algorithms: ['RS256'] })] });
    await expect(ask(authenticator, await world.token())).rejects.toThrow(
      'the token must be signed with RS256',
    );
  });

  it('callers can be named by another claim, and by an email only if it is verified', async () => {
    const authenticator = await world.open({
      issuers: [world.trusted({ callerClaim: 'email', callerPrefix: 'google:' })],
    });
    const verified = { email: 'ads@example.com', email_verified: true };
    expect(await ask(authenticator, await world.token(verified))).toHaveProperty(
      'id',
      'google:ads@example.com',
    );
    for (const email_verified of [false, undefined, 'true'])
      await expect(ask(authenticator, await world.token({ ...verified, email_verified }))).rejects.toThrow(
        'the claim email_verified of the token must be true',
      );
  });

  it.each([
    [undefined, 'missing bearer token in the Authorization header'],
    ['', 'the Authorization header must be "Bearer", a space, and the token'],
    ['Basic YTpi', 'the Authorization header must be "Bearer", a space, and the token'],
    ['Bearer', 'the Authorization header must be "Bearer", a space, and the token'],
    ['Bearer a b', 'the Authorization header must be "Bearer", a space, and the token'],
    ['Bearer nonsense', 'the token is not a signed JWT'],
    ['Bearer a.b.c', 'the token is not a signed JWT'],
    [`Bearer ${'a'.repeat(8_193)}`, 'the token must be 8192 bytes or less'],
  ])('the header %j is rejected', async (header, message) => {
    const authenticator = await world.open();
    await expect(async () => authenticator.authenticate(header)).rejects.toThrow(message);
    expect(world.issuer.requests).toBe(0);
  });

  it('the challenge has allowed characters only, whatever the name of a claim in the file', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ callerClaim: 'Bär"名\r\n' })] });
    const error = (await ask(authenticator, await world.token()).catch(
      (each: unknown) => each,
    )) as TokenRejected;
    const [name, challenge] = error.headers as [string, string];
    expect(challenge).toMatch(
      /error_description="the token has no valid claim B\?r\?\?\?\?, which names the caller"$/,
    );
    expect(() => validateHeaderValue(name, challenge)).not.toThrow();
  });

  it('errors quote neither a token nor its contents', async () => {
    const authenticator = await world.open();
    const token = await world.token({ iss: 'https://evil"\r\nset-cookie: a' });
    const error = await ask(authenticator, token).catch((each: unknown) => each);
    expect(JSON.stringify([error, (error as Error).message, (error as Error).cause])).not.toMatch(/evil|eyJ/);
  });
});
