import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import {
  echoEndpoint,
  send,
  sendRaw,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../../support/http-server';
import { until } from '../../../support/until';

const REQUEST = 'GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LAST_REQUEST = 'GET /nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';

/** An acceptor in the same process stands for that of the supervisor. */
describe('Connections that are handed over to the HTTP server', () => {
  let started: TestServer;
  let acceptor: Server;
  let port: number;
  const start = async (config: TestServerOptions['config'] = {}): Promise<void> => {
    started = await startTestServer([echoEndpoint()], { listens: false, config });
    acceptor = createServer({ pauseOnConnect: true }, (socket) => started.server.takeConnection(socket));
    await new Promise<void>((resolve) => acceptor.listen(0, '127.0.0.1', resolve));
    ({ port } = acceptor.address() as AddressInfo);
  };
  afterEach(async () => {
    acceptor.close();
    if (!started.server.draining) await started.server.drain();
  });

  const post = { method: 'POST', path: '/v1/echo/x', body: '{"a":1}' };
  const headers = { 'content-type': 'application/json' };

  it('a connection is answered', async () => {
    await start();
    expect(await send(port, { ...post, headers })).toMatchObject({ status: 200, json: { id: 'x' } });
  });

  it('a connection serves several requests, even if they arrive at once', async () => {
    await start();
    const answers = await sendRaw(port, REQUEST + REQUEST + LAST_REQUEST);
    expect(answers.match(/HTTP\/1\.1 404/g)).toHaveLength(3);
  });

  it('a connection whose headers do not arrive in time is closed with a problem', async () => {
    await start({ headersTimeoutMs: 150, bodyTimeoutMs: 300 });
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nhost: a\r\n')).toMatch(
      /^HTTP\/1\.1 408 .*request_timeout/s,
    );
  });

  it('an unused connection is closed', async () => {
    await start({ keepAliveTimeoutMs: 200 });
    expect(await sendRaw(port, REQUEST)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('connections beyond the maximum are closed, and accepted again below it', async () => {
    await start({ connectionsMax: 3 });
    const open = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await sendRaw(port, LAST_REQUEST).catch(() => '')).toBe('');
    open.pop()!.destroy();
    await until(async () => (await sendRaw(port, LAST_REQUEST).catch(() => '')) !== '');
    for (const socket of open) socket.destroy();
  });

  it('all connections are closed when the server has drained, after the answers in flight', async () => {
    await start();
    const idle = connect(port, '127.0.0.1').resume();
    const used = connect(port, '127.0.0.1').setEncoding('utf8');
    let answer = '';
    used.on('data', (chunk: string) => (answer += chunk));
    used.write(
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    const closed = [idle, used].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await until(() => started.server.openCount === 1);
    const drained = started.server.drain();
    used.write('}');
    await drained;
    await Promise.all(closed);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*connection: close/s);
  });

  it('a connection gets one more answer while the server drains', async () => {
    await start({ drainGraceMs: 60_000, drainTimeoutMs: 60_000 });
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => (text += chunk));
    socket.write(REQUEST);
    await until(() => text !== '');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const drained = started.server.drain();
    socket.write(REQUEST);
    await Promise.all([drained, closed]);
    expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(2);
  });
});
