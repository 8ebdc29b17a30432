import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../../src/config';
import type { Caller } from '../../../../src/core/access/caller';
import { DEFAULTS } from '../../../../src/defaults';
import { openAuthenticator, type Authenticator } from '../../../../src/http/access/authenticator';
import { createMetrics, type Metrics } from '../../../../src/platform/metrics';
import { memoryLogger } from '../../../support/memory-logger';
import { bearer, OidcIssuer, type TokenOptions } from '../../../support/oidc-issuer';
import { tidemarkError } from '../../../support/tidemark-error';
import { until } from '../../../support/until';
import { VirtualClock } from '../../../support/virtual-clock';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

describe('an authenticator', () => {
  let issuer: OidcIssuer;
  let folder: string;
  let clock: VirtualClock;
  let metrics: Metrics;
  let log: ReturnType<typeof memoryLogger>;
  const opened: Authenticator[] = [];

  beforeEach(async () => {
    issuer = await OidcIssuer.start();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-access-'));
    clock = new VirtualClock();
    log = memoryLogger();
    metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) each.stop();
    await issuer.goDown();
    rmSync(folder, { recursive: true });
  });

  const fileOf = (name = 'access.json'): string => join(folder, name);
  const write = (document: object, name?: string): void =>
    writeFileSync(fileOf(name), JSON.stringify(document));
  const trusted = (over: object = {}): object => ({ issuer: issuer.url, audiences: ['tidemark'], ...over });

  /** With an access file that trusts the issuer, if none is given. */
  const open = async (
    document: object = { issuers: [trusted()] },
    limits: Partial<Config['access']> = {},
  ): Promise<Authenticator> => {
    write(document);
    const options = { file: fileOf(), clock, metrics, logger: log.logger };
    const authenticator = await openAuthenticator({ ...options, limits: { ...settings(), ...limits } });
    opened.push(authenticator);
    return authenticator;
  };
  const settings = (): Config['access'] => ({ ...DEFAULTS.access, file: fileOf(), open: false });
  const tokenOf = (
    claims: Readonly<Record<string, unknown>> = {},
    options: TokenOptions = {},
  ): Promise<string> => issuer.token(claims, { nowMs: clock.nowMs(), ...options });
  const ask = async (authenticator: Authenticator, token: string): Promise<Caller> =>
    authenticator.authenticate(bearer(token));
  const refused = tidemarkError('unauthenticated', 'authorization');
  const counted = async (): Promise<Record<string, number>> => {
    const samples = (await metrics.prometheus()).matchAll(
      /^tidemark_http_authentications_total\{outcome="(\w+)".*\} (\d+)/gm,
    );
    return Object.fromEntries([...samples].map(([, outcome, count]) => [outcome, Number(count)]));
  };

  describe('and its tokens', () => {
    it('knows the caller of a token, and what the file grants him', async () => {
      const callers = {
        ads: { scopes: ['counts:read'], groups: ['ads-serving'], limits: { requestsPerSecond: 5 } },
      };
      const authenticator = await open({ issuers: [trusted()], callers, limits: { requestsInFlightMax: 9 } });
      const caller = await ask(authenticator, await tokenOf({ sub: 'ads' }));
      expect(caller).toEqual({
        id: 'ads',
        scopes: new Set(['counts:read']),
        groups: new Set(['ads-serving']),
      });
      expect(authenticator.limitsOf('ads')).toEqual({ requestsPerSecond: 5, requestsInFlightMax: 9 });
      expect([authenticator.isEntered('ads'), authenticator.isEntered('someone')]).toEqual([true, false]);
    });

    it('knows whom nobody has entered, who may do nothing', async () => {
      const authenticator = await open({ issuers: [trusted()], limits: { requestsPerSecond: 7 } });
      const caller = await ask(
        authenticator,
        await tokenOf({ scope: 'counts:read', groups: ['ads-serving'] }),
      );
      expect(caller).toEqual({ id: 'someone', scopes: new Set(), groups: new Set() });
      expect(authenticator.limitsOf('someone')).toEqual({ requestsPerSecond: 7 });
    });

    it('takes scopes and groups from claims only where the file says so', async () => {
      const claims = { scope: 'openid counts:read', realm_access: { roles: ['ads-serving', 7] }, roles: 'x' };
      const authenticator = await open({
        issuers: [trusted({ scopeClaim: 'scope', groupsClaim: 'realm_access.roles' })],
        callers: { someone: { scopes: ['caps:check'], groups: ['ads-measurement'] } },
      });
      const { scopes, groups } = await ask(authenticator, await tokenOf(claims));
      expect(scopes).toEqual(new Set(['caps:check', 'counts:read']));
      expect(groups).toEqual(new Set(['ads-measurement', 'ads-serving']));
    });

    it('verifies a token once, whoever brings it how often, at once or later', async () => {
      const authenticator = await open();
      const token = await tokenOf();
      const callers = await Promise.all(Array.from({ length: 20 }, () => ask(authenticator, token)));
      expect(new Set(callers).size).toBe(1);
      expect(authenticator.authenticate(bearer(token))).toBe(callers[0]);
      expect(await counted()).toEqual({ verified: 20, known: 1 });
    });

    it('forgets a token when it expires, clock tolerance included', async () => {
      const authenticator = await open();
      const token = await tokenOf({}, { lifetimeSeconds: 60 });
      await ask(authenticator, token);
      await clock.advance(60 * SECOND_MS + DEFAULTS.access.clockToleranceMs - 1);
      expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
      await clock.advance(1);
      await expect(ask(authenticator, token)).rejects.toThrow('the token has expired');
    });

    it('remembers no more tokens than it may: the least recently seen make room', async () => {
      const authenticator = await open(undefined, { tokensKnownMax: 2 });
      const [a, b, c] = (await Promise.all(['a', 'b', 'c'].map((sub) => tokenOf({ sub })))) as [
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
      ['the claim exp of the token is not what it must be', 'bad_claim', { exp: '2030' }, {}],
      [
        'the issuer of the token is not one whose tokens are taken here',
        'unknown_issuer',
        { iss: 'https://a' },
        {},
      ],
      [
        'the issuer of the token is not one whose tokens are taken here',
        'unknown_issuer',
        { iss: undefined },
        {},
      ],
      ['the token does not name its caller by the claim sub', 'bad_claim', { sub: undefined }, {}],
      ['the token does not name its caller by the claim sub', 'bad_claim', { sub: 'a\nb' }, {}],
      ['the token does not name its caller by the claim sub', 'bad_claim', { sub: '' }, {}],
      [
        'the issuer has no key like that of the token',
        'unknown_key',
        {},
        { header: { kid: 'nobody-knows' } },
      ],
    ])('refuses one: %s', async (message, outcome, claims, options) => {
      const authenticator = await open();
      const failure = ask(authenticator, await tokenOf(claims, options));
      await expect(failure).rejects.toThrow(refused);
      await expect(failure).rejects.toThrow(message);
      expect(await counted()).toEqual({ [outcome]: 1 });
    });

    it('tolerates clocks that differ a little', async () => {
      const authenticator = await open();
      const seconds = clock.nowMs() / 1_000;
      for (const claims of [{ exp: seconds - 29 }, { nbf: seconds + 29 }, { iat: seconds + 29 }])
        await expect(ask(authenticator, await tokenOf(claims))).resolves.toHaveProperty('id', 'someone');
    });

    it('refuses a signature by another key of the same name, and a token that was changed', async () => {
      const authenticator = await open();
      const forger = await issuer.newKey('ES256', issuer.key.kid);
      const forged = await tokenOf({}, { key: forger });
      const [head, , signature] = (await tokenOf()).split('.') as [string, string, string];
      const changed = [head, (await tokenOf({ sub: 'root' })).split('.')[1], signature].join('.');
      for (const token of [forged, changed])
        await expect(ask(authenticator, token)).rejects.toThrow(
          'the signature of the token is not that of its issuer',
        );
    });

    it('refuses algorithms that the file does not allow, also where the key is the right one', async () => {
      const authenticator = await open({ issuers: [trusted({ algorithms: ['RS256'] })] });
      await expect(ask(authenticator, await tokenOf())).rejects.toThrow('the token must be signed by RS256');
    });

    it('names callers by another claim, and an address only where it is verified', async () => {
      const authenticator = await open({
        issuers: [trusted({ callerClaim: 'email', callerPrefix: 'google:' })],
      });
      const verified = { email: 'ads@example.com', email_verified: true };
      expect(await ask(authenticator, await tokenOf(verified))).toHaveProperty(
        'id',
        'google:ads@example.com',
      );
      for (const email_verified of [false, undefined, 'true'])
        await expect(ask(authenticator, await tokenOf({ ...verified, email_verified }))).rejects.toThrow(
          'the claim email_verified of the token is not true',
        );
    });

    it.each([
      [undefined, 'wants a bearer token in the header authorization'],
      ['', 'the header authorization must be: Bearer, a space, and the token'],
      ['Basic YTpi', 'the header authorization must be: Bearer, a space, and the token'],
      ['Bearer', 'the header authorization must be: Bearer, a space, and the token'],
      ['Bearer a b', 'the header authorization must be: Bearer, a space, and the token'],
      ['Bearer nonsense', 'the token is not a signed JWT'],
      ['Bearer a.b.c', 'the token is not a signed JWT'],
      [`Bearer ${'a'.repeat(8_193)}`, 'the token is longer than 8192 bytes'],
    ])('refuses the header %j', async (header, message) => {
      const authenticator = await open();
      await expect(async () => authenticator.authenticate(header)).rejects.toThrow(message);
      expect(issuer.requests).toBe(0);
    });

    it('never quotes a token, nor what stands in it', async () => {
      const authenticator = await open();
      const token = await tokenOf({ iss: 'https://evil"\r\nset-cookie: a' });
      const error = await ask(authenticator, token).catch((each: unknown) => each);
      expect(JSON.stringify([error, (error as Error).message, (error as Error).cause])).not.toMatch(
        /evil|eyJ/,
      );
    });
  });

  describe('and keys that are fetched', () => {
    it('finds them by discovery, once for all who wait', async () => {
      const authenticator = await open();
      await Promise.all([
        authenticator.warmUp(),
        ask(authenticator, await tokenOf()),
        ask(authenticator, await tokenOf({ sub: 'b' })),
      ]);
      expect(issuer.requests).toBe(2);
      authenticator.checkReady();
    });

    it('fetches them again from time to time, so that verifications need not wait', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      await authenticator.warmUp();
      await clock.advance(DEFAULTS.access.keysRefreshMs);
      await until(() => issuer.requests === 2);
    });

    it('asks again for a key that is new, at once, and not for each token that names none', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      await ask(authenticator, await tokenOf());
      await clock.advance(DEFAULTS.access.keysCooldownMs);
      await issuer.addKey();
      expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
      expect(issuer.requests).toBe(2);
      for (const kid of ['a', 'b', 'c'])
        await expect(ask(authenticator, await tokenOf({}, { header: { kid } }))).rejects.toThrow(refused);
      expect(issuer.requests).toBe(2);
    });

    it('no longer knows a token when the issuer has taken its key back', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      const token = await tokenOf();
      await ask(authenticator, token);
      await issuer.rotate();
      await clock.advance(DEFAULTS.access.keysRefreshMs);
      await until(() => log.lines().some(({ msg }) => msg === 'the issuer has other keys now'));
      await expect(ask(authenticator, token)).rejects.toThrow('the issuer has no key like that of the token');
    });

    it('goes on with the keys it has while the issuer is away, and says of others that it cannot tell', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      await authenticator.warmUp();
      await issuer.goDown();
      await clock.advance(DEFAULTS.access.keysRefreshMs);
      await until(() => log.lines().some(({ msg }) => msg === "the issuer's keys cannot be fetched"));
      expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
      const other = await issuer.newKey();
      const unknown = tidemarkError('issuer_unavailable');
      await expect(ask(authenticator, await tokenOf({}, { key: other }))).rejects.toThrow(unknown);
      authenticator.checkReady();
      expect(await counted()).toEqual({ verified: 1, issuer_unavailable: 1 });
    });

    it('gives up keys that are too old to go by, and the tokens that they proved', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      const token = await tokenOf({}, { lifetimeSeconds: 100 * 3_600 });
      await ask(authenticator, token);
      await issuer.goDown();
      const failures = (): number =>
        log.lines().filter(({ failuresInARow }) => failuresInARow !== undefined).length;
      await clock.advance(DEFAULTS.access.keysRefreshMs);
      await until(() => failures() === 1);
      expect(authenticator.authenticate(bearer(token))).toHaveProperty('id', 'someone');
      await clock.advance(24 * HOUR_MS);
      await until(() => log.lines().some(({ msg }) => String(msg).startsWith('the keys are too old')));
      await expect(ask(authenticator, token)).rejects.toThrow(tidemarkError('issuer_unavailable'));
      expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
    });

    it('is not ready before it has keys, and is as soon as the issuer answers', async () => {
      await issuer.goDown();
      const authenticator = await open();
      await authenticator.warmUp();
      expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
      await expect(ask(authenticator, await tokenOf())).rejects.toThrow(tidemarkError('issuer_unavailable'));
      await issuer.comeUp();
      await clock.advance(DEFAULTS.access.keysRetryMs);
      await until(() => log.lines().some(({ msg }) => msg === 'keys fetched'));
      authenticator.checkReady();
      expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
    });

    it.each([
      ['an error', { status: 500, body: '{}' }],
      ['something else', { status: 200, body: '<html>' }],
      ['no keys', { status: 200, body: '{"keys":[]}' }],
      ['a secret', { status: 200, body: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}' }],
      ['far too much', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }],
    ])('takes %s for no keys, and keeps those it has', async (_what, answer) => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      await authenticator.warmUp();
      issuer.answer = answer;
      authenticator.reload();
      await until(() => log.lines().some(({ msg }) => msg === "the issuer's keys cannot be fetched"));
      expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
    });

    it('does not wait longer than it may for an issuer that does not answer', async () => {
      const stuck = await stuckServer();
      const issuers = [trusted({ jwksUri: stuck.url })];
      const authenticator = await open({ issuers });
      const failure = ask(authenticator, await tokenOf()).catch((error: unknown) => error);
      await until(() => stuck.asked());
      await clock.advance(DEFAULTS.access.keysTimeoutMs);
      expect(await failure).toEqual(tidemarkError('issuer_unavailable'));
      await stuck.close();
    });

    it('asks over a connection of its own, since an old one may be closed', async () => {
      const authenticator = await open({ issuers: [trusted({ jwksUri: issuer.jwksUri })] });
      await authenticator.warmUp();
      await issuer.goDown();
      await issuer.comeUp();
      authenticator.reload();
      await until(() => issuer.requests === 2);
      expect(log.lines().map(({ level }) => level)).not.toContain('warn');
    });

    it('does not believe a discovery that is about somebody else', async () => {
      const authenticator = await open({ issuers: [trusted({ issuer: `${issuer.url}/` })] });
      await authenticator.warmUp();
      expect(() => authenticator.checkReady()).toThrow(tidemarkError('issuer_unavailable'));
      expect(JSON.stringify(log.lines())).toContain('is not about issuer');
    });
  });

  describe('and its files', () => {
    it('goes by the access file as it is: within seconds, or at once when told', async () => {
      const scopesIn = async (authenticator: Authenticator): Promise<unknown> => {
        const token = await tokenOf();
        return [...(await ask(authenticator, token)).scopes];
      };
      const granting = (...scopes: string[]): object => ({
        issuers: [trusted()],
        callers: { someone: { scopes } },
      });
      const authenticator = await open(granting('counts:read'));
      expect(await scopesIn(authenticator)).toEqual(['counts:read']);
      write(granting('caps:check'));
      expect(await scopesIn(authenticator)).toEqual(['counts:read']);
      await clock.advance(DEFAULTS.access.pollMs);
      expect(await scopesIn(authenticator)).toEqual(['caps:check']);
      write(granting());
      authenticator.reload();
      expect(await scopesIn(authenticator)).toEqual([]);
      write({ ...granting(), limits: { requestsPerSecond: 3 } });
      authenticator.reload();
      expect(authenticator.limitsOf('someone')).toEqual({ requestsPerSecond: 3 });
    });

    it('lets nobody in any more whose issuer was taken out, though his token was known', async () => {
      const authenticator = await open();
      const token = await tokenOf();
      await ask(authenticator, token);
      write({
        issuers: [{ issuer: 'https://id.example.com', audiences: ['tidemark'], jwksUri: issuer.jwksUri }],
      });
      authenticator.reload();
      await expect(ask(authenticator, token)).rejects.toThrow('the issuer of the token is not one');
    });

    it('does not fetch keys again for a change that is not about them', async () => {
      const authenticator = await open();
      await authenticator.warmUp();
      write({ issuers: [trusted({ audiences: ['other'] })] });
      await clock.advance(DEFAULTS.access.pollMs);
      await expect(ask(authenticator, await tokenOf())).rejects.toThrow('the token is for another audience');
      expect(issuer.requests).toBe(2);
    });

    it('stays with what it knows where the file is bad, says so, and goes on when it is good again', async () => {
      const authenticator = await open();
      for (const [text, field] of [
        ['{', 'TIDEMARK_ACCESS_FILE'],
        ['{"issuers":[],"x":1}', 'x'],
      ] as const) {
        writeFileSync(fileOf(), text);
        authenticator.reload();
        expect(log.lines().at(-1)).toMatchObject({ level: 'error', field });
        expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
      }
      expect(await metrics.prometheus()).toMatch(/^tidemark_access_file_refused(\{.*\})? 1$/m);
      write({ issuers: [trusted()] });
      authenticator.reload();
      expect(await metrics.prometheus()).toMatch(/^tidemark_access_file_refused(\{.*\})? 0$/m);
    });

    it('does not begin with a bad file, and names its field', async () => {
      await expect(open({ issuers: [trusted({ audiences: [] })] })).rejects.toThrow(
        tidemarkError('invalid_argument', 'issuers[0].audiences'),
      );
      rmSync(fileOf());
      const options = { file: fileOf('absent.json'), clock, metrics, logger: log.logger, limits: settings() };
      await expect(openAuthenticator(options)).rejects.toThrow(
        tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_FILE'),
      );
      expect(clock.pending).toBe(0);
    });

    it('takes keys from a file, follows it, and asks nobody', async () => {
      write(issuer.jwks, 'keys.json');
      const authenticator = await open({ issuers: [trusted({ jwksFile: 'keys.json' })] });
      authenticator.checkReady();
      expect(await ask(authenticator, await tokenOf())).toHaveProperty('id', 'someone');
      const next = await issuer.newKey();
      const token = await tokenOf({}, { key: next });
      await expect(ask(authenticator, token)).rejects.toThrow('the issuer has no key like that of the token');
      write({ keys: [next.publicJwk] }, 'keys.json');
      await clock.advance(DEFAULTS.access.pollMs);
      expect(await ask(authenticator, token)).toHaveProperty('id', 'someone');
      writeFileSync(fileOf('keys.json'), '{');
      authenticator.reload();
      expect(await ask(authenticator, token)).toHaveProperty('id', 'someone');
      expect(log.lines().at(-1)).toMatchObject({ level: 'error' });
      expect(issuer.requests).toBe(0);
    });

    it('does not begin with a bad file of keys, least of all one with private keys', async () => {
      const jwksFile = 'keys.json';
      const document = { issuers: [trusted({ jwksFile })] };
      const named = tidemarkError('invalid_argument', 'issuers[0].jwksFile');
      await expect(open(document)).rejects.toThrow(named);
      write({ keys: [{ ...issuer.key.publicJwk, d: 'AA' }] }, jwksFile);
      await expect(open(document)).rejects.toThrow(named);
      expect(clock.pending).toBe(0);
    });

    it('refuses a file whose file of keys is bad as a whole, and takes it when told again', async () => {
      const authenticator = await open({ issuers: [trusted()] });
      write({
        issuers: [trusted({ jwksFile: 'keys.json' })],
        callers: { someone: { scopes: ['caps:check'] } },
      });
      await clock.advance(DEFAULTS.access.pollMs);
      expect((await ask(authenticator, await tokenOf())).scopes).toEqual(new Set());
      write(issuer.jwks, 'keys.json');
      authenticator.reload();
      expect((await ask(authenticator, await tokenOf())).scopes).toEqual(new Set(['caps:check']));
    });
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
