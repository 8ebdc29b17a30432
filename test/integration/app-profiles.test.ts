/** A person points an app profile elsewhere, as during an outage, and nobody changes the topology. */
import { Bigtable } from '@google-cloud/bigtable';
import { startConsistencyWorld, type ConsistencyWorld, type RegionApp } from '../support/consistency-world';
import { until } from '../support/until';

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

describe('An app profile that leads elsewhere than the topology says', () => {
  let world: ConsistencyWorld;
  let bigtable: Bigtable;
  const path = '/v1/corpora/users/objects/u/profile/main';

  beforeAll(async () => {
    world = await startConsistencyWorld(TWO_REGIONS);
    process.env['BIGTABLE_EMULATOR_HOST'] = world.endpoint;
    bigtable = new Bigtable({ projectId: 'tidemark', metricsEnabled: false });
  });
  afterAll(async () => {
    delete process.env['BIGTABLE_EMULATOR_HOST'];
    await bigtable.close();
    await world.close();
  });

  async function point(profile: string, cluster: string): Promise<void> {
    const instance = bigtable.instance('tidemark');
    const [operation] = await instance
      .appProfile(profile)
      .setMetadata({ routing: instance.cluster(cluster), ignoreWarnings: true });
    await (operation as unknown as { promise(): Promise<unknown> }).promise?.();
  }

  const write = (app: RegionApp, locale: string) =>
    app.send({
      ...{ method: 'PUT', path, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ locale }),
    });
  const readStrictly = (app: RegionApp) =>
    app.send({ path, headers: { 'tidemark-consistency': 'strict', 'x-request-timeout-ms': '500' } });
  const isSaid = (app: MeasuredApp, match: string): Promise<void> =>
    until(async () =>
      new RegExp(`^tidemark_app_profile\\{[^}]*replica="us-a"[^}]*match="${match}"[^}]*\\} 1`, 'm').test(
        await app.metrics(),
      ),
    );

  it('proves nothing, and takes no writes, until it leads there again', async () => {
    const us = withMetrics(await world.app('us'));
    await isSaid(us, 'matches');
    await write(us, 'first');
    await world.heal();
    await world.cut('eu-a', 'us-a');
    expect((await write(us, 'second')).status).toBe(200);

    await point('us', 'eu-a');
    const eu = withMetrics(await world.app('eu'));
    await isSaid(eu, 'differs');
    expect(eu.logLines()).toContainEqual(expect.objectContaining({ cluster: 'us-a', appProfile: 'us' }));
    const unmet = await readStrictly(eu);
    expect([unmet.status, unmet.json['code']]).toEqual([503, 'consistency_unmet']);
    expect(unmet.json['detail']).toContain('us-a');
    expect((await write(eu, 'third')).status).toBe(200);
    expect(await eu.metrics()).not.toMatch(/^tidemark_writes_total\{[^}]*origin="us-a"/m);

    await point('us', 'us-a');
    await world.heal();
    const again = withMetrics(await world.app('eu'));
    await isSaid(again, 'matches');
    expect((await readStrictly(again)).body.toString()).toContain('third');
  });
});

interface MeasuredApp extends RegionApp {
  metrics(): Promise<string>;
}

const withMetrics = (running: RegionApp): MeasuredApp =>
  Object.assign(running, { metrics: () => running.app.metrics() });
