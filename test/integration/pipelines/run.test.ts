/** `tidemark pipeline run` on an embedded Bigtable whose serving clusters are stopped. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSuccesses } from '../../../src/operations/pipelines/full-pass/success-store';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import {
  BATCH_TOPOLOGY,
  clicksOf,
  pipelineFile,
  storedClicks,
  userId,
  writeUsers,
} from '../../support/pipelines';
import { runCli, type CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

/** Two or three in each of the 64 ranges of a run on average: many ranges have several pages of two. */
const USERS = 160;

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

  it('processes every object once, with the time of the run as the version, writes nothing in a dry run, and makes no call to a serving cluster', async () => {
    const file = pipelineFile(folder);
    let run: CliRun;
    await world.stop('eu-a');
    await world.stop('us-a');
    try {
      const dry = await runs([file, '--threads', '1', '--dry-run']);
      expect(jsonOf(dry)).toMatchObject({ status: 'complete', objects: USERS, written: USERS, dryRun: true });
      expect((await pipeline('list', 'clicks')).stdout).toBe('No runs.\n');
      run = await runs([file, '--threads', '2', '--page-rows', '2', '--run-id', 'r1']);
      for (const args of [['status', 'clicks'], ['list'], ['types']]) {
        const { ended, stderr } = await pipeline(...args);
        expect({ args, ended, stderr: ended === 0 ? '' : stderr }).toEqual({ args, ended: 0, stderr: '' });
      }
    } finally {
      await world.heal();
    }
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

  it('divides the ranges among workers, which agree on the time of the run, put objects that fail into a file, and go on', async () => {
    const body = `if (object.id.endsWith('7')) throw new Error('no model');
      if (object.id.endsWith('8')) return [{ dataType: 'profile', subType: 'clicks', value: { locale: 7 } }];`;
    const file = pipelineFile(folder, { name: 'failing', body });
    const byOptions = ['--run-id', 'f1', '--worker', '1/2', '--rejects', 'rejects.ndjson'];
    // A task of Cloud Run is not to be repeated because of objects that fail.
    const task = { CLOUD_RUN_TASK_INDEX: '1', CLOUD_RUN_TASK_COUNT: '2', CLOUD_RUN_EXECUTION: 'f1' };
    const both = await Promise.all([
      runs([file, '--threads', '1', ...byOptions]),
      runs([file, '--threads', '1', '--rejects', folder], task),
    ]);
    expect(both.map(({ ended }) => ended)).toEqual([2, 0]);
    const summaries = both.map((run) => jsonOf(run));
    expect(summaries).toMatchObject(
      ['1/2', '2/2'].map((worker) => ({ runId: 'f1', worker, status: 'complete' })),
    );
    expect(new Set(summaries.map(({ runTimeMs }) => runTimeMs)).size).toBe(1);
    expect(summaries[0]!.objects + summaries[1]!.objects).toBe(USERS);
    expect(summaries.some(({ run }) => run.isComplete)).toBe(true);
    interface Reject {
      readonly id: string;
    }
    const rejects = ['rejects.ndjson', 'failing-f1-2-of-2.ndjson'].map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Reject),
    );
    const failing = Array.from({ length: USERS }, (_, at) => userId(at)).filter((id) => /[78]$/.test(id));
    for (const [at, { objects, written, failed }] of summaries.entries()) {
      expect(failed).toBeGreaterThan(0);
      expect([written, rejects[at]!.length]).toEqual([objects - failed, failed]);
    }
    const all = rejects.flat();
    expect(all.map(({ id }) => id).sort()).toEqual(failing.sort());
    expect(
      all.filter(({ id }) => ['user-7', 'user-8'].includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    ).toMatchObject([
      { id: 'user-7', code: 'pipeline_failed', message: 'no model' },
      { id: 'user-8', code: 'invalid_argument', field: 'result[0].value.locale' },
    ]);
    const refused = await pipeline('run', file, '--worker', '1/2');
    expect(refused.stderr).toMatch(/--run-id: is required with several workers.*\[invalid_argument\]/);
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
    const run = await runs([file, '--threads', '1']);
    expect([run.ended, run.stderr]).toEqual([
      1,
      expect.stringContaining('a thread ended with exit code 3 [pipeline_failed]'),
    ]);
  });
});
