import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../src/core/rows/row-key';
import { tidemark } from '../../gen/tidemark';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { campaignBody, campaignId } from '../../support/campaigns';
import { send, type Answer } from '../../support/http-server';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';

const { Campaign } = tidemark.v1;
const schema = loadSchema();
const HOUR_MS = 3_600_000;

describeStores('The API of campaigns', (store) => {
  let running: RunningApp;
  let instance: StoreInstance;

  beforeAll(async () => {
    instance = store().instance();
    await applySchema(store().endpoint, { project: instance.project, instance: 'tidemark' });
    running = await startApp({
      BIGTABLE_EMULATOR_HOST: store().endpoint,
      TIDEMARK_PROJECT: instance.project,
    });
  });
  afterAll(() => running.app.drain());

  const get = (path: string): Promise<Answer> => send(running.port, { path });
  const write = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(running.port, {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const put = (n: number, over: object = {}): Promise<Answer> =>
    write('PUT', `/v1/campaigns/${campaignId(n)}`, campaignBody(over));
  const asObject = (n: number): string => `/v1/corpora/campaigns/objects/${campaignId(n)}/campaign/current`;
  const storedAs = (id: string, value: Buffer, atMs = Date.now()): Promise<void> => {
    const cell = setCell('campaign', Buffer.from('current'), atMs * 1_000, value);
    return instance.client.mutateRow('campaigns', { key: rowKey(id), mutations: [cell] });
  };
  const stored = (n: number, value: Buffer, atMs?: number): Promise<void> =>
    storedAs(campaignId(n), value, atMs);
  const remove = async (...all: readonly number[]): Promise<void> => {
    for (const n of all) expect((await write('DELETE', `/v1/campaigns/${campaignId(n)}`)).status).toBe(204);
  };

  it('a campaign is returned in a form that can be put again', async () => {
    const answer = await put(1, { name: 'Autumn', paused: true });
    expect(answer.status).toBe(200);
    const campaign = { ...campaignBody({ name: 'Autumn', paused: true }), id: campaignId(1), priority: 50 };
    expect(answer.json).toMatchObject({ campaign, token: expect.any(String) as string });
    const read = await get(`/v1/campaigns/${campaignId(1)}`);
    expect(read.json).toMatchObject({ campaign, timestampMs: answer.json['timestampMs'] });
    expect(read.json).toMatchObject({ consistency: { level: 'eventual', met: true } });
    const again = await write('PUT', `/v1/campaigns/${campaignId(1)}`, read.json['campaign']);
    expect(again.json['campaign']).toEqual(read.json['campaign']);
  });

  it('ids in different case mean the same campaign', async () => {
    const shouted = campaignId(1).toUpperCase();
    await write('PUT', `/v1/campaigns/${shouted}`, { ...campaignBody({ name: 'Loud' }), id: shouted });
    const { json } = await get(`/v1/campaigns/${campaignId(1)}`);
    expect(json['campaign']).toMatchObject({ id: campaignId(1), name: 'Loud' });
  });

  it('a campaign can be put as a protobuf message', async () => {
    const flights = [{ firstDay: '2026-11-20', lastDay: '2026-11-21', unitsPerDay: 7 }];
    const body = Buffer.from(Campaign.encode({ action: 'click', flights }).finish());
    const headers = { 'content-type': 'application/x-protobuf' };
    const answer = await send(running.port, {
      method: 'PUT',
      path: `/v1/campaigns/${campaignId(2)}`,
      headers,
      body,
    });
    expect(answer.json['campaign']).toMatchObject({ action: 'click', flights, priority: 50, paused: false });
    expect((await get(`/v1/campaigns/${campaignId(2)}`)).json['campaign']).toEqual(answer.json['campaign']);
  });

  it.each([
    [
      'no units',
      { flights: [{ firstDay: '2026-11-20', lastDay: '2026-11-21', unitsPerDay: 0 }] },
      'flights[0].unitsPerDay',
    ],
    [
      'huge units',
      { flights: [{ firstDay: '2026-11-20', lastDay: '2026-11-21', unitsPerDay: 1e13 }] },
      'flights[0].unitsPerDay',
    ],
    ['an action that the event type lacks', { action: 'like' }, 'action'],
    ['another id', { id: campaignId(99) }, 'id'],
  ])('%s is rejected, and the stored campaign stays unchanged', async (_, over, field) => {
    await put(3, { name: 'before' });
    const answer = await put(3, over);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ field });
    expect((await get(`/v1/campaigns/${campaignId(3)}`)).json['campaign']).toMatchObject({ name: 'before' });
  });

  it('ids that no event can have are rejected', async () => {
    const answer = await write('PUT', '/v1/campaigns/autumn', campaignBody());
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid_argument', field: 'campaignId' });
  });

  it('a missing campaign is reported with evidence', async () => {
    const { json: written, headers } = await put(4);
    expect(headers['tidemark-token']).toBe(written['token']);
    const deleted = await write('DELETE', `/v1/campaigns/${campaignId(4)}`);
    expect(deleted.status).toBe(204);
    expect(deleted.headers['tidemark-token']).toMatch(/^[\w-]{20,}$/);
    const read = await get(`/v1/campaigns/${campaignId(4)}`);
    expect(read.json).toMatchObject({ status: 404 });
    expect(read.json).toMatchObject({
      code: 'campaign_not_found',
      consistency: { level: 'eventual', met: true },
    });
    expect((await write('DELETE', `/v1/campaigns/${campaignId(4)}`)).status).toBe(204);
  });

  it('a put supersedes a version from a clock that was ahead', async () => {
    const value = Buffer.from(Campaign.encode(campaignBody({ name: 'ahead' })).finish());
    await stored(5, value, Math.floor(Date.now() / 1_000) * 1_000 + HOUR_MS);
    expect((await get(`/v1/campaigns/${campaignId(5)}`)).json['campaign']).toMatchObject({ name: 'ahead' });
    await put(5, { name: 'now' });
    expect((await get(`/v1/campaigns/${campaignId(5)}`)).json['campaign']).toMatchObject({ name: 'now' });
  });

  it('earlier versions stay readable as objects', async () => {
    const earlier = `${asObject(6)}?timestampMs=${Date.now() - 1_000}`;
    expect((await write('PUT', earlier, campaignBody({ name: 'first' }))).status).toBe(200);
    await put(6, { name: 'second' });
    const { json } = await get(`${asObject(6)}?versions=2`);
    const names = (json['cells'] as { value: { name: string } }[]).map(({ value }) => value.name);
    expect(names).toEqual(['second', 'first']);
  });

  describe('Campaigns that are written as objects', () => {
    const wrong = {
      action: 'view',
      flights: [{ firstDay: '2026-11-22', lastDay: '2026-11-20', unitsPerDay: '5' }],
    };

    it('the same checks apply, in JSON and in protobuf', async () => {
      await remove(7);
      const answer = await write('PUT', asObject(7), wrong);
      expect(answer.json).toMatchObject({ status: 400, field: 'body.flights[0].lastDay' });
      const body = Buffer.from(Campaign.encode({ ...wrong, flights: [] }).finish());
      const headers = { 'content-type': 'application/x-protobuf' };
      const binary = await send(running.port, { method: 'PUT', path: asObject(7), headers, body });
      expect(binary.json).toMatchObject({ status: 400, field: 'body.flights' });
      expect((await get(`/v1/campaigns/${campaignId(7)}`)).status).toBe(404);
    });

    it('a campaign must have the id that events have, and the only SubType', async () => {
      const path = (id: string, subType: string) => `/v1/corpora/campaigns/objects/${id}/campaign/${subType}`;
      const put = (id: string, subType: string) => write('PUT', path(id, subType), campaignBody());
      expect((await put(campaignId(8).toUpperCase(), 'current')).json).toMatchObject({
        status: 400,
        field: 'id',
      });
      expect((await put('autumn', 'current')).json).toMatchObject({ status: 400, field: 'id' });
      expect((await put(campaignId(8), 'draft')).json).toMatchObject({ status: 400, field: 'subType' });
      expect((await put(campaignId(8), 'current')).status).toBe(200);
      expect((await get(`/v1/campaigns/${campaignId(8)}`)).json['campaign']).toMatchObject({
        id: campaignId(8),
      });
    });
  });

  it.each(['pacing_change', 'pacing_state', 'pacing_snapshot', 'stage_progress'])(
    '%s cannot be written or deleted as an object: only Tidemark writes it',
    async (dataType) => {
      const path = `/v1/corpora/campaigns/objects/${campaignId(12)}/${dataType}/current`;
      for (const method of ['PUT', 'DELETE']) {
        const answer = await write(method, path, method === 'PUT' ? {} : undefined);
        expect(answer.json).toMatchObject({ status: 400, code: 'invalid_argument', field: 'dataType' });
      }
      expect((await get(path)).json).toMatchObject({ status: 404, code: 'object_not_found' });
      const cell = setCell(dataType, Buffer.from('current'), Date.now() * 1_000, Buffer.alloc(0));
      await instance.client.mutateRow('campaigns', { key: rowKey(campaignId(12)), mutations: [cell] });
      expect((await get(path)).status).toBe(200);
    },
  );

  it('a stored campaign that is invalid is named, and the others are answered', async () => {
    await put(9);
    const unknownAction = schema
      .codec(schema.dataType('campaigns', 'campaign'))
      .fromJson(campaignBody({ action: 'like' }));
    await stored(10, unknownAction);
    await stored(11, Buffer.from('not a message'));
    // Of which there are no events, whatever its case.
    const shouted = campaignId(12).toUpperCase();
    await storedAs(shouted, Buffer.from(Campaign.encode(campaignBody()).finish()));
    const page = (await get('/v1/campaigns')).json as {
      campaigns: { id: string }[];
      unreadable: { id: string }[];
    };
    expect(page.campaigns.map(({ id }) => id)).toContain(campaignId(9));
    expect(page.unreadable.map(({ id }) => id).sort()).toEqual(
      [shouted, campaignId(10), campaignId(11)].sort(),
    );
    expect(await get(`/v1/campaigns/${campaignId(10)}`)).toMatchObject({ status: 500 });
    await remove(10, 11);
    const shoutedObject = `/v1/corpora/campaigns/objects/${shouted}/campaign/current`;
    expect((await write('DELETE', shoutedObject)).status).toBe(204);
    expect((await get('/v1/campaigns')).json).not.toHaveProperty('unreadable');
  });

  describe('A list of campaigns', () => {
    interface Page {
      readonly campaigns: readonly { readonly id: string }[];
      readonly nextPageToken?: string;
    }
    const pages = async (query: string): Promise<readonly Page[]> => {
      const found: Page[] = [];
      for (let token = ''; ; token = `&pageToken=${found.at(-1)!.nextPageToken}`) {
        const answer = await get(`/v1/campaigns?${query}${token}`);
        expect(answer.status).toBe(200);
        found.push(answer.json as unknown as Page);
        if (found.at(-1)!.nextPageToken === undefined) return found;
      }
    };
    const idsOf = (all: readonly Page[]): string[] =>
      all.flatMap(({ campaigns }) => campaigns.map(({ id }) => id));
    const numbers = Array.from({ length: 25 }, (_, i) => 100 + i);
    const flight = (day: string) => ({ firstDay: day, lastDay: day, unitsPerDay: 1 });

    beforeAll(async () => {
      for (const n of numbers) {
        const flights = [flight('2026-12-01'), ...(n % 5 === 0 ? [flight('2026-12-24')] : [])];
        expect((await put(n, { flights, paused: n % 10 === 0 })).status).toBe(200);
      }
    });

    it('the pages together have each campaign exactly once', async () => {
      const found = await pages('activeOn=2026-12-01&pageSize=10');
      expect(found.map(({ campaigns }) => campaigns.length)).toEqual([10, 10, 5]);
      expect(idsOf(found).sort()).toEqual(numbers.map(campaignId));
      expect(idsOf(await pages('activeOn=2026-12-01'))).toEqual(idsOf(found));
    });

    it('a list by day has only campaigns with a flight on that day, including paused ones', async () => {
      const expected = numbers.filter((n) => n % 5 === 0).map(campaignId);
      expect(idsOf(await pages('activeOn=2026-12-24')).sort()).toEqual(expected);
      expect(idsOf(await pages('activeOn=2026-12-02'))).toEqual([]);
    });

    it.each([
      ['activeOn=2026-02-30', 'activeOn'],
      ['activeOn=today', 'activeOn'],
      ['pageSize=0', 'pageSize'],
      ['pageSize=1001', 'pageSize'],
      ['pageToken=abc', 'pageToken'],
      [`pageToken=${Buffer.from('00#c').toString('base64url')}`, 'pageToken'],
      [`pageToken=${rowKey(campaignId(100)).toString('base64')}%0A`, 'pageToken'],
    ])('a list is rejected for %s', async (query, field) => {
      expect((await get(`/v1/campaigns?${query}`)).json).toMatchObject({ status: 400, field });
    });
  });
});
