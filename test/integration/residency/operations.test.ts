/** Requests of all kinds for users of a group that requires locations, in two regions, on the embedded Bigtable. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULTS } from '../../../src/config/defaults';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { rowKey } from '../../../src/core/rows/row-key';
import { dayAt } from '../../../src/core/time/calendar-day';
import type { Store } from '../../../src/store/open-store';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { closed, harness } from '../../support/consumer-harness';
import { click, DAY_MS, encodeEvent } from '../../support/events';
import type { Answer } from '../../support/http-server';
import { openTestStore } from '../../support/open-test-store';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const EXAMPLE = join(__dirname, '../../../infra/examples/topologies/residency.json');
const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
  placementGroups: { users: object };
  jurisdictions: { eu: { countries: string[] } };
  links: { between: string[] }[];
};
const topology = {
  ...example,
  links: example.links.map(({ between }) => ({ between, delayMs: 0 })),
  placementGroups: { users: { ...example.placementGroups.users, requiresLocation: true } },
};
const [EU, US] = ['europe-west1', 'us-central1'];
const FIELD = 'tidemark-access-location';
const call = { timeoutMs: 10_000 };
const STRICT = { 'tidemark-consistency': 'strict' };

const event = (userId: string, adId = 'ad-1', eventTime = Date.now() - 60_000) => ({
  userId,
  action: 'impression',
  eventTime,
  viewType: 'home',
  adId,
  campaignId: 'cmp-1',
  insertionId: `ins-${adId}`,
});
const COUNTS = { actions: ['impression'], windows: ['1d'] };
const IDA = { actions: ['click'], windows: ['7d'] };
const caps = (userId: string) => ({
  userId,
  candidates: [{ adId: 'ad-9', campaignId: 'cmp-1', insertionId: 'ins-9' }],
  rules: [{ level: 'campaign', actions: ['impression'], window: '1d', maximum: 9 }],
});
const FATIGUE = { candidates: [{ adId: 'ad-1' }], levels: ['ad'], windows: ['1d'] };
const oldRow = (userId: string) => ({
  key: rowKey(userId),
  mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('old'))],
});
const profileOf = (userId: string): string => `/v1/corpora/users/objects/${userId}/profile/main`;

describe('Operations on placed users', () => {
  let world: ConsistencyWorld;
  let eu: RegionApp;
  let us: RegionApp;
  let store: Store;
  let contract: ApiContract;

  beforeAll(async () => {
    world = await startConsistencyWorld(topology);
    eu = await world.app(EU);
    us = await world.app(US);
    store = openTestStore(world.env(EU));
    for (const app of [eu, us]) await until(async () => (await app.send({ path: '/readyz' })).status === 200);
    contract = new ApiContract((await eu.send({ path: '/openapi.json' })).json as unknown as OpenApiDocument);
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  /** Sends a request, and holds its answer against the document of the API. */
  async function ask(
    app: RegionApp,
    [method, path]: readonly [string, string],
    {
      template = path,
      body,
      headers,
    }: { template?: string; body?: object; headers?: Record<string, string> },
  ): Promise<Answer> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.send({
      method,
      path,
      headers: { ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    contract.check(method, template, answer);
    return answer;
  }

  const post = (app: RegionApp, path: string, body: object, headers?: Record<string, string>) =>
    ask(app, ['POST', path], { body, headers: headers ?? {} });
  const onProfile = (app: RegionApp, method: string, userId: string, headers: Record<string, string> = {}) =>
    ask(app, [method, profileOf(userId)], {
      template: '/v1/corpora/{corpus}/objects/{id}/{dataType}/{subType}',
      ...(method === 'PUT' && { body: { locale: 'de-DE' } }),
      headers,
    });
  const location = (app: RegionApp, userId: string, placement?: string, group = 'users') =>
    ask(app, [placement === undefined ? 'GET' : 'PUT', `/v1/locations/${group}/${userId}`], {
      template: '/v1/locations/{group}/{objectId}',
      ...(placement !== undefined && { body: { placement } }),
    });

  /** Families of the user's row in the table of a placement. */
  const familiesIn = async (table: string, userId: string): Promise<readonly string[]> => {
    const read = { table, key: rowKey(userId), filter: { passAllFilter: true } };
    const { row } = await store.tables.reader.readRow(read, { level: 'strict' }, call);
    return [...new Set((row?.cells ?? []).map(({ family }) => family))].filter(
      (name) => !/^_(wm|loc)/.test(name),
    );
  };

  it('reject a first write without a location, and change nothing', async () => {
    const answers = [
      await post(eu, '/v1/events', event('nowhere')),
      await onProfile(eu, 'PUT', 'nowhere'),
      await onProfile(eu, 'DELETE', 'nowhere'),
      await post(eu, '/v1/caps:check', { ...caps('nowhere'), reserve: { action: 'impression' } }),
      await post(eu, '/v1/caps:release', { userId: 'nowhere', reservations: ['kD0fYq1vWm3xT7ab'] }),
    ];
    for (const { status, json } of answers)
      expect({ status, ...json }).toMatchObject({ status: 422, code: 'location_required', field: FIELD });
    expect((await location(eu, 'nowhere')).json).toMatchObject({
      hasEntry: false,
      epoch: 0,
      placement: 'us',
    });
    for (const table of ['users', 'users@eu']) expect(await familiesIn(table, 'nowhere')).toEqual([]);
  });

  it('reject a location that is no country, and change nothing', async () => {
    const { status, json } = await post(eu, '/v1/events', event('odd'), { [FIELD]: 'UK' });
    expect({ status, ...json }).toMatchObject({ status: 400, code: 'invalid_argument', field: FIELD });
    expect((await location(eu, 'odd')).json).toMatchObject({ hasEntry: false });
  });

  it('store all data of a German user in the European Union, and read it there', async () => {
    const events = { events: [event('hanna'), event('hanna', 'ad-2')] };
    expect((await post(eu, '/v1/events', events, { [FIELD]: 'DE' })).json).toMatchObject({ written: 2 });
    expect((await onProfile(eu, 'PUT', 'hanna')).status).toBe(200);
    const reserving = { ...caps('hanna'), reserve: { action: 'impression' } };
    const reserved = await post(eu, '/v1/caps:check', reserving, STRICT);
    const [candidate] = reserved.json['candidates'] as { remaining: number; reservation: { id: string } }[];
    expect(candidate).toMatchObject({ allowed: true, remaining: 7 });
    const release = { userId: 'hanna', reservations: [candidate!.reservation.id] };
    expect((await post(eu, '/v1/caps:release', release)).json['released']).toEqual(release.reservations);

    const { json: counted } = await post(eu, '/v1/counts:query', { ...COUNTS, userId: 'hanna' }, STRICT);
    expect(counted['counts']).toMatchObject({ '1d': { total: 2 } });
    const batch = await post(eu, '/v1/counts:batchQuery', { ...COUNTS, users: ['absent', 'hanna'] }, STRICT);
    expect(batch.json['users']).toMatchObject([{}, { counts: { '1d': { total: 2 } } }]);
    const features = await post(eu, '/v1/features:fatigue', { ...FATIGUE, userId: 'hanna' }, STRICT);
    expect(features.status).toBe(200);
    expect((await onProfile(eu, 'GET', 'hanna', STRICT)).json['cells']).toMatchObject([
      { value: { locale: 'de-DE' } },
    ]);
    const select = [{ dataType: 'profile' }];
    const objects = await ask(eu, ['POST', '/v1/corpora/users/objects:batchGet'], {
      template: '/v1/corpora/{corpus}/objects:batchGet',
      body: { objects: [{ id: 'hanna', select }] },
      headers: STRICT,
    });
    expect(objects.json['objects']).toMatchObject([{ id: 'hanna', cells: [{ value: { locale: 'de-DE' } }] }]);

    expect(await familiesIn('users@eu', 'hanna')).toEqual(expect.arrayContaining(['ad_action', 'profile']));
    expect(await familiesIn('users', 'hanna')).toEqual([]);
    const entry = {
      placement: 'eu',
      reason: 'access-location',
      accessLocation: 'DE',
      epoch: 1,
      state: 'home',
    };
    expect((await location(eu, 'hanna')).json).toMatchObject(entry);
  });

  it('store a user by the location of the first write, whatever it is', async () => {
    const french = { [FIELD]: 'FR' };
    const release = { userId: 'claire', reservations: ['kD0fYq1vWm3xT7ab'] };
    await onProfile(eu, 'PUT', 'alice', french);
    await onProfile(eu, 'DELETE', 'bruno', french);
    await post(eu, '/v1/caps:release', release, french);
    await post(eu, '/v1/caps:check', { ...caps('denis'), reserve: { action: 'impression' } }, french);
    for (const userId of ['alice', 'bruno', 'claire', 'denis'])
      expect((await location(eu, userId)).json).toMatchObject({ placement: 'eu', accessLocation: 'FR' });
  });

  it('name the regions to use where the data may not be processed', async () => {
    await post(eu, '/v1/events', event('marie'), { [FIELD]: 'FR' });
    const regions = ['europe-west1', 'europe-north1'];
    const select = [{ dataType: 'profile' }];
    const misdirected = [
      await post(us, '/v1/counts:query', { ...COUNTS, userId: 'marie' }, STRICT),
      await post(us, '/v1/counts:batchQuery', { ...COUNTS, users: ['absent', 'marie'] }, STRICT),
      await post(us, '/v1/features:fatigue', { ...FATIGUE, userId: 'marie' }, STRICT),
      await post(us, '/v1/caps:check', caps('marie'), STRICT),
      await post(us, '/v1/caps:check', { ...caps('marie'), reserve: { action: 'impression' } }),
      await post(us, '/v1/caps:release', { userId: 'marie', reservations: ['kD0fYq1vWm3xT7ab'] }),
      await post(us, '/v1/events', event('marie', 'ad-2')),
      await onProfile(us, 'PUT', 'marie'),
      await onProfile(us, 'GET', 'marie', STRICT),
      await ask(us, ['POST', '/v1/corpora/users/objects:batchGet'], {
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
    const first = await post(us, '/v1/events', event('nina'), { [FIELD]: 'DE' });
    expect([first.status, (await location(us, 'nina')).json]).toMatchObject([
      421,
      { placement: 'eu', epoch: 1 },
    ]);
    const mixed = { events: [event('bob'), event('marie', 'ad-3')] };
    const { json } = await post(us, '/v1/events', mixed, { [FIELD]: 'US' });
    expect(json).toMatchObject({ written: 1, errors: [{ index: 1, code: 'wrong_region', regions }] });
  });

  describe('that assign locations', () => {
    it('create an entry for a user without data, once', async () => {
      const { json: first } = await location(us, 'assigned', 'eu');
      expect(first).toMatchObject({ placement: 'eu', reason: 'explicit', epoch: 1, hasEntry: true });
      expect((await location(eu, 'assigned', 'eu')).json).toEqual(first);
      await post(eu, '/v1/events', event('assigned'), { [FIELD]: 'US' });
      expect(await familiesIn('users@eu', 'assigned')).toEqual(['ad_action']);
    });

    it('pin a user to where it is, and move nothing', async () => {
      await post(eu, '/v1/events', event('pinned'), { [FIELD]: 'DE' });
      expect((await location(eu, 'pinned', 'eu')).json).toMatchObject({ reason: 'explicit', epoch: 1 });
      const { status, json } = await location(eu, 'pinned', 'us');
      expect({ status, ...json }).toMatchObject({
        status: 409,
        code: 'location_conflict',
        field: 'placement',
      });
      expect((await location(eu, 'pinned')).json).toMatchObject({ placement: 'eu', epoch: 1 });
    });

    it('reject a user with rows from before the group was declared', async () => {
      await store.tables.writer.mutateRow('users', oldRow('older'), call);
      await world.heal();
      expect((await location(eu, 'older', 'eu')).json).toMatchObject({ code: 'location_conflict' });
      expect((await location(eu, 'older')).json).toMatchObject({ hasEntry: false });
      expect((await location(eu, 'older', 'us')).json).toMatchObject({ placement: 'us', reason: 'explicit' });
    });

    it('reject unknown groups and placements', async () => {
      expect((await location(eu, 'x', 'eu', 'people')).json).toMatchObject({
        code: 'unknown_placement_group',
        field: 'group',
      });
      expect((await location(eu, 'x', 'ue')).json).toMatchObject({
        code: 'invalid_argument',
        field: 'placement',
      });
    });
  });

  it('place the users of messages by their attribute, and dead-letter messages that cannot be placed', async () => {
    const ingestion = createIngestion({ store, schema: loadSchema(), config: DEFAULTS });
    const american = openTestStore(world.env(US));
    const inUs = createIngestion({ store: american, schema: loadSchema(), config: DEFAULTS });
    const message = (userId: string): Buffer => encodeEvent(click(Date.now() - 60_000, { userId }));
    const consumer = harness(undefined, { dependencies: { ingest: ingestion.ingestEvents } });
    consumer.take('placed', message('pia'), { [FIELD]: 'DE' });
    consumer.take('unplaced', message('unplaced-user'));
    consumer.take('invalid', message('pia'), { [FIELD]: 'Germany' });
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
    expect(await familiesIn('users@eu', 'pia')).toEqual(['ad_action']);
    expect((await location(eu, 'unplaced-user')).json).toMatchObject({ hasEntry: false });
  });

  it('place imported users by a column, and scan them where they are', async () => {
    const folder = dirname(world.topologyFile);
    const time = Date.now() - 5 * DAY_MS;
    const lines = ['ida,DE', 'otto,US', 'no-one,'].map(
      (who, i) => `${who},click,${time + i * 1_000},ad-${i}`,
    );
    writeFileSync(join(folder, 'log.csv'), ['userId,country,action,eventTime,adId', ...lines, ''].join('\n'));
    const cli = (...args: string[]) => runCommandLine(args, { env: world.env(EU), cwd: folder });
    const country = ['--access-location-column', 'country'];
    const { ended, stdout } = await cli('import', 'log.csv', ...country, '--json');
    expect({ ended, ...(JSON.parse(stdout) as object) }).toMatchObject({
      ended: 2,
      accepted: 2,
      rejected: 1,
    });
    expect(await familiesIn('users@eu', 'ida')).toEqual(['ad_action']);
    expect(await familiesIn('users', 'otto')).toEqual(['ad_action']);
    const asOf = new Date(time + DAY_MS).toISOString();
    writeFileSync(join(folder, 'in.ndjson'), `${JSON.stringify({ userId: 'ida', asOf, adId: 'ad-0' })}\n`);
    const features = ['--level', 'ad', '--action', 'click', '--window', '7d'];
    const exported = await cli('features', 'export', 'in.ndjson', '--output', 'out.ndjson', ...features);
    expect(exported).toMatchObject({ ended: 0 });
    const { values } = JSON.parse(readFileSync(join(folder, 'out.ndjson'), 'utf8')) as { values: number[] };
    expect(values[0]).toBe(1);
    const { stdout: compacted } = await cli('compact', '--data-type', 'ad_action', '--json');
    expect(JSON.parse(compacted)).toMatchObject({ rows: 2, rowsPacked: 2, blocksWritten: 2 });
    expect(
      (await post(eu, '/v1/counts:query', { ...IDA, userId: 'ida' }, STRICT)).json['counts'],
    ).toMatchObject({
      '7d': { total: 1 },
    });
  });

  it('recount the events of all placements', async () => {
    await registerCampaigns(store.writer, [campaignId(1)]);
    await world.heal();
    const ofUser = (n: number) => `123e4567-e89b-12d3-a456-00000000000${n}`;
    const day = dayAt(Date.now() - 2 * DAY_MS, 'UTC');
    const view = { dataType: 'campaign_action', eventType: 'view', campaignId: campaignId(1) };
    const eventTime = day.startMs + 3_600_000;
    for (const [n, country] of ['DE', 'US'].entries()) {
      const viewed = { ...view, eventTime, userId: ofUser(n) };
      expect((await post(eu, '/v1/events', viewed, { [FIELD]: country })).status).toBe(200);
    }
    const folder = dirname(world.topologyFile);
    let rows = 0;
    for (const worker of ['1/2', '2/2']) {
      const share = ['--worker', worker, '--checkpoint', `share-${worker.charAt(0)}`, '--json'];
      const args = ['reconcile', '--day', day.day, ...share];
      const { ended, stdout } = await runCommandLine(args, { env: world.env(EU), cwd: folder });
      expect(ended).toBe(0);
      rows += (JSON.parse(stdout) as { rows: number }).rows;
    }
    expect(rows).toBe(2);
  });

  describe('by commands', () => {
    const cli = (...args: string[]) =>
      runCommandLine(['residency', ...args], { env: world.env(EU), cwd: dirname(world.topologyFile) });
    const inFolder = (name: string, text: string): void =>
      writeFileSync(join(dirname(world.topologyFile), name), text);

    it('assign placements, and show them', async () => {
      await post(eu, '/v1/events', event('yankee'), { [FIELD]: 'US' });
      inFolder('ids.txt', 'anna\n\nyankee\nanna\r\n');
      const assigned = await cli('assign', 'users', '--file', 'ids.txt', '--to', 'eu', '--json');
      expect(assigned.ended).toBe(2);
      const outcomes = assigned.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ objectId: 'anna', placement: 'eu', reason: 'explicit' }),
          expect.objectContaining({
            objectId: 'yankee',
            error: expect.objectContaining({ code: 'location_conflict' }) as unknown,
          }),
        ]),
      );
      const shown = await cli('show', 'users', 'anna', 'yankee', 'stranger');
      expect(shown).toMatchObject({ ended: 0, stderr: '' });
      const lines = shown.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 6).join(' '));
      expect(lines).toEqual(
        expect.arrayContaining([
          'anna eu home 1 explicit -',
          'yankee us home 1 access-location US',
          'stranger us home - no entry -',
        ]),
      );
    });

    it('reject unknown groups and placements by the name of the option', async () => {
      const { ended, stderr } = await cli('assign', 'users', 'x', '--to', 'ue', '--json');
      expect([ended, JSON.parse(stderr)]).toMatchObject([1, { error: { field: '--to' } }]);
      expect((await cli('show', 'people', 'x')).stderr).toContain('[unknown_placement_group]');
      expect((await cli('show', 'users')).stderr).toContain('give ids, or a file with --file');
    });

    it('plan what another map of countries would move', async () => {
      await post(eu, '/v1/events', event('paul'), { [FIELD]: 'PL' });
      const { eu: european, ...others } = topology.jurisdictions;
      const countries = european.countries.filter((country) => country !== 'PL');
      const jurisdictions = { ...others, eu: { ...european, countries } };
      inFolder('next.json', JSON.stringify({ ...topology, jurisdictions }));
      inFolder('known.txt', 'paul\n');
      const next = ['plan', '--topology', 'next.json', '--objects', 'known.txt'];
      const { ended, stdout } = await cli(...next, '--json');
      expect(ended).toBe(0);
      const records = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(records).toMatchObject([
        { type: 'relocation', objectId: 'paul', from: 'eu', to: 'us', accessLocation: 'PL' },
        { type: 'summary', relocations: 1, moves: [{ group: 'users', from: 'eu', to: 'us', subjects: 1 }] },
      ]);
      expect((await cli(...next)).stdout).toMatch(/^paul +users +eu +us +access-location +PL$/m);
      expect((await cli('plan')).stdout).toMatch(/^0 of \d+ entries would move/m);
      expect((await location(eu, 'paul')).json).toMatchObject({ placement: 'eu', epoch: 1 });
    });
  });
});
