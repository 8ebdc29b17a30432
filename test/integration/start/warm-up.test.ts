import { startApp, startStore } from '../../support/running-app';
import { send } from '../../support/http-server';
import { startTcpProxy } from '../../support/tcp-proxy';

describe('readiness', () => {
  it('comes when all connections to the store are open, although no request has needed them yet', async () => {
    const store = await startStore();
    const proxy = await startTcpProxy(Number(store.endpoint.split(':')[1]));
    const { app, port } = await startApp({
      BIGTABLE_EMULATOR_HOST: proxy.endpoint,
      TIDEMARK_BIGTABLE_CHANNELS: '4',
    });
    expect((await send(port, { path: '/readyz' })).status).toBe(200);
    expect(proxy.connections).toBe(4);
    await app.drain();
    await proxy.close();
    await store.close();
  });

  it('does not come, and nothing else is held up, while the store cannot be reached', async () => {
    const { app, port } = await startApp({ BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' });
    const answer = await send(port, { path: '/readyz' });
    expect([answer.status, answer.json['code']]).toEqual([503, 'store_unavailable']);
    expect((await send(port, { path: '/healthz' })).status).toBe(200);
    await app.drain();
  });
});
