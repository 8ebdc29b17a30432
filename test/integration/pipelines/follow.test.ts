/** `tidemark pipeline follow` in processes of its own, on the embedded Bigtable. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServing } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';
import { readFollowProgress } from '../../../src/operations/pipelines/follow/read-follow-progress';
import { seededRandom } from '../../../src/platform/random';
import type { ServingStore } from '../../../src/store/open-store';
import { startConsistencyWorld, THREE_REGIONS, type ConsistencyWorld } from '../../support/consistency-world';
import { CopiedObjects, FollowStore, startFollower, writeModule } from '../../support/follow/follow-store';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { TEST_SEED } from '../../support/test-seed';
import { until } from '../../support/until';

/** Times that a worker is killed. */
const KILLS = Number(process.env['TIDEMARK_TEST_FOLLOW_KILLS'] ?? 2);
const OBJECTS = 40;
/** Pause after each write while workers are killed, in milliseconds: some twenty changes fill a partition, which is then split. */
const WRITE_PAUSE_MS = 20;

describe('a pipeline that follows changes', () => {
  let world: FollowStore;

  beforeEach(async () => {
    world = await FollowStore.open({ partitionBytes: 8_000 });
  });
  afterEach(() => world.close());

  const untilOutput = (id: string, value: number): Promise<void> =>
    until(async () => (await world.objects.output(id)) === value);

  it('a change is processed and written, a poison object is reported, and a stopped worker passes its partitions on', async () => {
    const rejects = join(world.folder, 'rejects.ndjson');
    const first = await world.startWorker(['--rejects', rejects]);
    await until(() => first.lines.some((line) => line.includes('"ownPartitions":1')));
    await world.objects.put('poison-1', 1);
    await world.objects.put('user-1', 1);
    await untilOutput('user-1', 1);
    await world.objects.put('user-1', 2);
    await untilOutput('user-1', 2);
    await until(() => readFileSync(rejects, 'utf8').includes('\n'));
    const [rejected] = readFileSync(rejects, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(JSON.parse(rejected!)).toMatchObject({
      pipeline: 'copy',
      id: 'poison-1',
      code: 'pipeline_failed',
    });
    const [progress] = await readFollowProgress(world.store.scanner);
    expect(progress).toMatchObject({ pipeline: 'copy', partitions: 1, workers: 1 });
    expect(await first.kill('SIGTERM')).toBe(0);
    await world.objects.put('user-1', 3);
    const second = await world.startWorker(['--rejects', world.folder, '--errors-max', '1']);
    await untilOutput('user-1', 3);
    await until(async () => {
      const [latest] = await readFollowProgress(world.store.scanner);
      return latest !== undefined && latest.processedUpToMs > progress!.processedUpToMs;
    });
    const lag = await runCommandLine(['lag', '--json'], { env: world.env });
    expect(JSON.parse(lag.stdout)).toMatchObject({
      pipelines: [{ pipeline: 'copy', partitions: 1, workers: 1 }],
    });
    await world.objects.put('poison-2', 1);
    await world.objects.put('poison-3', 1);
    expect(await second.ended).toBe(1);
    const [file] = readdirSync(world.folder).filter((name) => name.startsWith('follow-'));
    expect(readFileSync(join(world.folder, file!), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('a process that blocks its thread for longer than a lease loses no lease, and one that never ends stops no other', async () => {
    const module = join(world.folder, 'blocking.js');
    const block = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);';
    const body = `const ms = object.id === 'slow' ? 5_000 : 0; if (ms > 0) ${block} if (object.id === 'poison') process.exit(1);`;
    writeFileSync(
      module,
      `module.exports = { name: 'blocking', corpus: 'users', reads: ['embedding'], writes: ['profile'],
        process(object) { ${body} return [{ dataType: 'profile', subType: 'out',
          value: { interests: [{ topic: 'n', score: object.get('embedding', 'in').values[0] }] } }]; } };`,
    );
    const rejects = join(world.folder, 'blocking.ndjson');
    const worker = await startFollower(module, world.env, ['--threads', '1', '--rejects', rejects]);
    await until(() => worker.lines.some((line) => line.includes('"ownPartitions":1')));
    const state = world.stateOf('blocking');
    const termOf = async (): Promise<number[]> =>
      [...(await state.view()).records.values()].map(({ record }) => record.term);
    const before = await termOf();
    // The lease is 2 s. Both are processed by one thread, before anything that comes later.
    for (const id of ['slow', 'poison', 'user-1']) await world.objects.put(id, 7);
    await untilOutput('slow', 7);
    await untilOutput('user-1', 7);
    expect(await termOf()).toEqual(before);
    expect(
      readFileSync(rejects, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['poison']);
    const live = await runCommandLine(['pipeline', 'forget', 'blocking'], { env: world.env });
    expect([live.ended, live.stderr]).toEqual([1, expect.stringContaining('pipeline_conflict')]);
    expect(await worker.kill('SIGKILL')).toBe('SIGKILL');
    expect(await readFollowProgress(world.store.scanner)).toMatchObject([{ pipeline: 'blocking' }]);
    const { ended, stdout } = await runCommandLine(['pipeline', 'forget', 'blocking', '--json'], {
      env: world.env,
    });
    expect([ended, JSON.parse(stdout)]).toMatchObject([
      0,
      { pipeline: 'blocking', partitions: 1, dryRun: false },
    ]);
    expect(await readFollowProgress(world.store.scanner)).toEqual([]);
    const again = await runCommandLine(['pipeline', 'forget', 'blocking'], { env: world.env });
    expect([again.ended, again.stderr]).toEqual([1, expect.stringContaining('nothing is stored')]);
  });

  it('a module that is invalid and a table without a change stream end the command with an error that names the remedy', async () => {
    const missing = await runCommandLine(['pipeline', 'follow', 'none.js'], { env: world.env });
    expect(missing).toMatchObject({ ended: 1 });
    expect(missing.stderr).toContain('none.js');
    const module = join(world.folder, 'campaigns.js');
    const definition =
      "{ name: 'c', corpus: 'campaigns', reads: ['campaign'], writes: ['campaign'], process() {} }";
    writeFileSync(module, `module.exports = ${definition};`);
    const disabled = await runCli(['pipeline', 'follow', module, '--threads', '1'], { env: world.env });
    expect(disabled).toMatchObject({ ended: 1 });
    expect(disabled.stderr).toContain('enable it with `tidemark schema change-stream campaigns`');
  });

  it(
    `workers that are killed ${KILLS} times lose no change while partitions are split`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const wanted = new Map<string, number>();
      let isOver = false;
      let value = 0;
      const workers = [await world.startWorker()];
      // The first worker of a pipeline stores where the stream is then: it follows only what is written from then on.
      await until(() => workers[0]!.lines.some((line) => line.includes('"ownPartitions":1')));
      const writing = (async () => {
        while (!isOver) {
          const id = `user-${Math.floor(random() * OBJECTS)}`;
          await world.objects.put(id, ++value, 'x'.repeat(400));
          wanted.set(id, value);
          await new Promise((resolve) => setTimeout(resolve, WRITE_PAUSE_MS));
        }
      })();
      workers.push(await world.startWorker());
      for (let kill = 0; kill < KILLS; kill++) {
        await new Promise((resolve) => setTimeout(resolve, 500 + random() * 2_500));
        const at = kill % 2;
        expect(await workers[at]!.kill('SIGKILL')).toBe('SIGKILL');
        workers[at] = await world.startWorker();
      }
      isOver = true;
      await writing;
      for (const [id, last] of wanted) await untilOutput(id, last);
      for (const worker of workers) expect(await worker.kill('SIGTERM')).toBe(0);
    },
    120_000 + KILLS * 20_000,
  );
});

describe('a pipeline that follows changes in a store with a batch cluster', () => {
  let world: ConsistencyWorld;
  let store: ServingStore;
  let folder: string;

  beforeAll(async () => {
    const instance = THREE_REGIONS.instances.tidemark;
    const batch = { ...instance.appProfiles.batch, transactions: true };
    const tidemark = { ...instance, appProfiles: { ...instance.appProfiles, batch } };
    world = await startConsistencyWorld({ ...THREE_REGIONS, instances: { tidemark } });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-follow-'));
    ({ store } = openServing(loadConfig(world.env('eu'))));
  });
  afterAll(async () => {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true });
  });

  it('a change in one region reaches serving through the batch cluster of another, and serving clusters take no part', async () => {
    const env = world.env('us');
    const enable = ['schema', 'change-stream', 'users', '--retention', '24h', '--json'];
    const enabled = await runCommandLine(enable, { env });
    expect(JSON.parse(enabled.stdout)).toEqual({ table: 'users', retentionMs: 86_400_000, changed: true });
    const worker = await startFollower(writeModule(folder), { ...env, TIDEMARK_LOG_LEVEL: 'silent' }, [
      '--threads',
      '1',
    ]);
    await until(() => worker.lines.some((line) => line.includes('"ownPartitions":1')));
    const objects = new CopiedObjects(store);
    await objects.put('user-1', 1);
    await until(async () => (await objects.output('user-1')) === 1);
    await world.stop('us-batch');
    await objects.put('user-1', 2);
    // The worker would need far less, if it used another cluster.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await objects.output('user-1')).toBe(1);
    await world.heal();
    await until(async () => (await objects.output('user-1')) === 2);
    expect(await worker.kill('SIGTERM')).toBe(0);
  }, 60_000);
});
