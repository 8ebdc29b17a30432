import { generateKeyPairSync } from 'node:crypto';
import { DEFAULTS } from '../../../../../src/config/defaults';
import { isAllowedKeysUrl } from '../../../../../src/platform/network/secure-url';
import { AccessWorld, ask } from '../../../../support/access-world';
import { bearer } from '../../../../support/oidc-issuer';
import { tidemarkError } from '../../../../support/tidemark-error';
import { until } from '../../../../support/until';

const HOUR_MS = 3_600_000;

describe('An authenticator and fetched keys', () => {
  let world: AccessWorld;
  beforeEach(async () => {
    world = await AccessWorld.start();
  });
  afterEach(() => world.end());

  const refused = tidemarkError('unauthenticated', 'authorization');

  it('keys are found by discovery, once for all waiting requests', async () => {
    const authenticator = await world.open();
    await Promise.all([
      authenticator.warmUp(),
      ask(authenticator, await world.token()),
      ask(authenticator, await world.token({ sub: 'b' })),
    ]);
    expect(world.issuer.requests).toBe(2);
    authenticator.checkReady();
  });

  it('keys are fetched periodically, so that verifications need not wait', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    await authenticator.warmUp();
    await world.clock.advance(DEFAULTS.access.keysRefreshMs);
    await until(() => world.issuer.requests === 2);
  });

  it('keys are fetched at once for a new key id, but not for each unknown one', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    await ask(authenticator, await world.token());
    await world.clock.advance(DEFAULTS.access.keysCooldownMs);
    await world.issuer.addKey();
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
    expect(world.issuer.requests).toBe(2);
    for (const kid of ['a', 'b', 'c'])
      await expect(ask(authenticator, await world.token({}, { header: { kid } }))).rejects.toThrow(refused);
    expect(world.issuer.requests).toBe(2);
  });

  it('cached tokens are rejected when the issuer has removed their key', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    const token = await world.token();
    await ask(authenticator, token);
    await world.issuer.rotate();
    await world.clock.advance(DEFAULTS.access.keysRefreshMs);
    await until(() => world.hasLogged("the issuer's keys have changed"));
    await expect(ask(authenticator, token)).rejects.toThrow('the issuer has no such key as the token names');
  });

  it('known keys stay in use while the issuer is unavailable, and tokens with other keys fail as retryable', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    await authenticator.warmUp();
    await world.issuer.goDown();
    await world.clock.advance(DEFAULTS.access.keysRefreshMs);
    await until(() => world.hasLogged("cannot fetch the issuer's keys"));
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
    const other = await world.issuer.newKey();
    const unknown = tidemarkError('issuer_unavailable');
    await expect(ask(authenticator, await world.token({}, { key: other }))).rejects.toThrow(unknown);
    authenticator.checkReady();
    expect(await world.counted()).toEqual({ verified: 1, issuer_unavailable: 1 });
  });

  it('a bounded number of tokens waits for an issuer that hangs, and others fail at once', async () => {
    const authenticator = await world.open();
    const answerAgain = world.issuer.pause();
    const tokens = await Promise.all(
      Array.from({ length: 2 * DEFAULTS.access.keysWaitingMax }, (_, at) => world.token({ sub: `s${at}` })),
    );
    let refusedAtOnce = 0;
    const asked = tokens.map((token) =>
      ask(authenticator, token).catch((error: unknown) => {
        refusedAtOnce += 1;
        expect(error).toEqual(tidemarkError('issuer_unavailable'));
      }),
    );
    await until(() => refusedAtOnce === DEFAULTS.access.keysWaitingMax);
    answerAgain();
    await Promise.all(asked);
    expect(refusedAtOnce).toBe(DEFAULTS.access.keysWaitingMax);
    expect(await world.counted()).toMatchObject({ verified: DEFAULTS.access.keysWaitingMax });
  });

  it('keys that are too old are dropped, with the tokens that they verified', async () => {
    const document = { issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] };
    // A day of looks at the access file, and of requests to the issuer, would take longer than all else here.
    const limits = { pollMs: 48 * HOUR_MS, keysRetryMs: HOUR_MS, keysRetryMaxMs: HOUR_MS };
    const authenticator = await world.open(document, limits);
    const token = await world.token({}, { lifetimeSeconds: 100 * 3_600 });
    await ask(authenticator, token);
    await world.issuer.goDown();
    const failures = (): number =>
      world.log.lines().filter(({ failuresInARow }) => failuresInARow !== undefined).length;
    await world.clock.advance(DEFAULTS.access.keysRefreshMs);
    await until(() => failures() === 1);
    expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
    await world.clock.advance(24 * HOUR_MS);
    await until(() =>
      world.log.lines().some(({ msg }) => String(msg).startsWith("the issuer's keys are too old")),
    );
    await expect(ask(authenticator, token)).rejects.toThrow(tidemarkError('issuer_unavailable'));
    expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
  });

  it('requests to an unavailable issuer back off with jitter', async () => {
    await world.issuer.goDown();
    world.random = () => 0.5;
    const authenticator = await world.open();
    await authenticator.warmUp();
    const failures = (): number =>
      world.log.lines().filter(({ failuresInARow }) => failuresInARow !== undefined).length;
    expect(failures()).toBe(1);
    await world.clock.advance(0.5 * DEFAULTS.access.keysRetryMs - 1);
    expect(failures()).toBe(1);
    await world.clock.advance(1);
    await until(() => failures() === 2);
  });

  it('the authenticator is not ready before it has keys, and becomes ready once the issuer answers', async () => {
    await world.issuer.goDown();
    const authenticator = await world.open();
    await authenticator.warmUp();
    expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
    await expect(ask(authenticator, await world.token())).rejects.toThrow(
      tidemarkError('issuer_unavailable'),
    );
    await world.issuer.comeUp();
    await world.clock.advance(DEFAULTS.access.keysRetryMs);
    await until(() => world.hasLogged('keys fetched'));
    authenticator.checkReady();
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
  });

  it.each([
    ['an error', { status: 500, body: '{}' }],
    ['something else', { status: 200, body: '<html>' }],
    ['no keys', { status: 200, body: '{"keys":[]}' }],
    ['a secret', { status: 200, body: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}' }],
    ['the way to somewhere else', { status: 302, body: '', location: '/keys-elsewhere' }],
    ['far too much', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }],
  ])('%s is rejected as keys, and the previous keys stay in use', async (_what, answer) => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    await authenticator.warmUp();
    world.issuer.answer = answer;
    authenticator.reload();
    await until(() => world.hasLogged("cannot fetch the issuer's keys"));
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
  });

  it('a request to an issuer that does not answer times out', async () => {
    const stuck = await stuckServer();
    const issuers = [world.trusted({ jwksUri: stuck.url })];
    const authenticator = await world.open({ issuers });
    const failure = ask(authenticator, await world.token()).catch((error: unknown) => error);
    await until(() => stuck.asked());
    await world.clock.advance(DEFAULTS.access.keysTimeoutMs);
    expect(await failure).toEqual(tidemarkError('issuer_unavailable'));
    await stuck.close();
  });

  it('each request opens a new connection, since an old one may be closed', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ jwksUri: world.issuer.jwksUri })] });
    await authenticator.warmUp();
    authenticator.reload();
    await until(() => world.issuer.requests === 2);
    expect(world.issuer.connections).toBe(2);
  });

  it('discovery of keys at an insecure URL is rejected', async () => {
    const { issuer } = world;
    issuer.discovery = { jwks_uri: issuer.jwksUri.replace('127.0.0.1', '0.0.0.0') };
    const authenticator = await world.open();
    await authenticator.warmUp();
    expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
    expect(issuer.requests).toBe(1);
  });

  it.each([
    ['https://id.example.com', 'https://keys.example.com/1', true],
    ['https://id.example.com', 'http://keys.example.com/1', false],
    ['https://id.example.com', 'http://127.0.0.1:9090/metrics', false],
    ['http://localhost:8080', 'http://127.0.0.1:9090/keys', true],
    ['http://localhost:8080', 'https://keys.example.com/1', true],
  ])('the issuer %s may name keys at %s: %s', (issuer, url, expected) => {
    expect(isAllowedKeysUrl(issuer, url)).toBe(expected);
  });

  it('a token that names an unusable key is rejected as unknown', async () => {
    const { issuer } = world;
    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' });
    const keys = [issuer.key.publicJwk, { ...short, kid: 'short' }, { kty: 'RSA', kid: 'empty' }];
    issuer.answer = { status: 200, body: JSON.stringify({ keys }) };
    const authenticator = await world.open();
    const [, payload] = (await world.token()).split('.');
    for (const kid of ['short', 'empty']) {
      const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid })).toString('base64url');
      await expect(ask(authenticator, `${head}.${payload}.AAAA`)).rejects.toThrow(
        'the key that the token names cannot verify it',
      );
    }
    expect(await ask(authenticator, await world.token())).toHaveProperty('id', 'someone');
  });

  it('a discovery document of another issuer is rejected', async () => {
    const authenticator = await world.open({ issuers: [world.trusted({ issuer: `${world.issuer.url}/` })] });
    await authenticator.warmUp();
    expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
    expect(JSON.stringify(world.log.lines())).toContain('describes another issuer than');
  });
});

/** Takes requests and does not answer them. */
async function stuckServer(): Promise<{ url: string; asked: () => boolean; close: () => Promise<void> }> {
  const { createServer } = await import('node:http');
  let asked = false;
  const server = createServer(() => (asked = true));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
