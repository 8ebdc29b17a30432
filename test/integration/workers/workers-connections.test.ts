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
const KILLS = 4;

describe('Connections to a service with several workers', () => {
  let app: AppProcess;
  beforeEach(async () => {
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', TIDEMARK_ADMIN_PORT: '0', ...NO_STORE });
  });
  afterEach(async () => {
    for (const { pid } of lines('worker is serving')) signal(pid as number, 'SIGCONT');
    app.signal('SIGTERM');
    await app.ended;
  });

  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.filter((line) => line['msg'] === message);
  const pidOf = (worker: number): number =>
    lines('worker is serving').findLast((line) => line['worker'] === worker)?.['pid'] as number;
  const serving = (count: number): Promise<void> => until(() => lines('worker is serving').length >= count);
  const metrics = async (): Promise<string> =>
    (await send(lines('admin listener is open')[0]!['port'] as number, { path: '/metrics' })).body.toString();
  const waiting = async (): Promise<number> =>
    Number(/^tidemark_worker_connections_waiting (\d+)$/m.exec(await metrics())?.[1]);
  const begin = (count: number, text = LAST_REQUEST): Promise<readonly Outcome[]> =>
    Promise.all(Array.from({ length: count }, () => exchange(app.port, text)));

  it('another worker answers a connection if its worker is killed during the hand-over', async () => {
    for (const worker of [1, 2]) signal(pidOf(worker), 'SIGSTOP');
    const outcomes = begin(6);
    await until(async () => (await waiting()) === 6);
    signal(pidOf(1), 'SIGKILL');
    await serving(3);
    // One of them is on its way to the worker that is stopped.
    await until(async () => (await waiting()) === 1);
    signal(pidOf(2), 'SIGCONT');
    expect((await outcomes).map(statuses)).toEqual(Array.from({ length: 6 }, () => [200]));
    expect(await waiting()).toBe(0);
  });

  it('all connections are answered or closed while workers are killed repeatedly, and none leaks', async () => {
    const descriptors = descriptorsOf(app.pid);
    const clients = new ConnectingClients(app.port, LAST_REQUEST, CLIENTS);
    for (let kill = 1; kill <= KILLS; kill++) {
      const from = clients.outcomes.length;
      await until(() => clients.outcomes.length >= from + 20 * CLIENTS);
      signal(pidOf(1 + (kill % 2)), 'SIGKILL');
      await serving(2 + kill);
    }
    await clients.stop();
    expect(clients.outcomes.filter((each) => 'error' in each && each.error === 'hung')).toEqual([]);
    // A worker that is killed loses the requests that it has begun; no connection waits for it.
    const answered = clients.outcomes.filter((each) => statuses(each)[0] === 200);
    expect(clients.outcomes.length - answered.length).toBeLessThanOrEqual(KILLS * CLIENTS);
    await until(() => descriptorsOf(app.pid) === descriptors);
  });

  it('all connections are answered while workers are stopped one after the other', async () => {
    const clients = new ConnectingClients(app.port, LAST_REQUEST, CLIENTS);
    for (const worker of [1, 2]) {
      const from = clients.outcomes.length;
      await until(() => clients.outcomes.length >= from + 20 * CLIENTS);
      signal(pidOf(worker), 'SIGTERM');
      await serving(2 + worker);
    }
    await clients.stop();
    expect(clients.outcomes.filter((each) => statuses(each)[0] !== 200)).toEqual([]);
  });

  it('connections are spread evenly over the workers', async () => {
    for (let each = 0; each < 20; each++) await exchange(app.port, LAST_REQUEST);
    const counts = [1, 2].map(
      (worker) =>
        new RegExp(
          `^http_server_request_duration_seconds_count\\{.*"/healthz",.*worker="${worker}"[^}]*\\} (\\d+)$`,
          'm',
        ),
    );
    await until(async () => {
      const page = await metrics();
      return counts.every((count) => Number(count.exec(page)?.[1]) === 10);
    });
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
    const { status } = spawnSync('prlimit', ['--pid', String(pidOf(1)), '--nofile=3:3']);
    expect(status).toBe(0);
    expect((await begin(6)).map(statuses)).toEqual(Array.from({ length: 6 }, () => [200]));
    expect(await waiting()).toBe(0);
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

/** Processes that are gone get none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
