import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { originOf, watermarkOf } from '../../../src/core/consistency/row-watermark';
import { rowKey } from '../../../src/core/rows/row-key';
import { originCode } from '../../../src/routing/topology/origin-code';
import { startConsistencyWorld, THREE_REGIONS, type ConsistencyWorld } from '../../support/consistency-world';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

describe('Commands with a topology', () => {
  let world: ConsistencyWorld;
  let folder: string;
  beforeAll(async () => {
    world = await startConsistencyWorld();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-consistency-cli-'));
  });
  afterEach(() => world.heal());
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const COUNT = ['count', '--user', 'u1', '--action', 'click', '--window', '1h'];
  const run = (args: readonly string[], region = 'us'): Promise<CliRun> =>
    runCommandLine(args, { env: world.env(region), cwd: folder });

  it('import writes through the batch cluster, and counts with a token include the write', async () => {
    const file = join(folder, 'clicks.csv');
    const now = new Date(Date.now() - 5_000).toISOString();
    writeFileSync(file, `userId,adId,eventTime\nu1,ad-1,${now}\n`);
    const columns = ['userId', 'adId', 'eventTime'].flatMap((name) => ['--column', `${name}=${name}`]);
    const imported = await run(['import', file, '--set', 'action=click', ...columns, '--json']);
    expect(imported).toMatchObject({ ended: 0, stderr: '' });
    expect(JSON.parse(imported.stdout)).toMatchObject({ workload: 'batch', accepted: 1 });

    const transport = createTransport({ endpoint: world.endpoint, plaintext: true });
    const names = { project: 'tidemark', instance: 'tidemark', appProfileId: 'batch' };
    const client = createDataClient({ transport, ...names });
    const row = await client.readRow({ table: 'users', key: rowKey('u1') });
    await client.close();
    const origins = [...watermarkOf(row!.cells).keys()].map(originOf);
    expect(origins).toEqual([originCode('tidemark', 'us-batch')]);
  });

  it('import fails when the batch clusters accept no writes, instead of using serving clusters', async () => {
    const drained = join(folder, 'drained.json');
    const { tidemark } = THREE_REGIONS.instances;
    const clusters = {
      ...tidemark.clusters,
      'us-batch': { ...tidemark.clusters['us-batch'], writes: 'draining' },
    };
    const instances = { tidemark: { ...tidemark, clusters } };
    writeFileSync(drained, JSON.stringify({ ...THREE_REGIONS, instances }));
    const env = { ...world.env('us'), TIDEMARK_TOPOLOGY: drained };
    const refused = await runCommandLine(['import', '-', '--json'], { env, cwd: folder });
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'no_write_cluster' } });
  });

  it('count reads from a region with a consistency level, and prints the evidence of the answer', async () => {
    // With a shorter deadline, the write could go to another cluster on a busy machine.
    const app = await world.app('eu', { TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '60000' });
    await world.heal();
    await world.cut('eu-a', 'us-a');
    await world.cut('eu-a', 'asia-a');
    const event = { userId: 'u1', action: 'click', eventTime: Date.now() - 20_000, adId: 'ad-2' };
    const written = await app.send({
      method: 'POST',
      path: '/v1/events',
      body: JSON.stringify(event),
      headers: { 'content-type': 'application/json' },
    });
    const token = written.json['token'] as string;

    const total = ({ stdout }: CliRun): unknown =>
      (JSON.parse(stdout) as { counts: { '1h': { total: unknown } } }).counts['1h'].total;
    const before = total(await run([...COUNT, '--json'])) as number;
    expect(total(await run([...COUNT, '--json', '--region', 'eu']))).toBe(before + 1);
    expect(total(await run([...COUNT, '--json', '--token', token]))).toBe(before + 1);
    const strict = await run([...COUNT, '--consistency', 'strict']);
    expect(strict.stdout).toMatch(/^strict: eu-a \(origin\), \d lookups/m);
  });

  it.each([
    ['--consistency', ['--consistency', 'sometimes']],
    ['--token', ['--consistency', 'at-least-as-fresh']],
    ['--token', ['--token', 'nonsense']],
    ['TIDEMARK_REGION', ['--region', 'mars']],
  ])('count names %s in the error for %j', async (field, flags) => {
    const { ended, stderr } = await run([...COUNT, ...flags]);
    expect(ended).toBe(1);
    expect(stderr).toContain(`tidemark: ${field}: `);
  });

  it('schema apply finds every corpus in its instance, watermarks included', async () => {
    const { stdout } = await run(['schema', 'apply', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ plan: { steps: [], undeclared: [] } });
  });

  it('topology check and topology show describe a file, and name what is wrong with it', async () => {
    const check = await run(['topology', 'check', world.topologyFile]);
    expect(check).toMatchObject({ ended: 0 });
    expect(check.stdout).toContain('is valid: 1 instance, 4 clusters.');
    const show = await run(['topology', 'show', world.topologyFile, '--json']);
    expect(JSON.parse(show.stdout)).toMatchObject({
      instances: [{ origins: ['eu-a', 'us-a', 'asia-a'] }],
      orders: { africa: ['eu', 'asia', 'us'], us: ['us', 'eu', 'asia'] },
    });
    const wrong = join(folder, 'wrong.json');
    const { appProfiles, ...instance } = THREE_REGIONS.instances.tidemark;
    expect(appProfiles).toBeDefined();
    writeFileSync(wrong, JSON.stringify({ ...THREE_REGIONS, instances: { tidemark: instance } }));
    const refused = await run(['topology', 'check', wrong, '--json']);
    expect(refused.ended).toBe(1);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'invalid_argument', field: 'instances.tidemark.clusters.eu-a' },
    });
  });
});
