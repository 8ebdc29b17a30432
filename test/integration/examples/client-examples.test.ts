import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { AdServer, serve } from '../../../examples/ad-server/ad-server';
import { sessionOf, tidemarkErrors, tidemarkSession } from '../../../examples/express/session-middleware';
import * as feast from '../../../examples/migrate-feast/migrate';
import * as redis from '../../../examples/migrate-redis/migrate';
import { EventProducer } from '../../../examples/pubsub-producer/producer';
import { createClient, type Client } from '../../../src/client/index';
import type { DefaultSchema } from '../../../src/client/schema';
import { NO_HEARTBEATS, startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { json, scriptedClient } from '../../support/scripted-fetch';
import { until } from '../../support/until';

describe('Examples of the client', () => {
  let world: ConsistencyWorld;
  let url: string;
  let tidemark: Client<DefaultSchema>;
  beforeAll(async () => {
    world = await startConsistencyWorld();
    url = `http://127.0.0.1:${(await world.app('eu', NO_HEARTBEATS)).port}`;
    tidemark = createClient({ url, timeoutMs: 60_000 });
  });
  afterAll(() => world.close());

  it('the ad server shows the best candidate, and another one once the user has seen it', async () => {
    const ads = new AdServer(tidemark);
    const server = serve(ads).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const candidates = [
      { adId: 'a', campaignId: 'x', bid: 3 },
      { adId: 'b', campaignId: 'y', bid: 1 },
    ];
    const shown: unknown[] = [];
    for (const insertionId of ['1', '2', '3']) {
      const body = JSON.stringify({ userId: 'viewer', insertionId, candidates });
      const answer = await fetch(`http://127.0.0.1:${port}/ads`, { method: 'POST', body });
      shown.push(answer.status === 204 ? 'none' : ((await answer.json()) as { readonly adId: string }).adId);
      await ads.flush();
    }
    expect(shown).toEqual(['a', 'b', 'none']);
    server.close();
    await ads.close();
  });

  it('the ad server does not show a campaign that its pacing has stopped', async () => {
    const campaigns = [
      { campaignId: 'x', passShare: 0 },
      { campaignId: 'y', passShare: 1 },
    ];
    let isKnown = false;
    const { client } = scriptedClient(({ path, body }) => {
      if (path.includes('wait')) return new Promise(() => undefined);
      if (path.includes('active')) {
        isKnown = true;
        return json({ epoch: 1, campaigns });
      }
      const asked = (body as { readonly candidates: readonly object[] }).candidates;
      const results = asked.map(() => ({ allowed: true, values: [0] }));
      return json({ candidates: results, names: [] });
    });
    const ads = new AdServer(client);
    await until(() => isKnown);
    const candidates = [
      { adId: 'a', campaignId: 'x', bid: 3 },
      { adId: 'b', campaignId: 'y', bid: 1 },
      { adId: 'c', campaignId: 'unknown', bid: 9 },
    ];
    await until(async () => (await ads.choose('u', candidates))?.adId === 'b');
    await ads.close();
  });

  it('the Express middleware carries the session of a visitor in a cookie', async () => {
    const app = express();
    const name = { corpus: 'users', id: 'visitor', dataType: 'profile', subType: 'main' } as const;
    app.use(tidemarkSession(tidemark));
    app.put('/locale/:locale', async (request, response) => {
      await sessionOf(response).objects.put({ ...name, value: { locale: request.params.locale } });
      response.sendStatus(204);
    });
    app.get('/locale', async (_request, response) => {
      const { cells, consistency } = await sessionOf(response).objects.getCell(name);
      response.json({ locale: cells[0]?.value.locale, level: consistency.level });
    });
    app.use(tidemarkErrors);
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const put = await fetch(`${base}/locale/it`, { method: 'PUT' });
    const cookie = put.headers.get('set-cookie')?.split(';')[0] ?? '';
    const read = await fetch(`${base}/locale`, { headers: { cookie } });
    expect(await read.json()).toEqual({ locale: 'it', level: 'at-least-as-fresh' });
    const broken = await fetch(`${base}/locale`, { headers: { cookie: 'tidemark=AAAA' } });
    expect([broken.status, await broken.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'token_invalid' }),
    ]);
    const malformed = await fetch(`${base}/locale`, { headers: { cookie: 'tidemark=a%20b' } });
    expect(malformed.status).toBe(200);
    server.close();
  });

  it('the messages of the Pub/Sub producer are bodies of events', async () => {
    const published: { readonly json?: unknown; readonly attributes?: unknown }[] = [];
    const publishMessage = (message: (typeof published)[number]): Promise<[string]> => {
      published.push(message);
      return Promise.resolve(['id']);
    };
    const producer = new EventProducer({ publishMessage } as never);
    const event = { userId: 'published', action: 'click', eventTime: Date.now() - 1_000, adId: 'a' } as const;
    await producer.publish([event]);
    const [message] = published;
    expect(message?.attributes).toEqual({ 'content-type': 'application/json', consent: 'ads_measurement' });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(message?.json);
    const answer = await fetch(`${url}/v1/events`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ written: 1, errors: [] });
  });

  it('counters of Redis become events that count once, however often they are migrated', async () => {
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const counters = [
      { key: `imp:mover:cmp-1:${day}`, count: 3 },
      { key: `imp:mover:cmp-2:${day}`, count: 1 },
      { key: 'session:mover', count: 9 },
    ];
    for (let time = 0; time < 2; time++) {
      const report = await redis.migrate(counters, tidemark);
      expect(report).toEqual({ counters: 2, events: 4, skipped: 1, failures: [] });
    }
    const { counts } = await tidemark.counts.query({
      userId: 'mover',
      actions: ['impression'],
      entities: { campaign: '*' },
      windows: ['7d'],
    });
    expect(counts['7d']).toEqual({ total: 4, campaign: { 'cmp-1': 3, 'cmp-2': 1 } });
  });

  it('rows of Feast become objects with the time of the row, and replace nothing newer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-feast-'));
    const path = join(folder, 'rows.ndjson');
    const row = (day: number, locale: string | null): string =>
      JSON.stringify({
        user_id: 'farah',
        locale,
        interests: { running: 0.5 },
        event_timestamp: Date.now() - day * 86_400_000,
      });
    writeFileSync(path, `${row(1, 'ar')}\n${row(2, null)}\n{"user_id":"","event_timestamp":1}\n`);
    const report = await feast.migrate(feast.rowsIn(path), tidemark);
    rmSync(folder, { recursive: true });
    expect([report.written, report.failures.length]).toEqual([2, 1]);
    const name = { corpus: 'users', id: 'farah', dataType: 'profile', subType: 'feast' } as const;
    expect(await tidemark.objects.value(name)).toEqual({
      locale: 'ar',
      interests: [{ topic: 'running', score: 0.5 }],
    });
  });
});
