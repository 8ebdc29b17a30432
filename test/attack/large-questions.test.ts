/** Questions of a few kilobytes that ask for hundreds of thousands of numbers. */
import { createServer, type AddressInfo } from 'node:net';
import { DEFAULTS } from '../../src/config/defaults';
import { startAppProcess, type AppProcess } from '../support/app-process';
import { send, type Answer } from '../support/http-server';
import { campaignId } from '../support/campaigns';
import { until } from '../support/until';

const DAYS = Array.from({ length: 64 }, (_, day) => `${day + 1}d`);
const ADS = Array.from({ length: 3_125 }, (_, ad) => `ad-${ad}`);
const COUNTS = { actions: ['impression'], windows: DAYS, entities: { ad: ADS } };
const CANDIDATES = Array.from({ length: 300 }, (_, at) => ({
  id: `${at}`,
  adId: `ad-${at}`,
  campaignId: 'c',
}));
const RULES = DAYS.map((window) => ({
  name: window,
  level: 'ad',
  actions: ['impression'],
  window,
  maximum: 1,
}));

const QUESTIONS: Readonly<Record<string, { readonly path: string; readonly body: object }>> = {
  'counts of one user': { path: 'counts:query', body: { ...COUNTS, userId: 'u' } },
  'counts of several users': { path: 'counts:batchQuery', body: { ...COUNTS, users: ['u', 'v'] } },
  'checks of caps': { path: 'caps:check', body: { userId: 'u', candidates: CANDIDATES, rules: RULES } },
  'features of candidates': {
    path: 'features:fatigue',
    body: {
      userId: 'u',
      candidates: CANDIDATES.map(({ id: _, ...ids }) => ids),
      levels: ['ad', 'campaign'],
      windows: DAYS.slice(0, 16),
      halfLives: DAYS.slice(0, 8),
      scales: DAYS.slice(0, 8),
    },
  },
  'counts of campaigns': {
    path: 'campaigns:counts',
    body: {
      campaigns: Array.from({ length: 100 }, (_, at) => campaignId(at)),
      days: ['2026-11-20', '2026-11-21', '2026-11-22'],
      actions: ['view'],
    },
  },
  'many objects': {
    path: 'corpora/users/objects:batchGet',
    body: {
      objects: Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, select: [{ dataType: 'profile' }] })),
    },
  },
  'many events': {
    path: 'events',
    body: {
      events: Array.from({ length: 2_000 }, (_, at) => ({
        userId: 'u',
        action: 'impression',
        adId: 'a',
        insertionId: `${at}`,
        eventTime: Date.now(),
      })),
    },
  },
};

describe('The API under large requests', () => {
  let app: AppProcess;
  /** Accepts connections and never answers: all that is admitted waits for it. */
  const silentStore = createServer((socket) => socket.on('error', () => undefined).resume());
  let caller: AbortController;
  const asked: Promise<Answer | undefined>[] = [];
  beforeAll(async () => {
    await new Promise<void>((resolve) => silentStore.listen(0, '127.0.0.1', resolve));
    const { port } = silentStore.address() as AddressInfo;
    app = await startAppProcess({ BIGTABLE_EMULATOR_HOST: `127.0.0.1:${port}` });
  });
  beforeEach(async () => {
    caller = new AbortController();
    // The requests of earlier callers have ended: each test has the whole budget.
    await until(async () => (await openRequests()) === 1);
  });
  afterEach(async () => {
    caller.abort();
    await Promise.all(asked.splice(0));
  });
  afterAll(async () => {
    app.signal('SIGKILL');
    await app.ended;
    silentStore.close();
  });

  const post = (path: string, body: string): Promise<Answer> =>
    send(app.port, {
      method: 'POST',
      path: `/v1/${path}`,
      headers: { 'content-type': 'application/json' },
      body,
      signal: caller.signal,
    });

  /** Returns the number of open requests, with the one that asks. */
  async function openRequests(): Promise<number> {
    const page = (await send(app.port, { path: '/metrics' })).body.toString();
    return Number(/^tidemark_http_requests_open(?:\{[^}]*\})? (\d+)/m.exec(page)?.[1]);
  }

  it.each(Object.keys(QUESTIONS))(
    'the API begins as many large requests as its work budget allows: %s',
    async (name) => {
      const { path, body } = QUESTIONS[name]!;
      const text = JSON.stringify(body);
      let refused: Answer | undefined;
      // The first ones wait for the store; one is refused at last, long before the places of requests are taken.
      for (let each = 0; each < DEFAULTS.http.requestsInFlightMax / 4 && refused === undefined; each++) {
        const answer = post(path, text);
        answer.then(
          (one) => (refused ??= one.status === 503 || one.status === 400 ? one : undefined),
          () => undefined,
        );
        asked.push(answer.catch(() => undefined));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await until(() => refused !== undefined);
      const { status, headers, json } = refused!;
      expect([status, json['code'], headers['retry-after']]).toEqual([503, 'overloaded', '1']);
      const small = { actions: ['impression'], windows: ['1d'], userId: 'u' };
      const options = { 'content-type': 'application/json', 'x-request-timeout-ms': '50' };
      const other = await send(app.port, {
        method: 'POST',
        path: '/v1/counts:query',
        headers: options,
        body: JSON.stringify(small),
      });
      expect(other.json['code']).not.toBe('overloaded');
    },
  );
});
