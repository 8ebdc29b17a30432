/** Requests of all kinds for placed users: data is stored where it belongs, and nowhere else. */
import { readFileSync } from 'node:fs';
import { DEFAULTS } from '../../../src/config/defaults';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { dayAt } from '../../../src/core/time/calendar-day';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import type { RegionApp } from '../../support/consistency-world';
import { closed, harness } from '../../support/consumer-harness';
import { click, DAY_MS, encodeEvent } from '../../support/events';
import { openTestStore } from '../../support/open-test-store';
import { impression, LOCATION_FIELD, PlacedWorld, US } from '../../support/placed-world';
import { until } from '../../support/until';

const STRICT = { 'tidemark-consistency': 'strict' };
const COUNTS = { actions: ['impression'], windows: ['1d'] };
const IDA = { actions: ['click'], windows: ['7d'] };
const caps = (userId: string) => ({
  userId,
  candidates: [{ adId: 'ad-9', campaignId: 'cmp-1', insertionId: 'ins-9' }],
  rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 9 }],
});
const FATIGUE = { candidates: [{ adId: 'ad-1' }], levels: ['ad'], windows: ['1d'] };

describe('Operations on placed users', () => {
  let placed: PlacedWorld;
  let eu: RegionApp;
  let us: RegionApp;

  beforeAll(async () => {
    placed = await PlacedWorld.start();
    ({ eu, us } = placed);
  });
  afterAll(() => placed.close());

  it('reject a first write without a location, and change nothing', async () => {
    const answers = [
      await placed.post(eu, '/v1/events', impression('nowhere')),
      await placed.onProfile(eu, 'PUT', 'nowhere'),
      await placed.onProfile(eu, 'DELETE', 'nowhere'),
      await placed.post(eu, '/v1/caps:check', { ...caps('nowhere'), reserve: { action: 'impression' } }),
      await placed.post(eu, '/v1/caps:release', { userId: 'nowhere', reservations: ['kD0fYq1vWm3xT7ab'] }),
    ];
    for (const { status, json } of answers)
      expect({ status, ...json }).toMatchObject({
        status: 422,
        code: 'location_required',
        field: LOCATION_FIELD,
      });
    expect((await placed.location(eu, 'nowhere')).json).toMatchObject({
      hasEntry: false,
      epoch: 0,
      placement: 'us',
    });
    for (const table of ['users', 'users@eu']) expect(await placed.familiesIn(table, 'nowhere')).toEqual([]);
  });

  it('reject a location that is no country, and change nothing', async () => {
    const { status, json } = await placed.post(eu, '/v1/events', impression('odd'), {
      [LOCATION_FIELD]: 'UK',
    });
    expect({ status, ...json }).toMatchObject({
      status: 400,
      code: 'invalid_argument',
      field: LOCATION_FIELD,
    });
    expect((await placed.location(eu, 'odd')).json).toMatchObject({ hasEntry: false });
  });

  it('store all data of a German user in the European Union, and read it there', async () => {
    const events = { events: [impression('hanna'), impression('hanna', 'ad-2')] };
    expect((await placed.post(eu, '/v1/events', events, { [LOCATION_FIELD]: 'DE' })).json).toMatchObject({
      written: 2,
    });
    expect((await placed.onProfile(eu, 'PUT', 'hanna')).status).toBe(200);
    const reserving = { ...caps('hanna'), reserve: { action: 'impression' } };
    const reserved = await placed.post(eu, '/v1/caps:check', reserving, STRICT);
    const [candidate] = reserved.json['candidates'] as { remaining: number; reservation: { id: string } }[];
    expect(candidate).toMatchObject({ allowed: true, remaining: 7 });
    const release = { userId: 'hanna', reservations: [candidate!.reservation.id] };
    expect((await placed.post(eu, '/v1/caps:release', release)).json['released']).toEqual(
      release.reservations,
    );

    const { json: counted } = await placed.post(
      eu,
      '/v1/counts:query',
      { ...COUNTS, userId: 'hanna' },
      STRICT,
    );
    expect(counted['counts']).toMatchObject({ '1d': { total: 2 } });
    const batch = await placed.post(
      eu,
      '/v1/counts:batchQuery',
      { ...COUNTS, users: ['absent', 'hanna'] },
      STRICT,
    );
    expect(batch.json['users']).toMatchObject([{}, { counts: { '1d': { total: 2 } } }]);
    const features = await placed.post(eu, '/v1/features:fatigue', { ...FATIGUE, userId: 'hanna' }, STRICT);
    expect(features.status).toBe(200);
    expect((await placed.onProfile(eu, 'GET', 'hanna', STRICT)).json['cells']).toMatchObject([
      { value: { locale: 'de-DE' } },
    ]);
    const select = [{ dataType: 'profile' }];
    const objects = await placed.ask(eu, ['POST', '/v1/corpora/users/objects:batchGet'], {
      template: '/v1/corpora/{corpus}/objects:batchGet',
      body: { objects: [{ id: 'hanna', select }] },
      headers: STRICT,
    });
    expect(objects.json['objects']).toMatchObject([{ id: 'hanna', cells: [{ value: { locale: 'de-DE' } }] }]);

    expect(await placed.familiesIn('users@eu', 'hanna')).toEqual(
      expect.arrayContaining(['ad_action', 'profile']),
    );
    expect(await placed.familiesIn('users', 'hanna')).toEqual([]);
    const entry = {
      placement: 'eu',
      reason: 'access-location',
      accessLocation: 'DE',
      epoch: 1,
      state: 'home',
    };
    expect((await placed.location(eu, 'hanna')).json).toMatchObject(entry);
  });

  it('store a user by the location of the first write, whatever it is', async () => {
    const french = { [LOCATION_FIELD]: 'FR' };
    const release = { userId: 'claire', reservations: ['kD0fYq1vWm3xT7ab'] };
    await placed.onProfile(eu, 'PUT', 'alice', french);
    await placed.onProfile(eu, 'DELETE', 'bruno', french);
    await placed.post(eu, '/v1/caps:release', release, french);
    await placed.post(eu, '/v1/caps:check', { ...caps('denis'), reserve: { action: 'impression' } }, french);
    for (const userId of ['alice', 'bruno', 'claire', 'denis'])
      expect((await placed.location(eu, userId)).json).toMatchObject({
        placement: 'eu',
        accessLocation: 'FR',
      });
  });

  it('name the regions to use where the data may not be processed', async () => {
    await placed.post(eu, '/v1/events', impression('marie'), { [LOCATION_FIELD]: 'FR' });
    const regions = ['europe-west1', 'europe-north1'];
    const select = [{ dataType: 'profile' }];
    const misdirected = [
      await placed.post(us, '/v1/counts:query', { ...COUNTS, userId: 'marie' }, STRICT),
      await placed.post(us, '/v1/counts:batchQuery', { ...COUNTS, users: ['absent', 'marie'] }, STRICT),
      await placed.post(us, '/v1/features:fatigue', { ...FATIGUE, userId: 'marie' }, STRICT),
      await placed.post(us, '/v1/caps:check', caps('marie'), STRICT),
      await placed.post(us, '/v1/caps:check', { ...caps('marie'), reserve: { action: 'impression' } }),
      await placed.post(us, '/v1/caps:release', { userId: 'marie', reservations: ['kD0fYq1vWm3xT7ab'] }),
      await placed.post(us, '/v1/events', impression('marie', 'ad-2')),
      await placed.onProfile(us, 'PUT', 'marie'),
      await placed.onProfile(us, 'GET', 'marie', STRICT),
      await placed.ask(us, ['POST', '/v1/corpora/users/objects:batchGet'], {
        template: '/v1/corpora/{corpus}/objects:batchGet',
        body: { objects: [{ id: 'marie', select }] },
        headers: STRICT,
      }),
    ];
    for (const { status, json, headers } of misdirected) {
      expect({ status, code: json['code'], regions: json['regions'] }).toEqual({
        status: 421,
        code: 'wrong_region',
        regions,
      });
      expect(headers['tidemark-regions']).toBe(regions.join(', '));
    }
    const first = await placed.post(us, '/v1/events', impression('nina'), { [LOCATION_FIELD]: 'DE' });
    expect([first.status, (await placed.location(us, 'nina')).json]).toMatchObject([
      421,
      { placement: 'eu', epoch: 1 },
    ]);
    const mixed = { events: [impression('bob'), impression('marie', 'ad-3')] };
    const { json } = await placed.post(us, '/v1/events', mixed, { [LOCATION_FIELD]: 'US' });
    expect(json).toMatchObject({ written: 1, errors: [{ index: 1, code: 'wrong_region', regions }] });
  });

  it('place the users of messages by their attribute, and dead-letter messages that cannot be placed', async () => {
    const ingestion = createIngestion({ store: placed.store, schema: loadSchema(), config: DEFAULTS });
    const american = openTestStore(placed.world.env(US));
    const inUs = createIngestion({ store: american, schema: loadSchema(), config: DEFAULTS });
    const message = (userId: string): Buffer => encodeEvent(click(Date.now() - 60_000, { userId }));
    const consumer = harness(undefined, { dependencies: { ingest: ingestion.ingestEvents } });
    consumer.take('placed', message('pia'), { [LOCATION_FIELD]: 'DE' });
    consumer.take('unplaced', message('unplaced-user'));
    consumer.take('invalid', message('pia'), { [LOCATION_FIELD]: 'Germany' });
    const misplaced = harness(undefined, { dependencies: { ingest: inUs.ingestEvents } });
    await until(() => consumer.settled.length === 3);
    misplaced.take('misplaced', message('pia'), {});
    await until(() => misplaced.settled.length === 1);
    await Promise.all([closed(consumer), closed(misplaced)]);
    await Promise.all([ingestion.close(), inUs.close()]);
    await american.close();
    expect([...consumer.settled, ...misplaced.settled].every((each) => each.endsWith(' ack'))).toBe(true);
    const reasons = [...consumer.letters, ...misplaced.letters].map(({ error }) => error.code).sort();
    expect(reasons).toEqual(['invalid_argument', 'location_required', 'wrong_region']);
    expect(await placed.familiesIn('users@eu', 'pia')).toEqual(['ad_action']);
    expect((await placed.location(eu, 'unplaced-user')).json).toMatchObject({ hasEntry: false });
  });

  it('place imported users by a column, and scan them where they are', async () => {
    const time = Date.now() - 5 * DAY_MS;
    const lines = ['ida,DE', 'otto,US', 'no-one,'].map(
      (who, i) => `${who},click,${time + i * 1_000},ad-${i}`,
    );
    placed.writeFile('log.csv', ['userId,country,action,eventTime,adId', ...lines, ''].join('\n'));
    const country = ['--access-location-column', 'country'];
    const { ended, stdout } = await placed.cli('import', 'log.csv', ...country, '--json');
    expect({ ended, ...(JSON.parse(stdout) as object) }).toMatchObject({
      ended: 2,
      accepted: 2,
      rejected: 1,
    });
    expect(await placed.familiesIn('users@eu', 'ida')).toEqual(['ad_action']);
    expect(await placed.familiesIn('users', 'otto')).toEqual(['ad_action']);
    const asOf = new Date(time + DAY_MS).toISOString();
    placed.writeFile('in.ndjson', `${JSON.stringify({ userId: 'ida', asOf, adId: 'ad-0' })}\n`);
    const features = ['--level', 'ad', '--action', 'click', '--window', '7d'];
    const exported = await placed.cli(
      'features',
      'export',
      'in.ndjson',
      '--output',
      'out.ndjson',
      ...features,
    );
    expect(exported).toMatchObject({ ended: 0 });
    const { values } = JSON.parse(readFileSync(placed.file('out.ndjson'), 'utf8')) as { values: number[] };
    expect(values[0]).toBe(1);
    const { stdout: compacted } = await placed.cli('compact', '--data-type', 'ad_action', '--json');
    expect(JSON.parse(compacted)).toMatchObject({ rows: 2, rowsPacked: 2, blocksWritten: 2 });
    expect(
      (await placed.post(eu, '/v1/counts:query', { ...IDA, userId: 'ida' }, STRICT)).json['counts'],
    ).toMatchObject({
      '7d': { total: 1 },
    });
  });

  it('recount the events of all placements', async () => {
    await registerCampaigns(placed.store.writer, [campaignId(1)]);
    await placed.world.heal();
    const ofUser = (n: number) => `123e4567-e89b-12d3-a456-00000000000${n}`;
    const day = dayAt(Date.now() - 2 * DAY_MS, 'UTC');
    const view = { dataType: 'campaign_action', eventType: 'view', campaignId: campaignId(1) };
    const eventTime = day.startMs + 3_600_000;
    for (const [n, country] of ['DE', 'US'].entries()) {
      const viewed = { ...view, eventTime, userId: ofUser(n) };
      expect((await placed.post(eu, '/v1/events', viewed, { [LOCATION_FIELD]: country })).status).toBe(200);
    }
    let rows = 0;
    for (const worker of ['1/2', '2/2']) {
      const share = ['--worker', worker, '--checkpoint', `share-${worker.charAt(0)}`, '--json'];
      const args = ['reconcile', '--day', day.day, ...share];
      const { ended, stdout } = await placed.cli(...args);
      expect(ended).toBe(0);
      rows += (JSON.parse(stdout) as { rows: number }).rows;
    }
    expect(rows).toBe(2);
  });
});
