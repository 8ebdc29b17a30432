import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  NO_HEARTBEATS,
  startConsistencyWorld,
  THREE_REGIONS,
  type ConsistencyWorld,
} from '../../support/consistency-world';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

describe('The export of features with a cluster for batch work', () => {
  let world: ConsistencyWorld;
  let folder: string;
  const nowMs = Date.now();

  beforeAll(async () => {
    world = await startConsistencyWorld();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-features-batch-'));
    const eu = await world.app('eu', NO_HEARTBEATS);
    const event = { userId: 'u1', action: 'click', adId: '1', eventTime: nowMs - 10_000 };
    const headers = { 'content-type': 'application/json' };
    await eu.send({ method: 'POST', path: '/v1/events', headers, body: JSON.stringify(event) });
    writeFileSync(join(folder, 'in.ndjson'), `${JSON.stringify({ userId: 'u1', asOf: nowMs, adId: '1' })}\n`);
  });
  beforeEach(() => world.heal());
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** In this topology the batch cluster takes no writes: reads are all that the export needs. */
  function exportFeatures(): Promise<CliRun> {
    const { tidemark } = THREE_REGIONS.instances;
    const batch = { ...tidemark.clusters['us-batch'], writes: 'draining' };
    const instances = { tidemark: { ...tidemark, clusters: { ...tidemark.clusters, 'us-batch': batch } } };
    const topology = join(folder, 'topology.json');
    writeFileSync(topology, JSON.stringify({ ...THREE_REGIONS, instances }));
    const env = { ...world.env('us'), TIDEMARK_TOPOLOGY: topology };
    const args = ['features', 'export', 'in.ndjson', '--output', 'out.ndjson', '--level', 'ad'];
    return runCommandLine([...args, '--timeout', '1', '--json'], { env, cwd: folder });
  }

  it('it reads from the batch cluster only, although that takes no writes', async () => {
    for (const serving of ['eu-a', 'us-a', 'asia-a']) await world.stop(serving);
    const { ended, stdout, stderr } = await exportFeatures();
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ workload: 'batch', exported: 1, status: 'complete' });
    const { values } = JSON.parse(readFileSync(join(folder, 'out.ndjson'), 'utf8')) as { values: number[] };
    const layout = JSON.parse(readFileSync(join(folder, 'out.ndjson.layout.json'), 'utf8')) as {
      names: string[];
    };
    expect(values[layout.names.indexOf('ad.click.count.1h')]).toBe(1);
  });

  it('it sends nothing to serving clusters while the batch cluster is unavailable', async () => {
    await world.stop('us-batch');
    const { ended, stdout } = await exportFeatures();
    expect(ended).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ workload: 'batch', exported: 0, status: 'failed' });
  });
});
