/** Follows docs/operations/regions.md: regions are added and removed under load, without errors. */
import { Bigtable } from '@google-cloud/bigtable';
import { readFileSync, writeFileSync } from 'node:fs';
import { withControl } from '../../../src/cli/local/control';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { runCli } from '../../support/run-cli';
import { until } from '../../support/until';

const TWO_REGIONS = {
  project: 'tidemark',
  clientRegions: ['asia'],
  instances: {
    tidemark: {
      clusters: { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } },
      appProfiles: { eu: { cluster: 'eu-a' }, us: { cluster: 'us-a' } },
    },
  },
  links: [
    { between: ['eu', 'us'], delayMs: 2 },
    { between: ['eu', 'asia'], delayMs: 4 },
    { between: ['us', 'asia'], delayMs: 3 },
  ],
};

interface TopologyFile {
  readonly clientRegions: string[];
  readonly instances: { tidemark: { clusters: Record<string, object>; appProfiles: Record<string, object> } };
}

describe('regions under load', () => {
  let world: ConsistencyWorld;
  let bigtable: Bigtable;
  let apps: Record<'eu' | 'us' | 'asia', RegionApp>;

  beforeAll(async () => {
    world = await startConsistencyWorld(TWO_REGIONS);
    process.env['BIGTABLE_EMULATOR_HOST'] = world.endpoint;
    bigtable = new Bigtable({ projectId: 'tidemark', metricsEnabled: false });
    const [eu, us, asia] = await Promise.all([world.app('eu'), world.app('us'), world.app('asia')]);
    apps = { eu, us, asia };
  });

  afterAll(async () => {
    delete process.env['BIGTABLE_EMULATOR_HOST'];
    await bigtable.close();
    await world.close();
  });

  /** All processes have read it, as SIGHUP has them do, or their next look at the file. */
  function change(edit: (instance: TopologyFile['instances']['tidemark'], file: TopologyFile) => void): void {
    const topology = JSON.parse(readFileSync(world.topologyFile, 'utf8')) as TopologyFile;
    edit(topology.instances.tidemark, topology);
    writeFileSync(world.topologyFile, JSON.stringify(topology));
    for (const { app, logLines } of Object.values(apps)) {
      app.reload();
      expect(logLines().at(-1)).toMatchObject({ msg: 'topology read again' });
    }
  }

  /** Acknowledged by the cluster, as the processes count them. */
  async function writesOf(cluster: string): Promise<number> {
    const texts = await Promise.all(Object.values(apps).map(({ app }) => app.metrics()));
    const counts = texts.flatMap((text) => [
      ...text.matchAll(new RegExp(`^tidemark_writes_total\\{[^}]*origin="${cluster}"[^}]*\\} (\\d+)`, 'gm')),
    ]);
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  }

  it('come and go without a failed write, a failed strict read, or one that lacks a write', async () => {
    const load = new Load(apps);
    await load.rounds(5);
    expect(load.clusters('asia')).not.toContain('asia-a');

    // Add: the cluster first, then its app profile; when replication has caught up, the file.
    const instance = bigtable.instance('tidemark');
    const [, growing] = await instance.createCluster('asia-a', { location: 'asia-a', nodes: 1 });
    await growing.promise();
    await instance.createAppProfile('asia', { routing: instance.cluster('asia-a') });
    await load.rounds(5);
    change(({ clusters, appProfiles }) => {
      clusters['asia-a'] = { region: 'asia' };
      appProfiles['asia'] = { cluster: 'asia-a' };
    });
    load.forget();
    await load.rounds(10);
    expect(load.clusters('asia')).toContain('asia-a');

    // Drain: no process sends it a write any more; then replication from it catches up; then it goes.
    change(({ clusters }) => (clusters['us-a'] = { region: 'us', writes: 'draining' }));
    await load.rounds(1);
    const before = await writesOf('us-a');
    expect(before).toBeGreaterThan(0);
    await load.rounds(10);
    expect(await writesOf('us-a')).toBe(before);
    const retired = await runCli(['topology', 'retire', 'us-a', '--rollout', '0', '--json'], {
      env: world.env(),
    });
    expect(JSON.parse(retired.stdout)).toMatchObject({
      cluster: 'us-a',
      tables: expect.arrayContaining([
        expect.objectContaining({ table: 'users', outcome: 'retired' }),
      ]) as unknown,
    });
    await until(async () => (await rowsOnTheirWay(world)) === 0);
    // Processes there stay for a while: the region has clients still, and links name it.
    change(({ clusters, appProfiles }, file) => {
      delete clusters['us-a'];
      delete appProfiles['us'];
      file.clientRegions.push('us');
    });
    await world.stop('us-a');
    load.forget();
    await load.rounds(10);
    for (const from of ['eu', 'us', 'asia'] as const) expect(load.clusters(from)).not.toContain('us-a');

    await load.stop();
    expect(load.failures).toEqual([]);
  });
});

async function rowsOnTheirWay(world: ConsistencyWorld): Promise<number> {
  return withControl(world, async (control) => {
    const { instances } = await control.status();
    return (instances ?? []).reduce((sum, { pendingRows }) => sum + Number(pendingRows), 0);
  });
}

type From = 'eu' | 'us' | 'asia';

/** Writes in each region, each read strictly in the next one. */
class Load {
  readonly failures: string[] = [];
  readonly #clusters: Record<From, Set<string>> = { eu: new Set(), us: new Set(), asia: new Set() };
  readonly #apps: Readonly<Record<From, RegionApp>>;
  readonly #running: readonly Promise<void>[];
  #rounds = 0;
  #stopped = false;

  constructor(apps: Readonly<Record<From, RegionApp>>) {
    this.#apps = apps;
    this.#running = [this.#run('eu', 'us'), this.#run('us', 'asia'), this.#run('asia', 'eu')];
  }

  clusters(from: From): readonly string[] {
    return [...this.#clusters[from]];
  }

  /** Forgets the answers so far. */
  forget(): void {
    for (const seen of Object.values(this.#clusters)) seen.clear();
  }

  /** Waits for this number of requests that begin from now on, in each region. */
  async rounds(count: number): Promise<void> {
    const from = this.#rounds + 3;
    await until(() => this.#rounds >= from + 3 * count);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #run(from: From, to: From): Promise<void> {
    for (let round = 0; !this.#stopped; round++) {
      await this.#round({ from, to, round });
      this.#rounds += 1;
    }
  }

  async #round({ from, to, round }: { from: From; to: From; round: number }): Promise<void> {
    const path = `/v1/corpora/users/objects/${from}-${round % 50}/profile/main`;
    const locale = `${from}-${round}`;
    const headers = { 'content-type': 'application/json' };
    const written = await this.#apps[from].send({
      method: 'PUT',
      path,
      headers,
      body: JSON.stringify({ locale }),
    });
    if (written.status !== 200) this.failures.push(`write in ${from}: ${written.body.toString()}`);
    const eventual = await this.#apps[from].send({ path });
    this.#clusters[from].add(String(eventual.headers['tidemark-cluster']));
    const strict = await this.#apps[to].send({ path, headers: { 'tidemark-consistency': 'strict' } });
    if (strict.status !== 200 || !strict.body.toString().includes(`"${locale}"`))
      this.failures.push(`strict read in ${to}: ${strict.body.toString()}`);
  }
}
