import { createClient, isTidemarkError, type Client } from '../../../src/client/index';
import type { DefaultSchema } from '../../../src/client/schema';
import {
  NO_HEARTBEATS,
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';

describe('The client and a real server', () => {
  let world: ConsistencyWorld;
  let tidemark: Client<DefaultSchema>;
  /** Client in another region of the same store. */
  let overseas: Client<DefaultSchema>;
  beforeAll(async () => {
    world = await startConsistencyWorld();
    const clientOf = ({ port }: RegionApp): Client<DefaultSchema> =>
      createClient({ url: `http://127.0.0.1:${port}`, timeoutMs: 60_000 });
    const [eu, us] = await world.readyApps(['eu', 'us'], NO_HEARTBEATS);
    [tidemark, overseas] = [clientOf(eu), clientOf(us)];
  });
  afterAll(() => world.close());

  const cell = { corpus: 'users', id: 'ann', dataType: 'profile', subType: 'main' } as const;

  it('events are counted, capped and turned into features', async () => {
    const eventTime = Date.now() - 60_000;
    const ids = { adId: 'ad-1', campaignId: 'cmp-1' };
    const event = { userId: 'ann', action: 'impression', eventTime, ...ids } as const;
    const events = [1, 2, 3].map((i) => ({ ...event, insertionId: `i-${i}` }));
    expect((await tidemark.events.write({ events })).written).toBe(3);
    const query = { actions: ['impression'], entities: { ad: '*' }, windows: ['1d'] } as const;
    const { counts } = await tidemark.counts.query({ userId: 'ann', ...query });
    expect([counts['1d'].total, counts['1d'].ad['ad-1']]).toEqual([3, 3]);
    const totals: unknown[] = [];
    for await (const user of tidemark.counts.scan(['ann', 'ben'], query)) {
      totals.push('counts' in user ? user.counts['1d'].total : user.error.code);
    }
    expect(totals).toEqual([3, 0]);
    const { candidates } = await tidemark.caps.check({
      userId: 'ann',
      candidates: [
        { id: 'shown', campaignId: 'cmp-1' },
        { campaignId: 'cmp-2', insertionId: 'i-9' },
      ],
      rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 }],
    });
    expect(candidates.map(({ allowed }) => allowed)).toEqual([false, true]);
    const features = await tidemark.features.fatigue({ userId: 'ann', candidates: [ids], windows: ['1d'] });
    expect(features.names).toContain('ad.impression.count.1d');
  });

  it('a session reads what it wrote, also in another region after it was serialized', async () => {
    const session = tidemark.session();
    const { timestampMs } = await session.objects.put({ ...cell, value: { locale: 'id-ID' } });
    expect(timestampMs).toBeGreaterThan(0);
    await session.events.write({
      events: [{ userId: 'ann', action: 'click', eventTime: Date.now() - 1_000, adId: 'a' }],
    });
    const elsewhere = overseas.session(session.serialize());
    const answer = await elsewhere.objects.getCell(cell);
    expect([answer.cells[0]?.value.locale, answer.consistency.level]).toEqual(['id-ID', 'at-least-as-fresh']);
    const { consistency } = await elsewhere.counts.query({
      userId: 'ann',
      actions: ['click'],
      windows: ['1d'],
    });
    expect(consistency.met).toBe(true);
    await elsewhere.objects.delete(cell);
    expect(await elsewhere.objects.value(cell)).toBeUndefined();
  });

  it('objects are written, selected, scanned and deleted', async () => {
    for (const id of ['b/1', 'b,2'])
      await tidemark.objects.put({ ...cell, id, subType: 'a/b', value: { locale: id } });
    const select = [{ dataType: 'profile', subTypes: ['a/b'] }] as const;
    const { cells } = await tidemark.objects.get({ corpus: 'users', id: 'b/1', select });
    expect(cells.map(({ subType, value }) => [subType, value.locale])).toEqual([['a/b', 'b/1']]);
    const found: unknown[] = [];
    for await (const each of tidemark.objects.scan(['b/1', 'none', 'b,2'], { corpus: 'users', select })) {
      found.push([each.id, each.cells.length, each.missing.length]);
    }
    expect(found).toEqual([
      ['b/1', 1, 0],
      ['none', 0, 1],
      ['b,2', 1, 0],
    ]);
    const { token } = await tidemark.objects.deleteAll({ corpus: 'users', id: 'b/1' });
    const gone = tidemark.objects.get({ corpus: 'users', id: 'b/1' }, { token });
    await expect(gone).rejects.toMatchObject({ code: 'object_not_found', status: 404 });
  });

  it('campaigns are stored, listed, counted and deleted', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const flights = [{ firstDay: day, lastDay: day, unitsPerDay: 10 }];
    const ids = ['1', '2', '3'].map((digit) => `c0ffee00-0000-4000-8000-00000000000${digit}`);
    for (const id of ids) await tidemark.campaigns.put(id, { action: 'view', flights });
    const listed: unknown[] = [];
    for await (const { id } of tidemark.campaigns.list({ pageSize: 2 })) listed.push(id);
    expect(listed.sort()).toEqual(ids);
    expect((await tidemark.campaigns.get(ids[0] as string)).campaign.priority).toBe(50);
    const counted = await tidemark.campaigns.count({ campaigns: ids, actions: ['view'], reach: true });
    expect(counted.campaigns).toHaveLength(3);
    await tidemark.campaigns.delete(ids[2] as string);
    await expect(tidemark.campaigns.get(ids[2] as string)).rejects.toMatchObject({
      code: 'campaign_not_found',
    });
    const states = tidemark.campaigns.watch({ waitMs: 50 });
    expect((await states.next()).value).toMatchObject({ epoch: 0, campaigns: [] });
    await states.return();
  });

  it('a batcher writes events, and reports those that are invalid', async () => {
    const failed: string[] = [];
    const batcher = tidemark.events.batcher({
      maxEvents: 50,
      onFailed: (failures) =>
        failures.forEach(({ event, error }) => failed.push(`${event.userId} ${error.code}`)),
    });
    const eventTime = Date.now() - 10_000;
    for (let i = 0; i < 200; i++) {
      const userId = i === 120 ? '' : `batched-${i % 7}`;
      await batcher.add({ userId, action: 'view', eventTime, campaignId: `c-${i}`, insertionId: `i-${i}` });
    }
    await batcher.close();
    expect(failed).toEqual([' invalid_argument']);
    let total = 0;
    const users = Array.from({ length: 7 }, (_, i) => `batched-${i}`);
    for await (const user of tidemark.counts.scan(users, { actions: ['view'], windows: ['1h'] })) {
      if ('counts' in user) total += user.counts['1h'].total;
    }
    expect(total).toBe(199);
  });

  it('a decision about a purpose is stored, and everything about a user is exported', async () => {
    await tidemark.subjects.setConsent('cleo', { ads_measurement: { granted: true, source: 'test' } });
    await tidemark.objects.put({ ...cell, id: 'cleo', value: { locale: 'de' } });
    const { purposes } = await tidemark.subjects.consent('cleo');
    expect(purposes['ads_measurement']?.choice).toBe('granted');
    const types: string[] = [];
    for await (const line of tidemark.subjects.export('cleo')) types.push(line.type);
    expect([types[0], types.at(-1), types.includes('object')]).toEqual(['subject', 'complete', true]);
  });

  it('the server describes itself', async () => {
    const { corpora } = await tidemark.server.schema();
    expect(corpora.map(({ name }) => name)).toContain('users');
    expect((await tidemark.server.health()).status).toBe('ok');
    expect((await tidemark.server.readiness()).status).toBe('ready');
    expect(await tidemark.server.metrics()).toContain('# TYPE');
    expect((await tidemark.server.openApi())['openapi']).toBe('3.1.0');
    expect(await tidemark.server.index()).toContain('<h1>Tidemark</h1>');
    expect((await tidemark.server.lag()).stages).toEqual(expect.any(Array));
  });

  it('a failure has the code, the field and the id of its request', async () => {
    const query = { userId: 'u'.repeat(2_000), actions: ['click'], windows: ['1d'] } as const;
    const error: unknown = await tidemark.counts
      .query(query, { requestId: 'my-request' })
      .catch((each: unknown) => each);
    expect(isTidemarkError(error, 'invalid_argument')).toBe(true);
    expect(error).toMatchObject({ field: 'userId', requestId: 'my-request', status: 400, retryable: false });
  });
});
