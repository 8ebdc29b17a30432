import { createServer, type AddressInfo } from 'node:net';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError } from '../../../../src/errors';
import {
  openAdminServer,
  type AdminServer,
  type AdminServerDependencies,
} from '../../../../src/http/server/admin-server';
import { systemClock } from '../../../../src/platform/time/clock';
import { send, sendRaw } from '../../../support/http-server';
import { memoryLogger } from '../../../support/memory-logger';
import { tidemarkError } from '../../../support/tidemark-error';

const HOST = '127.0.0.1';

describe('The admin listener', () => {
  let admin: AdminServer;
  let lines: ReturnType<typeof memoryLogger>['lines'];
  const open = async (over: Partial<AdminServerDependencies> = {}): Promise<void> => {
    const { logger, lines: logged } = memoryLogger();
    lines = logged;
    const opened = await openAdminServer({
      config: { ...DEFAULTS.admin, port: 0 },
      checkReady: async () => undefined,
      metrics: async () => 'up 1\n',
      clock: systemClock,
      logger,
      ...over,
    });
    admin = opened!;
  };
  const get = (path: string, method = 'GET') => send(admin.port, { path, method });
  afterEach(() => admin.close());

  it('the listener answers probes and scrapes, and HEAD like GET without the body', async () => {
    await open();
    expect(await get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await get('/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } });
    const metrics = await get('/metrics?by=prometheus');
    expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(metrics.body.toString()).toBe('up 1\n');
    const head = await get('/metrics', 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '5' } });
    expect(head.body).toHaveLength(0);
  });

  it('answers have the common headers', async () => {
    await open();
    const { headers } = await send(admin.port, { path: '/healthz', headers: { 'x-request-id': 'mine' } });
    expect(headers).toMatchObject({
      'x-request-id': 'mine',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('all other requests are rejected with a problem', async () => {
    await open();
    const nothing = await get('/v1/counts:query');
    expect(nothing).toMatchObject({ status: 404, json: { code: 'unknown_route' } });
    expect(nothing.headers['content-type']).toBe('application/problem+json');
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      const answer = await get('/metrics', method);
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }
    expect(await sendRaw(admin.port, 'no HTTP\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*"malformed_request"/);
  });

  it('the readiness probe returns the reason, which is logged once', async () => {
    let reason: TidemarkError | undefined = new TidemarkError('not_ready', 'the subscription is not open');
    await open({
      checkReady: async () => {
        if (reason !== undefined) throw reason;
      },
    });
    for (let times = 0; times < 3; times++) {
      const problem = { code: 'not_ready', detail: 'the subscription is not open' };
      expect(await get('/readyz')).toMatchObject({ status: 503, json: problem });
    }
    reason = undefined;
    expect((await get('/readyz')).status).toBe(200);
    expect(lines().map(({ msg }) => msg)).toEqual(['admin listener is open', 'not ready', 'ready']);
  });

  it('internal errors are logged and not shown to clients', async () => {
    await open({ metrics: () => Promise.reject(new Error('secret')) });
    const answer = await get('/metrics');
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } });
    expect(answer.body.toString()).not.toContain('secret');
    expect(lines().at(-1)).toMatchObject({ level: 'error', requestId: answer.json['requestId'] });
  });

  it('concurrent scrapes collect metrics once', async () => {
    let scrapes = 0;
    await open({
      metrics: () => {
        scrapes += 1;
        return new Promise((resolve) => setImmediate(() => resolve('up 1\n')));
      },
    });
    // In one packet, so that they are there together.
    const request = (last: string): string => `GET /metrics HTTP/1.1\r\nhost: admin\r\n${last}\r\n`;
    const text = `${request('')}${request('')}${request('connection: close\r\n')}`;
    const answers = await sendRaw(admin.port, text);
    expect(answers.match(/\r\n\r\nup 1\n/g)).toHaveLength(3);
    expect(scrapes).toBe(1);
  });

  it('an answer that takes too long times out', async () => {
    await open({
      config: { ...DEFAULTS.admin, port: 0, answerTimeoutMs: 20 },
      metrics: () => new Promise(() => undefined),
    });
    expect(await get('/metrics')).toMatchObject({ status: 503, json: { code: 'deadline_exceeded' } });
  });

  it('connections beyond the maximum are closed', async () => {
    await open({
      config: { ...DEFAULTS.admin, port: 0, connectionsMax: 1 },
      metrics: () => new Promise(() => undefined),
    });
    const first = send(admin.port, { path: '/metrics' }).catch(() => undefined);
    await expect(refusedEventually()).resolves.toBe(true);
    await admin.close();
    await first;
  });

  it('the listener closes while an idle connection is open', async () => {
    await open({ config: { ...DEFAULTS.admin, port: 0, closeTimeoutMs: 20 } });
    const silent = sendRaw(admin.port, '').catch(() => '');
    await get('/healthz');
    await admin.close();
    expect(await silent).toBe('');
  });

  it('the listener is disabled without a port', async () => {
    await open();
    const none = { ...DEFAULTS.admin, port: undefined };
    const { logger } = memoryLogger();
    const parts = { checkReady: async () => undefined, metrics: async () => '', clock: systemClock, logger };
    expect(await openAdminServer({ ...parts, config: none })).toBeUndefined();
  });

  it('an error names the variable of a port in use or of an unusable address', async () => {
    await open();
    const taken = createServer().listen(0, HOST);
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { logger } = memoryLogger();
    const parts = { checkReady: async () => undefined, metrics: async () => '', clock: systemClock, logger };
    const openAt = (host: string, at: number) =>
      openAdminServer({ ...parts, config: { ...DEFAULTS.admin, host, port: at } });
    await expect(openAt(HOST, port)).rejects.toThrow(
      tidemarkError('invalid_argument', 'TIDEMARK_ADMIN_PORT'),
    );
    await expect(openAt('192.0.2.1', 0)).rejects.toThrow(
      tidemarkError('invalid_argument', 'TIDEMARK_ADMIN_HOST'),
    );
    await new Promise((resolve) => taken.close(resolve));
  });

  /** The first connection may not be the listener's yet. */
  async function refusedEventually(): Promise<boolean> {
    for (let tries = 0; tries < 500; tries++) {
      const answer = await get('/healthz').catch(() => undefined);
      if (answer === undefined) return true;
    }
    return false;
  }
});
