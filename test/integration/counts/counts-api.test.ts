import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { tidemark } from '../../gen/tidemark';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { registerCampaignsAt } from '../../support/campaigns';
import { send, sendJson, type Answer } from '../../support/http-server';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const { CountQuery, CountAnswer, BatchCountQuery, BatchCountAnswer } = tidemark.v1;
const HOUR_MS = 3_600_000;
const CAMPAIGN = '123e4567-e89b-12d3-a456-426614174000';
const USER = '00000000-0000-4000-8000-000000000001';

describe('The API of counts', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let contract: ApiContract;
  const now = Date.now();

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    const document = (await send(running.port, { path: '/openapi.json' })).json;
    contract = new ApiContract(document as unknown as OpenApiDocument);
    const impression = { action: 'impression', adId: 'a1', campaignId: 'c1', viewType: 'home_feed' };
    const events = [
      { ...impression, insertionId: 'i1', eventTime: now - 60_000, sessionId: 's1' },
      { ...impression, insertionId: 'i1', eventTime: now - 30_000, sessionId: 's2' },
      { ...impression, insertionId: 'i2', eventTime: now - 2 * HOUR_MS, adId: 'a2', viewType: 'search' },
      { ...impression, insertionId: 'i3', eventTime: now - 26 * HOUR_MS, viewType: undefined },
      { ...impression, action: 'click', eventTime: now - 50_000, sessionId: 's1' },
    ].map((event) => ({ ...event, userId: 'u1' }));
    await sendJson(running.port, '/v1/events', { events: [...events, { ...events[4], userId: 'u2' }] });
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
  });

  const call = async (path: string, body: object): Promise<Answer> => {
    const answer = await sendJson(running.port, path, body);
    contract.check('POST', path, answer);
    return answer;
  };
  const query = (body: object): Promise<Answer> =>
    call('/v1/counts:query', { userId: 'u1', actions: ['impression', 'click'], windows: ['2d'], ...body });
  const totalOf = async (body: object): Promise<unknown> =>
    ((await query(body)).json.counts as Record<string, { total: unknown }>)['2d']!.total;

  /** Sends and receives protobuf. */
  const callProtobuf = async (path: string, body: Uint8Array): Promise<Answer> => {
    const type = 'application/x-protobuf';
    const headers = { 'content-type': type, accept: type };
    const answer = await send(running.port, { method: 'POST', path, headers, body: Buffer.from(body) });
    contract.check('POST', path, answer);
    return answer;
  };

  it.each([
    ['no condition', {}, 4],
    ['one view type', { where: { viewType: ['home_feed'] } }, 2],
    ['several view types', { where: { viewType: ['home_feed', 'search', 'other'] } }, 3],
    ['a dimension that must be there', { where: { viewType: '*' } }, 3],
    ['one that may be absent', { where: { viewType: { in: ['search'], optional: true } } }, 2],
    ['an insertion', { where: { insertionId: ['i1', 'i3'] } }, 2],
    ['a level by its name', { where: { ad: ['a2'] } }, 1],
    ['two of them', { where: { adId: ['a1'], sessionId: ['s1'] } }, 2],
    ['a value that no event has', { where: { sessionId: ['s9'] } }, 0],
    ['what only the later of two duplicates had', { where: { sessionId: ['s2'] } }, 0],
  ])('counts with %s are answered', async (_what, body, expected) => {
    expect(await totalOf(body)).toBe(expected);
  });

  it('counts can be grouped by any dimension, even one of single events', async () => {
    expect(await totalOf({ groupBy: ['insertionId', 'viewType', 'action'] })).toEqual({
      '': { home_feed: { click: 1 } },
      i1: { home_feed: { impression: 1 } },
      i2: { search: { impression: 1 } },
      i3: { '': { impression: 1 } },
    });
  });

  it('windows end at asOf, and completeUpTo is absent without a topology', async () => {
    const asOf = new Date(now - HOUR_MS).toISOString();
    const { json } = await query({ asOf });
    expect(json).toMatchObject({ asOf, counts: { '2d': { total: 2 } } });
    expect(json).not.toHaveProperty('completeUpTo');
  });

  it('an explanation has the cost of the answer', async () => {
    expect((await query({})).json).not.toHaveProperty('explain');
    const { json } = await query({ explain: true, windows: ['1h'] });
    expect(json.explain).toMatchObject({
      rows: 1,
      lookups: 1,
      blocks: 0,
      blockBytes: 0,
      duplicates: 1,
      micros: { parse: expect.any(Number) as number, read: expect.any(Number) as number },
    });
    const { events, rawCells, bytes, rawBytes, columns, countedFrom } = json.explain as Record<
      string,
      number
    > & {
      columns: { from: string; to: string };
    };
    expect([events, bytes]).toEqual([rawCells! - 1, rawBytes]);
    expect(events).toBeGreaterThanOrEqual(2);
    expect(Date.parse(columns.from)).toBeLessThanOrEqual(now - HOUR_MS);
    expect(Date.parse(columns.to)).toBeGreaterThanOrEqual(now);
    expect(Date.parse(countedFrom as unknown as string)).toBeLessThan(now - 300 * 24 * HOUR_MS);
  });

  it('the protobuf answer equals the JSON answer', async () => {
    const asOfMs = now;
    const message = CountQuery.encode({
      userId: 'u1',
      dataType: 'ad_action',
      actions: ['impression', 'click'],
      asOfMs,
      explain: true,
      where: { campaign: { in: ['c1'] }, adId: {}, viewType: { in: ['search'], optional: true } },
      entities: { ad: { all: true }, campaign: { ids: ['c1', 'c9'] } },
      windows: [
        { rolling: '1d' },
        { absolute: { fromMs: now - 48 * HOUR_MS, toMs: now, name: 'two days' } },
        { calendar: { months: 1, timeZone: 'UTC' } },
      ],
      groupBy: ['viewType'],
    }).finish();
    const answer = await callProtobuf('/v1/counts:query', message);
    expect(answer.headers['content-type']).toBe('application/x-protobuf');
    expect(answer.headers['tidemark-consistency']).toBe('eventual');
    const decoded = CountAnswer.toObject(CountAnswer.decode(answer.body), { longs: Number });
    expect(decoded).toMatchObject({
      userId: 'u1',
      asOfMs,
      groups: [{ labels: [''] }, { labels: ['search'] }],
      total: { counts: [0, 1, 1, 1, expect.any(Number), expect.any(Number)], groups: [0, 1], rows: [2] },
      levels: [
        { level: 'ad', ids: ['a1', 'a2'], tally: { groups: [0, 1], rows: [1, 1] } },
        { level: 'campaign', ids: ['c1', 'c9'], tally: { groups: [0, 1], rows: [2, 0] } },
      ],
      explain: { rows: 1, lookups: 1, events: 4 },
    });
    const [day, twoDays] = decoded.windows as { name: string; fromMs: number; toMs: number }[];
    expect(day).toEqual({ name: '1d', fromMs: now - 24 * HOUR_MS, toMs: now });
    expect(twoDays).toMatchObject({ name: 'two days' });
  });

  it('a protobuf query can be answered in JSON, and its errors name the same fields', async () => {
    const post = async (message: tidemark.v1.ICountQuery): Promise<Answer> => {
      const body = Buffer.from(CountQuery.encode(message).finish());
      const headers = { 'content-type': 'application/x-protobuf' };
      return send(running.port, { method: 'POST', path: '/v1/counts:query', headers, body });
    };
    const asked = { userId: 'u1', actions: ['impression', 'click'], windows: [{ rolling: '2d' }] };
    expect((await post(asked)).json).toMatchObject({ counts: { '2d': { total: 4 } } });
    const wrong = [
      [{ ...asked, where: { colour: { in: ['red'] } } }, 'where.colour'],
      [{ ...asked, windows: [{}] }, 'windows[0]'],
      [{ ...asked, windows: [{ calendar: { days: 1 } }] }, 'windows[0].timeZone'],
      [{ ...asked, entities: { galaxy: { all: true } } }, 'entities.galaxy'],
      [{ ...asked, userId: '' }, 'userId'],
    ] as const;
    for (const [message, field] of wrong) {
      expect((await post(message as tidemark.v1.ICountQuery)).json).toMatchObject({ status: 400, field });
    }
    const body = Buffer.from([0xff]);
    const malformed = await callProtobuf('/v1/counts:query', body);
    expect(malformed.json).toMatchObject({ status: 400, code: 'malformed_body' });
  });

  it('a batch answers each entry of users, in JSON and in protobuf', async () => {
    const shared = { actions: ['impression', 'click'], windows: ['2d'], entities: { ad: ['a1'] } };
    const users = ['u2', 'unknown-user', 'u1', 'u2'];
    const { json } = await call('/v1/counts:batchQuery', { users, ...shared, explain: true });
    const counts = (total: number, a1: number): object => ({ '2d': { total, ad: { a1 } } });
    expect(json.users).toEqual([
      { userId: 'u2', counts: counts(1, 1) },
      { userId: 'unknown-user', counts: counts(0, 0) },
      { userId: 'u1', counts: counts(4, 3) },
      { userId: 'u2', counts: counts(1, 1) },
    ]);
    // A user that is named twice is read and counted once.
    expect(json.explain).toMatchObject({ rows: 3, lookups: 1, rawCells: 6, events: 5 });
    const windows = [{ rolling: '2d' }];
    const one = { actions: shared.actions, windows, entities: { ad: { ids: ['a1'] } } };
    const message = BatchCountQuery.encode({ users, query: one }).finish();
    const answer = BatchCountAnswer.decode((await callProtobuf('/v1/counts:batchQuery', message)).body);
    expect(answer.users.map(({ userId, counts: each }) => [userId, each?.total?.counts])).toEqual([
      ['u2', [1]],
      ['unknown-user', [0]],
      ['u1', [4]],
      ['u2', [1]],
    ]);
    expect(answer.windows[0]).toMatchObject({ name: '2d' });
  });

  it('events of another type are counted, with UUIDs in any case', async () => {
    const event = { userId: USER, eventType: 'view', campaignId: CAMPAIGN.toUpperCase(), eventTime: now };
    await registerCampaignsAt(store.endpoint, [CAMPAIGN]);
    const posted = await sendJson(running.port, '/v1/events', { dataType: 'campaign_action', ...event });
    expect(posted.json).toMatchObject({ written: 1 });
    const body = { dataType: 'campaign_action', userId: USER.toUpperCase(), actions: ['view'] };
    const asked = { ...body, windows: ['40s', '1d'], entities: { campaign: [CAMPAIGN.toUpperCase()] } };
    const { json } = await call('/v1/counts:query', asked);
    expect(json).toMatchObject({ userId: USER, counts: { '1d': { total: 1, campaign: { [CAMPAIGN]: 1 } } } });
    const refused = await call('/v1/counts:query', { ...asked, entities: { campaign: ['no uuid'] } });
    expect(refused.json).toMatchObject({ code: 'invalid_argument', field: 'entities.campaign[0]' });
    const level = await call('/v1/counts:query', { ...asked, entities: { ad: '*' } });
    expect(level.json).toMatchObject({ code: 'unknown_level', field: 'entities.ad' });
  });

  it.each([
    ['explain', { explain: 1 }],
    ['users', { users: undefined }],
    ['users', { users: [] }],
    ['users', { users: Array.from({ length: 101 }, (_, i) => `u${i}`) }],
    ['users[1]', { users: ['u1', ''] }],
    ['userId', { userId: 'u1' }],
    ['where.viewType', { where: { viewType: 'home_feed' } }],
    ['windows[0].from', { windows: [{ from: now + HOUR_MS, to: now + 2 * HOUR_MS }] }],
    ['windows[0]', { windows: ['-1d'] }],
    ['entities', { entities: { ad: Array.from({ length: 10_001 }, (_, i) => `a${i}`) } }],
  ])('a batch is rejected for its %s (%#)', async (field, over) => {
    const body = { users: ['u1'], actions: ['click'], windows: ['1d'], ...over };
    const { status, json } = await call('/v1/counts:batchQuery', body);
    expect([status, json.code, json.field]).toEqual([400, 'invalid_argument', field]);
  });
});
