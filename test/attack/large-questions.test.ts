/** Questions of a few kilobytes that ask for hundreds of thousands of numbers. */
import { DEFAULTS } from '../../src/config/defaults';
import { startAppProcess, type AppProcess } from '../support/app-process';
import { send, type Answer } from '../support/http-server';
import { campaignId } from '../support/campaigns';

/** Whatever is admitted waits for it. */
const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
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
  const asked: Promise<Answer | undefined>[] = [];
  beforeEach(async () => {
    app = await startAppProcess(NO_STORE);
  });
  afterEach(async () => {
    app.signal('SIGKILL');
    await Promise.all([app.ended, ...asked.splice(0)]);
  });

  const post = (path: string, body: object): Promise<Answer> =>
    send(app.port, {
      method: 'POST',
      path: `/v1/${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it.each(Object.keys(QUESTIONS))(
    'the API begins as many large requests as its work budget allows: %s',
    async (name) => {
      const { path, body } = QUESTIONS[name]!;
      // The first ones wait for the store; one is refused at last, long before the places of requests are taken.
      const refused = new Promise<Answer>((resolve) => {
        for (let each = 0; each < DEFAULTS.http.requestsInFlightMax / 4; each++) {
          const answer = post(path, body);
          asked.push(answer.catch(() => undefined));
          void answer.then(
            (one) => (one.status === 503 || one.status === 400 ? resolve(one) : undefined),
            () => 0,
          );
        }
      });
      const { status, headers, json } = await refused;
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
