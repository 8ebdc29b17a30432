import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

describe('Scans, exports and loads of objects with a cluster for batch work', () => {
  let world: ConsistencyWorld;
  let folder: string;
  const record = { id: 'u1', dataType: 'profile', subType: 'main', timestampMs: Date.now(), value: {} };

  beforeAll(async () => {
    world = await startConsistencyWorld();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-objects-batch-'));
    writeFileSync(join(folder, 'in.ndjson'), `${JSON.stringify(record)}\n`);
  });
  beforeEach(() => world.heal());
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const objects = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['objects', ...args], { env: world.env('us'), cwd: folder });

  it('they do without any serving cluster', async () => {
    for (const serving of ['eu-a', 'us-a', 'asia-a']) await world.stop(serving);
    const loaded = await objects('load', 'users', 'in.ndjson', '--timeout', '5', '--json');
    expect(loaded).toMatchObject({ ended: 0, stderr: '' });
    expect(JSON.parse(loaded.stdout)).toMatchObject({ workload: 'batch', loaded: 1 });
    const exported = await objects('export', 'users', '--output', 'out.ndjson', '--json');
    expect(exported).toMatchObject({ ended: 0, stderr: '' });
    expect(JSON.parse(exported.stdout)).toMatchObject({
      workload: 'batch',
      cells: 1,
      dataTypes: { profile: 1 },
    });
    expect(await objects('scan', 'users')).toEqual({
      ended: 0,
      stdout: `${JSON.stringify(record)}\n`,
      stderr: '',
    });
    expect(await objects('list', 'users')).toEqual({ ended: 0, stdout: 'u1  profile\n', stderr: '' });
  });

  it('they use no serving cluster while the batch cluster is unavailable', async () => {
    await world.stop('us-batch');
    const { ended, stdout } = await objects('load', 'users', 'in.ndjson', '--timeout', '1', '--json');
    expect(ended).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ workload: 'batch', loaded: 0, status: 'failed' });
  });

  it('single objects are read and written at the nearest serving cluster, with tokens', async () => {
    await world.stop('us-batch');
    writeFileSync(join(folder, 'profile.json'), '{"locale":"fr"}');
    const put = await objects('put', 'users', 'u2', 'profile/main', 'profile.json', '--json');
    const { token } = JSON.parse(put.stdout) as { token: string };
    const get = await objects('get', 'users', 'u2', 'profile/main', '--token', token, '--json');
    expect(JSON.parse(get.stdout)).toMatchObject({
      cells: [{ value: { locale: 'fr' } }],
      consistency: { level: 'at-least-as-fresh', met: true },
    });
    expect(await objects('delete', 'users', 'u2', 'profile', '--token', token)).toMatchObject({ ended: 0 });
    const { ended, stderr } = await objects('get', 'users', 'u2', '--consistency', 'strict');
    expect([ended, stderr]).toEqual([1, expect.stringContaining('has no')]);
  });
});
