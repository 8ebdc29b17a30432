import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { send, sendJson, type Answer } from '../../support/http-server';
import { freePort } from '../../support/free-port';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

/** Timeout of requests, long enough for an available store on a busy machine. */
const TIMEOUT_MS = 2_000;

describe('The API during an outage of the store', () => {
  let dataDir: string;
  let store: LocalBigtable | undefined;
  let running: RunningApp;
  let storePort: number;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tidemark-outage-'));
    storePort = await freePort();
    const first = await startStore({ dataDir });
    await first.close();
    running = await startApp(
      {
        BIGTABLE_EMULATOR_HOST: `127.0.0.1:${storePort}`,
        TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
      },
      { readinessCacheMs: 20, readinessTimeoutMs: TIMEOUT_MS },
    );
  });
  afterAll(async () => {
    await running.app.drain();
    await store?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startStoreAgain = async (): Promise<void> => {
    store = await startLocalBigtable({ host: '127.0.0.1', port: storePort, dataDir });
  };
  /** In the order in which they succeed: the object is put before it is got. */
  const requests: Record<string, () => Promise<Answer>> = {
    ready: () => send(running.port, { path: '/readyz' }),
    count: () =>
      sendJson(running.port, '/v1/counts:query', { userId: 'u', actions: ['click'], windows: ['1d'] }),
    event: () =>
      sendJson(running.port, '/v1/events', {
        userId: 'u',
        action: 'click',
        eventTime: Date.now(),
        adId: 'a',
      }),
    put: () => sendJson(running.port, '/v1/corpora/users/objects/u/profile/main', { locale: 'id' }, 'PUT'),
    get: () => send(running.port, { path: '/v1/corpora/users/objects/u/profile/main' }),
  };

  const expectOutage = async (): Promise<void> => {
    for (const [name, request] of Object.entries(requests)) {
      const answer = await request();
      expect([name, answer.status]).toEqual([name, 503]);
      expect(['store_unavailable', 'deadline_exceeded']).toContain(answer.json['code']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(answer.body.toString()).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    }
    expect((await send(running.port, { path: '/healthz' })).status).toBe(200);
  };
  const expectRecovery = async (): Promise<void> => {
    for (const request of Object.values(requests)) {
      await until(async () => (await request()).status === 200);
    }
  };

  it('the API starts without the store, reports that it is not ready, and connects once the store is available', async () => {
    await expectOutage();
    await startStoreAgain();
    await expectRecovery();
  });

  it('requests get 503 during the outage and recover without a restart', async () => {
    await store?.close();
    await expectOutage();
    await startStoreAgain();
    await expectRecovery();
  });

  it('a batch of events fails as a whole with one error', async () => {
    await store?.close();
    const event = { userId: 'u', action: 'click', eventTime: Date.now(), adId: 'a' };
    const events = [event, { ...event, userId: 'v' }, { ...event, action: 'nod' }];
    const answer = await sendJson(running.port, '/v1/events', { events });
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    await startStoreAgain();
    await expectRecovery();
    expect((await sendJson(running.port, '/v1/events', { events })).json).toMatchObject({ written: 2 });
  });
});
