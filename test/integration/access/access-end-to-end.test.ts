import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tidemark } from '../../gen/tidemark';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { campaignBody, campaignId } from '../../support/campaigns';
import { send, type Answer } from '../../support/http-server';
import { bearer, OidcIssuer, type TokenOptions } from '../../support/oidc-issuer';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

const { CountQuery, CountAnswer } = tidemark.v1;
const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/x-protobuf';

/** Services as a shop would have them. */
const CALLERS = {
  collector: { scopes: ['events:write'], groups: ['ads-ingestion'] },
  ads: { scopes: ['counts:read', 'caps:check', 'features:read', 'objects:read'], groups: ['ads-serving'] },
  trainer: { scopes: ['objects:read', 'objects:write'], groups: ['ads-personalization', 'ads-serving'] },
  planner: {
    scopes: ['campaigns:read', 'campaigns:write'],
    groups: ['campaign-management', 'campaign-delivery'],
  },
  prometheus: { scopes: ['operations:read'] },
  stranger: { scopes: ['events:write', 'counts:read', 'objects:read'], groups: ['another-team'] },
};
type Service = keyof typeof CALLERS;

const COUNT = { userId: 'u1', actions: ['impression'], windows: ['1d'] };

describe('The API with authentication', () => {
  const startMs = Date.now() - 60_000;
  let folder: string;
  let bigtable: LocalBigtable;
  let issuer: OidcIssuer;
  let running: RunningApp;
  const tokens: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-access-'));
    [bigtable, issuer] = await Promise.all([startStore(), OidcIssuer.start('RS256')]);
    writeAccess();
    running = await start();
  });
  afterAll(async () => {
    await running.app.drain();
    await Promise.all([bigtable.close(), issuer.goDown()]);
    rmSync(folder, { recursive: true });
  });

  const accessFile = (): string => join(folder, 'access.json');
  const writeAccess = (callers: object = CALLERS, over: object = {}): void => {
    const issuers = [{ issuer: issuer.url, audiences: ['tidemark'], ...over }];
    writeFileSync(accessFile(), JSON.stringify({ issuers, callers }));
  };
  /** At an address that others can reach, as a service has it. */
  const start = (): Promise<RunningApp> =>
    startApp(
      {
        BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
        TIDEMARK_ACCESS_FILE: accessFile(),
        TIDEMARK_HTTP_HOST: '0.0.0.0',
        TIDEMARK_LOG_LEVEL: 'debug',
      },
      {},
      // So that a test need not wait for what production waits for.
      { keysCooldownMs: 0, keysRetryMs: 20, keysRetryMaxMs: 20, pollMs: 20 },
    );

  const tokenOf = async (service: string, options?: TokenOptions): Promise<string> => {
    const token = await issuer.token({ sub: service }, options);
    tokens.push(token);
    return token;
  };

  interface Call {
    readonly method?: string;
    readonly path: string;
    readonly body?: unknown;
    readonly type?: string;
    readonly accept?: string;
    readonly authorization?: string;
  }

  const call = ({
    method = 'GET',
    path,
    body,
    type = JSON_TYPE,
    accept,
    authorization,
  }: Call): Promise<Answer> =>
    send(running.port, {
      method,
      path,
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        ...(accept !== undefined && { accept }),
        ...(authorization !== undefined && { authorization }),
      },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  /** Calls the API as this service, with its own token. */
  const as = async (service: Service, request: Omit<Call, 'authorization'>): Promise<Answer> =>
    call({ ...request, authorization: bearer(await tokenOf(service)) });
  const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });
  const countWith = (authorization?: string): Promise<Answer> =>
    call({ ...post('/v1/counts:query', COUNT), ...(authorization !== undefined && { authorization }) });
  const impression = (insertionId: string): object => ({
    userId: 'u1',
    action: 'impression',
    adId: 'a1',
    campaignId: 'c1',
    insertionId,
    eventTime: startMs,
  });
  const impressions = async (): Promise<unknown> => {
    const answer = await as('ads', post('/v1/counts:query', COUNT));
    return (answer.json['counts'] as Record<string, { total: number }>)['1d']?.total;
  };

  describe('Services with permissions', () => {
    it('a service writes events, counts them, checks caps and gets features', async () => {
      const events = [impression('i1'), impression('i2')];
      expect((await as('collector', post('/v1/events', { events }))).json).toMatchObject({ written: 2 });
      expect(await impressions()).toBe(2);
      const rules = [{ name: 'daily', level: 'campaign', actions: ['impression'], window: '1d', maximum: 2 }];
      const candidates = [{ id: 'one', adId: 'a1', campaignId: 'c1', insertionId: 'i3' }];
      const judged = await as('ads', post('/v1/caps:check', { userId: 'u1', candidates, rules }));
      expect(judged.json['candidates']).toMatchObject([{ id: 'one', allowed: false }]);
    });

    it('a service counts in protobuf, too', async () => {
      const message = { userId: 'u1', actions: ['impression'], windows: [{ rolling: '1d' }] };
      const body = Buffer.from(CountQuery.encode(message).finish());
      const answer = await as('ads', { ...post('/v1/counts:query', body), type: PROTOBUF, accept: PROTOBUF });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, PROTOBUF]);
      expect(CountAnswer.decode(answer.body).total?.counts).toEqual([2]);
    });

    it('one service reads the objects that another one writes', async () => {
      const path = '/v1/corpora/users/objects/u1/profile/default';
      const profile = { interests: [{ topic: 'coats', score: 0.5 }] };
      expect((await as('trainer', { method: 'PUT', path, body: profile })).status).toBe(200);
      expect((await as('ads', { path })).json).toMatchObject({ cells: [{ value: profile }] });
    });

    it('a service creates and reads campaigns', async () => {
      const path = `/v1/campaigns/${campaignId(1)}`;
      expect((await as('planner', { method: 'PUT', path, body: campaignBody() })).status).toBe(200);
      expect((await as('planner', { path })).json).toMatchObject({ campaign: campaignBody() });
    });
  });

  describe('Requests without permission', () => {
    const REALM = 'Bearer realm="tidemark"';
    const invalid = (description: string): string =>
      `${REALM}, error="invalid_token", error_description="${description}"`;

    it.each([
      ['no token', undefined, 'missing bearer token in the Authorization header'],
      [
        'a password',
        'Basic YWRzOmFkcw==',
        'the Authorization header must be "Bearer", a space, and the token',
      ],
    ])('a request with %s must send a token', async (_what, authorization, detail) => {
      const answer = await countWith(authorization);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, REALM]);
      expect(answer.json).toMatchObject({ code: 'unauthenticated', field: 'authorization', detail });
    });

    it.each<[string, () => Promise<string> | string, string]>([
      ['nonsense', () => 'nonsense', 'the token is not a signed JWT'],
      ['one that has expired', () => tokenOf('ads', { lifetimeSeconds: -60 }), 'the token has expired'],
      [
        'one of tomorrow',
        () => issuer.token({ sub: 'ads', nbf: Date.now() / 1_000 + 86_400 }),
        'the token is not valid yet',
      ],
      [
        'one for another audience',
        () => issuer.token({ sub: 'ads', aud: 'mail' }),
        'the token is for another audience',
      ],
      ['one of another issuer', anotherIssuer, 'the issuer of the token is not trusted'],
      [
        'an unsigned one',
        () => unsigned(issuer),
        'the token must be signed with RS256 or ES256 or EdDSA or PS256',
      ],
      [
        'one signed by the public key',
        () => signedByPublicKey(issuer),
        'the token must be signed with RS256 or ES256 or EdDSA or PS256',
      ],
      [
        'one by another key of the same name',
        async () => tokenOf('ads', { key: await issuer.newKey('RS256', issuer.key.kid) }),
        'the signature of the token is invalid',
      ],
      [
        'one by a key that the issuer does not have',
        async () => tokenOf('ads', { key: await issuer.newKey('RS256') }),
        'the issuer has no such key as the token names',
      ],
    ])('a token that is %s is rejected', async (_what, token, detail) => {
      const answer = await countWith(bearer(await token()));
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, invalid(detail)]);
      expect(answer.json).toMatchObject({ code: 'unauthenticated', detail });
    });

    it('a request beyond the scopes of its caller is rejected with the missing scope', async () => {
      const before = await impressions();
      const answer = await as('ads', post('/v1/events', { events: [impression('i9')] }));
      const challenge = `${REALM}, error="insufficient_scope", scope="events:write"`;
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([403, challenge]);
      expect(answer.json).toMatchObject({ code: 'permission_denied' });
      expect(await impressions()).toBe(before);
    });

    it('access to data is rejected if its declaration lists no group of the caller', async () => {
      const before = await impressions();
      for (const request of [
        post('/v1/counts:query', COUNT),
        post('/v1/events', { events: [impression('i9')] }),
        { path: '/v1/corpora/users/objects/u1/profile/default' },
      ]) {
        const answer = await as('stranger', request);
        expect([request.path, answer.status, answer.json['code']]).toEqual([
          request.path,
          403,
          'permission_denied',
        ]);
        expect(answer.headers['www-authenticate']).toBe(`${REALM}, error="insufficient_scope"`);
      }
      expect(await impressions()).toBe(before);
    });

    it('a caller that is not in the access file has no permissions', async () => {
      const answer = await call({ path: '/v1/schema', authorization: bearer(await tokenOf('stranger')) });
      expect([answer.status, answer.json['detail']]).toEqual([403, 'the token lacks the scope schema:read']);
    });
  });

  describe('Public endpoints and browsers', () => {
    it.each(['/healthz', '/readyz', '/openapi.json'])(
      '%s is answered without a token and with an invalid one',
      async (path) => {
        expect((await call({ path })).status).toBe(200);
        expect((await call({ path, authorization: 'Bearer nonsense' })).status).toBe(200);
      },
    );

    it('metrics are returned to callers with the scope only', async () => {
      expect((await call({ path: '/metrics' })).status).toBe(401);
      expect((await as('ads', { path: '/metrics' })).status).toBe(403);
      const { body } = await as('prometheus', { path: '/metrics' });
      expect(body.toString()).toMatch(/^tidemark_http_authentications_total\{outcome="expired"\} 1$/m);
      expect(body.toString()).toMatch(
        /^tidemark_access_keys_age_seconds\{issuer="http:\/\/127\.0\.0\.1:\d+"\} /m,
      );
    });

    it('pages of other sites get no access', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await send(running.port, { method, path: '/v1/schema', headers });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    });
  });

  describe('Changes at run time', () => {
    afterEach(() => writeAccess());

    it('a new key of the issuer is accepted at once, and the old one is rejected', async () => {
      const old = bearer(await tokenOf('ads'));
      expect((await countWith(old)).status).toBe(200);
      await issuer.rotate('RS256');
      expect((await countWith(bearer(await tokenOf('ads')))).status).toBe(200);
      expect((await countWith(old)).status).toBe(401);
    });

    it('an unavailable issuer does not stop the API, which rejects unknown keys as retryable and recovers', async () => {
      await issuer.goDown();
      expect((await countWith(bearer(await tokenOf('ads')))).status).toBe(200);
      const next = await issuer.newKey('RS256');
      const unknown = bearer(await tokenOf('ads', { key: next }));
      const answer = await countWith(unknown);
      expect([answer.status, answer.json['code']]).toEqual([503, 'issuer_unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
      expect((await call({ path: '/readyz' })).status).toBe(200);
      await issuer.comeUp();
      await until(async () => (await countWith(unknown)).status === 401);
    });

    it('permissions change while requests run, and no request fails for another reason', async () => {
      const authorization = bearer(await tokenOf('ads'));
      const seen: number[] = [];
      let isOver = false;
      const load = Array.from({ length: 4 }, async () => {
        while (!isOver) seen.push((await countWith(authorization)).status);
      });
      await until(() => seen.length > 20);
      writeAccess({ ...CALLERS, ads: { scopes: ['caps:check'], groups: ['ads-serving'] } });
      await until(() => seen.at(-1) === 403);
      writeFileSync(accessFile(), '{ "issuers": ');
      await until(() =>
        running.logLines().some(({ level, field }) => level === 'error' && field === 'TIDEMARK_ACCESS_FILE'),
      );
      expect((await countWith(authorization)).status).toBe(403);
      writeAccess();
      await until(() => seen.at(-1) === 200);
      isOver = true;
      await Promise.all(load);
      expect(new Set(seen)).toEqual(new Set([200, 403]));
      expect(seen[0]).toBe(200);
    });

    it('the API starts without the issuer, and becomes ready once the issuer answers', async () => {
      await issuer.goDown();
      const other = await start();
      const to = async (path: string): Promise<unknown> => {
        const authorization = bearer(await tokenOf('prometheus'));
        const { status, json } = await send(other.port, { path, headers: { authorization } });
        return [status, json['code']];
      };
      expect((await send(other.port, { path: '/healthz' })).status).toBe(200);
      expect(await to('/readyz')).toEqual([503, 'issuer_unavailable']);
      expect(await to('/v1/ingestion/lag')).toEqual([503, 'issuer_unavailable']);
      await issuer.comeUp();
      await until(async () => (await send(other.port, { path: '/readyz' })).status === 200);
      await other.app.drain();
    });
  });

  it('the log names callers and quotes no token, not even one in a URL', async () => {
    await send(running.port, { path: `/v1/schema?access_token=${await tokenOf('ads')}` });
    const lines = running.logLines();
    const counts = lines.filter(({ operation, status }) => operation === 'queryCounts' && status === 200);
    expect(new Set(counts.map(({ caller }) => caller))).toEqual(new Set(['ads']));
    expect(lines.some(({ url }) => url === '/v1/schema?access_token=…')).toBe(true);
    const logged = JSON.stringify(lines);
    expect(tokens.filter((token) => logged.includes(token.split('.')[2]!))).toEqual([]);
    expect(logged).not.toMatch(/eyJ|Bearer/);
  });
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function anotherIssuer(): Promise<string> {
  const other = await OidcIssuer.start('RS256');
  const token = await other.token({ sub: 'ads' });
  await other.goDown();
  return token;
}

/** Returns an unsecured JWT (RFC 7519, 6). */
async function unsigned(issuer: OidcIssuer): Promise<string> {
  const [, claims] = (await issuer.token({ sub: 'ads' })).split('.');
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`;
}

/** Returns a token signed with the public key as a shared secret: a verifier that trusts its `alg` would accept it. */
async function signedByPublicKey(issuer: OidcIssuer): Promise<string> {
  const { SignJWT, exportSPKI, importJWK, decodeJwt } = await import('jose');
  const key = await importJWK({ ...issuer.key.publicJwk, ext: true }, 'RS256', { extractable: true });
  const secret = new TextEncoder().encode(await exportSPKI(key as Parameters<typeof exportSPKI>[0]));
  const claims = decodeJwt(await issuer.token({ sub: 'ads' }));
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: issuer.key.kid }).sign(secret);
}
