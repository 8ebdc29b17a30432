/** No call of a pipeline reaches a serving cluster: the requests of all commands, as they are on the wire. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellsPerColumnLimit } from '../../../src/bigtable/read/filters';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { systemClock } from '../../../src/platform/time/clock';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { startFollower } from '../../support/follow/follow-store';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_TOPOLOGY, pipelineFile, storedClicks, userId, writeUsers } from '../../support/pipelines';
import { runCli } from '../../support/run-cli';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';

const USERS = 2_000;
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
    store = openTestStore({ ...world.env('eu'), TIDEMARK_HEDGE_BUDGET: '0' });
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    await writeUsers(store, USERS, systemClock.nowMs());
    await world.heal();
    proxy = await startTcpProxy(Number(world.endpoint.split(':')[1]), (socket) => {
      socket.on('data', (bytes) => sent.push(bytes));
      return false;
    });
    env = { ...world.env('eu'), BIGTABLE_EMULATOR_HOST: proxy.endpoint };
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
      }
    })();
    const file = pipelineFile(folder, { name: 'isolated' });
    const { ended, stdout } = await runCli(['pipeline', 'run', file, '--threads', '2', '--json'], {
      env,
      cwd: folder,
    });
    reads.isOver = true;
    await reading;
    expect([ended, JSON.parse(stdout)]).toMatchObject([0, { status: 'complete', objects: USERS }]);
    expect(reads.count).toBeGreaterThan(20);
    expect([[...reads.lookups], [...reads.clusters]]).toEqual([[1], ['eu-a']]);
    const named = profilesNamed();
    expect(named.batch).toBeGreaterThan(60);
    expect(named.serving).toBe(0);
  });

  it.each([['run', 'FILE', '--dry-run'], ['status', 'isolated'], ['list']])(
    'send no request to a serving cluster: %s %s',
    async (...args) => {
      const file = pipelineFile(folder, { name: 'isolated' });
      const words = args.map((word) => (word === 'FILE' ? file : word));
      const { ended, stderr } = await runCli(['pipeline', ...words], { env, cwd: folder });
      expect([ended, ended === 0 ? '' : stderr]).toEqual([0, '']);
      const named = profilesNamed();
      expect(named.batch).toBeGreaterThan(0);
      expect(named.serving).toBe(0);
    },
  );

  it('send no request to a serving cluster while they follow changes', async () => {
    const enabled = await runCli(['schema', 'change-stream', 'users'], { env: world.env('eu'), cwd: folder });
    expect([enabled.ended, enabled.stderr]).toMatchObject([0, expect.any(String)]);
    const file = pipelineFile(folder, { name: 'following' });
    const worker = await startFollower(file, env);
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
