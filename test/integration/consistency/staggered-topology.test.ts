/** Processes that read a changed topology at different moments, as every rollout has them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusedRead } from '../../support/refused-read';
import {
  isCleared,
  startConsistencyWorld,
  THREE_REGIONS,
  type ConsistencyWorld,
} from '../../support/consistency-world';

describe('Two processes with different topologies', () => {
  let world: ConsistencyWorld;
  const path = '/v1/corpora/users/objects/u/profile/main';

  beforeAll(async () => {
    world = await startConsistencyWorld();
  });
  afterAll(() => world.close());

  /** A file of its own, as before asia-a was added. */
  function oldTopology(): string {
    const { clusters, appProfiles } = THREE_REGIONS.instances.tidemark;
    const without = (all: object, id: string): object =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name !== id));
    const tidemark = {
      clusters: without(clusters, 'asia-a'),
      appProfiles: without(appProfiles, 'asia'),
    };
    const clientRegions = [...THREE_REGIONS.clientRegions, 'asia'];
    const file = join(world.topologyFile, '..', 'old.json');
    writeFileSync(file, JSON.stringify({ ...THREE_REGIONS, clientRegions, instances: { tidemark } }));
    return file;
  }

  it('never give a strict answer that lacks an acknowledged write, whichever of them is behind', async () => {
    const file = oldTopology();
    const behind = await world.app('eu', { TIDEMARK_TOPOLOGY: file });
    const ahead = await world.app('asia');
    const headers = { 'content-type': 'application/json' };
    const put = (app: typeof ahead, locale: string) =>
      app.send({ method: 'PUT', path, headers, body: JSON.stringify({ locale }) });
    const readStrictly = () => behind.send({ path, headers: { 'tidemark-consistency': 'strict' } });
    await isCleared(behind, 'eu-a');
    expect((await put(behind, 'first')).status).toBe(200);
    await isCleared(ahead, 'asia-a');
    await world.heal();
    for (const id of ['eu-a', 'us-a']) await world.cut('asia-a', id);

    const written = await put(ahead, 'second');
    expect(written.status).toBe(200);
    const refused = await refusedRead(readStrictly);
    expect(refused.json['code']).toBe('consistency_unmet');
    expect(refused.json['detail']).toContain('topology of this process is out of date');
    expect(await behind.app.metrics()).toMatch(/^tidemark_topology_outdated\{?.* 1$/m);

    writeFileSync(file, readFileSync(world.topologyFile));
    behind.app.reload();
    expect((await readStrictly()).body.toString()).toContain('second');
    expect(await behind.app.metrics()).toMatch(/^tidemark_topology_outdated\{?.* 0$/m);
  });
});
