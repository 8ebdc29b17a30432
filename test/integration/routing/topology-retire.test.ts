/** `tidemark topology retire`, the step of docs/operations/regions.md between draining a cluster and removing it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { refusedRead } from '../../support/refused-read';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const TWO_REGIONS = {
  project: 'tidemark',
  clientRegions: ['us'],
  instances: {
    tidemark: {
      clusters: { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } },
      appProfiles: { eu: { cluster: 'eu-a' }, us: { cluster: 'us-a' } },
    },
  },
  links: [{ between: ['eu', 'us'], delayMs: 2 }],
};

type Clusters = Record<string, object>;

describe('Retiring a cluster', () => {
  let world: ConsistencyWorld;
  const path = '/v1/corpora/users/objects/u/profile/main';

  beforeAll(async () => {
    world = await startConsistencyWorld(TWO_REGIONS);
  });
  afterAll(() => world.close());

  function change(edit: (clusters: Clusters, appProfiles: Clusters) => void): void {
    const topology = JSON.parse(readFileSync(world.topologyFile, 'utf8')) as typeof TWO_REGIONS;
    const { clusters, appProfiles } = topology.instances.tidemark;
    edit(clusters, appProfiles);
    writeFileSync(world.topologyFile, JSON.stringify(topology));
  }

  const retire = (...flags: string[]): Promise<CliRun> =>
    runCommandLine(['topology', 'retire', 'us-a', '--rollout', '0', ...flags], { env: world.env() });

  it('waits until all its writes are everywhere, after which strict reads no longer depend on it', async () => {
    const us = await world.app('us');
    const headers = { 'content-type': 'application/json' };
    const put = (locale: string) =>
      us.send({ method: 'PUT', path, headers, body: JSON.stringify({ locale }) });
    expect((await put('first')).status).toBe(200);

    const early = await retire();
    expect([early.ended, early.stderr]).toEqual([1, expect.stringContaining('set "writes": "draining"')]);

    await world.cut('eu-a', 'us-a');
    expect((await put('last')).status).toBe(200);
    change((clusters) => (clusters['us-a'] = { region: 'us', writes: 'draining' }));
    us.app.reload();
    const late = await retire('--dry-run', '--timeout', '0');
    expect([late.ended, late.stderr]).toEqual([
      1,
      expect.stringContaining('not replicated to every cluster yet'),
    ]);

    await world.heal();
    const dry = await retire('--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      cluster: 'us-a',
      dryRun: true,
      tables: expect.arrayContaining([expect.objectContaining({ outcome: 'consistent' })]) as unknown,
    });

    change((clusters, appProfiles) => {
      delete clusters['us-a'];
      delete appProfiles['us'];
    });
    const eu = await world.app('eu');
    const strictly = () => eu.send({ path, headers: { 'tidemark-consistency': 'strict' } });
    expect((await refusedRead(strictly)).json['code']).toBe('consistency_unmet');
    expect(await eu.app.metrics()).toMatch(/^tidemark_topology_outdated\{?.* 1$/m);

    change((clusters, appProfiles) => {
      clusters['us-a'] = { region: 'us', writes: 'draining' };
      appProfiles['us'] = { cluster: 'us-a' };
    });
    const done = await retire();
    expect(done.stdout).toMatch(/^users: consistent after \d+\.\d s, retired$/m);
    expect(done.stdout).toContain('us-a is retired');
    expect((await strictly()).body.toString()).toContain('last');
    expect(await eu.app.metrics()).toMatch(/^tidemark_topology_outdated\{?.* 0$/m);
  });

  it('is rejected for a cluster that is not in the topology', async () => {
    const { ended, stderr } = await runCommandLine(['topology', 'retire', 'us-b', '--rollout', '0'], {
      env: world.env(),
    });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('is not a serving cluster of the topology')]);
  });
});
