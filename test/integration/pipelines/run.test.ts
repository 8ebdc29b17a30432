/** `tidemark pipeline run` on an embedded Bigtable whose serving clusters are stopped. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSuccesses } from '../../../src/operations/pipelines/full-pass/success-store';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_TOPOLOGY, clicksOf, pipelineFile, storedClicks, writeUsers } from '../../support/pipelines';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const USERS = 300;

interface RunJson {
  readonly status: string;
  readonly runId: string;
  readonly runTimeMs: number;
  readonly objects: number;
  readonly written: number;
  readonly failed: number;
  readonly workload: string;
  readonly run: { readonly isComplete: boolean; readonly rangesDone: number; readonly objects: number };
}

describe('tidemark pipeline', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-pipelines-'));
    world = await startConsistencyWorld(BATCH_TOPOLOGY);
    store = openTestStore(world.env('eu'));
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    await writeUsers(store, USERS, systemClock.nowMs());
    await world.heal();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a pipeline in a process of its own, which its threads need. */
  const runs = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCli(['pipeline', 'run', ...args, '--json'], { env: { ...world.env('eu'), ...env }, cwd: folder });
  /** Runs a command without threads, or one that fails before they start. */
  const pipeline = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['pipeline', ...args], { env: world.env('eu'), cwd: folder });
  const jsonOf = <T = RunJson>({ stdout }: CliRun): T => JSON.parse(stdout.trim().split('\n').at(-1)!) as T;

  it('processes every object once, with the time of the run as the version', async () => {
    const file = pipelineFile(folder);
    const run = await runs([file, '--threads', '2', '--page-rows', '7', '--run-id', 'r1']);
    expect({ ended: run.ended, stderr: run.stderr }).toMatchObject({ ended: 0 });
    const summary = jsonOf(run);
    expect(summary).toMatchObject({
      status: 'complete',
      objects: USERS,
      written: USERS,
      failed: 0,
      workload: 'batch',
    });
    expect(summary.run).toMatchObject({ isComplete: true, rangesDone: 64, objects: USERS });
    await world.heal();
    for (let at = 0; at < USERS; at++)
      expect(await storedClicks(store, at)).toEqual([
        { versionMs: summary.runTimeMs, locale: String(clicksOf(at)) },
      ]);
    const successes = () => readSuccesses(store.tables.scanner);
    expect(await successes()).toMatchObject([{ pipeline: 'clicks', last: { runId: 'r1', objects: USERS } }]);
    const again = jsonOf(await runs([file, '--threads', '1', '--run-id', 'r1', '--every', '24h']));
    await world.heal();
    expect(await successes()).toMatchObject([
      { everyMs: 86_400_000, last: { runTimeMs: summary.runTimeMs } },
    ]);
    expect(again).toMatchObject({ status: 'complete', runTimeMs: summary.runTimeMs, objects: USERS });
    const status = jsonOf<object>(await pipeline('status', 'clicks', '--json'));
    expect(status).toMatchObject({ runId: 'r1', isComplete: true, objects: USERS });
    expect((await pipeline('status', 'clicks')).stdout).toContain('clicks, run r1');
    expect((await pipeline('list')).stdout).toMatch(/clicks +r1 .* 100%/);
    expect((await pipeline('status', 'other')).stderr).toContain('[object_not_found]');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(`writes: ['profile']`, `writes: ['profile', 'embedding']`),
    );
    // The definition that the process has loaded before is that of the other file.
    const changed = join(folder, 'changed.js');
    renameSync(file, changed);
    expect((await pipeline('run', changed, '--run-id', 'r1')).stderr).toMatch(
      /--run-id: run "r1" writes profile of users/,
    );
  });

  it('makes no call to a serving cluster, and writes nothing in a dry run', async () => {
    await world.stop('eu-a');
    await world.stop('us-a');
    try {
      const file = pipelineFile(folder, { name: 'isolated' });
      const dry = await runs([file, '--threads', '1', '--dry-run']);
      expect(jsonOf(dry)).toMatchObject({ status: 'complete', objects: USERS, written: USERS, dryRun: true });
      expect((await pipeline('list', 'isolated')).stdout).toBe('No runs.\n');
      expect(await runs([file, '--threads', '1', '--run-id', 'i1'])).toMatchObject({ ended: 0 });
      for (const args of [['status', 'isolated'], ['list'], ['types']]) {
        const { ended, stderr } = await pipeline(...args);
        expect({ args, ended, stderr: ended === 0 ? '' : stderr }).toEqual({ args, ended: 0, stderr: '' });
      }
    } finally {
      await world.heal();
    }
  });

  it('divides the ranges among workers, which agree on the time of the run', async () => {
    const file = pipelineFile(folder, { name: 'shared' });
    const share = (worker: string): Promise<CliRun> =>
      runs([file, '--run-id', 's1', '--worker', worker, '--threads', '1']);
    const both = (await Promise.all(['1/2', '2/2'].map(share))).map((run) => jsonOf(run));
    expect(new Set(both.map(({ runTimeMs }) => runTimeMs)).size).toBe(1);
    expect(both[0]!.objects + both[1]!.objects).toBe(USERS);
    expect(both.some(({ run }) => run.isComplete)).toBe(true);
    const refused = await pipeline('run', file, '--worker', '1/2');
    expect(refused.stderr).toMatch(/--run-id: is required with several workers.*\[invalid_argument\]/);
  });

  it('puts objects that fail into a file, and goes on', async () => {
    const body = `if (object.id === 'user-7') throw new Error('no model');
      if (object.id === 'user-8') return [{ dataType: 'profile', subType: 'clicks', value: { locale: 7 } }];`;
    const file = pipelineFile(folder, { name: 'failing', body });
    const run = await runs([file, '--threads', '1', '--rejects', 'rejects.ndjson']);
    // The same as a task of Cloud Run, which is not to be repeated because of them.
    const task = { CLOUD_RUN_TASK_INDEX: '0', CLOUD_RUN_TASK_COUNT: '1', CLOUD_RUN_EXECUTION: 'f2' };
    const asTask = await runs([file, '--threads', '1', '--rejects', folder], task);
    expect([asTask.ended, jsonOf(asTask)]).toMatchObject([0, { runId: 'f2', worker: '1/1' }]);
    const inItsFile = readFileSync(join(folder, 'failing-f2-1-of-1.ndjson'), 'utf8');
    expect(inItsFile.trim().split('\n')).toHaveLength(2);
    expect(run.ended).toBe(2);
    expect(jsonOf(run)).toMatchObject({ status: 'complete', objects: USERS, written: USERS - 2, failed: 2 });
    const lines = readFileSync(join(folder, 'rejects.ndjson'), 'utf8').trim().split('\n');
    const rejects = lines.map((line) => JSON.parse(line) as { readonly id: string });
    expect(rejects.sort((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: 'user-7', code: 'pipeline_failed', message: 'no model' },
      { id: 'user-8', code: 'invalid_argument', field: 'result[0].value.locale' },
    ]);
  });

  it('ends after the limit of failed objects', async () => {
    const file = pipelineFile(folder, { name: 'broken', body: `throw new Error('no');` });
    const run = await runs([file, '--threads', '1', '--errors-max', '20']);
    expect(run.ended).toBe(1);
    expect(run.stderr).toContain(
      'more than 20 objects failed, the last one with pipeline_failed: no [pipeline_failed]',
    );
    expect(jsonOf(run)).toMatchObject({ status: 'failed' });
  });

  it('fails if a thread ends', async () => {
    const file = pipelineFile(folder, {
      name: 'exits',
      body: `if (object.id === 'user-5') process.exit(3);`,
    });
    const run = await runs([file, '--threads', '2']);
    expect([run.ended, run.stderr]).toEqual([
      1,
      expect.stringContaining('a thread ended with exit code 3 [pipeline_failed]'),
    ]);
  });
});
