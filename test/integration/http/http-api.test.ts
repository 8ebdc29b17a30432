import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { tidemark } from '../../gen/tidemark';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { send, sendJson, type Answer, type SendOptions } from '../../support/http-server';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

describe('The API over the embedded Bigtable', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let contract: ApiContract;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_LOG_LEVEL: 'info' });
    const document = (await send(running.port, { path: '/openapi.json' })).json;
    contract = new ApiContract(document as unknown as OpenApiDocument);
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
  });

  /** Sends, and holds the answer against the documentation of the route. */
  const call = async (template: string, options: SendOptions): Promise<Answer> => {
    const answer = await send(running.port, options);
    contract.check(options.method ?? 'GET', template, answer);
    return answer;
  };
  const callJson = async (path: string, value: unknown): Promise<Answer> => {
    const answer = await sendJson(running.port, path, value);
    contract.check('POST', path, answer);
    return answer;
  };
  const expectProblem = (answer: Answer, status: number, code: string, field?: string): void => {
    expect(answer.json).toMatchObject({ status, code, ...(field === undefined ? {} : { field }) });
    expect(answer.status).toBe(status);
  };

  const now = Date.now();
  const event = (userId: string, over: Record<string, unknown> = {}): Record<string, unknown> => ({
    userId,
    action: 'impression',
    eventTime: now - 60_000,
    viewType: 'home_feed',
    adId: 'ad-1',
    campaignId: 'cmp-1',
    insertionId: 'ins-1',
    ...over,
  });
  const total = async (userId: string): Promise<unknown> => {
    const query = { userId, actions: ['impression', 'click'], windows: ['1d'] };
    const { json } = await callJson('/v1/counts:query', query);
    return (json['counts'] as Record<string, { total: unknown }>)['1d']?.total;
  };

  describe('Events and counts', () => {
    it('an event is counted once, however often it is sent', async () => {
      for (let time = 0; time < 3; time++) {
        const answer = await callJson('/v1/events', event('once'));
        const token = expect.any(String) as string;
        expect(answer.json).toEqual({ written: 1, duplicatesInRequest: 0, errors: [], token });
      }
      expect(await total('once')).toBe(1);
    });

    it('windows, levels and groups are answered together', async () => {
      const events = [
        event('many'),
        event('many', { insertionId: 'ins-2', adId: 'ad-2' }),
        event('many', { insertionId: 'ins-3', eventTime: new Date(now - 3 * 3_600_000).toISOString() }),
        event('many', { action: 'click', eventTime: now - 30_000 }),
        event('many', { insertionId: 'ins-2', adId: 'ad-2' }),
      ];
      // The second delivery is written again, since nothing is read before, and claims no more than that.
      for (let delivery = 1; delivery <= 2; delivery++) {
        expect((await callJson('/v1/events', { events })).json).toMatchObject({
          written: 4,
          duplicatesInRequest: 1,
          errors: [],
        });
      }
      const answer = await callJson('/v1/counts:query', {
        userId: 'many',
        actions: ['impression', 'click'],
        entities: { ad: ['ad-1', 'ad-2', 'ad-9'], campaign: '*' },
        windows: ['1d', '1h', { days: 2, timeZone: 'Asia/Jakarta' }],
        groupBy: ['action'],
      });
      expect(answer.json['consistency']).toMatchObject({ level: 'eventual', met: true });
      expect((answer.json['counts'] as Record<string, unknown>)['1h']).toEqual({
        total: { impression: 2, click: 1 },
        ad: { 'ad-1': { impression: 1, click: 1 }, 'ad-2': { impression: 1 }, 'ad-9': {} },
        campaign: { 'cmp-1': { impression: 2, click: 1 } },
      });
      expect(answer.json['counts']).toMatchObject({ '1d': { total: { impression: 3, click: 1 } } });
    });

    it('events are accepted in protobuf, singly and as a batch', async () => {
      const { AdAction, AdActionBatch } = tidemark.v1;
      const one = {
        userId: 'proto',
        action: 'impression',
        eventTimeMs: now - 5_000,
        adId: 'a',
        insertionId: 'i1',
      };
      const post = (type: string, body: Uint8Array): Promise<Answer> =>
        call('/v1/events', {
          method: 'POST',
          path: '/v1/events',
          headers: { 'content-type': type },
          body: Buffer.from(body),
        });
      const batch = AdActionBatch.encode({ events: [one, { ...one, insertionId: 'i2' }] }).finish();
      expect((await post('application/x-protobuf', batch)).json).toMatchObject({ written: 2 });
      const single = AdAction.encode({ ...one, insertionId: 'i3' }).finish();
      const named = 'application/x-protobuf; messageType="tidemark.v1.AdAction"';
      expect((await post(named, single)).json).toMatchObject({ written: 1 });
      expect(await total('proto')).toBe(3);
      expectProblem(await post('application/x-protobuf', Buffer.from([0xff])), 400, 'malformed_body');
      expectProblem(await post('application/x-protobuf; messageType=x.Y', single), 400, 'invalid_argument');
      expectProblem(await post('application/x-protobuf', Buffer.alloc(0)), 400, 'invalid_argument', 'events');
    });

    it('the valid events of a batch are written, and the others are listed with their errors', async () => {
      const events = [
        event('mixed'),
        event('mixed', { action: 'nod' }),
        event('', { insertionId: 'x' }),
        event('mixed', { insertionId: 'late', eventTime: 1_000 }),
        event('mixed', { insertionId: 'soon', eventTime: now + 3_600_000 }),
        { userId: 'mixed' },
        'text',
      ];
      const { status, json } = await callJson('/v1/events', { events });
      expect([status, json['written'], json['duplicatesInRequest']]).toEqual([200, 1, 0]);
      const listed = (json['errors'] as Record<string, unknown>[]).map(({ index, code, field }) => [
        index,
        code,
        field,
      ]);
      expect(listed).toEqual([
        [1, 'unknown_action', 'events[1].action'],
        [2, 'invalid_argument', 'events[2].userId'],
        [3, 'event_too_old', 'events[3].eventTime'],
        [4, 'event_in_future', 'events[4].eventTime'],
        [5, 'invalid_argument', 'events[5].action'],
        [6, 'invalid_argument', 'events[6]'],
      ]);
      expect(await total('mixed')).toBe(1);
    });

    it('a batch without a valid event gets a problem, and nothing is written', async () => {
      const single = await callJson('/v1/events', event('bad', { eventTime: -1 }));
      expectProblem(single, 400, 'invalid_argument', 'eventTime');
      const batch = await callJson('/v1/events', {
        events: [event('bad', { action: 'nod' }), event('x'.repeat(1_025))],
      });
      expectProblem(batch, 400, 'unknown_action', 'events[0].action');
      expect(batch.json).toMatchObject({
        written: 0,
        duplicatesInRequest: 0,
        errors: [{ index: 0 }, { index: 1 }],
      });
      expect(await total('bad')).toBe(0);
    });

    it.each([
      ['windows', { windows: [] }],
      ['windows[0]', { windows: ['1y'] }],
      ['windows[0]', { windows: ['0d'] }],
      ['windows[0].to', { windows: [{ from: now, to: now }] }],
      ['windows[0].to', { windows: [{ from: now, to: now - 1 }] }],
      ['windows[0].from', { windows: [{ from: 'yesterday', to: now }] }],
      ['windows', { windows: Array.from({ length: 65 }, (_, i) => `${i + 1}m`) }],
      ['windows[0].timeZone', { windows: [{ days: 2, timeZone: 'Mars/Olympus' }] }],
      ['userId', { userId: '' }],
      ['userId', { userId: 'x'.repeat(1_025) }],
      ['userId', { userId: 1 }],
      ['actions', { actions: [] }],
      ['asOf', { asOf: -5 }],
      ['asof', { asof: now }],
    ])('a query is rejected for its %s (%#)', async (field, over) => {
      const query = { userId: 'u', actions: ['click'], windows: ['1d'], ...over };
      expectProblem(await callJson('/v1/counts:query', query), 400, 'invalid_argument', field);
    });

    it('unknown actions, levels and dimensions have their own error codes', async () => {
      const query = { userId: 'u', actions: ['click'], windows: ['1d'] };
      const action = await callJson('/v1/counts:query', { ...query, actions: ['nod'] });
      expectProblem(action, 400, 'unknown_action', 'actions[0]');
      const level = await callJson('/v1/counts:query', { ...query, entities: { galaxy: ['g'] } });
      expectProblem(level, 400, 'unknown_level', 'entities.galaxy');
      const where = await callJson('/v1/counts:query', { ...query, where: { colour: ['red'] } });
      expectProblem(where, 400, 'unknown_dimension', 'where.colour');
      const group = await callJson('/v1/counts:query', { ...query, groupBy: ['action', 'colour'] });
      expectProblem(group, 400, 'unknown_dimension', 'groupBy[1]');
      expectProblem(await callJson('/v1/counts:query', [query]), 400, 'invalid_argument', 'body');
    });
  });

  describe('Objects', () => {
    const CELL = '/v1/corpora/{corpus}/objects/{id}/{dataType}/{subType}';
    const OBJECT = '/v1/corpora/{corpus}/objects/{id}';
    const BATCH = '/v1/corpora/{corpus}/objects:batchGet';
    const pathOf = (id: string, rest = 'profile/main', corpus = 'users'): string =>
      `/v1/corpora/${corpus}/objects/${encodeURIComponent(id)}/${rest}`;
    const put = (path: string, value: unknown): Promise<Answer> =>
      call(CELL, {
        method: 'PUT',
        path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      });
    const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
      call(CELL, { path, headers });

    it('an object is stored unchanged, whatever its id', async () => {
      for (const id of ['plain', 'with/slash and %41 #?é😀', '..', '__proto__']) {
        const { status, json } = await put(pathOf(id), { locale: id.slice(0, 8) });
        expect([status, typeof json['timestampMs']]).toEqual([200, 'number']);
        const cell = { dataType: 'profile', subType: 'main', timestampMs: json['timestampMs'] };
        const answer = await get(pathOf(id));
        expect(answer.json).toMatchObject({
          cells: [{ ...cell, value: { locale: id.slice(0, 8) } }],
          consistency: { level: 'eventual', met: true, tier: 'nearest', lookups: 1 },
        });
      }
    });

    it('versions are separate, and the newest is returned first', async () => {
      for (const [at, locale] of [
        [now - 1_000, 'new'],
        [now - 2_000, 'old'],
      ] as const) {
        const answer = await put(`${pathOf('versions')}?timestampMs=${at}`, { locale });
        expect(answer.json).toMatchObject({ timestampMs: at });
      }
      const locales = async (query: string): Promise<unknown[]> => {
        const answer = await get(pathOf('versions') + query);
        return (answer.json['cells'] as { value: { locale: string } }[]).map((cell) => cell.value.locale);
      };
      expect(await locales('')).toEqual(['new']);
      expect(await locales('?versions=5')).toEqual(['new', 'old']);
      const gone = await call(CELL, {
        method: 'DELETE',
        path: `${pathOf('versions')}?timestampMs=${now - 1_000}`,
      });
      expect([gone.status, gone.body.length]).toEqual([204, 0]);
      expect(await locales('?versions=5')).toEqual(['old']);
      await call(CELL, { method: 'DELETE', path: pathOf('versions') });
      expectProblem(await get(pathOf('versions')), 404, 'object_not_found');
      expect((await call(CELL, { method: 'DELETE', path: pathOf('versions') })).status).toBe(204);
    });

    it('content type and Accept choose protobuf', async () => {
      const { Profile } = tidemark.v1;
      const body = Buffer.from(
        Profile.encode({ locale: 'id-ID', interests: [{ topic: 't', score: 0.5 }] }).finish(),
      );
      const headers = { 'content-type': 'application/x-protobuf' };
      const written = await call(CELL, { method: 'PUT', path: pathOf('binary'), headers, body });
      const answer = await get(pathOf('binary'), { accept: 'application/x-protobuf' });
      expect(answer.body).toEqual(body);
      expect(answer.headers['content-type']).toBe('application/x-protobuf');
      expect(answer.headers['x-tidemark-timestamp-ms']).toBe(String(written.json['timestampMs']));
      expect((await get(pathOf('binary'))).json).toMatchObject({ cells: [{ value: { locale: 'id-ID' } }] });
      const several = await get(`${pathOf('binary')}?versions=2`, { accept: 'application/x-protobuf' });
      expectProblem(several, 400, 'invalid_argument', 'versions');
      const broken = { method: 'PUT', path: pathOf('broken'), headers, body: Buffer.from([0xff, 0xff]) };
      expectProblem(await call(CELL, broken), 400, 'malformed_body');
      expectProblem(await get(pathOf('broken')), 404, 'object_not_found');
    });

    it('several cells are read together', async () => {
      await put(pathOf('several'), { locale: 'a' });
      await put(pathOf('several', 'profile/other'), { locale: 'b' });
      await put(pathOf('several', 'embedding/model-a'), { values: [1, 2] });
      const cells = async (query: string): Promise<string[]> => {
        const answer = await call(OBJECT, { path: `/v1/corpora/users/objects/several${query}` });
        return (answer.json['cells'] as Record<string, string>[]).map(
          (cell) => `${cell['dataType']}/${cell['subType']}`,
        );
      };
      expect((await cells('')).sort()).toEqual(['embedding/model-a', 'profile/main', 'profile/other']);
      expect((await cells('?dataTypes=profile')).sort()).toEqual(['profile/main', 'profile/other']);
      expect((await cells('?dataTypes=profile/other,embedding')).sort()).toEqual([
        'embedding/model-a',
        'profile/other',
      ]);
      const path = '/v1/corpora/users/objects/several?dataTypes=';
      expectProblem(await call(OBJECT, { path }), 400, 'invalid_argument', 'dataTypes');
      expectProblem(await call(OBJECT, { path: `${path}nothing` }), 404, 'unknown_data_type');
    });

    it('a batch returns objects in their order, with the missing cells', async () => {
      await put(pathOf('b1'), { locale: 'one' });
      await put(pathOf('b2'), { locale: 'two' });
      const select = [{ dataType: 'profile', subTypes: ['main'] }];
      const objects = ['b2', 'absent', 'b1'].map((id) => ({ id, select }));
      const send = async (body: unknown): Promise<Answer> => {
        const answer = await sendJson(running.port, '/v1/corpora/users/objects:batchGet', body);
        contract.check('POST', BATCH, answer);
        return answer;
      };
      expect((await send({ objects })).json).toMatchObject({
        objects: [
          { id: 'b2', cells: [{ value: { locale: 'two' } }], missing: [] },
          { id: 'absent', cells: [], missing: [{ dataType: 'profile', subType: 'main' }] },
          { id: 'b1', cells: [{ value: { locale: 'one' } }], missing: [] },
        ],
      });
      const bad: [unknown, string][] = [
        [{}, 'objects'],
        [{ objects: [] }, 'objects'],
        [{ objects: [{ id: '', select }] }, 'objects[0].id'],
        [{ objects: [{ id: 'x', select: [] }] }, 'objects[0].select'],
        [{ objects: [{ id: 'x', select: [{ dataType: 1 }] }] }, 'objects[0].select[0].dataType'],
        [
          { objects: [{ id: 'x', select: [{ dataType: 'profile', subTypes: [''] }] }] },
          'objects[0].select[0].subTypes[0]',
        ],
        [{ objects, versions: 0 }, 'versions'],
        [{ objects, extra: 1 }, 'extra'],
        [{ objects: Array.from({ length: 501 }, (_, i) => ({ id: `${i}`, select })) }, 'objects'],
      ];
      for (const [body, field] of bad) expectProblem(await send(body), 400, 'invalid_argument', field);
    });

    it('an invalid object is rejected, and nothing of it is stored', async () => {
      const cases: [string, unknown, number, string, string][] = [
        [pathOf(''), {}, 400, 'invalid_argument', 'id'],
        [pathOf('x'.repeat(1_025)), {}, 400, 'invalid_argument', 'id'],
        [pathOf('bad', 'profile/'), {}, 400, 'invalid_argument', 'subType'],
        [pathOf('bad', 'nothing/main'), {}, 404, 'unknown_data_type', 'dataType'],
        [pathOf('bad', 'ad_action/main'), {}, 400, 'invalid_argument', 'dataType'],
        [pathOf('bad', 'profile/main', 'nowhere'), {}, 404, 'unknown_corpus', 'corpus'],
        [`${pathOf('bad')}?timestampMs=-1`, {}, 400, 'invalid_argument', 'timestampMs'],
        [`${pathOf('bad')}?timestampMs=soon`, {}, 400, 'invalid_argument', 'timestampMs'],
        [`${pathOf('bad')}?timestampMs=${now + 86_400_000}`, {}, 400, 'invalid_argument', 'timestampMs'],
        [pathOf('bad'), { locale: 5 }, 400, 'invalid_argument', 'body.locale'],
        [pathOf('bad'), { colour: 'red' }, 400, 'invalid_argument', 'body.colour'],
        [pathOf('bad'), { locale: 'x'.repeat(1_100_000) }, 413, 'value_too_large', 'body'],
      ];
      for (const [path, value, status, code, field] of cases) {
        expectProblem(await put(path, value), status, code, field);
      }
      expectProblem(await get(pathOf('bad')), 404, 'object_not_found');
    });

    it('an error of a read names the invalid parameter of the path or the query', async () => {
      const control = '%00x';
      expectProblem(await get(pathOf('u', 'ad_action/main')), 400, 'invalid_argument', 'dataType');
      expectProblem(await get(pathOf('u', `profile/${control}`)), 400, 'invalid_argument', 'subType');
      for (const selected of ['ad_action', `profile/${control}`, 'profile/']) {
        const path = `${pathOf('u', '').slice(0, -1)}?dataTypes=${selected}`;
        expectProblem(await call(OBJECT, { path }), 400, 'invalid_argument', 'dataTypes');
      }
    });

    it('the error for a version that is too late has the latest allowed one', async () => {
      const answer = await put(`${pathOf('bad')}?timestampMs=${Number.MAX_SAFE_INTEGER}`, {});
      expectProblem(answer, 400, 'invalid_argument', 'timestampMs');
      expect(answer.json['detail']).toBe('must be a whole number from 0 to 9007199254740');
    });

    it('a body with a repeated key is rejected with the key', async () => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"locale":"de-CH","locale":"fr-CH"}';
      const answer = await call(CELL, { method: 'PUT', path: pathOf('twice'), headers, body });
      expectProblem(answer, 400, 'malformed_body', 'body');
      expect(answer.json['detail']).toBe('has the duplicate key "locale" in one object');
      expectProblem(await get(pathOf('twice')), 404, 'object_not_found');
    });
  });

  describe('Documentation and monitoring', () => {
    it('the schema is returned', async () => {
      const { json } = await call('/v1/schema', { path: '/v1/schema' });
      const corpora = json['corpora'] as { name: string; dataTypes: { family: string }[] }[];
      const users = corpora.at(-1);
      expect([users?.name, users?.dataTypes.map(({ family }) => family)]).toEqual([
        'users',
        ['ad_action', 'campaign_action', 'embedding', 'profile'],
      ]);
      expect(users?.dataTypes.at(-1)).toMatchObject({
        fields: [{ name: 'locale' }, { name: 'interests', label: 'repeated' }, { jsonName: 'updatedAtMs' }],
        types: [{ name: 'tidemark.v1.Profile.Interest' }],
      });
    });

    it('the server is alive and ready', async () => {
      expect((await call('/healthz', { path: '/healthz' })).json).toEqual({ status: 'ok' });
      expect((await call('/readyz', { path: '/readyz' })).json).toEqual({ status: 'ready' });
    });

    it('requests, calls to the store and events are counted', async () => {
      const metrics = (await call('/metrics', { path: '/metrics' })).body.toString();
      expect(metrics).toMatch(
        /http_server_request_duration_seconds_count\{.*http_route="\/v1\/counts:query"/,
      );
      expect(metrics).toMatch(/tidemark_store_call_duration_seconds_count\{rpc_method="ReadRows",.*"OK"/);
      expect(metrics).toMatch(/tidemark_events_total\{outcome="rejected",source="http"\} [1-9]/);
    });

    it('each documented path serves exactly the documented methods', async () => {
      for (const [template, operations] of Object.entries(contract.document.paths)) {
        const documented = Object.keys(operations).map((method) => method.toUpperCase());
        const path = template.replace(/\{\w+\}/g, 'x');
        const { status, headers } = await send(running.port, { method: 'OPTIONS', path });
        const served = headers.allow?.split(', ').filter((method) => !['HEAD', 'OPTIONS'].includes(method));
        expect([path, status, served?.sort()]).toEqual([path, 204, documented.sort()]);
      }
    });

    it('the HTML index is returned', async () => {
      const answer = await call('/', { path: '/' });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      for (const path of Object.keys(contract.document.paths)) expect(answer.body.toString()).toContain(path);
    });

    it('the log contains no ids of users or objects', () => {
      const text = JSON.stringify(running.logLines());
      for (const id of ['mixed', 'several', 'versions']) expect(text).not.toContain(id);
    });
  });
});
