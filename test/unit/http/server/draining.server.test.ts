import { connect } from 'node:net';
import { jsonResponse, type Endpoint } from '../../../../src/http/endpoint';
import {
  echoEndpoint,
  startTestServer,
  type SendOptions,
  type TestServer,
  type TestServerOptions,
} from '../../../support/http-server';
import { until } from '../../../support/until';

describe.each([
  ['fast path', true],
  ['Express', false],
])('Draining and overload on the %s', (_name, fastPath) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const { server } of servers.splice(0)) if (!server.draining) await server.drain();
  });

  const start = async (
    endpoints: Endpoint | readonly Endpoint[],
    options: TestServerOptions = {},
  ): Promise<TestServer> => {
    const started = await startTestServer([endpoints].flat(), { fastPath, ...options });
    servers.push(started);
    return started;
  };
  const post = (over: Partial<SendOptions> = {}): SendOptions => ({
    method: 'POST',
    path: '/v1/echo/x',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    ...over,
  });

  it('the server completes requests in flight, rejects new ones, and closes the connections', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = echoEndpoint({ handle: () => held.then(() => jsonResponse('done')) });
    const { port, server, send } = await start(endpoint, {
      config: { drainTimeoutMs: 60_000, drainGraceMs: 0 },
    });
    const working = send(post());
    const idle = connect(port, '127.0.0.1');
    const reused = connect(port, '127.0.0.1');
    await until(() => server.inFlight === 1);
    reused.write(
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n1',
    );
    await until(() => server.openCount === 2);
    const partial = connect(port, '127.0.0.1');
    let refused = '';
    partial.on('data', (chunk: Buffer) => (refused += chunk.toString()));
    partial.write('GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n');
    // Before the port is closed, all of them are more than a wish.
    await until(() => refused.includes('requestId'));
    refused = '';
    partial.write('POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n');
    const drained = server.drain();
    const idleClosed = new Promise((resolve) => idle.once('close', resolve).resume());
    await expect(send(post())).rejects.toThrow(/ECONNREFUSED/);
    partial.write('content-length: 1\r\n\r\n1');
    await until(() => refused.includes('requestId'));
    expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\nconnection: close[^]*"code":"draining"/);
    let late = '';
    reused.on('data', (chunk: Buffer) => (late += chunk.toString()));
    reused.write(`23456789POST /v1/echo/y HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`);
    release();
    const answer = await working;
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    await Promise.all([drained, idleClosed]);
    expect(late).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('an open connection gets one more answer while the server drains, and new connections are refused', async () => {
    const { port, server, send } = await start(echoEndpoint(), {
      config: { drainGraceMs: 60_000, drainTimeoutMs: 60_000 },
    });
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const one =
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1';
    socket.write(one);
    await until(() => answers.includes('"body":1'));
    const drained = server.drain();
    await expect(send(post())).rejects.toThrow(/ECONNREFUSED/);
    answers = '';
    socket.write(one);
    await Promise.all([closed, drained]);
    expect(answers).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/);
  });

  it('the server waits for an idle connection for the grace period only', async () => {
    const never = 3_600_000;
    const { port, server } = await start(echoEndpoint(), {
      config: { drainGraceMs: 20, drainTimeoutMs: never, headersTimeoutMs: never, bodyTimeoutMs: never },
    });
    const idle = connect(port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    const closed = new Promise((resolve) => idle.once('close', resolve).resume());
    await Promise.all([server.drain(), closed]);
  });

  it('the server stops waiting when the drain timeout has passed', async () => {
    const endpoint = echoEndpoint({ handle: () => new Promise(() => {}) });
    const { server, send } = await start(endpoint, { config: { drainTimeoutMs: 50 } });
    const stuck = send(post()).catch((error: Error) => error);
    await until(() => server.inFlight === 1);
    await server.drain();
    expect(await stuck).toHaveProperty('code', 'ECONNRESET');
  });

  it('requests beyond the slots are rejected unread, but probes are answered', async () => {
    const held = echoEndpoint({ handle: () => new Promise(() => {}) });
    const probe = echoEndpoint({
      method: 'GET',
      path: '/probe',
      probe: true,
      request: {},
      handle: () => jsonResponse('here'),
    });
    const { send, server, metrics, logLines } = await start([held, probe], {
      config: { requestsInFlightMax: 1 },
    });
    const stuck = send(post()).catch((error: Error) => error);
    await until(() => server.inFlight === 1);
    const refused = await send(post({ body: 'x'.repeat(100_000) }));
    expect(refused.json).toMatchObject({
      status: 503,
      code: 'overloaded',
      requestId: refused.headers['x-request-id'],
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect((await send({ path: '/probe' })).status).toBe(200);
    expect(await metrics.prometheus()).toContain(
      'tidemark_http_requests_shed_total{http_route="/v1/echo/{id}"} 1',
    );
    expect(logLines().filter((line) => line['level'] === 'warn')).toMatchObject([
      { msg: 'overloaded: rejecting some requests', limit: 1 },
    ]);
    await server.drain();
    await stuck;
  });

  it('requests beyond the limit of requests in flight are shed', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = echoEndpoint({ handle: () => held.then(() => jsonResponse('done')) });
    const { send, server } = await start(endpoint, {
      config: { requestsInFlightMax: 2, retryAfterSeconds: 7 },
    });
    const working = [send(post()), send(post())];
    await until(() => server.inFlight === 2);
    const shed = await send(post());
    expect(shed.json).toMatchObject({
      status: 503,
      code: 'overloaded',
      requestId: shed.headers['x-request-id'],
    });
    expect(shed.headers['retry-after']).toBe('7');
    release();
    expect((await Promise.all(working)).map((each) => each.status)).toEqual([200, 200]);
    expect((await send(post())).status).toBe(200);
  });

  it('the connection of a shed request is closed, and no request behind it begins', async () => {
    let release = (): void => {};
    let begun = 0;
    const held = new Promise<void>((resolve) => (release = resolve));
    const endpoint = echoEndpoint({ handle: () => held.then(() => jsonResponse('done')) });
    // There is always room for a probe.
    const probe: Endpoint = {
      ...echoEndpoint({ handle: () => jsonResponse((begun += 1)) }),
      method: 'GET',
      path: '/probe',
      operationId: 'probe',
      request: {},
      probe: true,
    };
    const { port, send, server } = await start([endpoint, probe], {
      config: { requestsInFlightMax: 1 },
    });
    const working = send(post());
    await until(() => server.inFlight === 1);
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const head = 'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    socket.write(`${head}content-length: 1\r\n\r\n1GET /probe HTTP/1.1\r\nhost: a\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503']);
    expect(text).toContain('connection: close');
    release();
    await working;
    await until(() => server.openCount === 0);
    expect(begun).toBe(0);
  });
});
