/** No call of a pipeline reaches a serving cluster: the requests of all commands, as they are on the wire. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellsPerColumnLimit } from '../../../src/bigtable/read/filters';
import { openGenerations } from '../../../src/cli/pipeline/open-generations';
import { loadConfig } from '../../../src/config/index';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { FOLLOW_DEFAULTS } from '../../../src/config/sections/pipelines/follow';
import { withTable } from '../../../src/core/pipelines/follow/layout';
import { PIPELINE_FAMILY } from '../../../src/core/pipelines/pipelines-table';
import { WITHOUT_KEYS } from '../../../src/operations/pipelines/follow/follow-rows';
import { FollowState } from '../../../src/operations/pipelines/follow/follow-state';
import { systemRandom } from '../../../src/platform/random';
import { rowKey } from '../../../src/core/rows/row-key';
import { Resources } from '../../../src/platform/tasks/resources';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { startFollower } from '../../support/follow/follow-store';
import { GENERATIONS_PROTO } from '../../support/generation-world';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_TOPOLOGY, pipelineFile, storedClicks, userId, writeUsers } from '../../support/pipelines';
import { protoFolder } from '../../support/proto-folder';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';

const USERS = 160;
/** Pause after each serving read while a pass runs, in milliseconds. */
const READ_PAUSE_MS = 5;
/** Time in which a pass that does not wait has processed its first object, in milliseconds. */
const BEGIN_WAIT_MS = 6_000;
const call = { timeoutMs: 20_000 };

/** Requests name their app profile in plain text, so each has a name that occurs nowhere else. */
const { tidemark } = BATCH_TOPOLOGY.instances;
const TOPOLOGY = {
  ...BATCH_TOPOLOGY,
  instances: {
    tidemark: {
      ...tidemark,
      appProfiles: {
        'profile-of-serving-eu': tidemark.appProfiles.eu,
        'profile-of-serving-us': tidemark.appProfiles.us,
        'profile-of-batch': tidemark.appProfiles.batch,
      },
    },
  },
};

/** Stores that the pipeline follows users, as its first worker does. */
async function followUsers({ tables }: Store, pipeline: string): Promise<void> {
  const transactions = tables.transactionsOf(PIPELINE_FAMILY);
  const common = { clock: systemClock, random: systemRandom, keys: WITHOUT_KEYS, limits: FOLLOW_DEFAULTS };
  const state = new FollowState({ ...common, pipeline, scanner: tables.scanner, transactions });
  const part = { start: Buffer.alloc(0), end: Buffer.alloc(0), token: '', lowWatermarkMicros: 0 };
  await state.changeLayout((layout) =>
    withTable(layout, { table: 'users', parts: [part], nowMs: systemClock.nowMs() }),
  );
}

describe('Pipelines', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;
  let proxy: TcpProxy;
  let sent: Buffer[];
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-isolation-'));
    world = await startConsistencyWorld(TOPOLOGY);
    // Extra lookups depend on the speed of the machine.
    store = openTestStore({
      ...world.env('eu'),
      TIDEMARK_HEDGE_BUDGET: '0',
      TIDEMARK_HEARTBEAT_INTERVAL_MS: 'off',
    });
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    await writeUsers(store, USERS, systemClock.nowMs());
    await world.heal();
    const protoPath = protoFolder({ 'acme/v1/vectors.proto': GENERATIONS_PROTO });
    const withGenerations = { ...world.env('eu'), TIDEMARK_PROTO_PATH: protoPath };
    expect(await runCommandLine(['schema', 'apply'], { env: withGenerations })).toMatchObject({ ended: 0 });
    proxy = await startTcpProxy(Number(world.endpoint.split(':')[1]), (socket) => {
      socket.on('data', (bytes) => sent.push(bytes));
      return false;
    });
    env = { ...withGenerations, BIGTABLE_EMULATOR_HOST: proxy.endpoint };
  });
  beforeEach(() => (sent = []));
  afterAll(async () => {
    await proxy.close();
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns how many requests of the commands named an app profile. */
  const profilesNamed = () => {
    const bytes = Buffer.concat(sent).toString('latin1');
    const times = (name: string): number => bytes.split(name).length - 1;
    return { batch: times('profile-of-batch'), serving: times('profile-of-serving') };
  };

  it('leave serving reads at one lookup each while a full pass runs, and call batch clusters alone', async () => {
    const reads = { isOver: false, count: 0, lookups: new Set<number>(), clusters: new Set<string>() };
    const reading = (async () => {
      while (!reads.isOver) {
        const read = {
          table: 'users',
          key: rowKey(userId(reads.count % USERS)),
          filter: cellsPerColumnLimit(1),
        };
        const { evidence } = await store.reader.readRow(read, EVENTUAL, call);
        reads.count += 1;
        reads.lookups.add(evidence.lookups);
        evidence.clusters.forEach((cluster) => reads.clusters.add(cluster));
        await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS));
      }
    })();
    const file = pipelineFile(folder, { name: 'isolated' });
    const pass = ['pipeline', 'run', file, '--threads', '2', '--json'];
    const { ended, stdout } = await runCli(pass, { env, cwd: folder });
    reads.isOver = true;
    await reading;
    expect([ended, JSON.parse(stdout)]).toMatchObject([0, { status: 'complete', objects: USERS }]);
    expect(reads.count).toBeGreaterThan(20);
    expect([[...reads.lookups], [...reads.clusters]]).toEqual([[1], ['eu-a']]);
    const named = profilesNamed();
    expect(named.batch).toBeGreaterThan(60);
    expect(named.serving).toBe(0);
  });

  /** Runs a command in the process of the tests, and returns its output. */
  const run = async (...args: readonly string[]): Promise<string> => {
    const { ended, stdout, stderr } = await runCommandLine(args, { env, cwd: folder });
    expect([ended, ended === 0 ? '' : stderr]).toEqual([0, '']);
    return stdout;
  };

  it.each([
    ['pipeline', 'status', 'isolated'],
    ['pipeline', 'list'],
    ['pipeline', 'forget', 'isolated', '--dry-run'],
    ['objects', 'list', 'users', '--limit', '3'],
    ['objects', 'scan', 'users', '--limit', '3'],
    ['objects', 'export', 'users', '--output', 'users.ndjson', '--prefix', 'user-1'],
    ['objects', 'load', 'users', 'users.ndjson'],
  ])('send no request to a serving cluster: %s %s', async (...args) => {
    await run(...args);
    const named = profilesNamed();
    expect(named.batch).toBeGreaterThan(0);
    expect(named.serving).toBe(0);
  });

  it('send no request at all to print types', async () => {
    expect(await run('pipeline', 'types')).toContain('interface');
    expect(sent).toEqual([]);
  });

  it('send no request to a serving cluster while they write, publish, read and collect generations', async () => {
    const file = join(folder, 'generating.js');
    const output = `[{ dataType: 'vectors', subType: 'main', value: { text: 'a' } }]`;
    const processed = join(folder, 'processed-at');
    const process = `process() { require('node:fs').appendFileSync('${processed}', Date.now() + ' '); return ${output}; }`;
    const definition = `{ name: 'generating', corpus: 'users', reads: ['profile'], writes: ['vectors'], ${process} }`;
    writeFileSync(file, `module.exports = ${definition};`);
    const pass = ['pipeline', 'run', file, '--threads', '1', '--json'];
    expect(await runCli(pass, { env, cwd: folder })).toMatchObject({ ended: 0 });
    await run('pipeline', 'publish', 'users/vectors');
    expect(await run('pipeline', 'generations')).toContain('published');
    expect(await run('objects', 'scan', 'users', '--data-types', 'vectors', '--limit', '2')).toContain(
      'vectors',
    );
    const resources = new Resources();
    const { manage, collectIn, schema } = openGenerations(loadConfig(env), resources, { graceMs: 0 });
    const vectors = schema.dataType('users', 'vectors');
    // The second pass begins with its wait for what followers have processed: a write that one cluster lacks ends that wait late.
    await followUsers(store, 'generating');
    // The pass reads at the batch cluster whether it is followed, and the record comes from a serving cluster.
    await world.heal();
    // On a slow machine another cluster than the nearest one may take the write.
    for (const serving of ['eu-a', 'us-a']) await world.cut(serving, 'us-batch');
    await writeUsers(store, 1, systemClock.nowMs());
    rmSync(processed);
    const second = runCli(pass, { env, cwd: folder });
    await until(async () => (await manage.list(vectors)).generations.length === 2);
    await until(() => existsSync(processed), BEGIN_WAIT_MS).catch(() => undefined);
    const healedAtMs = Date.now();
    await world.heal();
    expect(await second).toMatchObject({ ended: 0 });
    expect(Number(readFileSync(processed, 'utf8').split(' ')[0])).toBeGreaterThanOrEqual(healedAtMs);
    // The publication would wait for followers, which do not run.
    expect(await run('pipeline', 'forget', 'generating')).toContain('1 followed partition, 2 runs');
    await run('pipeline', 'publish', 'users/vectors');
    await run('pipeline', 'rollback', 'users/vectors');
    await run('pipeline', 'collect', 'users/vectors', '--generation', '2', '--dry-run');
    await collectIn('users')(vectors, { generations: [2] });
    expect((await manage.list(vectors)).generations).toMatchObject([
      { state: 'published' },
      { state: 'collected' },
    ]);
    await resources.release();
    const named = profilesNamed();
    expect(named.batch).toBeGreaterThan(0);
    expect(named.serving).toBe(0);
  }, 180_000);

  it('send no request to a serving cluster while they follow changes', async () => {
    const enable = ['schema', 'change-stream', 'users'];
    const enabled = await runCommandLine(enable, { env: world.env('eu'), cwd: folder });
    expect([enabled.ended, enabled.stderr]).toMatchObject([0, expect.any(String)]);
    const file = pipelineFile(folder, { name: 'following' });
    const worker = await startFollower(file, env, ['--threads', '1']);
    await until(() => worker.lines.some((line) => line.includes('"ownPartitions":1')));
    const before = (await storedClicks(store, 7)).length;
    await writeUsers(store, 8, systemClock.nowMs());
    await until(async () => (await storedClicks(store, 7)).length > before);
    expect(await worker.kill('SIGTERM')).toBe(0);
    const named = profilesNamed();
    expect(named.batch).toBeGreaterThan(0);
    expect(named.serving).toBe(0);
  });
});
