import { channel } from 'node:diagnostics_channel';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { DEFAULTS } from '../../../../src/config/defaults';
import { openAdminServer } from '../../../../src/http/server/admin-server';
import { startLocalBigtable } from '../../../../src/local-bigtable/index';
import { listen, listenerErrors, type ListenOptions } from '../../../../src/platform/network/listen';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { systemClock } from '../../../../src/platform/time/clock';
import { send, startTestServer } from '../../../support/http-server';
import { memoryLogger } from '../../../support/memory-logger';
import { until } from '../../../support/until';
import { VirtualClock } from '../../../support/virtual-clock';

const HOST = '127.0.0.1';
const noFiles = (): Error => Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });

/** The server that listens on the port of this process. */
async function serverAt(port: number): Promise<Server> {
  let found: Server | undefined;
  const sockets = channel('net.server.socket');
  const onSocket = (message: unknown): void => {
    const { server, localPort } = (message as { socket: Socket & { server: Server } }).socket;
    if (localPort === port) found = server;
  };
  sockets.subscribe(onSocket);
  const client = connect(port, HOST);
  await until(() => found !== undefined);
  client.destroy();
  sockets.unsubscribe(onSocket);
  return found!;
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const countOf = (listener: string): number => listenerErrors().get(listener) ?? 0;

describe('An error of an open listener', () => {
  it('the API logs and counts the error, and continues to serve', async () => {
    const { server, port, logLines, metrics } = await startTestServer([]);
    closers.push(
      () => metrics.shutdown(),
      () => server.drain(),
    );
    const before = countOf('api');
    (await serverAt(port)).emit('error', noFiles());
    expect(countOf('api')).toBe(before + 1);
    const line = logLines().find(({ msg }) => msg === 'the API listener failed to accept a connection');
    expect(line).toMatchObject({ level: 'warn', err: { code: 'EMFILE' }, unreported: 0 });
    expect((await send(port, { path: '/nothing' })).status).toBe(404);
  });

  it('the admin listener logs and counts the error, and continues to serve', async () => {
    const { logger, lines } = memoryLogger();
    const admin = await openAdminServer({
      config: { ...DEFAULTS.admin, port: 0 },
      clock: systemClock,
      logger,
      checkReady: async () => undefined,
      metrics: async () => '',
    });
    closers.push(() => admin!.close());
    const before = countOf('admin');
    (await serverAt(admin!.port)).emit('error', noFiles());
    expect(countOf('admin')).toBe(before + 1);
    expect(lines().at(-1)).toMatchObject({ level: 'warn', err: { code: 'EMFILE' } });
    expect((await send(admin!.port, { path: '/healthz' })).status).toBe(200);
  });

  it('the embedded Bigtable reports and counts the error, and continues to serve', async () => {
    const errors: Error[] = [];
    const bigtable = await startLocalBigtable({
      host: HOST,
      port: 0,
      onListenerError: (error) => errors.push(error),
    });
    closers.push(() => bigtable.close());
    const before = countOf('bigtable');
    (await serverAt(bigtable.port)).emit('error', noFiles());
    expect(errors).toEqual([noFiles()]);
    expect(countOf('bigtable')).toBe(before + 1);
    await serverAt(bigtable.port);
  });

  it('errors are reported at most once a second, with the number of unreported ones', async () => {
    const clock = new VirtualClock();
    const reports: (readonly [string, number])[] = [];
    const server = createServer();
    closers.push(() => server.close());
    const options: ListenOptions = {
      host: HOST,
      port: 0,
      listener: 'api',
      clock,
      onError: ({ message }, unreported) => reports.push([message, unreported]),
    };
    await listen(server, options);
    for (const message of ['1', '2', '3']) server.emit('error', new Error(message));
    await clock.advance(1_000);
    server.emit('error', new Error('4'));
    expect(reports).toEqual([
      ['1', 0],
      ['4', 2],
    ]);
  });

  it('errors are counted in a metric', async () => {
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    const server = createServer();
    closers.push(() => server.close());
    await listen(server, {
      host: HOST,
      port: 0,
      listener: 'admin',
      clock: systemClock,
      onError: () => undefined,
    });
    server.emit('error', noFiles());
    const count = countOf('admin');
    expect(await metrics.prometheus()).toContain(`tidemark_listener_errors_total{listener="admin"} ${count}`);
    await metrics.shutdown();
  });
});

describe('A port in use', () => {
  it('the start is rejected, and no error listener is left behind', async () => {
    const first = createServer();
    closers.push(() => first.close());
    const { port } = await listen(first, {
      host: HOST,
      port: 0,
      listener: 'api',
      clock: systemClock,
      onError: () => undefined,
    });
    const second = createServer();
    const onError = jest.fn();
    await expect(
      listen(second, { host: HOST, port, listener: 'api', clock: systemClock, onError }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(second.listenerCount('error')).toBe(0);
    expect(onError).not.toHaveBeenCalled();
  });
});
