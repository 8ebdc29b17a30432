/** `tidemark pipeline run` on an embedded Bigtable whose serving clusters are stopped. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSuccesses } from '../../../src/operations/pipelines/full-pass/success-store';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_TOPOLOGY, clicksOf, pipelineFile, storedClicks, writeUsers } from '../../support/pipelines';
import { runCli, type CliRun } from '../../support/run-cli';

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

  const pipeline = (...args: readonly string[]): Promise<CliRun> =>
    runCli(['pipeline', ...args], { env: world.env('eu'), cwd: folder });
  const jsonOf = <T = RunJson>({ stdout }: CliRun): T => JSON.parse(stdout.trim().split('\n').at(-1)!) as T;

  it('processes every object once, with the time of the run as the version', async () => {
    const file = pipelineFile(folder);
    const run = await pipeline('run', file, '--threads', '2', '--page-rows', '7', '--run-id', 'r1', '--json');
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
    const again = jsonOf(await pipeline('run', file, '--run-id', 'r1', '--every', '24h', '--json'));
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
  });

  it('makes no call to a serving cluster', async () => {
    await world.stop('eu-a');
    await world.stop('us-a');
    try {
      const file = pipelineFile(folder, { name: 'isolated' });
      for (const args of [
        ['run', file, '--run-id', 'i1', '--json'],
        ['run', file, '--dry-run'],
        ['status', 'isolated'],
        ['list'],
        ['types'],
      ]) {
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
      pipeline('run', file, '--run-id', 's1', '--worker', worker, '--threads', '1', '--json');
    const runs = (await Promise.all(['1/2', '2/2'].map(share))).map((run) => jsonOf(run));
    expect(new Set(runs.map(({ runTimeMs }) => runTimeMs)).size).toBe(1);
    expect(runs[0]!.objects + runs[1]!.objects).toBe(USERS);
    expect(runs.some(({ run }) => run.isComplete)).toBe(true);
    const refused = await pipeline('run', file, '--worker', '1/2');
    expect(refused.stderr).toMatch(/--run-id: is required with several workers.*\[invalid_argument\]/);
  });

  it('takes its share from the variables of a task in Cloud Run', async () => {
    const file = pipelineFile(folder, { name: 'task' });
    const env = { CLOUD_RUN_TASK_INDEX: '1', CLOUD_RUN_TASK_COUNT: '2', CLOUD_RUN_EXECUTION: 'job-x1' };
    const { stdout } = await runCli(['pipeline', 'run', file, '--json'], {
      env: { ...world.env('eu'), ...env },
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toMatchObject({ runId: 'job-x1', worker: '2/2', run: { isComplete: false } });
  });

  it('writes nothing in a dry run', async () => {
    const file = pipelineFile(folder, { name: 'dry' });
    const run = await pipeline('run', file, '--dry-run', '--json');
    expect(jsonOf(run)).toMatchObject({ status: 'complete', objects: USERS, written: USERS, dryRun: true });
    expect((await pipeline('list', 'dry')).stdout).toBe('No runs.\n');
  });

  it('puts objects that fail into a file, and goes on', async () => {
    const body = `if (object.id === 'user-7') throw new Error('no model');
      if (object.id === 'user-8') return [{ dataType: 'profile', subType: 'clicks', value: { locale: 7 } }];`;
    const file = pipelineFile(folder, { name: 'failing', body });
    const run = await pipeline('run', file, '--rejects', 'rejects.ndjson', '--json');
    const inFolder = await pipeline('run', file, '--rejects', folder, '--run-id', 'f1');
    expect(inFolder.ended).toBe(2);
    const task = { CLOUD_RUN_TASK_INDEX: '0', CLOUD_RUN_TASK_COUNT: '1', CLOUD_RUN_EXECUTION: 'f2' };
    const asTask = await runCli(['pipeline', 'run', file], {
      env: { ...world.env('eu'), ...task },
      cwd: folder,
    });
    expect(asTask.ended).toBe(0);
    const inItsFile = readFileSync(join(folder, 'failing-f1-1-of-1.ndjson'), 'utf8');
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
    const run = await pipeline('run', file, '--errors-max', '20', '--json');
    expect(run.ended).toBe(1);
    expect(run.stderr).toContain(
      'more than 20 objects failed, the last one with pipeline_failed: no [pipeline_failed]',
    );
    expect(jsonOf(run)).toMatchObject({ status: 'failed' });
  });

  it('fails if a thread ends, cannot start, or runs out of memory', async () => {
    const bodies = {
      exits: { body: `if (object.id === 'user-5') process.exit(3);` },
      throws: { body: `if (object.id === 'user-5') setImmediate(() => { throw new Error('later'); });` },
      grows: {
        body: `if (object.id === 'user-5') { const all = []; for (;;) all.push(new Array(1e5).fill({})); }`,
      },
      unready: { setup: `setup() { throw new Error('no model file'); },` },
    };
    const messages = {
      exits: 'a thread ended with exit code 3 [pipeline_failed]',
      throws: 'a thread failed: later [pipeline_failed]',
      grows: 'a thread failed: Worker terminated due to reaching memory limit',
      unready: 'no model file [pipeline_failed]',
    };
    for (const [name, parts] of Object.entries(bodies)) {
      const run = await pipeline('run', pipelineFile(folder, { name, ...parts }), '--threads', '2');
      expect([name, run.ended]).toEqual([name, 1]);
      expect(run.stderr).toContain(messages[name as keyof typeof messages]);
    }
  }, 120_000);

  it('rejects a run whose pipeline now writes something else', async () => {
    const file = pipelineFile(folder, { name: 'changed' });
    expect((await pipeline('run', file, '--run-id', 'c1')).ended).toBe(0);
    const text = readFileSync(file, 'utf8').replace(
      `writes: ['profile']`,
      `writes: ['profile', 'embedding']`,
    );
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, text);
    expect((await pipeline('run', file, '--run-id', 'c1')).stderr).toMatch(
      /--run-id: run "c1" writes profile of users/,
    );
  });
});
