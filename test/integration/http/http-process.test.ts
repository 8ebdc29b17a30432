import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { send, sendJson } from '../../support/http-server';
import { until } from '../../support/until';
import { INHERITED_ENV } from '../../support/inherited-env';

/** Nothing listens there: a count waits until its deadline. */
const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const QUERY = { userId: 'u', actions: ['click'], windows: ['1d'] };

describe('The server process', () => {
  it('SIGTERM drains the process: it rejects new requests, completes those in flight, and exits with 0', async () => {
    const app = await startAppProcess({ ...NO_STORE, TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '3000' });
    const idle = await inFlight(app);
    const slow = sendJson(app.port, '/v1/counts:query', QUERY);
    const waiting = connect(app.port, '127.0.0.1');
    waiting.write(
      'POST /v1/counts:query HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    let late = '';
    waiting.on('data', (chunk: Buffer) => (late += chunk.toString()));
    await until(async () => (await inFlight(app)) === idle + 2);
    app.signal('SIGTERM');
    await until(() => app.log.some((line) => line['msg'] === 'draining'));
    await untilRefused(app.port);
    const answer = await slow;
    expect([answer.status, answer.headers.connection]).toEqual([503, 'close']);
    waiting.write('}GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await app.ended).toBe(0);
    expect(late).toMatch(/^HTTP\/1\.1 400 [^]*connection: close/);
    expect(app.log.at(-1)).toMatchObject({ level: 'info', msg: 'drained' });
  });

  it('SIGINT drains the process, too, and requests still in flight are aborted after the drain timeout', async () => {
    const app = await startAppProcess({
      ...NO_STORE,
      TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '60000',
      TIDEMARK_HTTP_DRAIN_TIMEOUT_MS: '100',
    });
    const idle = await inFlight(app);
    const slow = sendJson(app.port, '/v1/counts:query', QUERY).catch((error: Error) => error);
    await until(async () => (await inFlight(app)) === idle + 1);
    app.signal('SIGINT');
    expect(await app.ended).toBe(0);
    expect(app.log.at(-1)).toMatchObject({ level: 'info', msg: 'drained' });
    // It was cut off: with an answer at its deadline it would have ended in order.
    expect(await slow).toHaveProperty('code', 'ECONNRESET');
  });

  it('a second signal ends the process at once with 1', async () => {
    const app = await startAppProcess({ ...NO_STORE, TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '60000' });
    const idle = await inFlight(app);
    const slow = sendJson(app.port, '/v1/counts:query', QUERY).catch((error: Error) => error);
    await until(async () => (await inFlight(app)) === idle + 1);
    app.signal('SIGTERM');
    await until(() => app.log.some((line) => line['msg'] === 'draining'));
    // One press of Ctrl-C can arrive twice, through the terminal and through npm: at once it means the same.
    app.signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(app.log.some((line) => line['msg'] === 'drained')).toBe(false);
    let hasEnded = false;
    void app.ended.then(() => (hasEnded = true));
    // Again and again: a process that is slow may take two for one.
    await until(() => {
      app.signal('SIGTERM');
      return hasEnded;
    });
    expect(await app.ended).toBe(1);
    await slow;
  });

  it('the error of a failed start names the environment variable', () => {
    const register = join(__dirname, '../../../infra/scripts/register-ts.js');
    const main = join(__dirname, '../../../src/main.ts');
    const env = { ...INHERITED_ENV, ...NO_STORE, PORT: 'eighty' };
    const { status, stderr } = spawnSync(process.execPath, ['-r', register, main], { env });
    expect([status, stderr.toString()]).toEqual([
      1,
      'tidemark: PORT: must be a whole number from 0 to 65535, not "eighty" [invalid_argument]\n',
    ]);
  });
});

/** Requests being worked on, with the one that asks. */
async function inFlight(app: AppProcess): Promise<number> {
  const page = (await send(app.port, { path: '/metrics' })).body.toString();
  return Number(/^tidemark_http_requests_open(?:\{.*\})? (\d+)$/m.exec(page)![1]);
}

/** The line `draining` is written just before the port is closed. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const refused = await send(port, { path: '/healthz' }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (refused === 'ECONNREFUSED') return;
  }
}
