import { tidemark } from '../../gen/tidemark';
import type { ActionEvent } from '../../../src/core/events/event';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { NO_HEARTBEATS, startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { registerCampaignsAt } from '../../support/campaigns';
import { DAY_MS, fieldOf, jsonOf } from '../../support/events';
import { send, sendJson, type Answer } from '../../support/http-server';
import { randomLog } from '../../support/random-log';
import { deduplicate } from '../../support/reference-counts';
import { referenceFeatures, type ReferenceSpec } from '../../support/reference-features';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const PATH = '/v1/features:fatigue';
const HOUR_MS = 3_600_000;
const USERS = 3;
const NAMES = ['adId', 'adGroupId', 'campaignId', 'advertiserId', 'viewType', 'insertionId', 'sessionId'];

const SPEC: ReferenceSpec = {
  levels: [
    ['advertiser', 'advertiserId'],
    ['campaign', 'campaignId'],
    ['adGroup', 'adGroupId'],
    ['ad', 'adId'],
  ],
  actions: ['impression', 'click'],
  windows: { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS },
  halfLives: { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS },
  scales: { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS },
  lookbackMs: 30 * DAY_MS,
  rate: { clicks: 'click', impressions: 'impression' },
};

const CANDIDATES = [
  { adId: '3', adGroupId: 'grp-1', campaignId: 'cmp-0', advertiserId: 'adv-0' },
  { adId: '11' },
  { advertiserId: 'adv-1', campaignId: 'unseen' },
];

describe('POST /v1/features:fatigue', () => {
  const asOfMs = Date.now() - 20_000;
  const log = randomLog({ seed: 71, endMs: asOfMs + 20_000, users: USERS, events: 600, days: 35 });
  let store: LocalBigtable;
  let running: RunningApp;
  let contract: ApiContract;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint });
    const taken = await sendJson(running.port, '/v1/events', { events: log.map((event) => jsonOf(event)) });
    expect(taken.json['errors']).toEqual([]);
    const document = (await send(running.port, { path: '/openapi.json' })).json;
    contract = new ApiContract(document as unknown as OpenApiDocument);
  });

  afterAll(async () => {
    await running?.app.drain();
    await store?.close();
  });

  async function ask(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await send(running.port, {
      method: 'POST',
      path: PATH,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    contract.check('POST', PATH, answer);
    return answer;
  }

  it('the features of each candidate equal the reference', async () => {
    for (let user = 0; user < USERS; user++) {
      const userId = `user-${user}`;
      const { json, status } = await ask({ userId, candidates: CANDIDATES, asOf: asOfMs });
      expect(status).toBe(200);
      const names = json['names'] as string[];
      const candidates = json['candidates'] as { values: (number | null)[] }[];
      const plain = deduplicate(log)
        .filter((event) => event.userId === userId)
        .map(plainOf);
      CANDIDATES.forEach((candidate, i) => {
        const expected = referenceFeatures(plain, SPEC, { candidate, asOfMs });
        expect(names).toEqual(Object.keys(expected));
        const wrong = names.filter((name, j) => !isAbout(candidates[i]!.values[j]!, expected[name]!, name));
        expect(wrong).toEqual([]);
      });
      const [first] = candidates;
      expect(first!.values[names.indexOf('advertiser.impression.count.30d')]).toBeGreaterThan(10);
    }
  });

  it('a protobuf request gets the same answer in protobuf', async () => {
    const asked = {
      userId: 'user-1',
      levels: ['ad', 'campaign'],
      actions: ['click', 'save'],
      windows: ['6h', '2d'],
      halfLives: ['3h'],
      scales: ['90m'],
      lookback: '20d',
    };
    const where = {
      viewType: ['search', 'home_feed'],
      sessionId: '*',
      insertionId: { in: ['ins-1'], optional: true },
    };
    const inJson = await ask({ ...asked, candidates: CANDIDATES, where, asOf: asOfMs });
    const message = tidemark.v1.FatigueRequest.encode({
      ...asked,
      candidates: CANDIDATES.map((entities) => ({ entities })),
      where: {
        viewType: { in: ['search', 'home_feed'] },
        sessionId: {},
        insertionId: { in: ['ins-1'], optional: true },
      },
      asOfMs,
    }).finish() as Buffer;
    const media = 'application/x-protobuf';
    const answer = await send(running.port, {
      method: 'POST',
      path: PATH,
      body: message,
      headers: { 'content-type': media, accept: media },
    });
    contract.check('POST', PATH, answer);
    const read = tidemark.v1.FatigueFeatures.decode(answer.body);
    const { json } = inJson;
    expect({ ...read, candidates: [] }).toEqual({
      version: json['version'],
      layout: json['layout'],
      names: json['names'],
      candidates: [],
      userId: 'user-1',
      asOfMs,
      omitted: [],
    });
    const values = read.candidates.map((each) => ({
      values: each.values?.map((value) => (Number.isNaN(value) ? null : value)),
    }));
    expect(values).toEqual(json['candidates']);
    expect(answer.headers['tidemark-consistency']).toBe('eventual');
  });

  it('names are omitted on request, under the same layout', async () => {
    const [whole, bare] = [
      await ask({ userId: 'user-1', candidates: CANDIDATES, asOf: asOfMs }),
      await ask({ userId: 'user-1', candidates: CANDIDATES, asOf: asOfMs, withoutNames: true }),
    ];
    expect(bare.json).toEqual({ ...whole.json, names: undefined, consistency: expect.anything() as unknown });
    const protobuf = await send(running.port, {
      method: 'POST',
      path: PATH,
      body: JSON.stringify({ userId: 'user-1', candidates: CANDIDATES, withoutNames: true }),
      headers: { 'content-type': 'application/json', accept: 'application/x-protobuf' },
    });
    expect(tidemark.v1.FatigueFeatures.decode(protobuf.body).names).toEqual([]);
  });

  it('features of the other event type use its views as impressions', async () => {
    const user = '123e4567-e89b-12d3-a456-426614174000';
    const campaign = '223e4567-e89b-12d3-a456-426614174000';
    const eventTime = Date.now() - 1_000;
    const view = {
      dataType: 'campaign_action',
      userId: user,
      eventType: 'view',
      eventTime,
      campaignId: campaign,
    };
    await registerCampaignsAt(store.endpoint, [campaign]);
    await sendJson(running.port, '/v1/events', view);
    const answer = await ask({
      dataType: 'campaign_action',
      userId: user.toUpperCase(),
      windows: ['1d'],
      halfLives: [],
      scales: [],
      candidates: [{ campaignId: campaign }],
    });
    expect(answer.json['userId']).toBe(user);
    expect(answer.json['names']).toEqual([
      'campaign.view.count.1d',
      'campaign.view.lastSeenSeconds',
      'campaign.click.count.1d',
      'campaign.click.lastSeenSeconds',
      'campaign.ctr.1d',
    ]);
    const [{ values }] = answer.json['candidates'] as [{ values: number[] }];
    expect(values).toEqual([1, expect.any(Number), 0, null, 0]);
    const bad = await ask({
      dataType: 'campaign_action',
      userId: 'u1',
      candidates: [{ campaignId: campaign }],
    });
    expect({ status: bad.status, field: bad.json['field'] }).toEqual({ status: 400, field: 'userId' });
  });

  it.each([
    [400, 'unknown_level', 'levels[0]', { levels: ['creative'] }],
    [400, 'unknown_action', 'actions[0]', { actions: ['buy'] }],
    [400, 'unknown_dimension', 'where.planet', { where: { planet: '*' } }],
    [404, 'unknown_data_type', 'dataType', { dataType: 'profile' }],
    [400, 'invalid_argument', 'halfLives[0]', { halfLives: ['0h'] }],
    [400, 'invalid_argument', 'asOf', { asOf: asOfMs + DAY_MS }],
    [400, 'invalid_argument', 'candidates', { candidates: [] }],
    [400, 'invalid_argument', 'halflives', { halflives: ['1h'] }],
    [400, 'invalid_argument', 'withoutNames', { withoutNames: 'yes' }],
    [400, 'consistency_unsupported', 'tidemark-consistency', {}],
  ])('%i %s is answered with an error naming %s', async (status, code, field, fields) => {
    const headers = code === 'consistency_unsupported' ? { 'tidemark-consistency': 'strict' } : {};
    const answer = await ask({ userId: 'user-1', candidates: [{ adId: '1' }], ...fields }, headers);
    expect({ status: answer.status, code: answer.json['code'], field: answer.json['field'] }).toEqual({
      status,
      code,
      field,
    });
  });

  it('invalid protobuf is rejected', async () => {
    const headers = { 'content-type': 'application/x-protobuf' };
    const answer = await send(running.port, {
      method: 'POST',
      path: PATH,
      body: Buffer.from([0xff, 1]),
      headers,
    });
    contract.check('POST', PATH, answer);
    expect(answer.json['code']).toBe('malformed_body');
  });
});

describe('Fatigue features in another region than the events', () => {
  let world: ConsistencyWorld;
  beforeAll(async () => (world = await startConsistencyWorld()));
  afterAll(() => world.close());

  it('features contain the writes of a token before they are replicated', async () => {
    const [eu, us] = await world.readyApps(['eu', 'us'], NO_HEARTBEATS);
    const headers = { 'content-type': 'application/json' };
    await world.cut('eu-a', 'us-a');
    await world.cut('eu-a', 'asia-a');
    const event = { userId: 'u1', action: 'click', adId: 'new', eventTime: Date.now() - 1_000 };
    const body = JSON.stringify(event);
    const { json } = await eu.send({ method: 'POST', path: '/v1/events', headers, body });
    const clicks = async (more: Readonly<Record<string, string>>): Promise<number> => {
      const query = { userId: 'u1', candidates: [{ adId: 'new' }], levels: ['ad'], actions: ['click'] };
      const asked = {
        method: 'POST',
        path: PATH,
        body: JSON.stringify(query),
        headers: { ...headers, ...more },
      };
      const answer = (await us.send(asked)).json as { names: string[]; candidates: { values: number[] }[] };
      return answer.candidates[0]!.values[answer.names.indexOf('ad.click.count.1h')]!;
    };
    expect(await clicks({})).toBe(0);
    expect(await clicks({ 'tidemark-token': json['token'] as string })).toBe(1);
    expect(await clicks({ 'tidemark-consistency': 'strict' })).toBe(1);
  });
});

function plainOf(event: ActionEvent) {
  const dimensions = Object.fromEntries(NAMES.map((name) => [name, fieldOf(event, name)]));
  return { action: event.action, timeMs: event.eventTimeMs, dimensions };
}

function isAbout(actual: number | null, expected: number, name: string): boolean {
  if (Number.isNaN(expected) || actual === null) return Number.isNaN(expected) && actual === null;
  if (/count|lastSeen|ctr/.test(name)) return actual === Math.fround(expected);
  return Math.abs(actual - expected) <= 1e-6 + Math.abs(expected) * 2 ** -22;
}
