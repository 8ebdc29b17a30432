/** A process whose descriptors clients try to use up. */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { send, type Answer } from '../support/http-server';
import { freePort } from '../support/free-port';
import { LONG_DEADLINES } from '../support/long-deadlines';
import { until } from '../support/until';
import { INHERITED_ENV } from '../support/inherited-env';

const DESCRIPTORS = 128;
const CONNECTIONS = 400;
const PROBES = 20;

describe('A process with few file descriptors', () => {
  let child: ChildProcess;
  let output = '';
  let [apiPort, adminPort] = [0, 0];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    [apiPort, adminPort] = [await freePort(), await freePort()];
    const register = join(__dirname, '../../infra/scripts/register-ts.js');
    const command = `exec node -r ${register} ${join(__dirname, '../../src/main.ts')}`;
    const ports = { PORT: String(apiPort), TIDEMARK_ADMIN_PORT: String(adminPort) };
    child = spawn('bash', ['-c', `ulimit -n ${DESCRIPTORS}; ${command}`], {
      // No store is there: each attempt to connect to it takes a descriptor.
      env: { ...INHERITED_ENV, ...LONG_DEADLINES, ...ports, BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(async () => (await probe('/healthz').catch(() => undefined))?.status === 200);
    await until(() => output.includes('"listening"'));
  }, 60_000);
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  });

  const probe = (path: string): Promise<Answer> => send(adminPort, { path, timeoutMs: 10_000 });

  async function flood(): Promise<void> {
    const opened = Array.from({ length: CONNECTIONS }, () =>
      connect(apiPort, '127.0.0.1').on('error', () => undefined),
    );
    sockets.push(...opened);
    await Promise.all(
      opened.map(
        (socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
      ),
    );
  }

  it('the process answers probes on the admin port and reaches the store while clients hold all connections', async () => {
    await flood();
    const statuses: number[] = [];
    for (let each = 0; each < PROBES; each++) {
      const health = await probe('/healthz');
      const metrics = await probe('/metrics');
      statuses.push(health.status, metrics.status);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
    // The readiness check opens a connection, which is refused by the store's port and not for want of a descriptor.
    const before = output.length;
    expect((await probe('/readyz')).status).toBe(503);
    expect(output.slice(before)).not.toContain('EMFILE');
    const page = (await probe('/metrics')).body.toString();
    expect(page).toMatch(/^tidemark_http_connections_limit(\{.*\})? 64$/m);
    const refused = /^tidemark_http_connections_rejected_total(?:\{[^}]*\})? (\d+)/m.exec(page)?.[1];
    expect(Number(refused)).toBeGreaterThanOrEqual(CONNECTIONS - DESCRIPTORS);
    expect(output).not.toContain('EMFILE');
    expect(output).toMatch(/"descriptors":128,"connections":64,"configured":10000/);
  }, 60_000);

  it('the process accepts connections again once clients have closed theirs', async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await until(
      async () => (await send(apiPort, { path: '/healthz' }).catch(() => undefined))?.status === 200,
    );
  }, 60_000);
});
