import { connect } from 'node:net';
import { echoEndpoint, sendRaw, startTestServer, type TestServer } from '../../../support/http-server';
import { until } from '../../../support/until';

describe('Misbehaving connections', () => {
  let started: TestServer;
  beforeEach(async () => {
    started = await startTestServer([echoEndpoint()], {
      config: { headersTimeoutMs: 150, bodyTimeoutMs: 300, keepAliveTimeoutMs: 200, connectionsMax: 3 },
    });
  });
  afterEach(() => started.server.drain());

  const parse = (raw: string): { status: number; head: string; body: Record<string, unknown> } => {
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Record<string, unknown> };
  };

  it.each([
    ['garbage', 'hello\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['headers that do not end', 'GET / HTTP/1.1\r\nhost: a\r\n', 408, 'request_timeout'],
  ])('%s gets a problem, and the connection is closed', async (_name, text, status, code) => {
    const { head, body, ...rest } = parse(await sendRaw(started.port, text));
    expect(rest.status).toBe(status);
    expect(body).toMatchObject({ status, code });
    expect(head).toMatch(/content-type: application\/problem\+json/);
    expect(head).toContain(`x-request-id: ${String(body['requestId'])}`);
    expect(head).toMatch(/connection: close/);
  });

  const POST = 'POST /v1/echo/x HTTP/1.1\r\nconnection: close\r\ncontent-type: application/json\r\n';

  it('a request without a host gets a problem, except in HTTP/1.0', async () => {
    const { status, head, body } = parse(await sendRaw(started.port, `${POST}content-length: 2\r\n\r\n{}`));
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 400, code: 'malformed_request', field: 'host' });
    expect(head).toMatch(/content-type: application\/problem\+json/);
    const old = `${POST}content-length: 2\r\n\r\n{}`.replace('HTTP/1.1', 'HTTP/1.0');
    expect(parse(await sendRaw(started.port, old)).status).toBe(200);
  });

  it('an unknown expectation is ignored', async () => {
    const text = `${POST}host: a\r\nexpect: 200-ok\r\ncontent-length: 2\r\n\r\n{}`;
    expect(await sendRaw(started.port, text)).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 /);
  });

  it('a connection with a trickling body is closed', async () => {
    const socket = connect(started.port, '127.0.0.1');
    socket.write(
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n',
    );
    const timer = setInterval(() => socket.write(' '), 20);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
    clearInterval(timer);
    expect(parse(answer)).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    await until(() => started.server.inFlight === 0);
  });

  it('an unused connection is closed', async () => {
    const socket = connect(started.port, '127.0.0.1');
    socket.write('GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n');
    const from = performance.now();
    await new Promise((resolve) => socket.once('close', resolve).resume());
    expect(performance.now() - from).toBeGreaterThan(150);
  });

  it('connections beyond the maximum are closed', async () => {
    const open = Array.from({ length: 3 }, () => connect(started.port, '127.0.0.1'));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await sendRaw(started.port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n').catch(() => '')).toBe('');
    for (const socket of open) socket.destroy();
  });
});
