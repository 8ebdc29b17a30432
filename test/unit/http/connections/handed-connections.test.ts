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
describe('connections that are handed to the HTTP server', () => {
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

  it('are answered', async () => {
    await start();
    expect(await send(port, { ...post, headers })).toMatchObject({ status: 200, json: { id: 'x' } });
  });

  it('are kept for several requests, also when these come at once', async () => {
    await start();
    const answers = await sendRaw(port, REQUEST + REQUEST + LAST_REQUEST);
    expect(answers.match(/HTTP\/1\.1 404/g)).toHaveLength(3);
  });

  it('are closed with a problem when headers do not arrive in time', async () => {
    await start({ headersTimeoutMs: 150, bodyTimeoutMs: 300 });
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nhost: a\r\n')).toMatch(
      /^HTTP\/1\.1 408 .*request_timeout/s,
    );
  });

  it('are closed when they are not used', async () => {
    await start({ keepAliveTimeoutMs: 200 });
    expect(await sendRaw(port, REQUEST)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('are closed beyond the limit of open connections, and taken again below it', async () => {
    await start({ connectionsMax: 3 });
    const open = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await sendRaw(port, LAST_REQUEST).catch(() => '')).toBe('');
    open.pop()!.destroy();
    await until(async () => (await sendRaw(port, LAST_REQUEST).catch(() => '')) !== '');
    for (const socket of open) socket.destroy();
  });

  it('are all closed when the server has drained, after the answers to what was in flight', async () => {
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

  it('get one more answer while the server drains', async () => {
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
