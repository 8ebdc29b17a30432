import { setTimeout as wait } from 'node:timers/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { ApiRequest } from '../../../../src/http/api-request';
import { jsonResponse, type Endpoint } from '../../../../src/http/endpoint';
import { TidemarkError } from '../../../../src/errors';
import {
  echoEndpoint,
  sendRaw,
  startTestServer,
  type Answer,
  type SendOptions,
  type TestServer,
  type TestServerOptions,
} from '../../../support/http-server';
import { until } from '../../../support/until';
import type { CancelSignal } from '../../../../src/platform/tasks/cancellation';

/** Every manner is shown on both ways to an endpoint: past Express and through it. */
describe.each([
  ['fast path', true],
  ['Express', false],
])('The request pipeline on the %s', (_name, fastPath) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const { server } of servers.splice(0)) if (!server.draining) await server.drain();
  });

  const start = async (endpoint: Endpoint, options: TestServerOptions = {}): Promise<TestServer> => {
    const started = await startTestServer([endpoint], { fastPath, ...options });
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
  const expectProblem = (answer: Answer, status: number, code: string, field?: string): void => {
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ status, code, type: `urn:tidemark:error:${code}` });
    expect(answer.status).toBe(status);
    expect(answer.json['field']).toBe(field);
    expect(answer.json['requestId']).toBe(answer.headers['x-request-id']);
    expect(typeof answer.json['title']).toBe('string');
  };

  it('answers have the common headers', async () => {
    const { send } = await start(echoEndpoint());
    const answer = await send(post());
    expect(answer.json).toEqual({ id: 'x', limit: null, body: { a: 1 } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(answer.body.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('a well-formed request id is kept, and any other is replaced', async () => {
    const { send } = await start(echoEndpoint());
    const withId = (id: string): Promise<Answer> =>
      send(post({ headers: { 'content-type': 'application/json', 'x-request-id': id } }));
    expect((await withId('abc-1.2:3')).headers['x-request-id']).toBe('abc-1.2:3');
    for (const id of ['', 'with space', 'quote"', 'x'.repeat(129)]) {
      expect((await withId(id)).headers['x-request-id']).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    }
    const [first, second] = [await send(post()), await send(post())];
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });

  it('ids in paths are decoded, including slashes, and invalid encodings are rejected', async () => {
    const { send } = await start(echoEndpoint());
    const id = 'a/b c%2F?#é😀+';
    const answer = await send(post({ path: `/v1/echo/${encodeURIComponent(id)}` }));
    expect(answer.json['id']).toBe(id);
    expectProblem(await send(post({ path: '/v1/echo/%E0%A4' })), 400, 'invalid_argument', 'id');
    expect((await send(post({ path: '/v1/echo/__proto__' }))).json['id']).toBe('__proto__');
    expect((await send(post({ path: '/v1/echo/' }))).json['id']).toBe('');
  });

  it('unknown, repeated and out-of-range query parameters are rejected', async () => {
    const { send } = await start(echoEndpoint());
    expect((await send(post({ path: '/v1/echo/x?limit=3' }))).json['limit']).toBe(3);
    expectProblem(await send(post({ path: '/v1/echo/x?limt=3' })), 400, 'invalid_argument', 'limt');
    expectProblem(await send(post({ path: '/v1/echo/x?limit=3&limit=4' })), 400, 'invalid_argument', 'limit');
    for (const value of ['11', '-1', '1.5', 'x', '']) {
      expectProblem(
        await send(post({ path: `/v1/echo/x?limit=${value}` })),
        400,
        'invalid_argument',
        'limit',
      );
    }
  });

  it('other routes, paths and cases are unknown', async () => {
    const { send } = await start(echoEndpoint());
    for (const path of ['/', '/v1/echo', '/v1/echo/x/', '/V1/echo/x', '/v1/echo/x/y', '/v1//echo/x']) {
      expectProblem(await send(post({ path })), 404, 'unknown_route');
    }
  });

  it('the error for a wrong method lists the methods of the route', async () => {
    const { send } = await start(echoEndpoint());
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
      const answer = await send({ method, path: '/v1/echo/x' });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('POST, OPTIONS');
    }
    expectProblem(await send({ method: 'PATCH', path: '/v1/echo/x' }), 405, 'method_not_allowed');
    const options = await send({ method: 'OPTIONS', path: '/v1/echo/x' });
    expect([options.status, options.headers.allow, options.body.length]).toEqual([204, 'POST, OPTIONS', 0]);
  });

  it('HEAD is answered as GET without the body', async () => {
    const { send } = await start({
      ...echoEndpoint(),
      method: 'GET',
      request: {},
      handle: () => jsonResponse({ some: 'thing' }),
    });
    const get = await send({ path: '/v1/echo/x' });
    const head = await send({ method: 'HEAD', path: '/v1/echo/x' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await send({ method: 'OPTIONS', path: '/v1/echo/x' })).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('the supported content types are accepted', async () => {
    const { send } = await start(echoEndpoint());
    const typed = (type: string, body = '{"a":1}'): Promise<Answer> =>
      send(post({ headers: { 'content-type': type }, body }));
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await typed(type)).json['body']).toEqual({ a: 1 });
    }
    for (const type of [
      'application/x-protobuf',
      'application/protobuf',
      'application/vnd.google.protobuf',
    ]) {
      expect((await typed(type, '\x01\x02')).json['body']).toBe('0102');
    }
    for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonx', '']) {
      expectProblem(await typed(type), 415, 'unsupported_media_type', 'content-type');
    }
    expectProblem(await send(post({ headers: {} })), 415, 'unsupported_media_type', 'content-type');
    const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expectProblem(await send(post({ headers: gzip })), 415, 'unsupported_media_type', 'content-encoding');
  });

  it('the media type of the answer is negotiated', async () => {
    const { send } = await start(echoEndpoint());
    const accepting = (accept: string): Promise<Answer> =>
      send(post({ headers: { 'content-type': 'application/json', accept } }));
    const JSON_TYPE = 'application/json';
    const PROTO = 'application/x-protobuf';
    const cases: [string, string][] = [
      ['*/*', JSON_TYPE],
      ['application/*', JSON_TYPE],
      [PROTO, PROTO],
      ['application/protobuf', PROTO],
      ['text/html, application/x-protobuf;q=0.5, */*;q=0.1', PROTO],
      ['application/json;q=0.2, application/x-protobuf;q=0.9', PROTO],
      ['application/json;q=0, */*', PROTO],
    ];
    for (const [accept, type] of cases) {
      expect([accept, (await accepting(accept)).headers['content-type']]).toEqual([accept, type]);
    }
    for (const accept of ['text/html', 'application/json;q=0', 'image/*']) {
      expectProblem(await accepting(accept), 406, 'not_acceptable', 'accept');
    }
  });

  it('an error in JSON has its position', async () => {
    const { send } = await start(echoEndpoint());
    const answer = await send(post({ body: '{"a": 1,\n "b": x}' }));
    expectProblem(answer, 400, 'malformed_body', 'body');
    expect(answer.json['detail']).toBe('is not valid JSON: line 2, column 7 (position 15)');
    expect((await send(post({ body: '' }))).json['detail']).toMatch(/empty/);
    const binary = await send(post({ body: Buffer.from('{"a":"\xff"}', 'latin1') }));
    expectProblem(binary, 400, 'malformed_body', 'body');
    expect(binary.json['detail']).toMatch(/UTF-8/);
  });

  it('a body cannot pollute prototypes', async () => {
    const { send } = await start(echoEndpoint());
    await send(post({ body: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}' }));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('a body over its limit is rejected, announced or not, and the connection continues to be served', async () => {
    const { send, port, server } = await start(echoEndpoint(), { config: { bodyBytesMax: 1_024 } });
    const tooLarge = [413, 'body_too_large', 'body'] as const;
    expect((await send(post({ body: JSON.stringify('x'.repeat(1_022)) }))).status).toBe(200);
    expectProblem(await send(post({ body: JSON.stringify('x'.repeat(1_023)) })), ...tooLarge);
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    expectProblem(await send(post({ headers: chunked, body: 'x'.repeat(200_000) })), ...tooLarge);
    const small = 'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    const both = await sendRaw(
      port,
      `${small}content-length: 2000\r\n\r\n${'y'.repeat(2_000)}${small}content-length: 1\r\nconnection: close\r\n\r\n1`,
    );
    expect(both.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
    expect(server.inFlight).toBe(0);
  });

  it('a body is requested with 100-continue only if it is wanted', async () => {
    const { port } = await start(echoEndpoint(), { config: { bodyBytesMax: 1_024 } });
    const ask = (length: number): Promise<string[]> =>
      new Promise((resolve) => {
        const seen: string[] = [];
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n` +
            `content-length: ${length}\r\n\r\n`,
        );
        socket.on('data', (chunk: Buffer) => {
          const status = /HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1] ?? '';
          seen.push(status);
          if (status === '100') socket.write('1'.repeat(length));
          else socket.end(() => resolve(seen));
        });
      });
    expect(await ask(10)).toEqual(['100', '200']);
    expect(await ask(5_000)).toEqual(['413']);
  });

  it('the bodies of all requests together are bounded, and all their bytes are released', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let handled = 0;
    const handle = async () => {
      handled += 1;
      await held;
      return jsonResponse('done');
    };
    const { send } = await start(echoEndpoint({ handle }), { config: { bodyBytesInFlightMax: 1_000 } });
    const body = JSON.stringify('x'.repeat(598));
    const first = send(post({ body }));
    await until(() => handled === 1);
    expectProblem(await send(post({ body })), 503, 'overloaded');
    const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    expectProblem(await send(post({ headers: chunked, body })), 503, 'overloaded');
    release();
    expect((await first).status).toBe(200);
    expect((await send(post({ body }))).status).toBe(200);
  });

  it('the deadline is enforced and passed on', async () => {
    const seen: ApiRequest['callOptions'][] = [];
    const endpoint = echoEndpoint({
      handle: (request) => {
        seen.push(request.callOptions);
        return new Promise(() => {});
      },
    });
    const { send } = await start(endpoint, { config: { requestTimeoutMs: 150 } });
    const within = async (header: Record<string, string>): Promise<[Answer, number]> => {
      const from = performance.now();
      const answer = await send(post({ headers: { 'content-type': 'application/json', ...header } }));
      return [answer, performance.now() - from];
    };
    const [answer, tookMs] = await within({});
    expectProblem(answer, 503, 'deadline_exceeded');
    expect(answer.headers['retry-after']).toBe('1');
    expect(tookMs).toBeGreaterThan(140);
    for (const value of ['20', '5000']) {
      expectProblem((await within({ 'x-request-timeout-ms': value }))[0], 503, 'deadline_exceeded');
    }
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
    const [usual, lowered, raised] = seen.map(({ timeoutMs }) => timeoutMs);
    expect(usual).toBeLessThanOrEqual(150);
    expect(lowered).toBeLessThanOrEqual(20);
    expect(raised).toBeLessThanOrEqual(150);
    expect((seen[0]!.signal.reason as TidemarkError).code).toBe('deadline_exceeded');
    for (const value of ['0', '-1', 'x', '1.5']) {
      const [bad] = await within({ 'x-request-timeout-ms': value });
      expectProblem(bad, 400, 'invalid_argument', 'x-request-timeout-ms');
    }
  });

  it('a request with more work gets a longer deadline, up to the longest one, unless the caller chose it', async () => {
    const endpoint = echoEndpoint({
      longestTimeoutMs: 60_000,
      handle: (request) => {
        request.extendDeadline(Number(request.header('x-work-ms')));
        return jsonResponse(request.callOptions.timeoutMs);
      },
    });
    const { send } = await start(endpoint, { config: { requestTimeoutMs: 10_000 } });
    const timeoutMs = async (workMs: number, asked?: number): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-work-ms': String(workMs) };
      const own = asked === undefined ? {} : { 'x-request-timeout-ms': String(asked) };
      const answer = await send(post({ headers: { ...headers, ...own } }));
      return Number(answer.body.toString());
    };
    const around = (ms: number): readonly [number, number] => [ms - 5_000, ms];
    for (const [workMs, asked, [least, most]] of [
      [0, undefined, around(10_000)],
      [20_000, undefined, around(30_000)],
      [200_000, undefined, around(60_000)],
      [20_000, 15_000, around(15_000)],
      [20_000, 100_000, around(60_000)],
    ] as const) {
      const left = await timeoutMs(workMs, asked);
      expect(left).toBeGreaterThan(least);
      expect(left).toBeLessThanOrEqual(most);
    }
  });

  it('a request is answered when the extended deadline passes, and not before', async () => {
    const endpoint = echoEndpoint({
      longestTimeoutMs: 60_000,
      handle: async (request) => {
        request.extendDeadline(50_000);
        await wait(100);
        return jsonResponse('done');
      },
    });
    const { send } = await start(endpoint, { config: { requestTimeoutMs: 20 } });
    expect((await send(post())).status).toBe(200);
  });

  it('the operation can report first what took too long', async () => {
    const endpoint = echoEndpoint({
      handle: async (request) => {
        await wait(request.callOptions.timeoutMs);
        throw new TidemarkError('store_unavailable', 'no connection in time');
      },
    });
    const { send } = await start(endpoint, { config: { requestTimeoutMs: 300 } });
    expectProblem(await send(post()), 503, 'store_unavailable');
  });

  it('the work for a client that closed the connection is aborted', async () => {
    let signal: CancelSignal | undefined;
    const endpoint = echoEndpoint({
      handle: (request) => {
        signal = request.callOptions.signal;
        return new Promise(() => {});
      },
    });
    const { port, server, logLines } = await start(endpoint);
    const headers = { 'content-type': 'application/json' };
    const req = httpRequest({ port, method: 'POST', path: '/v1/echo/x', headers });
    req.on('error', () => {});
    req.end('1');
    await until(() => signal !== undefined);
    req.destroy();
    await until(() => signal?.aborted === true);
    expect((signal!.reason as TidemarkError).code).toBe('client_closed_request');
    // In Node 20 an AbortSignal, with all that it can reach, stays in memory until the next full collection.
    expect(signal).not.toBeInstanceOf(AbortSignal);
    await until(() => server.inFlight === 0);
    expect(logLines().at(-1)).toMatchObject({ status: 499, code: 'client_closed_request' });
  });

  it('a client that closes the connection during its body causes no error', async () => {
    const { port, server, send } = await start(echoEndpoint());
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n12',
    );
    await until(() => server.openCount === 1);
    expect(server.inFlight).toBe(0);
    socket.destroy();
    await until(() => server.openCount === 0);
    expect((await send(post())).status).toBe(200);
  });

  it('internal errors are not shown to clients', async () => {
    const endpoint = echoEndpoint({
      handle: () => {
        throw new Error('password=hunter2 in /etc/secret');
      },
    });
    const { send, logLines } = await start(endpoint);
    const answer = await send(post());
    expectProblem(answer, 500, 'internal');
    expect(answer.body.toString()).not.toMatch(/hunter2|secret|at /);
    const logged = logLines().find((line) => line['msg'] === 'request failed');
    expect(logged).toMatchObject({
      level: 'error',
      requestId: answer.headers['x-request-id'],
      code: 'internal',
    });
    expect(JSON.stringify(logged)).toMatch(/hunter2/);
  });

  it('typed errors are shown with their field and their time to wait', async () => {
    const error = new TidemarkError('store_unavailable', 'gone', {
      retryAfterSeconds: 3,
      cause: new Error('why'),
    });
    const { send } = await start(echoEndpoint({ handle: () => Promise.reject(error) }));
    const answer = await send(post());
    expectProblem(answer, 503, 'store_unavailable');
    expect(answer.headers['retry-after']).toBe('3');
    expect(answer.json).not.toHaveProperty('cause');
  });

  it('no request is left open behind one after which node closes the connection', async () => {
    const { port, server } = await start(echoEndpoint());
    // The client sends `expect: 100-continue` and gets a final answer at once.
    const first = 'GET /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\nexpect: 100-continue\r\n\r\n';
    const answer = await sendRaw(port, `${first}GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    await until(() => server.openCount === 0);
  });

  it('no pipelined request is left open if its connection closes before its turn', async () => {
    const endpoint = echoEndpoint({ handle: () => new Promise(() => {}) });
    const { port, server } = await start(endpoint);
    const one =
      'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1';
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(one.repeat(20));
    await until(() => server.openCount === 20);
    expect(server.inFlight).toBe(1);
    socket.destroy();
    await until(() => server.openCount === 0);
    expect(server.inFlight).toBe(0);
  });
});
