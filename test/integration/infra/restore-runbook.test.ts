/** docs/operations/backup.md, exercised: a corpus comes from a backup in another instance, and events come again. */
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { setCell } from '../../../src/bigtable/write/mutations';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { readFileSync, writeFileSync } from 'node:fs';
import { refusedRead } from '../../support/refused-read';
import { runCommandLine } from '../../support/run-command';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';

const instanceIn = (region: string) => ({
  clusters: { [`${region}-a`]: { region } },
  appProfiles: { only: { cluster: `${region}-a`, transactions: true } },
});

const BEFORE = {
  project: 'tidemark',
  clientRegion: 'eu',
  instances: { tidemark: instanceIn('eu'), restored: instanceIn('eu') },
  corpora: { users: 'tidemark' },
};

const NOON_MS = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const EVENTS = Array.from({ length: 60 }, (_, index) => ({
  userId: `user-${index % 3}`,
  action: 'impression',
  viewType: 'home_feed',
  adId: `ad-${index % 5}`,
  adGroupId: 'g',
  campaignId: 'c',
  advertiserId: 'a',
  insertionId: `i-${index}`,
  eventTime: new Date(NOON_MS + index * 60_000).toISOString(),
}));

describe('a corpus that is restored from a backup', () => {
  let world: ConsistencyWorld;
  let app: RegionApp;

  beforeAll(async () => {
    // The schema is applied to the instance that holds the corpus.
    world = await startConsistencyWorld({ ...BEFORE, corpora: { users: 'restored' } });
    writeFileSync(world.topologyFile, JSON.stringify(BEFORE));
    await (world as ConsistencyWorld & { applySchema(): Promise<void> }).applySchema();
    app = await world.app('eu');
  });

  afterAll(() => world.close());

  const post = async (path: string, value: object, headers: object = {}) => {
    const options = { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await app.send({ ...options, body: JSON.stringify(value) });
    return { status: answer.status, json: answer.json };
  };
  const take = (events: readonly object[]) => post('/v1/events', { events });
  const count = async (userId: string): Promise<unknown> => {
    const query = { userId, actions: ['impression'], entities: { ad: '*' }, windows: ['7d'] };
    const { status, json } = await post('/v1/counts:query', query);
    expect(status).toBe(200);
    return json['counts'];
  };
  const counts = (): Promise<unknown> => Promise.all(['user-0', 'user-1', 'user-2'].map(count));

  /** Restores a backup of the current state under the same name in the other instance. */
  async function restore(): Promise<void> {
    const clientOf = (instance: string) => {
      const transport = createTransport({ endpoint: world.endpoint, plaintext: true, channels: 1 });
      return createDataClient({ transport, project: 'tidemark', instance });
    };
    const [from, to] = [clientOf('tidemark'), clientOf('restored')];
    for await (const { key, cells } of from.readRows({ table: 'users' })) {
      const mutations = cells.map((cell) =>
        setCell(cell.family, cell.qualifier, cell.timestampMicros, cell.value),
      );
      await to.mutateRow('users', { key, mutations });
    }
    await Promise.all([from.close(), to.close()]);
  }

  it('has all events once, when those after the backup come again with some of before', async () => {
    expect(await take(EVENTS.slice(0, 40))).toMatchObject({ status: 200 });
    const env = { ...world.env('eu'), TIDEMARK_CLOCK_SKEW_MAX_MS: '20' };
    expect(await runCommandLine(['erase', 'work'], { env })).toMatchObject({ ended: 0 });
    await restore();
    const { json } = await take(EVENTS.slice(40));
    const whole = await counts();

    const topology = JSON.parse(readFileSync(world.topologyFile, 'utf8')) as typeof BEFORE;
    const assigned = JSON.stringify({ ...topology, corpora: { users: 'restored' } });
    const TIDEMARK_TOPOLOGY = `${world.topologyFile}.restored.json`;
    writeFileSync(TIDEMARK_TOPOLOGY, assigned);
    const early = await world.app('eu', { TIDEMARK_TOPOLOGY });
    const query0 = { userId: 'user-0', actions: ['impression'], windows: ['7d'] };
    const path = '/v1/counts:query';
    const headers = { 'content-type': 'application/json' };
    const refused = await early.send({ method: 'POST', path, headers, body: JSON.stringify(query0) });
    expect(refused).toMatchObject({ status: 503, json: { code: 'restore_not_replayed' } });
    const replayed = await runCommandLine(['erase', 'replay'], { env: { ...env, TIDEMARK_TOPOLOGY } });
    expect(replayed).toMatchObject({ ended: 0 });
    // The damaged table is served until the topology names the restored one.
    const others = await world.app('eu');
    const served = await others.send({ method: 'POST', path, headers, body: JSON.stringify(query0) });
    expect(served).toMatchObject({ status: 200 });

    writeFileSync(world.topologyFile, assigned);
    app.app.reload();
    expect(app.logLines().at(-1)).toMatchObject({ msg: 'topology read again' });
    expect(await counts()).not.toEqual(whole);

    // A token of the old place promises what the restored table need not have.
    const query = { userId: 'user-0', actions: ['impression'], windows: ['7d'] };
    const token = { 'tidemark-token': json['token'] as string };
    const read = await refusedRead(() => post('/v1/counts:query', query, token));
    expect(read.json['code']).toBe('consistency_unmet');

    expect(await take(EVENTS.slice(25))).toMatchObject({ status: 200 });
    expect(await counts()).toEqual(whole);
  });
});
