/** An operator changes an app profile by hand, as during an outage, without changing the topology. */
import { Bigtable } from '@google-cloud/bigtable';
import {
  METRICS_PAUSE_MAX_MS,
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { refusedRead, UNPROVEN } from '../../support/refused-read';
import { until } from '../../support/until';

const TWO_REGIONS = {
  project: 'tidemark',
  instances: {
    tidemark: {
      clusters: { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } },
      appProfiles: { eu: { cluster: 'eu-a' }, us: { cluster: 'us-a' } },
    },
  },
  links: [{ between: ['eu', 'us'], delayMs: 2 }],
};

const path = '/v1/corpora/users/objects/u/profile/main';

/** Changes the routing of an app profile by Google's client library. */
async function point({ endpoint }: ConsistencyWorld, profile: string, cluster: string): Promise<void> {
  process.env['BIGTABLE_EMULATOR_HOST'] = endpoint;
  const bigtable = new Bigtable({ projectId: 'tidemark', metricsEnabled: false });
  const instance = bigtable.instance('tidemark');
  const [operation] = await instance
    .appProfile(profile)
    .setMetadata({ routing: instance.cluster(cluster), ignoreWarnings: true });
  await (operation as unknown as { promise(): Promise<unknown> }).promise?.();
  await bigtable.close();
  delete process.env['BIGTABLE_EMULATOR_HOST'];
}

const write = (app: RegionApp, locale: string) =>
  app.send({
    method: 'PUT',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ locale }),
  });
const readStrictly = (app: RegionApp) =>
  app.send({ path, headers: { 'tidemark-consistency': 'strict', 'x-request-timeout-ms': '500' } });
const readTogether = (app: RegionApp) =>
  app.send({
    method: 'POST',
    path: '/v1/corpora/users/objects:batchGet',
    headers: {
      'content-type': 'application/json',
      'tidemark-consistency': 'strict',
      'x-request-timeout-ms': '500',
    },
    body: JSON.stringify({
      objects: ['u', 'v'].map((id) => ({ id, select: [{ dataType: 'profile' }] })),
    }),
  });
const isSaid = (app: MeasuredApp, match: string): Promise<void> =>
  until(
    async () =>
      new RegExp(`^tidemark_app_profile\\{[^}]*replica="us-a"[^}]*match="${match}"[^}]*\\} 1`, 'm').test(
        await app.metrics(),
      ),
    undefined,
    METRICS_PAUSE_MAX_MS,
  );

describe('An app profile that routes elsewhere than the topology declares', () => {
  let world: ConsistencyWorld;

  beforeAll(async () => {
    world = await startConsistencyWorld(TWO_REGIONS);
  });
  afterAll(() => world.close());

  it('proves nothing, and takes no writes, until it leads there again', async () => {
    const us = withMetrics(await world.app('us'));
    await isSaid(us, 'matches');
    await write(us, 'first');
    await world.heal();
    await world.cut('eu-a', 'us-a');
    expect((await write(us, 'second')).status).toBe(200);

    await point(world, 'us', 'eu-a');
    const eu = withMetrics(await world.app('eu'));
    await isSaid(eu, 'differs');
    expect(eu.logLines()).toContainEqual(expect.objectContaining({ cluster: 'us-a', appProfile: 'us' }));
    const unmet = await refusedRead(() => readStrictly(eu));
    expect(unmet.json['code']).toBe('consistency_unmet');
    expect(unmet.json['detail']).toContain('us-a');
    expect((await write(eu, 'third')).status).toBe(200);
    expect(await eu.metrics()).not.toMatch(/^tidemark_writes_total\{[^}]*origin="us-a"/m);

    await point(world, 'us', 'us-a');
    await world.heal();
    const again = withMetrics(await world.app('eu'));
    await isSaid(again, 'matches');
    expect((await readStrictly(again)).body.toString()).toContain('third');
  });
});

describe('An answer by an app profile that was pointed elsewhere a moment ago', () => {
  let world: ConsistencyWorld;
  beforeEach(async () => {
    world = await startConsistencyWorld(TWO_REGIONS);
  });
  afterEach(() => world.close());

  it('is not taken for rows that are read together either', async () => {
    const [us, eu] = [withMetrics(await world.app('us')), withMetrics(await world.app('eu'))];
    await isSaid(us, 'matches');
    await isSaid(eu, 'matches');
    expect((await write(us, 'at both')).status).toBe(200);
    await until(async () => (await readStrictly(eu)).body.toString().includes('at both'));
    await world.cut('eu-a', 'us-a');
    expect((await write(us, 'at us-a alone')).status).toBe(200);
    await point(world, 'us', 'eu-a');
    for (let each = 0; each < 3; each++) {
      const { status, json } = await readTogether(eu);
      expect([status, json['code']]).toEqual([503, UNPROVEN]);
    }
  });

  it('is not taken, long before app profiles are listed again', async () => {
    const [us, eu] = [withMetrics(await world.app('us')), withMetrics(await world.app('eu'))];
    await isSaid(us, 'matches');
    await isSaid(eu, 'matches');
    await world.heal();
    await world.cut('eu-a', 'us-a');
    expect((await write(us, 'at us-a alone')).status).toBe(200);
    await point(world, 'us', 'eu-a');
    for (let each = 0; each < 5; each++) {
      const { status, json } = await readStrictly(eu);
      expect([status, json['code']]).toEqual([503, UNPROVEN]);
    }
    await isSaid(eu, 'differs');
    expect(eu.logLines()).toContainEqual(
      expect.objectContaining({ cluster: 'us-a', appProfile: 'us', answeredBy: 'eu-a' }),
    );
    await point(world, 'us', 'us-a');
    await world.heal();
    await isSaid(eu, 'matches');
    await until(async () => (await readStrictly(eu)).body.toString().includes('at us-a alone'));
  });
});

interface MeasuredApp extends RegionApp {
  metrics(): Promise<string>;
}

const withMetrics = (running: RegionApp): MeasuredApp =>
  Object.assign(running, { metrics: () => running.app.metrics() });
