/** Consent over HTTP, in three regions whose links have delays and partitions. */
import type { Answer } from '../../support/http-server';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { until } from '../../support/until';

const ENFORCED = { TIDEMARK_CONSENT_POLICY: 'enforce' };
const HOUR_MS = 3_600_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const STRICT = { 'tidemark-consistency': 'strict' };

let world: ConsistencyWorld;
let eu: RegionApp;
let us: RegionApp;

beforeAll(async () => {
  world = await startConsistencyWorld();
  eu = await world.app('eu', ENFORCED);
  us = await world.app('us', ENFORCED);
  // The first strict read of a process may be late on a busy machine.
  for (const app of [eu, us]) await until(async () => (await get(app, 'first')).status === 200);
});

afterEach(() => world.heal());
afterAll(() => world.close());

interface Decision {
  readonly granted: boolean;
  readonly source?: string;
  readonly at?: string | number;
}

function put(
  app: RegionApp,
  userId: string,
  purposes: Readonly<Record<string, Decision>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const path = `/v1/subjects/${userId}/consent`;
  return app.send({
    method: 'PUT',
    path,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ purposes }),
  });
}

const decide = (app: RegionApp, userId: string, decision: Decision): Promise<Answer> =>
  put(app, userId, { ads_measurement: decision, ads_personalization: decision });

const get = (app: RegionApp, userId: string, headers = STRICT): Promise<Answer> =>
  app.send({ path: `/v1/subjects/${userId}/consent`, headers });

interface PurposeJson {
  readonly choice: string;
  readonly since?: string;
  readonly history: readonly { readonly granted: boolean; readonly at: string; readonly source?: string }[];
}

const purposeOf = ({ json }: Answer, purpose = 'ads_measurement'): PurposeJson =>
  (json['purposes'] as Record<string, PurposeJson>)[purpose]!;

function count(
  app: RegionApp,
  userId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = JSON.stringify({ userId, actions: ['impression'], windows: ['7d'] });
  return app.send({ method: 'POST', path: '/v1/counts:query', headers: { ...JSON_TYPE, ...headers }, body });
}

async function writeEvent(app: RegionApp, userId: string): Promise<Answer> {
  const eventTime = new Date().toISOString();
  const body = JSON.stringify({
    userId,
    action: 'impression',
    adId: 'ad-1',
    insertionId: 'ins-1',
    eventTime,
  });
  return app.send({ method: 'POST', path: '/v1/events', headers: JSON_TYPE, body });
}

const TIME = expect.stringMatching(/^2.*Z$/) as string;

const totalOf = ({ json }: Answer): number =>
  (json['counts'] as Record<string, { readonly total: number }>)['7d']!.total;

describe('Consent', () => {
  it('a user without decisions has no choice about any purpose of personal data', async () => {
    const { status, json } = await get(eu, 'user-unknown');
    expect(status).toBe(200);
    expect(json['purposes']).toEqual({
      ads_measurement: { choice: 'none', history: [] },
      ads_personalization: { choice: 'none', history: [] },
    });
  });

  it('decisions are returned with their time and source, latest first', async () => {
    const source = 'CQ7mQkAQ7mQkAAHABBENBFFgAP_AAEPAAAAAKmwHQACgAKAAsAB4AEEAKgAZ';
    await put(eu, 'user-history', { ads_measurement: { granted: true, source, at: '2026-01-01T00:00:00Z' } });
    const changed = await put(us, 'user-history', {
      ads_measurement: { granted: false, at: '2026-02-01T00:00:00Z' },
    });
    expect(Object.keys(changed.json['purposes'] as object)).toEqual(['ads_measurement']);
    expect(purposeOf(await get(eu, 'user-history'))).toEqual({
      choice: 'withdrawn',
      since: '2026-02-01T00:00:00.000Z',
      history: [
        { granted: false, at: '2026-02-01T00:00:00.000Z', recordedAt: TIME },
        { granted: true, at: '2026-01-01T00:00:00.000Z', source, recordedAt: TIME },
      ],
    });
  });

  it('decisions with a time have the same result in any order and after repetitions', async () => {
    const at = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
    const decisions = [
      { granted: true, at: at(3) },
      { granted: false, at: at(2) },
      { granted: true, at: at(1) },
    ] as const;
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0, 1, 2, 0],
    ];
    for (const [index, order] of orders.entries()) {
      const userId = `user-order-${index}`;
      for (const position of order) await decide(position % 2 === 0 ? eu : us, userId, decisions[position]!);
      const { choice, since, history } = purposeOf(await get(us, userId));
      expect([choice, since, history.length]).toEqual(['granted', decisions[2].at, 3]);
    }
  });

  it('a time in the future counts as now, so that a later withdrawal prevails', async () => {
    const changed = await decide(eu, 'user-future', { granted: true, at: Date.now() + HOUR_MS });
    expect(Date.parse(purposeOf(changed).since!)).toBeLessThanOrEqual(Date.now());
    expect(purposeOf(await decide(us, 'user-future', { granted: false })).choice).toBe('withdrawn');
  });

  it('a grant that is dated before a withdrawal, or that clocks cannot order, does not count', async () => {
    const atMs = Date.now() - HOUR_MS;
    await decide(eu, 'user-tie', { granted: false, at: atMs });
    expect(purposeOf(await decide(eu, 'user-tie', { granted: true, at: atMs - 1 })).choice).toBe('withdrawn');
    // Two clocks differ by 100 ms each at most.
    await decide(eu, 'user-tie', { granted: true, at: atMs + 200 });
    expect(purposeOf(await get(eu, 'user-tie')).choice).toBe('withdrawn');
    await decide(eu, 'user-tie', { granted: true, at: atMs + 201 });
    expect(purposeOf(await get(eu, 'user-tie')).choice).toBe('granted');
  });

  it('a grant follows a withdrawal that another region has just acknowledged', async () => {
    for (let round = 0; round < 5; round++) {
      const userId = `user-regrant-${round}`;
      await world.delay('eu', 'us', 300);
      await decide(us, userId, { granted: true });
      await decide(us, userId, { granted: false });
      expect(purposeOf(await decide(eu, userId, { granted: true })).choice).toBe('granted');
      expect(purposeOf(await decide(us, userId, { granted: false })).choice).toBe('withdrawn');
    }
  });

  it('strict reads of another region respect a withdrawal as soon as it is acknowledged', async () => {
    const userId = 'user-strict';
    await decide(eu, userId, { granted: true, at: Date.now() - HOUR_MS });
    expect((await writeEvent(eu, userId)).status).toBe(200);
    expect(totalOf(await count(us, userId, STRICT))).toBe(1);
    await world.heal();
    await world.delay('eu', 'us', 2_000);
    const withdrawn = await decide(eu, userId, { granted: false });
    const [eventual, strict, withToken] = [
      await count(us, userId),
      await count(us, userId, STRICT),
      await count(us, userId, { 'tidemark-token': withdrawn.json['token'] as string }),
    ];
    expect([totalOf(eventual), eventual.json['omitted']]).toEqual([1, undefined]);
    for (const answer of [strict, withToken]) {
      expect(totalOf(answer)).toBe(0);
      expect(answer.json['omitted']).toEqual([
        { dataType: 'ad_action', purpose: 'ads_measurement', reason: 'no_consent' },
      ]);
    }
  });

  it('a consented event is accepted directly after a grant in another region', async () => {
    const userId = 'user-first-event';
    await world.delay('eu', 'us', 300);
    expect((await writeEvent(us, userId)).json['code']).toBe('no_consent');
    await decide(eu, userId, { granted: true, at: Date.now() - HOUR_MS });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await writeEvent(us, userId)).status).toBe(200);
  });
});

describe('Invalid changes of consent', () => {
  it.each([
    [{ purposes: { ads: { granted: true } } }, 'purposes.ads'],
    [{ purposes: { campaign_delivery: { granted: true } } }, 'purposes.campaign_delivery'],
    [{ purposes: {} }, 'purposes'],
    [{}, 'purposes'],
    [{ purposes: { ads_measurement: { granted: 'yes' } } }, 'purposes.ads_measurement.granted'],
    [{ purposes: { ads_measurement: { granted: true, when: 1 } } }, 'purposes.ads_measurement.when'],
    [{ purposes: { ads_measurement: { granted: true, at: 'now' } } }, 'purposes.ads_measurement.at'],
    [
      { purposes: { ads_measurement: { granted: true, source: 'x'.repeat(8 * 1024 + 1) } } },
      'purposes.ads_measurement.source',
    ],
    [
      { purposes: { ads_measurement: { granted: true }, ads_personalization: { granted: 1 } } },
      'purposes.ads_personalization.granted',
    ],
  ])('an invalid change is rejected, names the field, and changes nothing: %#', async (body, field) => {
    const path = '/v1/subjects/user-invalid/consent';
    const answer = await eu.send({ method: 'PUT', path, headers: JSON_TYPE, body: JSON.stringify(body) });
    expect(answer.json).toMatchObject({ status: 400, code: 'invalid_argument', field });
    expect(purposeOf(await get(eu, 'user-invalid')).history).toEqual([]);
  });
});

// The last one: the regions do not trust each other's heartbeats for some time after a partition.
describe('During a partition', () => {
  it('a withdrawal needs no other region, and a grant needs those that may have a withdrawal', async () => {
    const userId = 'user-partition';
    const past = { granted: true, at: Date.now() - HOUR_MS };
    await put(eu, userId, { ads_measurement: past });
    expect((await count(eu, userId)).json['omitted']).toBeUndefined();
    await world.cut('eu', 'us');
    await world.cut('eu', 'asia');
    expect((await put(eu, userId, { ads_measurement: { granted: false } })).status).toBe(200);
    expect((await count(eu, userId)).json['omitted']).toHaveLength(1);
    const headers = { 'x-request-timeout-ms': '3000' };
    expect((await put(eu, userId, { ads_measurement: { granted: true } }, headers)).status).toBe(503);
    expect((await count(eu, userId)).json['omitted']).toHaveLength(1);
  });
});
