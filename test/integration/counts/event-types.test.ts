import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyIs } from '../../../src/bigtable/read/filters';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { tidemark } from '../../gen/tidemark';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { registerCampaignsAt } from '../../support/campaigns';
import { eventProto } from '../../support/event-proto';
import { send, sendJson, type Answer } from '../../support/http-server';
import { openTestStore } from '../../support/open-test-store';
import { protoFolder } from '../../support/proto-folder';
import { runCommandLine } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const MINUTE_MS = 60_000;
/** A full minute, which every dedup window here divides. */
const NOW = Math.floor(Date.now() / (2 * MINUTE_MS)) * 2 * MINUTE_MS - 10 * MINUTE_MS;
const uuid = (n: number): string => `123e4567-e89b-12d3-a456-${n.toString(16).padStart(12, '0')}`;
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

let bigtable: LocalBigtable;
const apps: RunningApp[] = [];

/** The API with the schema of a folder. Its answers are validated against its own documentation. */
async function api(protoPath = ''): Promise<(path: string, body: unknown, type?: string) => Promise<Answer>> {
  const running = await startApp({
    BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
    ...(protoPath !== '' && { TIDEMARK_PROTO_PATH: protoPath }),
  });
  apps.push(running);
  const { port } = running;
  const document = (await send(port, { path: '/openapi.json' })).json as unknown as OpenApiDocument;
  const contract = new ApiContract(document);
  return async (path, body, type) => {
    const answer =
      type === undefined
        ? await sendJson(port, path, body)
        : await send(port, { method: 'POST', path, headers: { 'content-type': type }, body: body as Buffer });
    contract.check('POST', path, answer);
    return answer;
  };
}

beforeEach(async () => {
  bigtable = await startStore();
});

afterEach(async () => {
  for (const { app } of apps.splice(0)) await app.drain();
  await bigtable.close();
});

const count = async (
  call: (path: string, body: unknown) => Promise<Answer>,
  query: object,
): Promise<Record<string, unknown>> => {
  const { json } = await call('/v1/counts:query', { windows: ['1d'], asOf: NOW + MINUTE_MS, ...query });
  if (json['counts'] === undefined) return json;
  return (json['counts'] as Record<string, Record<string, unknown>>)['1d']!;
};

describe("campaigns' actions", () => {
  const USER = uuid(1);
  const event = (eventTime: number, over: object = {}): object => ({
    userId: USER,
    eventType: 'view',
    eventTime,
    campaignId: uuid(7),
    ...over,
  });
  const batch = (...events: object[]): object => ({ dataType: 'campaign_action', events });
  const QUERY = { dataType: 'campaign_action', userId: USER, actions: ['view', 'click'] };

  beforeEach(() => registerCampaignsAt(bigtable.endpoint, [0, 1, 2, 7, 8, 0xabc].map(uuid)));

  it('they count once in 40 seconds for views and once in 10 for clicks, by user and campaign', async () => {
    const call = await api();
    const events = [
      event(NOW),
      event(NOW + 39_999, { sessionId: uuid(9) }),
      event(NOW + 40_000),
      event(NOW + 1_000, { campaignId: uuid(8) }),
      event(NOW + 2_000, { eventType: 'click' }),
      event(NOW + 9_999, { eventType: 'click' }),
      event(NOW + 10_000, { eventType: 'click' }),
    ];
    const answer = await call('/v1/events', batch(...events, ...events));
    expect(answer.json).toMatchObject({ written: 5, duplicatesInRequest: 9, errors: [] });
    expect(await count(call, { ...QUERY, entities: { campaign: '*' }, groupBy: ['action'] })).toEqual({
      total: { view: 3, click: 2 },
      campaign: { [uuid(7)]: { view: 2, click: 2 }, [uuid(8)]: { view: 1 } },
    });
  });

  it('their ids are UUIDs in any letter case', async () => {
    const call = await api();
    const upper = { userId: USER.toUpperCase(), campaignId: uuid(0xabc).toUpperCase() };
    expect((await call('/v1/events', batch(event(NOW, upper)))).json).toMatchObject({ written: 1 });
    const entities = { campaign: [uuid(0xabc).toUpperCase()] };
    expect(await count(call, { ...QUERY, userId: USER.toUpperCase(), entities })).toEqual({
      total: 1,
      campaign: { [uuid(0xabc)]: 1 },
    });
  });

  it('they are accepted as protobuf, singly and in batches, by content type', async () => {
    const call = await api();
    const { CampaignAction, CampaignActionBatch } = tidemark.v1;
    const one = {
      userId: bytesOf(USER),
      eventType: 'click',
      eventTimeMs: NOW,
      campaignId: bytesOf(uuid(7)),
      sessionId: bytesOf(uuid(9)),
    };
    const type = (name: string): string => `application/x-protobuf; messageType=tidemark.v1.${name}`;
    const single = Buffer.from(CampaignAction.encode(one).finish());
    expect((await call('/v1/events', single, type('CampaignAction'))).json).toMatchObject({ written: 1 });
    const several = CampaignActionBatch.encode({
      events: [one, { ...one, eventTimeMs: NOW + 20_000 }],
    }).finish();
    const answer = await call('/v1/events', Buffer.from(several), type('CampaignActionBatch'));
    expect(answer.json).toMatchObject({ written: 2 });
    expect(await count(call, { ...QUERY, where: { sessionId: [uuid(9)] } })).toEqual({ total: 2 });
  });

  it('invalid ones are rejected with the reason and change nothing', async () => {
    const call = await api();
    const cases: [object, string, string][] = [
      [{ ...event(NOW), dataType: 'campaign' }, 'unknown_data_type', 'dataType'],
      [event(NOW), 'invalid_argument', 'eventType'],
      [batch(event(NOW, { campaignId: undefined })), 'invalid_argument', 'events[0].campaignId'],
      [batch(event(NOW, { campaignId: 'c1' })), 'invalid_argument', 'events[0].campaignId'],
      [batch(event(NOW, { userId: 'u1' })), 'invalid_argument', 'events[0].userId'],
      [batch(event(NOW, { action: 'view' })), 'invalid_argument', 'events[0].action'],
      [batch(event(NOW, { eventType: 'impression' })), 'unknown_action', 'events[0].eventType'],
      [batch(event(NOW - 91 * 86_400_000)), 'event_too_old', 'events[0].eventTime'],
      [batch(event(NOW, { campaignId: uuid(9) })), 'unknown_campaign', 'events[0].campaignId'],
    ];
    for (const [body, code, field] of cases) {
      const answer = await call('/v1/events', body);
      expect(answer.json).toMatchObject({ code, field });
    }
    expect(await count(call, QUERY)).toEqual({ total: 0 });
  });

  it("they share a user's row with ad actions without being counted together", async () => {
    const call = await api();
    const ad = { userId: USER, action: 'view', eventTime: NOW, campaignId: uuid(7) };
    expect((await call('/v1/events', ad)).json).toMatchObject({ written: 1 });
    expect((await call('/v1/events', batch(event(NOW), event(NOW + MINUTE_MS / 2)))).json).toMatchObject({
      written: 1,
      duplicatesInRequest: 1,
    });
    expect(await count(call, QUERY)).toEqual({ total: 1 });
    expect(await count(call, { userId: USER, actions: ['view'] })).toEqual({ total: 1 });
  });

  it('they are imported from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-campaigns-'));
    const random = seededRandom(5);
    const seen = new Set<string>();
    const perCampaign: Record<string, number> = {};
    const lines = Array.from({ length: 500 }, () => {
      const [campaign, seconds] = [uuid(Math.floor(random() * 3)), Math.floor(random() * 1_200)];
      const atSeconds = NOW / 1_000 - seconds;
      const key = `${campaign} ${Math.floor(atSeconds / 40)}`;
      if (!seen.has(key)) perCampaign[campaign] = (perCampaign[campaign] ?? 0) + 1;
      seen.add(key);
      return `${USER.toUpperCase()},VIEW,${campaign},${atSeconds}`;
    });
    writeFileSync(join(folder, 'views.csv'), `user,type,campaign,at\n${lines.join('\n')}\n`);
    const mapping = ['userId=user', 'campaignId=campaign', 'eventTime=at'].flatMap((each) => [
      '--column',
      each,
    ]);
    const { ended, stdout, stderr } = await runCommandLine(
      [
        'import',
        'views.csv',
        '--data-type',
        'campaign_action',
        '--set',
        'eventType=view',
        ...mapping,
        '--time-format',
        's',
        '--ignore-column',
        'type',
        '--json',
      ],
      { cwd: folder, env: { BIGTABLE_EMULATOR_HOST: bigtable.endpoint } },
    );
    rmSync(folder, { recursive: true });
    expect([ended, stderr.replace(/^tidemark: no batch cluster.*\n/, '')]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      accepted: seen.size,
      duplicates: 500 - seen.size,
      rejected: 0,
    });
    const counts = await count(await api(), { ...QUERY, entities: { campaign: '*' } });
    expect(counts).toEqual({ total: seen.size, campaign: perCampaign });
  });
});

/** An application's own type: numeric users, 64-bit items in shops, and visits with UUIDs. */
const OWN = {
  message: 'ShopAction',
  family: 'shop_action',
  corpus: 'shoppers',
  options: `events: { levels: ["shop", "item"] user_field: "shopper" action_field: "verb" time_field: "at_ms" }
    actions: { name: "look" code: 1 dedup_dimensions: ["item_id", "visit"] dedup_window_seconds: 60 }
    actions: { name: "buy" code: 2 }`,
  base: 'uint64 shopper = 1; string verb = 2; uint64 at_ms = 3;',
  fields: `string shop_id = 4 [(tidemark.v1.dimension) = { level: "shop" }];
    fixed64 item_id = 5 [(tidemark.v1.dimension) = { level: "item" required: true }];
    bytes visit = 6;`,
  others: 'message Basket { repeated ShopAction actions = 1; }',
};
const MORE_ACTIONS = `${OWN.options} actions: { name: "return" code: 3 dedup_dimensions: "item_id" dedup_window_seconds: 20 }`;
const MORE_DIMENSIONS = `${OWN.fields} string campaign = 9;`;

describe("an application's own event type", () => {
  const folderOf = (proto: Parameters<typeof eventProto>[0]): string =>
    protoFolder({ 'acme/v1/shop.proto': eventProto(proto) });
  const LARGE = '18446744073709551615';
  const event = (verb: string, at: number, over: object = {}): object => ({
    dataType: 'shop_action',
    shopper: 42,
    verb,
    at,
    shopId: 'corner',
    itemId: LARGE,
    visit: uuid(3),
    ...over,
  });
  const QUERY = { dataType: 'shop_action', userId: '42', actions: ['look', 'buy'] };

  async function applySchema(protoPath: string): Promise<string> {
    const env = { BIGTABLE_EMULATOR_HOST: bigtable.endpoint, TIDEMARK_PROTO_PATH: protoPath };
    return (await runCommandLine(['schema', 'apply'], { env })).stdout;
  }

  it('it is applied, ingested and counted without a build', async () => {
    const folder = folderOf(OWN);
    expect(await applySchema(folder)).toMatch(
      /create table shoppers with families[^]*shop_action[^]*Applied/,
    );
    const call = await api(folder);
    for (const each of [
      event('look', NOW),
      event('look', NOW + 59_999),
      event('look', NOW + 1, { itemId: 7, visit: uuid(4) }),
      event('buy', NOW + 2, { shopper: '042' }),
      event('buy', NOW + 3, { visit: null }),
    ]) {
      expect((await call('/v1/events', each)).json).toMatchObject({ errors: [] });
    }
    const entities = { shop: ['corner', 'mall'], item: '*' };
    expect(await count(call, { ...QUERY, entities, groupBy: ['action'] })).toEqual({
      total: { look: 2, buy: 2 },
      shop: { corner: { look: 2, buy: 2 }, mall: {} },
      item: { [LARGE]: { look: 1, buy: 2 }, '7': { look: 1 } },
    });
    expect(await count(call, { ...QUERY, where: { visit: [uuid(3).toUpperCase()] } })).toEqual({ total: 2 });
    expect(await count(call, { ...QUERY, groupBy: ['visit'] })).toEqual({
      total: { [uuid(3)]: 2, [uuid(4)]: 1, '': 1 },
    });
  });

  it('it has messages and batches of its own', async () => {
    const folder = folderOf(OWN);
    await applySchema(folder);
    const call = await api(folder);
    const { root } = loadSchema({ protoPaths: [folder] });
    const Basket = root.lookupType('acme.v1.Basket');
    const looks = [1, 2].map((item) => ({
      shopper: 42,
      verb: 'look',
      at_ms: NOW,
      item_id: item,
      visit: bytesOf(uuid(3)),
    }));
    const bytes = Basket.encode(Basket.fromObject({ actions: looks })).finish();
    const type = 'application/x-protobuf; messageType=acme.v1.Basket';
    expect((await call('/v1/events', Buffer.from(bytes), type)).json).toMatchObject({ written: 2 });
    expect(await count(call, QUERY)).toEqual({ total: 2 });
  });

  it('it may get actions and dimensions: stored events still count, and redelivered ones count once', async () => {
    const before = folderOf(OWN);
    await applySchema(before);
    const old = await api(before);
    const look = event('look', NOW);
    await old('/v1/events', look);
    expect(await cellsOf('42')).toHaveLength(1);

    const after = folderOf({ ...OWN, options: MORE_ACTIONS, fields: MORE_DIMENSIONS });
    expect(await applySchema(after)).toMatch(/nothing to do/);
    const call = await api(after);
    expect((await call('/v1/events', look)).json).toMatchObject({ written: 1 });
    expect(await cellsOf('42')).toHaveLength(1);

    // With the new dimension this is another version of the same event; old processes still ingest the old one.
    await call('/v1/events', event('look', NOW + 5, { campaign: 'spring' }));
    await old('/v1/events', look);
    expect(await cellsOf('42')).toHaveLength(2);
    await call('/v1/events', event('return', NOW + 10));
    await call('/v1/events', event('buy', NOW + 10, { campaign: 'spring' }));
    const actions = ['look', 'buy', 'return'];
    const query = { ...QUERY, actions, groupBy: ['action', 'campaign'] };
    expect(await count(call, query)).toEqual({
      total: { look: { '': 1 }, return: { '': 1 }, buy: { spring: 1 } },
    });
    expect(await count(old, QUERY)).toEqual({ total: 2 });
  });

  async function cellsOf(userId: string): Promise<readonly unknown[]> {
    const store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
    const read = { table: 'shoppers', key: rowKey(userId), filter: familyIs('shop_action') };
    const { row } = await store.reader.readRow(read, EVENTUAL);
    await store.close();
    return row?.cells ?? [];
  }
});
