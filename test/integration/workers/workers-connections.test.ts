/** Connections between the supervisor, which accepts them, and the workers, which serve them. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { ConnectingClients, exchange, type Outcome } from '../../support/connecting-clients';
import { send } from '../../support/http-server';
import { listens } from '../../support/listens';
import { until } from '../../support/until';

const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const LAST_REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
const KEPT_REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const CLIENTS = 8;
/** Each worker is killed once. */
const KILLS = 2;
/** Time without a change after which a number counts as settled. */
const SETTLED_MS = 1_000;
/** Pause of each client while a worker starts, which takes long enough without them. */
const START_PAUSE_MS = 100;

describe('Connections to a service with several workers', () => {
  /** The service of all tests: each of them leaves two workers that serve. */
  let app: AppProcess;
  /** Number of log lines before the test. */
  let linesBefore: number;
  beforeAll(async () => {
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', TIDEMARK_ADMIN_PORT: '0', ...NO_STORE });
  });
  beforeEach(() => {
    linesBefore = app.log.length;
  });
  afterEach(() => {
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGCONT');
  });
  afterAll(async () => {
    app.signal('SIGTERM');
    await app.ended;
  });

  /** Returns the log lines of this test. */
  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.slice(linesBefore).filter((line) => line['msg'] === message);
  const pidOf = (worker: number): number =>
    app.log.findLast((line) => line['msg'] === 'worker is serving' && line['worker'] === worker)?.[
      'pid'
    ] as number;
  /** Resolves when so many workers have been replaced in this test. */
  const replaced = (count: number): Promise<void> => until(() => lines('worker is serving').length >= count);
  const adminPort = (): number =>
    app.log.find((line) => line['msg'] === 'admin listener is open')!['port'] as number;
  const metrics = async (): Promise<string> =>
    (await send(adminPort(), { path: '/metrics' })).body.toString();
  const waiting = async (): Promise<number> =>
    Number(/^tidemark_worker_connections_waiting (\d+)$/m.exec(await metrics())?.[1]);
  const begin = (count: number, text = LAST_REQUEST): Promise<readonly Outcome[]> =>
    Promise.all(Array.from({ length: count }, () => exchange(app.port, text)));

  it('another worker answers a connection if its worker is killed during the hand-over', async () => {
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGSTOP');
    const outcomes = begin(6);
    await until(async () => (await waiting()) === 6);
    signal(pidOf(1), 'SIGKILL');
    await replaced(1);
    // One of them is on its way to the worker that is stopped.
    await until(async () => (await waiting()) === 1);
    signal(pidOf(2), 'SIGCONT');
    expect((await outcomes).map(statuses)).toEqual(Array.from({ length: 6 }, () => [200]));
    expect(await waiting()).toBe(0);
  });

  /** Ends a worker among connections, and resolves when connections have been made beside its replacement. */
  async function endAmong(clients: ConnectingClients, worker: number, by: NodeJS.Signals): Promise<void> {
    const connected = (count: number): Promise<void> => {
      const from = clients.outcomes.length;
      return until(() => clients.outcomes.length >= from + count);
    };
    const starts = lines('worker is serving').length;
    await connected(5 * CLIENTS);
    signal(pidOf(worker), by);
    await connected(5 * CLIENTS);
    clients.pauseMs = START_PAUSE_MS;
    await until(() => lines('worker is serving').length > starts);
    clients.pauseMs = 0;
    await connected(5 * CLIENTS);
  }

  it('all connections are answered or closed while workers are killed one after the other, and none leaks', async () => {
    const descriptors = await settledDescriptors(app.pid);
    const clients = new ConnectingClients(app.port, LAST_REQUEST, CLIENTS);
    for (let kill = 1; kill <= KILLS; kill++) await endAmong(clients, 1 + (kill % 2), 'SIGKILL');
    await clients.stop();
    expect(clients.outcomes.filter((each) => 'error' in each && each.error === 'hung')).toEqual([]);
    // A worker that is killed loses the requests that it has begun; no connection waits for it.
    const answered = clients.outcomes.filter((each) => statuses(each)[0] === 200);
    expect(clients.outcomes.length - answered.length).toBeLessThanOrEqual(KILLS * CLIENTS);
    await until(() => descriptorsOf(app.pid) <= descriptors);
  });

  it('all connections are answered while workers are stopped one after the other', async () => {
    const clients = new ConnectingClients(app.port, LAST_REQUEST, CLIENTS);
    for (const worker of [1, 2]) await endAmong(clients, worker, 'SIGTERM');
    await clients.stop();
    expect(clients.outcomes.filter((each) => statuses(each)[0] !== 200)).toEqual([]);
  });

  it('connections are spread evenly over the workers', async () => {
    const counts = [1, 2].map(
      (worker) =>
        new RegExp(
          `^http_server_request_duration_seconds_count\\{.*"/healthz",.*worker="${worker}"[^}]*\\} (\\d+)$`,
          'm',
        ),
    );
    const served = async (): Promise<readonly number[]> => {
      const page = await metrics();
      return counts.map((count) => Number(count.exec(page)?.[1] ?? 0));
    };
    const before = await served();
    for (let each = 0; each < 20; each++) await exchange(app.port, LAST_REQUEST);
    await until(async () => (await served()).every((count, index) => count - before[index]! === 10));
  });

  it('requests that arrive before a worker takes the connection are answered in order', async () => {
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGSTOP');
    const unknown = 'GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const outcomes = begin(4, KEPT_REQUEST + unknown + KEPT_REQUEST + LAST_REQUEST);
    await until(async () => (await waiting()) === 4);
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGCONT');
    expect((await outcomes).map(statuses)).toEqual(Array.from({ length: 4 }, () => [200, 404, 200, 200]));
  });

  it('connections go to responsive workers while another one hangs', async () => {
    signal(pidOf(1), 'SIGSTOP');
    const outcomes = Array.from({ length: 20 }, () => exchange(app.port, LAST_REQUEST));
    await until(async () => (await waiting()) === 1);
    signal(pidOf(1), 'SIGCONT');
    expect((await Promise.all(outcomes)).map(statuses)).toEqual(Array.from({ length: 20 }, () => [200]));
  });

  it('a connection goes to another worker if one has no file descriptor left', async () => {
    // Standard input, output and errors have the only numbers that are allowed.
    const limit = (soft: string): number | null =>
      spawnSync('prlimit', ['--pid', String(pidOf(1)), `--nofile=${soft}:`]).status;
    expect(limit('3')).toBe(0);
    expect((await begin(6)).map(statuses)).toEqual(Array.from({ length: 6 }, () => [200]));
    expect(await waiting()).toBe(0);
    // The worker goes on, and reports its metrics except for its memory, which the system has in a file.
    expect(await metrics()).toMatch(/^process_memory_usage_bytes\{worker="1"\} 0$/m);
    expect(lines('worker ended and will be replaced')).toHaveLength(0);
    expect(limit('1024')).toBe(0);
  });

  it('connections accepted before the service is stopped are answered', async () => {
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGSTOP');
    const outcomes = begin(4);
    await until(async () => (await waiting()) === 4);
    app.signal('SIGTERM');
    await until(async () => !(await listens(app.port)));
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGCONT');
    expect((await outcomes).map(statuses)).toEqual(Array.from({ length: 4 }, () => [200]));
    expect(await app.ended).toBe(0);
  });
});

/** Status of each answer. */
function statuses(outcome: Outcome): readonly number[] {
  if ('error' in outcome) return [];
  return [...outcome.text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Resolves with the open descriptors of a process once their number has not changed for a second: ended connections are closed then. */
async function settledDescriptors(pid: number): Promise<number> {
  let last = { count: descriptorsOf(pid), sinceMs: Date.now() };
  await until(() => {
    const count = descriptorsOf(pid);
    if (count !== last.count) last = { count, sinceMs: Date.now() };
    return Date.now() - last.sinceMs >= SETTLED_MS;
  });
  return last.count;
}

/** Processes that are gone get none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
