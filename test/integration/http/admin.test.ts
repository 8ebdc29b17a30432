import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { TidemarkError } from '../../../src/errors';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { openService } from '../../../src/workers/service';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { send } from '../../support/http-server';
import { freePort } from '../../support/free-port';
import { applySchema, startStore } from '../../support/running-app';
import { until } from '../../support/until';

const CLI = join(__dirname, '../../../src/cli/tidemark.ts');

/** The code where it is not ready. */
async function readinessAt(port: number): Promise<unknown> {
  const answer = await send(port, { path: '/readyz' }).catch(() => undefined);
  return answer?.json['code'] ?? answer?.json['status'];
}

describe('The admin listener of a process', () => {
  let store: LocalBigtable;
  beforeAll(async () => {
    store = await startStore();
  });
  afterAll(() => store.close());

  it('a server answers probes from before it serves until it has ended', async () => {
    const port = await freePort();
    const config = loadConfig({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      PORT: '0',
      TIDEMARK_ADMIN_PORT: String(port),
      TIDEMARK_LOG_LEVEL: 'silent',
    });
    const service = await openService({
      ...config,
      http: { ...config.http, drainGraceMs: 60_000, drainTimeoutMs: 60_000 },
    });
    const address = await service.listen();
    expect(await readinessAt(port)).toBe('ready');
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    const metrics = (await send(port, { path: '/metrics' })).body.toString();
    expect(metrics).toContain('tidemark_http_requests_in_flight');
    // What is not of the process is not there.
    expect((await send(port, { path: '/v1/schema' })).status).toBe(404);

    // The server drains as long as a client is connected.
    const caller = connect(address.port, address.host);
    await once(caller, 'connect');
    const drained = service.drain();
    expect(await readinessAt(port)).toBe('draining');
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    expect((await send(port, { path: '/metrics' })).body.toString()).toContain('process_memory_usage');
    caller.destroy();
    await drained;
    await expect(send(port, { path: '/healthz' })).rejects.toThrow('ECONNREFUSED');
  });

  it('the process is not ready while its embedded store accepts no writes', async () => {
    const port = await freePort();
    const config = loadConfig({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      PORT: '0',
      TIDEMARK_ADMIN_PORT: String(port),
      TIDEMARK_LOG_LEVEL: 'silent',
    });
    let isFull = true;
    const service = await openService(config, {
      checkStore: () => {
        if (isFull) throw new TidemarkError('not_ready', 'the disk of the data folder is full');
      },
    });
    await service.listen();
    expect(await readinessAt(port)).toBe('not_ready');
    isFull = false;
    expect(await readinessAt(port)).toBe('ready');
    await service.drain();
  });

  it('a port in use keeps the server from starting', async () => {
    const port = store.endpoint.split(':')[1];
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint, PORT: '0', TIDEMARK_LOG_LEVEL: 'silent' };
    const service = await openService(loadConfig({ ...env, TIDEMARK_ADMIN_PORT: port }));
    const field = 'TIDEMARK_ADMIN_PORT';
    await expect(service.listen()).rejects.toMatchObject({ code: 'invalid_argument', field });
    await service.drain();
  });
});

describe('The admin listener of long-running commands', () => {
  let store: LocalBigtable;
  const children: StartedChildProcess[] = [];
  beforeAll(async () => {
    store = await startStore({ port: await freePort() });
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill('SIGKILL')));
    await store.close();
  });

  it('a command reports whether the store answers, and its metrics', async () => {
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
    const start = async (...args: string[]): Promise<{ port: number; child: StartedChildProcess }> => {
      const port = await freePort();
      const child = await startChildProcess(CLI, args, { ...env, TIDEMARK_ADMIN_PORT: String(port) });
      children.push(child);
      return { port, child };
    };
    const [pacer, compactor] = await Promise.all([start('pace'), start('compact', '--interval', '1h')]);
    const ports = [pacer.port, compactor.port] as const;
    const readiness = async (): Promise<string> => (await Promise.all(ports.map(readinessAt))).join();
    const metrics = async (port: number): Promise<string> =>
      (await send(port, { path: '/metrics' })).body.toString();
    await until(async () => (await readiness()) === 'ready,ready');
    await until(async () => (await metrics(ports[0])).includes('tidemark_pacing_is_leader 1'));
    expect(await metrics(ports[1])).toMatch(/^tidemark_compaction_round_age/m);

    const storePort = Number(store.endpoint.split(':')[1]);
    await store.close();
    await until(async () => (await readiness()) === 'store_unavailable,store_unavailable');
    store = await startLocalBigtable({ host: '127.0.0.1', port: storePort });
    await applySchema(store.endpoint);
    await until(async () => (await readiness()) === 'ready,ready');
    const codes = await Promise.all([pacer, compactor].map(({ child }) => child.kill('SIGTERM')));
    expect(codes).toEqual([0, 130]);
  });
});
