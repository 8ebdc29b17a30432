import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { tidemark } from '../../gen/tidemark';
import { GrpcClient, type CallSettings, type Fields } from '../../support/grpc-client';
import { send, sendJson, type Answer } from '../../support/http-server';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const ANY_TEXT = expect.any(String) as string;

describe('The gRPC services over the embedded Bigtable', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let client: GrpcClient;

  beforeAll(async () => {
    store = await startStore();
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_GRPC_PORT: '0' };
    running = await startApp(env);
    client = new GrpcClient(running.grpcPort!);
    const posted = await call('Events/Post', { adActions: events() });
    expect(posted).toEqual({ written: 3, duplicatesInRequest: 1, errors: [], token: ANY_TEXT });
  });
  afterAll(async () => {
    client.close();
    await running.app.drain();
    await store.close();
  });

  const now = Date.now();
  const event = (over: Fields = {}): Fields => ({
    userId: 'user-1',
    action: 'impression',
    eventTimeMs: now - 60_000,
    viewType: 'home_feed',
    adId: 'ad-1',
    adGroupId: 'grp-1',
    campaignId: 'cmp-1',
    advertiserId: 'adv-1',
    insertionId: 'ins-1',
    ...over,
  });
  const events = (): readonly Fields[] => [
    event(),
    event({ insertionId: 'ins-2', adId: 'ad-2' }),
    event({ action: 'click', eventTimeMs: now - 30_000 }),
    event(),
  ];
  const call = async (name: string, request: Fields, settings?: CallSettings): Promise<Fields> =>
    (await client.call(name, request, settings)).answer;
  const post = (path: string, body: unknown): Promise<Answer> => sendJson(running.port, path, body);

  describe('Answers equal those of JSON', () => {
    const asOf = now;
    const query = {
      actions: ['impression', 'click'],
      entities: { ad: { ids: ['ad-1', 'ad-9'] }, campaign: { all: true } },
      windows: [{ rolling: '1d' }, { rolling: '1h' }],
      asOfMs: asOf,
    };
    const queryJson = {
      actions: ['impression', 'click'],
      entities: { ad: ['ad-1', 'ad-9'], campaign: '*' },
      windows: ['1d', '1h'],
      asOf,
    };

    /** The nested counts of JSON that a tabular answer stands for. */
    function nested({ windows, total, levels }: Fields, of: Fields = {}): Fields {
      const counts: Record<string, Record<string, unknown>> = {};
      const names = ((of['windows'] ?? windows) as { name: string }[]).map(({ name }) => name);
      const tally = total as { counts: number[] };
      for (const [at, name] of names.entries()) {
        counts[name] = { total: tally.counts[at] };
        for (const { level, ids, tally: each } of levels as {
          level: string;
          ids: string[];
          tally: { counts: number[] };
        }[])
          counts[name][level] = Object.fromEntries(
            ids.map((id, index) => [id, each.counts[at * ids.length + index]]),
          );
      }
      return counts;
    }

    it('a count has the numbers of the same JSON query', async () => {
      const answer = await call('Counts/Query', { ...query, userId: 'user-1' });
      const { json } = await post('/v1/counts:query', { ...queryJson, userId: 'user-1' });
      expect(nested(answer)).toEqual(json['counts']);
      expect(json['counts']).toMatchObject({ '1d': { total: 3, ad: { 'ad-1': 2, 'ad-9': 0 } } });
      expect(answer).toMatchObject({ userId: 'user-1', asOfMs: asOf });
    });

    it('a batch of counts has the numbers of the same JSON query', async () => {
      const users = ['user-1', 'nobody-1', 'user-1'];
      const answer = await call('Counts/BatchQuery', { users, query });
      const { json } = await post('/v1/counts:batchQuery', { ...queryJson, users });
      const answered = answer['users'] as readonly { userId: string; counts: Fields }[];
      expect(answered.map(({ userId, counts }) => ({ userId, counts: nested(counts, answer) }))).toEqual(
        (json['users'] as { userId: string; counts: Fields }[]).map(({ userId, counts }) => ({
          userId,
          counts,
        })),
      );
    });

    it('a cap check has the verdicts of the same JSON check', async () => {
      const candidates = [
        { id: 'first', dimensions: { adId: 'ad-1', campaignId: 'cmp-1' } },
        { id: 'second', dimensions: { adId: 'ad-2', campaignId: 'cmp-2' } },
      ];
      const rule = { name: 'daily', level: 'campaign', actions: ['impression'], maximum: 2 };
      const answer = await call('Caps/Check', {
        userId: 'user-1',
        candidates,
        rules: [{ ...rule, rolling: '1d' }],
        asOfMs: asOf,
      });
      const { json } = await post('/v1/caps:check', {
        userId: 'user-1',
        candidates: candidates.map(({ id, dimensions }) => ({ id, ...dimensions })),
        rules: [{ ...rule, window: '1d' }],
        asOf,
      });
      const verdicts = answer['candidates'] as readonly Fields[];
      const expected = json['candidates'] as readonly Fields[];
      expect(verdicts.map(({ id, allowed }) => ({ id, allowed }))).toEqual([
        { id: 'first', allowed: false },
        { id: 'second', allowed: true },
      ]);
      expect(verdicts.map(({ id, allowed }) => ({ id, allowed }))).toEqual(
        expected.map(({ id, allowed }) => ({ id, allowed })),
      );
      expect(verdicts[1]!['remaining']).toBe(expected[1]!['remaining']);
      const [blocked] = verdicts[0]!['blockedBy'] as Fields[];
      const [blockedJson] = expected[0]!['blockedBy'] as Fields[];
      const { freesUpAtMs, ...same } = blocked!;
      expect({ ...same, freesUpAt: new Date(freesUpAtMs as number).toISOString() }).toEqual(blockedJson);
    });

    it('fatigue features have the vectors of the same JSON request', async () => {
      const spec = { userId: 'user-1', levels: ['ad'], windows: ['1d'], halfLives: ['1d'] };
      const answer = await call('Features/GetFatigue', {
        ...spec,
        candidates: [{ entities: { adId: 'ad-1' } }, { entities: { adId: 'ad-9' } }],
        asOfMs: asOf,
      });
      const { json } = await post('/v1/features:fatigue', {
        ...spec,
        candidates: [{ adId: 'ad-1' }, { adId: 'ad-9' }],
        asOf,
      });
      expect([answer['layout'], answer['names'], answer['version']]).toEqual([
        json['layout'],
        json['names'],
        json['version'],
      ]);
      const values = (answer['candidates'] as { values: number[] }[]).map((each) =>
        each.values.map((value) => (Number.isNaN(value) ? null : Math.fround(value))),
      );
      const expected = (json['candidates'] as { values: (number | null)[] }[]).map((each) =>
        each.values.map((value) => (value === null ? null : Math.fround(value))),
      );
      expect(values).toEqual(expected);
    });

    it('objects that are put by gRPC are read by JSON, and vice versa', async () => {
      const value = { interests: [{ name: 'sports', weight: 0.5 }] };
      const path = '/v1/corpora/users/objects/shared/profile';
      const bytes = Buffer.from(tidemark.v1.Profile.encode({}).finish());
      const { answer: put, headers: written } = await client.call('Objects/Put', {
        corpus: 'users',
        id: 'shared',
        dataType: 'profile',
        subType: 'by-grpc',
        value: bytes,
      });
      expect(put).toEqual({ timestampMs: expect.any(Number) as number, token: ANY_TEXT });
      expect(written).toMatchObject({ 'tidemark-token': put['token'] });
      const sent = await sendJson(running.port, `${path}/by-json`, {}, 'PUT');
      expect([sent.status, value]).toEqual([200, value]);

      const headers = { 'tidemark-consistency': 'eventual' };
      const { json } = await send(running.port, { path: '/v1/corpora/users/objects/shared', headers });
      const { answer, headers: evidence } = await client.call(
        'Objects/Get',
        { corpus: 'users', id: 'shared' },
        { metadata: headers },
      );
      const cellsOf = (each: unknown): unknown =>
        (each as Fields[]).map(({ dataType, subType, timestampMs }) => ({ dataType, subType, timestampMs }));
      expect(cellsOf(answer['cells'])).toEqual(cellsOf(json['cells']));
      expect((answer['cells'] as Fields[]).map(({ value: each }) => each)).toEqual([bytes, bytes]);
      expect(evidence).toMatchObject({
        'tidemark-consistency': 'eventual',
        'tidemark-tier': ANY_TEXT,
        'tidemark-token': ANY_TEXT,
        'x-request-id': ANY_TEXT,
      });
    });

    it('a batch of objects has the cells, and the missing ones, of the same JSON request', async () => {
      const select = [{ dataType: 'profile', subTypes: ['main', 'other'] }, { dataType: 'embedding' }];
      const objects = ['batch-1', 'batch-2'].map((id) => ({ id, select }));
      for (const id of ['batch-1'])
        await sendJson(running.port, `/v1/corpora/users/objects/${id}/profile/main`, {}, 'PUT');
      const answer = await call('Objects/BatchGet', { corpus: 'users', objects });
      const { json } = await post('/v1/corpora/users/objects:batchGet', { objects });
      const plain = (each: unknown): unknown =>
        (each as { id: string; cells: Fields[]; missing: Fields[] }[]).map(({ id, cells, missing }) => ({
          id,
          cells: cells.map(({ dataType, subType, timestampMs }) => ({ dataType, subType, timestampMs })),
          missing: missing.map(({ dataType, subType = '' }) => ({ dataType, subType })),
        }));
      expect(plain(answer['objects'])).toEqual(plain(json['objects']));
      expect(plain(answer['objects'])).toMatchObject([{ cells: [{ subType: 'main' }] }, { cells: [] }]);
    });

    it('events that are posted by gRPC with the name of their message are counted', async () => {
      const batch = {
        events: [event({ userId: 'named' }), event({ userId: 'named', insertionId: 'ins-9' })],
      };
      const message = Buffer.from(tidemark.v1.AdActionBatch.encode(batch as object).finish());
      const request = { messageType: 'tidemark.v1.AdActionBatch', message };
      const { answer: posted, headers } = await client.call('Events/Post', request);
      expect(posted).toMatchObject({ written: 2, errors: [], token: ANY_TEXT });
      expect(headers).toMatchObject({ 'tidemark-token': posted['token'] });
      const { json } = await post('/v1/counts:query', { ...queryJson, userId: 'named' });
      expect(json['counts']).toMatchObject({ '1d': { total: 2 } });
    });

    it('events with a field that a later version may add are written', async () => {
      const adActions = [event({ userId: 'later' })];
      const later = { field: 4, varint: 1 };
      const request = Buffer.concat([
        Buffer.from(tidemark.v1.PostEventsRequest.encode({ adActions }).finish()),
        Buffer.from([later.field << 3, later.varint]),
      ]);
      const deserialize = (bytes: Buffer): unknown => tidemark.v1.EventsAnswer.decode(bytes);
      const { answer } = await client.raw('/tidemark.v1.Events/Post', { request, deserialize });
      expect(answer).toMatchObject({ written: 1, errors: [] });
    });

    it('of a batch with an invalid event, the others are written, and the failure has its index and field', async () => {
      const posted = await call('Events/Post', {
        adActions: [event({ userId: 'partly' }), event({ userId: 'partly', action: 'dance' })],
      });
      const { json } = await post('/v1/events', {
        events: [
          { userId: 'partly', action: 'impression', eventTime: now, adId: 'a', insertionId: 'i' },
          { userId: 'partly', action: 'dance', eventTime: now, insertionId: 'i' },
        ],
      });
      const failed = { index: 1, code: 'unknown_action', field: 'events[1].action', retryable: false };
      expect(posted).toMatchObject({ written: 1, errors: [failed] });
      expect(json).toMatchObject({ written: 1, errors: [failed] });
    });

    it('a reservation of a cap check is released once', async () => {
      const request = {
        userId: 'reserved',
        candidates: [{ id: 'one', dimensions: { adId: 'ad-1', campaignId: 'cmp-1', insertionId: 'ins-r' } }],
        rules: [{ name: 'cap', level: 'campaign', actions: ['impression'], rolling: '1d', maximum: 1 }],
        reserve: { action: 'impression', ttlSeconds: 60 },
      };
      const { candidates } = await call('Caps/Check', request);
      const { id } = (candidates as { reservation: { id: string } }[])[0]!.reservation;
      const release = { userId: 'reserved', reservations: [id] };
      expect(await call('Caps/Release', release)).toEqual({
        userId: 'reserved',
        released: [id],
        notFound: [],
      });
      expect(await call('Caps/Release', release)).toEqual({
        userId: 'reserved',
        released: [],
        notFound: [id],
      });
    });
  });
});
