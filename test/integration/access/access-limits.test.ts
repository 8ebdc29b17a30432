/** Limits of callers as an operator sets them: in the access file, for callers with tokens, changed while the server runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallerLimits } from '../../../src/core/access/caller';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { send, type Answer } from '../../support/http-server';
import { bearer, OidcIssuer } from '../../support/oidc-issuer';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-limits-'));
const file = join(folder, 'access.json');
let issuer: OidcIssuer;
let store: LocalBigtable;
let running: RunningApp;

/** Limits of each caller. All of them may read the schema. */
function enter(limits: Readonly<Record<string, CallerLimits>>): void {
  const entries = Object.entries(limits).map(([id, each]) => [id, { scopes: ['schema:read'], limits: each }]);
  const issuers = [{ issuer: issuer.url, audiences: ['tidemark'] }];
  writeFileSync(file, JSON.stringify({ issuers, callers: Object.fromEntries(entries) as object }));
}

beforeAll(async () => {
  issuer = await OidcIssuer.start();
  store = await startStore();
  enter({ ads: { requestsPerSecond: 0.001, burst: 3 }, other: {} });
  running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_ACCESS_FILE: file });
});
afterAll(async () => {
  await running.app.drain();
  await store.close();
  await issuer.goDown();
  rmSync(folder, { recursive: true });
});

const ask = async (sub: string, path = '/v1/schema'): Promise<Answer> =>
  send(running.port, { path, headers: { authorization: bearer(await issuer.token({ sub })) } });

it('a caller is admitted at the rate in the access file, even with a new token each time, and others are not affected', async () => {
  for (let each = 0; each < 3; each++) expect((await ask('ads')).status).toBe(200);
  const { status, headers, json } = await ask('ads');
  expect([status, json['code']]).toEqual([429, 'rate_limited']);
  // A thousand seconds from the burst on, however long that has taken.
  expect(Number(headers['retry-after'])).toBeGreaterThan(500);
  expect((await ask('other')).status).toBe(200);
  expect((await ask('ads', '/healthz')).status).toBe(200);
});

it('rejections are counted by callers in the access file', async () => {
  expect(await running.app.metrics()).toMatch(
    /^tidemark_http_requests_denied_total\{reason="rate",caller="ads"\} 1$/m,
  );
});

it('changed limits apply from the next request on, whatever the debt', async () => {
  enter({
    ads: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
    other: { requestsPerSecond: 0.001, burst: 1 },
  });
  running.app.reload();
  for (let each = 0; each < 9; each++) expect((await ask('ads')).status).toBe(200);
  expect((await ask('other')).status).toBe(200);
  expect((await ask('other')).status).toBe(429);
  enter({ ads: {}, other: {} });
  running.app.reload();
  expect((await ask('other')).status).toBe(200);
});
