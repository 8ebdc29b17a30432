import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { loadTopology } from '../../../src/routing/topology/topology-file';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { send, type Answer } from '../../support/http-server';
import { until } from '../../support/until';
import { applySchema } from '../../support/running-app';
import { SteadyLoad } from '../../support/steady-load';
import { INHERITED_ENV } from '../../support/inherited-env';

/** Nothing listens there. */
const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/two-clusters.json');
const CONNECTIONS = 8;
/** Requests before and after a worker ends: a dozen on each connection. */
const REQUESTS = 100;
/** Pause of each connection while a worker starts, in milliseconds: it takes long enough without them. */
const START_PAUSE_MS = 100;
/** Longest pause between two looks at the metrics, which each worker takes time to collect. */
const METRICS_PAUSE_MS = 250;

describe('Several worker processes', () => {
  let app: AppProcess;
  /** Number of log lines before the test, or before the start of its own service. */
  let linesBefore = 0;
  const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', TIDEMARK_ADMIN_PORT: '0', ...env });
    linesBefore = app.log.length;
  };
  const stop = async (): Promise<void> => {
    app.signal('SIGTERM');
    await app.ended;
  };
  /** Lets all tests that follow use one service. Each of them leaves two workers that serve. */
  const startForAll = (env: () => Promise<NodeJS.ProcessEnv>): void => {
    beforeAll(async () => start(await env()));
    beforeEach(() => {
      linesBefore = app.log.length;
    });
    afterAll(stop);
  };

  /** Returns the log lines of this test. */
  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.slice(linesBefore).filter((line) => line['msg'] === message);
  const pidOf = (worker: number): number =>
    app.log.findLast((line) => line['msg'] === 'worker is serving' && line['worker'] === worker)?.[
      'pid'
    ] as number;
  const replaced = (count: number): Promise<void> => until(() => lines('worker is serving').length >= count);
  const kill = (worker: number): boolean => process.kill(pidOf(worker), 'SIGKILL');
  /** Sends a request to the admin listener of the supervisor. */
  const admin = (path: string): Promise<Answer> =>
    send(app.log.find((line) => line['msg'] === 'admin listener is open')!['port'] as number, { path });
  /** Returns the metrics of all workers. */
  const metrics = async (): Promise<string> => (await admin('/metrics')).body.toString();
  const untilMetrics = (areSo: () => Promise<boolean>): Promise<void> =>
    until(areSo, undefined, METRICS_PAUSE_MS);

  describe('Several workers without a store', () => {
    startForAll(async () => NO_STORE);

    it('only the requests in flight on a killed worker are lost, and the worker is replaced', async () => {
      const restarts = async (): Promise<number> =>
        Number(/^tidemark_worker_restarts_total (\d+)$/m.exec(await metrics())?.[1]);
      const restartsBefore = await restarts();
      const load = new SteadyLoad(app.port, '/v1/schema', CONNECTIONS);
      await load.answered(REQUESTS);
      kill(1);
      await until(() => lines('worker ended and will be replaced').length === 1);
      const knownMs = performance.now();
      load.pauseMs = START_PAUSE_MS;
      await replaced(1);
      load.pauseMs = 0;
      await load.answered(REQUESTS);
      await load.stop();
      const failed = load.sent.filter(({ outcome }) => outcome !== 200);
      // One on each connection that was its own, begun before it was known to be gone.
      expect(failed.length).toBeLessThanOrEqual(CONNECTIONS);
      expect(failed.every(({ startedMs }) => startedMs < knownMs)).toBe(true);
      expect(lines('worker ended and will be replaced')).toMatchObject([{ worker: 1, ended: 'SIGKILL' }]);
      expect(lines('worker is serving').map(({ worker }) => worker)).toEqual([1]);
      expect(await restarts()).toBe(restartsBefore + 1);
    });

    it('each metrics endpoint returns the metrics of all workers, labeled by worker', async () => {
      const load = new SteadyLoad(app.port, '/v1/schema', CONNECTIONS);
      await load.answered(REQUESTS);
      await load.stop();
      const ofOne = async (): Promise<string> => (await send(app.port, { path: '/metrics' })).body.toString();
      for (const page of [await ofOne(), await ofOne(), await metrics()]) {
        expect(page.match(/^# TYPE http_server_request_duration_seconds /gm)).toHaveLength(1);
        for (const worker of [1, 2]) {
          expect(page).toMatch(
            new RegExp(
              `^http_server_request_duration_seconds_count\\{.*"/v1/schema",.*worker="${worker}"`,
              'm',
            ),
          );
        }
        expect(page).toMatch(/^tidemark_workers 2$/m);
      }
      const detail = expect.stringMatching(/^worker [12]: the probe of the store failed$/) as string;
      const why = { code: 'not_ready', detail };
      expect(await admin('/readyz')).toMatchObject({ status: 503, json: why });
    });

    it('a worker that is stopped alone is replaced without losing a request', async () => {
      const load = new SteadyLoad(app.port, '/v1/schema', CONNECTIONS);
      await load.answered(REQUESTS);
      process.kill(pidOf(2), 'SIGTERM');
      await until(() => lines('worker ended and will be replaced').length === 1);
      load.pauseMs = START_PAUSE_MS;
      await replaced(1);
      load.pauseMs = 0;
      await load.answered(REQUESTS);
      await load.stop();
      expect(load.sent.filter(({ outcome }) => outcome !== 200)).toEqual([]);
      expect(lines('worker ended and will be replaced')).toMatchObject([{ worker: 2, ended: 'code 0' }]);
    });

    it('every received request is answered when the service is stopped', async () => {
      const load = new SteadyLoad(app.port, '/v1/schema', CONNECTIONS);
      await load.answered(REQUESTS);
      app.signal('SIGTERM');
      await load.ended();
      expect(load.sent.filter(({ outcome }) => outcome !== 200)).toEqual([]);
      expect(await app.ended).toBe(0);
      expect(app.log.at(-1)).toMatchObject({ msg: 'drained' });
    });
  });

  describe('Several workers over a store', () => {
    let store: LocalBigtable;
    startForAll(async () => {
      store = await startTwoClusters();
      return {
        BIGTABLE_EMULATOR_HOST: store.endpoint,
        TIDEMARK_TOPOLOGY: TOPOLOGY,
        TIDEMARK_HEARTBEAT_INTERVAL_MS: '100',
      };
    });
    afterAll(() => store.close());

    it('the primary shares the heartbeats that it reads, and the other workers make no calls for them', async () => {
      const lags = async (worker: number): Promise<readonly number[]> =>
        valuesOf(await metrics(), 'tidemark_heartbeat_lag_seconds', worker);
      const reads = async (worker: number): Promise<number> =>
        valuesOf(await metrics(), 'tidemark_store_call_duration_seconds_count', worker, 'ReadRows').reduce(
          (sum, each) => sum + each,
          0,
        );
      // Two clusters as replicas of two origins.
      await untilMetrics(async () => (await lags(2)).length === 4);
      const [ofReader, ofFollower] = [await reads(1), await reads(2)];
      await untilMetrics(async () => (await reads(1)) > ofReader + 50);
      // What else goes on in the background reads a few times.
      expect((await reads(2)) - ofFollower).toBeLessThan(20);
      for (const lag of await lags(2)) expect(lag).toBeLessThan(5);
    });

    it('each worker accepts the tokens of the others without configured keys', async () => {
      const path = '/v1/corpora/users/objects/u/profile/main';
      const put = await send(app.port, {
        method: 'PUT',
        path,
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect(put.status).toBe(200);
      const token = put.json['token'] as string;
      for (let each = 0; each < 4; each++) {
        const answer = await send(app.port, { path, headers: { 'tidemark-token': token } });
        expect([answer.status, answer.json]).toMatchObject([200, { cells: [{ value: {} }] }]);
      }
    });

    it('one worker writes heartbeats, another one takes over when it ends, and all stay ready', async () => {
      const keepers = async (): Promise<readonly (string | undefined)[]> => {
        const found = (await metrics()).matchAll(
          /^tidemark_heartbeats_total\{.*outcome="sent".*worker="(\d)"/gm,
        );
        return [...new Set([...found].map((match) => match[1]))];
      };
      await untilMetrics(async () => (await keepers()).length > 0);
      expect(await keepers()).toEqual(['1']);
      kill(1);
      await until(() => lines('worker ended and will be replaced').length === 1);
      expect((await admin('/readyz')).json).toMatchObject({ status: 'ready' });
      await replaced(1);
      await untilMetrics(async () => (await keepers()).length > 0);
      expect(await keepers()).toEqual(['2']);
    });
  });

  describe('Several workers whose heartbeats are an hour apart', () => {
    let store: LocalBigtable;
    let folder: string;
    let topologyFile: string;
    let keysFile: string;
    startForAll(async () => {
      store = await startTwoClusters();
      folder = mkdtempSync(join(tmpdir(), 'workers-'));
      topologyFile = join(folder, 'topology.json');
      writeFileSync(topologyFile, readFileSync(TOPOLOGY));
      keysFile = join(folder, 'keys');
      writeFileSync(keysFile, keyText(1));
      return {
        BIGTABLE_EMULATOR_HOST: store.endpoint,
        TIDEMARK_TOPOLOGY: topologyFile,
        TIDEMARK_TOKEN_KEYS_FILE: keysFile,
        TIDEMARK_HEARTBEAT_INTERVAL_MS: '3600000',
      };
    });
    afterAll(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });

    it('a worker that starts later gets all heartbeats, even if no new one arrives for an hour', async () => {
      const knowing = async (worker: number): Promise<boolean> =>
        valuesOf(await metrics(), 'tidemark_heartbeat_lag_seconds', worker).length > 0;
      // Heartbeats of both paces, of each table at both origins.
      const eachMin = 2 * loadSchema().corpora().length;
      await untilMetrics(async () => {
        const sent = valuesOf(await metrics(), 'tidemark_heartbeats_total', 1, 'outcome="sent"');
        return sent.length === 2 && sent.every((each) => each >= eachMin);
      });
      // The worker that reads from now on looks for the first time, and finds them: before its third round of one pace.
      kill(1);
      await untilMetrics(async () => {
        const due = valuesOf(await metrics(), 'tidemark_heartbeats_total', 2);
        return due.reduce((sum, each) => sum + each, 0) >= 2 * 4 * loadSchema().corpora().length;
      });
      expect(await knowing(2)).toBe(true);
      await replaced(1);
      kill(1);
      await replaced(2);
      await untilMetrics(() => knowing(1));
    });

    it('all workers reload topology and token keys on SIGHUP', async () => {
      writeFileSync(keysFile, `${keyText(1)},${keyText(2)}`);
      const larger = readFileSync(TOPOLOGY, 'utf8')
        .replace('"us-a": { "region": "us" }', '$&, "us-b": { "region": "us", "zone": "us-b" }')
        .replace('"appProfiles": {', '$& "at-us-b": { "cluster": "us-b", "transactions": true },');
      writeFileSync(topologyFile, larger);
      app.signal('SIGHUP');
      await until(() => lines('topology read again').length === 2);
      expect(
        lines('topology read again')
          .map(({ worker }) => worker)
          .sort(),
      ).toEqual([1, 2]);
      for (const worker of [1, 2])
        await untilMetrics(async () =>
          new RegExp(`^tidemark_cluster_phase\\{(?=.*replica="us-b").*worker="${worker}".*\\} 1$`, 'm').test(
            await metrics(),
          ),
        );
      await until(() => lines('token keys read again').length === 2);
      expect(await metrics()).toMatch(/^tidemark_tokens_keys\{key_id="2",.*worker="2"\} 1$/m);
    });
  });
});

describe('Workers that cannot start', () => {
  it('the reason is reported once, and the service ends', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const register = join(__dirname, '../../../infra/scripts/register-ts.js');
    const main = join(__dirname, '../../../src/main.ts');
    const { port } = taken.address() as AddressInfo;
    const { status, stderr } = spawnSync(process.execPath, ['-r', register, main], {
      env: { ...INHERITED_ENV, ...NO_STORE, TIDEMARK_WORKERS: '3', PORT: String(port) },
    });
    taken.close();
    expect(stderr.toString().split('\n')).toEqual([expect.stringMatching(/^tidemark: .*EADDRINUSE/), '']);
    expect(status).toBe(1);
  });
});

/** Returns the samples of a metric from the worker. */
function valuesOf(page: string, metric: string, worker: number, label = ''): readonly number[] {
  const lines = page.split('\n').filter((line) => line.startsWith(`${metric}{`));
  const own = lines.filter((line) => line.includes(`worker="${worker}"`) && line.includes(label));
  return own
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
    .filter((value) => !Number.isNaN(value));
}

async function startTwoClusters(): Promise<LocalBigtable> {
  const store = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: loadTopology(TOPOLOGY) });
  await applySchema(store.endpoint, { project: 'p', instance: 'demo' });
  return store;
}

const keyText = (id: number): string => `${id}:${Buffer.alloc(32, id).toString('base64url')}`;
