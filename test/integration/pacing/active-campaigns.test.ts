import { randomUUID } from 'node:crypto';
import { decodePacingSnapshot } from '../../../src/codec/messages/pacing-messages';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { applySchema } from '../../support/running-app';
import { startGoogleBigtable, googleBigtableSkipReason } from '../../support/google-bigtable';
import { today } from '../../support/today';
import { until } from '../../support/until';

const skipReason = googleBigtableSkipReason();
const PATH = '/v1/campaigns/active';
const TODAY = today();
/**
 * Options of a controller whose lease does not expire on a busy machine: a new leader would publish all states again.
 */
const PACING = {
  TIDEMARK_PACING: 'on',
  TIDEMARK_PACING_INTERVAL_MS: '200',
  TIDEMARK_CAMPAIGNS_REFRESH_INTERVAL_MS: '500',
  TIDEMARK_PACING_LEASE_MS: '30000',
};

interface ActiveCampaigns {
  readonly epoch: number;
  readonly sequence: number;
  readonly stale: boolean;
  readonly controller: string | null;
  readonly campaigns: readonly {
    readonly campaignId: string;
    readonly state: string;
    readonly reason: string;
  }[];
}

describe.each([
  {
    name: 'the embedded Bigtable',
    start: async () => {
      const server: LocalBigtable = await startStore();
      return { endpoint: server.endpoint, stop: () => server.close() };
    },
    skip: undefined,
  },
  {
    name: "Google's emulator",
    start: async () => {
      const server = await startGoogleBigtable();
      await applySchema(server.endpoint);
      return server;
    },
    skip: skipReason,
  },
])('GET /v1/campaigns/active, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: { readonly endpoint: string; stop(): Promise<void> };
  /** A server that paces and answers. */
  let pacing: RunningApp;
  /** A server that only answers. */
  let other: RunningApp;

  const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    TIDEMARK_LOG_LEVEL: 'error',
    ...more,
  });
  beforeAll(async () => {
    if (skip !== undefined) return;
    store = await start();
    pacing = await startApp(env(PACING));
    other = await startApp(env());
  });
  afterAll(async () => {
    await Promise.all([pacing?.app.drain(), other?.app.drain()]);
    await store?.stop();
  });

  const get = (app: RunningApp, query = '', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${app.port}${PATH}${query}`, { headers });
  const answer = async (app: RunningApp): Promise<ActiveCampaigns> =>
    (await (await get(app)).json()) as ActiveCampaigns;
  const put = async (id: string, more: object = {}): Promise<void> => {
    const flights = [{ firstDay: TODAY, lastDay: TODAY, unitsPerDay: 1_000 }];
    const response = await fetch(`http://127.0.0.1:${pacing.port}/v1/campaigns/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'view', flights, ...more }),
    });
    expect(response.status).toBe(200);
  };
  const stateOf = async (app: RunningApp, id: string): Promise<string | undefined> =>
    (await answer(app)).campaigns.find(({ campaignId }) => campaignId === id)?.state;

  when('the answer has the state of every campaign with a flight today', async () => {
    const id = randomUUID();
    await put(id);
    await until(async () => (await stateOf(other, id)) !== undefined);
    const response = await get(other);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('tidemark-pacing-stale')).toBe('false');
    expect(Number(response.headers.get('tidemark-pacing-age-ms'))).toBeLessThan(10_000);
    const answer = (await response.json()) as ActiveCampaigns;
    expect(response.headers.get('etag')).toBe(`"${answer.epoch}-${answer.sequence}"`);
    expect(answer).toMatchObject({ stale: false, controller: expect.any(String) as string });
  });

  when('the protobuf answer has the same content and a tag of its own', async () => {
    const id = randomUUID();
    await put(id, { paused: true });
    await until(async () => (await stateOf(other, id)) === 'stopped');
    const response = await get(other, '', { accept: 'application/x-protobuf' });
    const snapshot = decodePacingSnapshot(Buffer.from(await response.arrayBuffer()));
    expect(snapshot.states.find(({ campaignId }) => campaignId === id)).toMatchObject({
      state: 'stopped',
      reason: 'paused',
      unitsPurchased: 1_000,
    });
    expect(response.headers.get('etag')).toBe(`"${snapshot.epoch}-${snapshot.sequence}-pb"`);
    const json = await get(other, '', { 'if-none-match': response.headers.get('etag')! });
    expect(json.status).toBe(200);
  });

  when('a client that has the current states gets 304, at once unless it waits', async () => {
    const tag = (await get(other)).headers.get('etag')!;
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const response = await get(other, '', { 'if-none-match': known });
      // Another change may have come in between.
      if (response.headers.get('etag') !== tag) continue;
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
    }
    expect((await get(other, '?wait=30s', { 'if-none-match': '"0-0"' })).status).toBe(200);
    expect((await get(other, '?wait=30s')).status).toBe(200);
  });

  /** Starts a long poll, which waits while nothing changes. */
  const poll = async (app: RunningApp, wait = '50s'): Promise<Response> => {
    const tag = (await get(app)).headers.get('etag')!;
    return get(app, `?wait=${wait}`, { 'if-none-match': tag });
  };
  const waiting = async (app: RunningApp): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
    return Number(/^tidemark_http_requests_waiting(?:\{.*\})? (\d+)$/m.exec(text)![1]);
  };

  when('a long poll is answered as soon as something changes', async () => {
    const id = randomUUID();
    // Other campaigns change too: each poll is repeated until this campaign has changed.
    const follows = async (): Promise<number> => {
      for (let polls = 1; ; polls++) {
        const response = await poll(other);
        const { campaigns } =
          response.status === 200 ? ((await response.json()) as ActiveCampaigns) : { campaigns: [] };
        if (campaigns.some(({ campaignId }) => campaignId === id)) return polls;
      }
    };
    const following = Array.from({ length: 20 }, follows);
    await until(async () => (await waiting(other)) === 20);
    await put(id, { paused: true });
    await Promise.all(following);
    await until(async () => (await waiting(other)) === 0);
  });

  when('a long poll without changes ends with 304', async () => {
    // Usually 304; a campaign may just have changed.
    await until(async () => (await poll(other, '50ms')).status === 304);
  });

  when.each(['60s', '1h', '30', '-1s', ''])('a wait of "%s" is rejected', async (wait) => {
    const response = await get(other, `?wait=${wait}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_argument', field: 'wait' });
  });

  when('only the configured number of requests waits, and other requests are served meanwhile', async () => {
    const app = await startApp(env({ TIDEMARK_HTTP_REQUESTS_WAITING_MAX: '2' }), { requestsInFlightMax: 2 });
    // Changes may come meanwhile.
    let isEnding = false;
    const keepWaiting = async (): Promise<Response> => {
      const response = await poll(app);
      return response.status === 200 && !isEnding ? keepWaiting() : response;
    };
    const waits = [keepWaiting(), keepWaiting()];
    await until(async () => (await waiting(app)) === 2);
    // Neither wait occupies one of the two slots in flight.
    expect((await get(app)).status).toBe(200);
    let refused: Response;
    await until(async () => (refused = await poll(app, '50ms')).status === 503);
    expect(await refused!.json()).toMatchObject({ code: 'overloaded' });
    await until(async () => (await waiting(app)) === 2);
    isEnding = true;
    await app.app.drain();
    for (const each of waits) {
      const response = await each;
      expect([200, 304]).toContain(response.status);
      expect(response.headers.get('connection')).toBe('close');
    }
  });

  when('a disconnected client frees its waiting slot', async () => {
    const tag = (await get(other)).headers.get('etag')!;
    const ending = new AbortController();
    const url = `http://127.0.0.1:${other.port}${PATH}?wait=50s`;
    const gone = fetch(url, { headers: { 'if-none-match': tag }, signal: ending.signal }).catch(() => 'gone');
    await until(async () => (await waiting(other)) === 1);
    ending.abort();
    expect(await gone).toBe('gone');
    await until(async () => (await waiting(other)) === 0);
  });

  when('a silent controller is reported, and stops campaigns if configured so', async () => {
    const id = randomUUID();
    await put(id);
    await until(async () => (await stateOf(other, id)) !== undefined);
    const silent = { TIDEMARK_PACING_SILENT_AFTER_MS: '1000' };
    const keeps = await startApp(env(silent));
    const stops = await startApp(env({ ...silent, TIDEMARK_PACING_WHEN_SILENT: 'stop' }));
    await until(async () => !(await answer(keeps)).stale && !(await answer(stops)).stale);
    const before = await answer(keeps);
    // The stale state wakes waiting requests as well, although nothing is published.
    const waits = until(async () => (await poll(keeps)).headers.get('tidemark-pacing-stale') === 'true');
    await pacing.app.drain();
    await waits;
    const after = await get(keeps);
    expect(after.headers.get('tidemark-pacing-stale')).toBe('true');
    expect(after.headers.get('etag')).toMatch(/-stale"$/);
    expect(await stateOf(keeps, id)).not.toBe('stopped');
    await until(async () => (await answer(stops)).stale);
    expect((await answer(stops)).campaigns.filter(({ state }) => state !== 'stopped')).toEqual([]);
    expect((await answer(stops)).campaigns.find(({ campaignId }) => campaignId === id)).toMatchObject({
      reason: 'controller_silent',
    });
    // The next controller ends it.
    pacing = await startApp(env(PACING));
    await until(async () => !(await answer(keeps)).stale && !(await answer(stops)).stale);
    expect((await answer(stops)).epoch).toBeGreaterThan(before.epoch);
    await Promise.all([keeps.app.drain(), stops.app.drain()]);
  });
});
