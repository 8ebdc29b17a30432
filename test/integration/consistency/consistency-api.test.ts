import { createTokenCodec } from '../../../src/core/tokens/token-codec';
import { TokenKeyRing } from '../../../src/core/tokens/token-key-ring';
import { parseTokenKeys } from '../../../src/core/tokens/token-keys';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import {
  isCleared,
  startConsistencyWorld,
  TOKEN_KEYS,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { send, type Answer } from '../../support/http-server';
import { refusedRead } from '../../support/refused-read';
import { startApp, startStore } from '../../support/running-app';
import { until } from '../../support/until';

const CELL = '/v1/corpora/{corpus}/objects/{id}/{dataType}/{subType}';
const OBJECT = '/v1/corpora/{corpus}/objects/{id}';
const BATCH = '/v1/corpora/{corpus}/objects:batchGet';
const COUNTS = '/v1/counts:query';
type Headers = Readonly<Record<string, string>>;

describe('A write in one region and reads in another', () => {
  let world: ConsistencyWorld;
  let eu: RegionApp;
  let us: RegionApp;
  let contract: ApiContract;

  beforeAll(async () => {
    world = await startConsistencyWorld();
    [eu, us] = await world.readyApps(['eu', 'us']);
    const document = (await eu.send({ path: '/openapi.json' })).json;
    contract = new ApiContract(document as unknown as OpenApiDocument);
  });
  // Calls that a busy machine delays take a cluster out of use for a while: then another answers, and takes writes.
  beforeEach(async () => {
    await isCleared(eu, 'eu-a');
    const path = newPath();
    const isServing = async (app: RegionApp, id: string): Promise<boolean> =>
      (await app.send({ path })).headers['tidemark-cluster'] === id;
    await until(async () => {
      await put(path, 'first');
      return (await isServing(eu, 'eu-a')) && isServing(us, 'us-a');
    });
  });
  afterEach(() => world.heal());
  afterAll(() => world.close());

  let ids = 0;
  const newPath = (): string => `/v1/corpora/users/objects/user-${++ids}/profile/main`;
  const put = async (path: string, locale: string, app = eu): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.send({ method: 'PUT', path, headers, body: JSON.stringify({ locale }) });
    contract.check('PUT', CELL, answer);
    expect(answer.headers['tidemark-token']).toBe(answer.json['token']);
    return answer.json['token'] as string;
  };
  const get = async (path: string, headers: Headers = {}, template = CELL, app = us): Promise<Answer> => {
    const answer = await app.send({ path, headers });
    contract.check('GET', template, answer);
    return answer;
  };
  const post = async (template: string, body: object, headers: Headers = {}, app = us): Promise<Answer> => {
    const answer = await app.send({
      method: 'POST',
      path: template.replace('{corpus}', 'users'),
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    contract.check('POST', template, answer);
    return answer;
  };
  /** Replication alone stands still: requests get everywhere. */
  const stopReplication = async (): Promise<void> => {
    await world.cut('eu-a', 'us-a');
    await world.cut('eu-a', 'asia-a');
  };
  const localeOf = ({ json }: Answer): unknown =>
    (json['cells'] as { value: { locale: string } }[])[0]?.value.locale;

  it.each([['at-least-as-fresh'], ['eventual'], ['strict']])(
    'a read at level %s with the token finds a write that is not replicated yet',
    async (level) => {
      const path = newPath();
      await stopReplication();
      const token = await put(path, 'new');
      expect((await get(path)).status).toBe(404);
      const answer = await get(path, { 'tidemark-consistency': level, 'tidemark-token': token });
      expect(localeOf(answer)).toBe('new');
      expect(answer.headers).toMatchObject({
        'tidemark-consistency': level,
        'tidemark-cluster': 'eu-a',
        'tidemark-tier': 'origin',
      });
      const { consistency } = answer.json as { consistency: Record<string, unknown> };
      expect(consistency).toMatchObject({ level, met: true, clusters: ['eu-a'], tier: 'origin' });
      expect(consistency['token']).toBe(answer.headers['tidemark-token']);
      expect(String(consistency['lookups'])).toBe(answer.headers['tidemark-lookups']);
    },
  );

  it('a token alone means at-least-as-fresh', async () => {
    const path = newPath();
    await stopReplication();
    const token = await put(path, 'new');
    const answer = await get(path, { 'tidemark-token': token });
    expect(answer.headers['tidemark-consistency']).toBe('at-least-as-fresh');
    expect(localeOf(answer)).toBe('new');
  });

  it('strict and bounded reads find the write without a token', async () => {
    const path = newPath();
    await stopReplication();
    await put(path, 'new');
    const ackedMs = Date.now();
    expect(localeOf(await get(path, { 'tidemark-consistency': 'strict' }))).toBe('new');
    while (Date.now() <= ackedMs + 1);
    const bounded = { 'tidemark-consistency': 'bounded; max-staleness-ms=1' };
    expect(localeOf(await get(path, bounded))).toBe('new');
    const asOf = { 'tidemark-consistency': `strict; as-of=${new Date(ackedMs + 1).toISOString()}` };
    expect(localeOf(await get(path, asOf))).toBe('new');
  });

  it('the nearest replica answers once it has the write', async () => {
    const path = newPath();
    const token = await put(path, 'new');
    await world.heal();
    const answer = await get(path, { 'tidemark-token': token });
    expect(answer.headers).toMatchObject({ 'tidemark-cluster': 'us-a', 'tidemark-tier': 'nearest' });
    expect(answer.headers['tidemark-lookups']).toBe('1');
  });

  it('with the token of a read, the next read sees at least as much', async () => {
    const path = newPath();
    await stopReplication();
    await put(path, 'new');
    const seen = (await get(path, {}, CELL, eu)).headers['tidemark-token'] as string;
    expect(localeOf(await get(path, { 'tidemark-token': seen }))).toBe('new');
  });

  it('an answer about absent data has evidence, too', async () => {
    const path = newPath();
    const answer = await get(path, { 'tidemark-consistency': 'strict' });
    expect(answer.json).toMatchObject({
      code: 'object_not_found',
      consistency: { level: 'strict', met: true },
    });
    expect(answer.headers).toMatchObject({
      'tidemark-consistency': 'strict',
      'tidemark-token': expect.any(String) as string,
    });
    const token = answer.headers['tidemark-token'] as string;
    expect((await get(path, { 'tidemark-token': token })).status).toBe(404);
  });

  it('a deleted object stays deleted for readers with the token of the deletion', async () => {
    const path = newPath();
    await put(path, 'old');
    await world.heal();
    await stopReplication();
    const deleted = await eu.send({ method: 'DELETE', path });
    contract.check('DELETE', CELL, deleted);
    expect(deleted.status).toBe(204);
    expect(localeOf(await get(path))).toBe('old');
    const token = deleted.headers['tidemark-token'] as string;
    expect((await get(path, { 'tidemark-token': token })).json).toMatchObject({ code: 'object_not_found' });
  });

  it('protobuf answers have the evidence in their headers', async () => {
    const path = newPath();
    const token = await put(path, 'new');
    const answer = await get(path, { accept: 'application/x-protobuf', 'tidemark-token': token });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'tidemark-consistency': 'at-least-as-fresh',
      'tidemark-token': expect.any(String) as string,
    });
  });

  it('objects, batch gets and counts accept the choice in body and header alike', async () => {
    const path = newPath();
    const userId = path.split('/')[5]!;
    await stopReplication();
    const token = await put(path, 'new');
    const click = { userId, action: 'click', eventTime: Date.now() - 1_000, adId: 'ad-1' };
    const events = await post('/v1/events', { events: [click] }, {}, eu);
    expect(events.headers['tidemark-token']).toBe(events.json['token']);

    const object = await get(path.replace('/profile/main', ''), { 'tidemark-token': token }, OBJECT);
    expect(localeOf(object)).toBe('new');

    const objects = [{ id: userId, select: [{ dataType: 'profile' }] }];
    for (const [body, headers] of [
      [{ consistency: { token } }, {}],
      [{}, { 'tidemark-token': token }],
      [{ consistency: { level: 'strict' } }, { 'tidemark-consistency': 'strict' }],
    ] as [object, Headers][]) {
      const batch = await post(BATCH, { objects, ...body }, headers);
      expect(batch.json).toMatchObject({ objects: [{ cells: [{ value: { locale: 'new' } }] }] });
      expect(batch.json['consistency']).toMatchObject({ met: true, clusters: ['eu-a'] });
    }

    const query = { userId, actions: ['click'], windows: ['1h'] };
    const total = ({ json }: Answer): unknown => (json['counts'] as { '1h': { total: unknown } })['1h'].total;
    expect(total(await post(COUNTS, query))).toBe(0);
    const asked = { consistency: { token: events.json['token'] } };
    expect(total(await post(COUNTS, { ...query, ...asked }))).toBe(1);
    expect(total(await post(COUNTS, query, { 'tidemark-consistency': 'strict' }))).toBe(1);
  });

  it('several tokens can be sent together', async () => {
    const [one, two] = [newPath(), newPath()];
    await stopReplication();
    const tokens = `${await put(one, 'one')}, ${await put(two, 'two')}`;
    expect(localeOf(await get(one, { 'tidemark-token': tokens }))).toBe('one');
    expect(localeOf(await get(two, { 'tidemark-token': tokens }))).toBe('two');
  });

  describe('Reads and writes while the origin is cut off', () => {
    const SHORT = { 'x-request-timeout-ms': '5000' };
    let path: string;
    let token: string;

    beforeEach(async () => {
      path = newPath();
      await put(path, 'old');
      await world.heal();
      await world.cut('eu', 'us');
      await world.cut('eu', 'asia');
      token = await put(path, 'new');
    });

    it('eventual reads succeed and report how stale they may be', async () => {
      const answer = await get(path);
      expect(localeOf(answer)).toBe('old');
      expect(answer.json['consistency']).toMatchObject({ level: 'eventual', met: true, clusters: ['us-a'] });
    });

    it.each([['strict'], ['bounded; max-staleness-ms=1'], ['at-least-as-fresh']])(
      '%s fails as retryable, and the error names the unreachable cluster',
      async (level) => {
        const headers = { ...SHORT, 'tidemark-consistency': level, 'tidemark-token': token };
        const answer = await refusedRead(() => get(path, headers));
        expect(answer.json).toMatchObject({
          code: 'consistency_unmet',
          detail: expect.stringMatching(/eu-a/) as string,
        });
        expect(answer.headers['retry-after']).toBeDefined();
      },
    );

    it('the read returns a stale answer that is marked as such if that was allowed', async () => {
      const level = 'strict; on-unmet=stale';
      const answer = await get(path, { ...SHORT, 'tidemark-consistency': level });
      expect(localeOf(answer)).toBe('old');
      expect(answer.headers['tidemark-consistency']).toBe('strict; met=false');
      expect(answer.json['consistency']).toMatchObject({ level: 'strict', met: false, clusters: ['us-a'] });
    });

    it('a batch marks the objects that may be stale', async () => {
      const select = [{ dataType: 'profile', subTypes: ['main'] }];
      const [id, other] = [path.split('/')[5]!, newPath().split('/')[5]!];
      const objects = [other, id, id].map((each) => ({ id: each, select }));
      const headers = { ...SHORT, 'tidemark-consistency': 'at-least-as-fresh; on-unmet=stale' };
      const batch = await post(BATCH, { objects }, { ...headers, 'tidemark-token': token });
      expect(batch.json['consistency']).toMatchObject({ met: false });
      const answered = batch.json['objects'] as { met?: boolean }[];
      expect(answered.map(({ met }) => met)).toEqual([undefined, false, false]);
    });

    it('the nearest reachable cluster accepts writes', async () => {
      const other = newPath();
      const theirs = await put(other, 'there', us);
      const answer = await get(other, { 'tidemark-token': theirs });
      expect(answer.headers).toMatchObject({ 'tidemark-cluster': 'us-a', 'tidemark-tier': 'nearest' });
    });

    it('the level is met again once the link is restored', async () => {
      await world.heal();
      // The origin was ejected: a probe finds that it is back.
      const strict = async (): Promise<Answer> => {
        const answer = await get(path, { 'tidemark-consistency': 'strict' });
        if (answer.status === 200) return answer;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return strict();
      };
      expect(localeOf(await strict())).toBe('new');
    });
  });

  it('metrics count reads by level and tier', async () => {
    const path = newPath();
    await put(path, 'new');
    await get(path, { 'tidemark-consistency': 'strict' });
    const { body } = await us.send({ path: '/metrics' });
    expect(body.toString()).toMatch(/tidemark_reads_total\{[^}]*level="strict"[^}]*\} \d/);
  });
});

describe('Invalid consistency parameters', () => {
  // No store listens there: a request that reached it would be answered 503.
  const env = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1', TIDEMARK_TOKEN_KEYS: TOKEN_KEYS };
  const path = '/v1/corpora/users/objects/u/profile/main';
  let running: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    running = await startApp(env);
  });
  afterAll(() => running.app.drain());

  const ringOf = (keys: string): TokenKeyRing => new TokenKeyRing(parseTokenKeys(keys, 'keys'));
  const codec = (over: object = {}): ReturnType<typeof createTokenCodec> =>
    createTokenCodec({
      storeName: 'tidemark/tidemark',
      keys: ringOf(TOKEN_KEYS),
      nowMs: () => Date.now(),
      lifetimeMs: 1,
      clockSkewMaxMs: 1,
      writesMax: 32,
      ...over,
    });
  const forged = codec({ keys: ringOf(`1:${Buffer.alloc(32, 6).toString('base64url')}`) });

  it.each([
    ['token_invalid', forged],
    ['token_foreign', codec({ storeName: 'tidemark/other' })],
    ['token_expired', codec({ nowMs: () => Date.now() - 86_400_001 })],
    ['token_in_future', codec({ nowMs: () => Date.now() + 10_000 })],
  ])('the token is rejected as %s', async (code, issuer) => {
    const token = issuer.encode(EMPTY_TOKEN);
    const inHeader = await send(running.port, { path, headers: { 'tidemark-token': token } });
    expect([inHeader.status, inHeader.json['code'], inHeader.json['field']]).toEqual([
      400,
      code,
      'tidemark-token',
    ]);
    const query = { userId: 'u', actions: ['click'], windows: ['1d'], consistency: { token } };
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', path: COUNTS, headers, body: JSON.stringify(query) };
    const inBody = await send(running.port, options);
    expect([inBody.status, inBody.json['code'], inBody.json['field']]).toEqual([
      400,
      code,
      'consistency.token',
    ]);
  });

  it.each([
    ['invalid_argument', 'tidemark-consistency', 'linearizable'],
    ['invalid_argument', 'tidemark-consistency', 'bounded'],
    ['invalid_argument', 'tidemark-token', 'at-least-as-fresh'],
    ['invalid_argument', 'tidemark-consistency', `strict; as-of=${Date.now() + 3_600_000}`],
    ['consistency_unsupported', 'tidemark-consistency', 'strict'],
    ['consistency_unsupported', 'tidemark-consistency', 'bounded; max-staleness-ms=5'],
  ])('the rejection is %s at %s: %s', async (code, field, level) => {
    const answer = await send(running.port, { path, headers: { 'tidemark-consistency': level } });
    expect([answer.status, answer.json['code'], answer.json['field']]).toEqual([400, code, field]);
  });
});

it('tokens and levels other than eventual are unsupported without a topology', async () => {
  const store = await startStore();
  const running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
  const path = '/v1/corpora/users/objects/u/profile/main';
  const headers = { 'content-type': 'application/json' };
  const written = await send(running.port, { method: 'PUT', path, headers, body: '{"locale":"x"}' });
  const token = written.json['token'] as string;
  const fresh = await send(running.port, { path, headers: { 'tidemark-token': token } });
  expect(fresh.json).toMatchObject({ status: 400, code: 'consistency_unsupported', field: 'tidemark-token' });
  const read = await send(running.port, { path });
  expect(read.json).toMatchObject({ cells: [{ value: { locale: 'x' } }], consistency: { met: true } });
  const body = JSON.stringify({
    userId: 'u',
    actions: ['click'],
    windows: ['1d'],
    consistency: { level: 'strict' },
  });
  const strict = await send(running.port, { method: 'POST', path: COUNTS, headers, body });
  expect(strict.json).toMatchObject({ code: 'consistency_unsupported', field: 'consistency.level' });
  expect(running.logLines()).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: expect.stringContaining('TIDEMARK_TOKEN_KEYS') as string }),
  );
  await running.app.drain();
  await store.close();
});
