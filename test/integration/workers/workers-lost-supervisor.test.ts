import { connect } from 'node:net';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { send } from '../../support/http-server';
import { listens } from '../../support/listens';
import { OpenRequest } from '../../support/open-request';
import { until } from '../../support/until';

const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const LOST = 'the supervisor has ended: draining';

describe('Workers whose supervisor is killed', () => {
  let app: AppProcess;
  let pids: readonly number[];

  beforeEach(async () => {
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', TIDEMARK_ADMIN_PORT: '0', ...NO_STORE });
    pids = lines('worker is serving').map(({ pid }) => pid as number);
    expect(pids).toHaveLength(2);
  });

  afterEach(async () => {
    app.signal('SIGKILL');
    await app.ended;
    await until(() => !pids.some(isAlive));
  });

  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.filter((line) => line['msg'] === message);

  it('the workers drain even if their output is not read any more', async () => {
    const request = await OpenRequest.begin(app.port, '/v1/counts:query');
    app.closeOutput();
    app.signal('SIGKILL');
    await until(async () => !(await listens(app.port)));
    expect(await request.end()).toBe(400);
    await until(() => !pids.some(isAlive));
  });

  it('the workers answer the requests in flight, then end as on a signal, even if a message to the supervisor is pending', async () => {
    const adminPort = lines('admin listener is open')[0]!['port'] as number;
    const requests = await Promise.all(
      Array.from({ length: 4 }, () => OpenRequest.begin(app.port, '/v1/counts:query')),
    );
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    // The supervisor hands these connections over; a worker acknowledges one when it goes on.
    const sockets = pids.map(() => connect(app.port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    for (let turn = 0; turn < 3; turn++) await send(adminPort, { path: '/healthz' });
    app.signal('SIGKILL');
    await until(async () => !(await listens(adminPort)));
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await until(() => lines(LOST).length === 2);
    expect(await Promise.all(requests.map((each) => each.end()))).toEqual([400, 400, 400, 400]);
    await app.ended;
    expect(app.stderr()).toBe('');
    expect(
      lines('drained')
        .map(({ worker }) => worker)
        .sort(),
    ).toEqual([1, 2]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
