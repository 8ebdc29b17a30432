/** Limits, deadlines and cancellation of gRPC calls, with handlers of the test behind the real pipeline. */
import { constants, type ClientHttp2Session } from 'node:http2';
import { ANONYMOUS } from '../../../src/core/access/caller';
import { TidemarkError } from '../../../src/errors';
import type { CancelSignal } from '../../../src/platform/tasks/cancellation';
import { frameMessage } from '../../../src/platform/network/grpc';
import { failure, GrpcClient } from '../../support/grpc-client';
import {
  startTestGrpcServer,
  type TestGrpcOptions,
  type TestGrpcServer,
} from '../../support/grpc-test-server';
import { openSession } from '../../support/grpc-stream';
import { until } from '../../support/until';

describe('A gRPC call', () => {
  let server: TestGrpcServer;
  let sessions: ClientHttp2Session[] = [];
  let signals: CancelSignal[] = [];
  let timeouts: number[] = [];
  let release: () => void = () => undefined;

  const start = async (options?: TestGrpcOptions): Promise<void> => {
    signals = [];
    timeouts = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestGrpcServer(
      {
        Echo: (request) => request.body,
        Held: (request) => released.then(() => request.body),
        /** Ends when its signal aborts. */
        Slow: (request) => {
          const { signal, timeoutMs } = request.callOptions;
          signals.push(signal);
          timeouts.push(timeoutMs);
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        },
        Large: () => Buffer.alloc(8 * 1024 * 1024),
        Broken: () => Promise.reject(new Error('secret')),
        Region: () => {
          throw new TidemarkError('wrong_region', 'not here', { regions: ['eu-a', 'eu-b'] });
        },
      },
      options,
    );
  };
  afterEach(async () => {
    release();
    for (const session of sessions) session.destroy();
    sessions = [];
    await server.stop();
  });

  const open = (): ClientHttp2Session => {
    const session = openSession(server.port);
    sessions.push(session);
    return session;
  };
  /** Sends a call by hand. Resolves with the headers and trailers of the answer, or the code of a reset. */
  const callByHand = (
    session: ClientHttp2Session,
    name: string,
    {
      headers = {},
      body = frameMessage(Buffer.alloc(0)),
    }: { headers?: object; body?: Buffer | undefined } = {},
  ): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': `/test.Test/${name}`,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      });
      let received: Record<string, unknown> = {};
      stream.on('response', (answer: object) => (received = { ...received, ...answer }));
      stream.on('trailers', (trailers: object) => (received = { ...received, ...trailers }));
      stream.on('error', () => undefined);
      stream.on('close', () => resolve({ ...received, reset: stream.rstCode }));
      stream.resume().end(body);
    });

  it('the answer is the message of the handler', async () => {
    await start();
    const { answer } = await server.call('Echo', Buffer.from('hello'));
    expect(answer['bytes']).toEqual(Buffer.from('hello'));
    expect(await server.metrics(/rpc_server_call_duration_seconds_count/)).toEqual([
      expect.stringMatching(/rpc_method="test.Test\/Echo",rpc_response_status_code="OK".*\} 1$/),
    ]);
  });

  it('grpc-timeout is the deadline of the operation, whose signal aborts when it passes', async () => {
    await start();
    const answer = await callByHand(open(), 'Slow', { headers: { 'grpc-timeout': '200m' } });
    expect(answer['grpc-status']).toBe('4');
    expect(timeouts[0]).toBeLessThanOrEqual(200);
    expect(signals[0]!.reason).toMatchObject({ code: 'deadline_exceeded' });
    expect(await server.metrics(/deadline="client"/)).not.toEqual([]);
  });

  it('a deadline of the client is an error of the client even if the server does not answer it', async () => {
    await start();
    const call = server.call('Slow', Buffer.alloc(0), { deadline: Date.now() + 300 });
    expect((await failure(call)).status).toBe('DEADLINE_EXCEEDED');
    await until(() => signals[0]?.aborted === true);
  });

  it('a malformed grpc-timeout is rejected', async () => {
    await start();
    const answer = await callByHand(open(), 'Echo', { headers: { 'grpc-timeout': 'soon' } });
    expect([answer['grpc-status'], answer['grpc-message']]).toEqual([
      '3',
      expect.stringMatching(/^grpc-timeout/),
    ]);
  });

  it('without grpc-timeout the default deadline applies', async () => {
    await start({ http: { requestTimeoutMs: 100 } });
    const answer = await callByHand(open(), 'Slow');
    expect(answer['grpc-status']).toBe('4');
    expect(await server.metrics(/deadline="server"/)).not.toEqual([]);
  });

  it('a cancellation by the client cancels the operation', async () => {
    await start();
    let cancel = (): void => undefined;
    const call = failure(server.call('Slow', Buffer.alloc(0), { onStarted: (each) => (cancel = each) }));
    await until(() => signals.length === 1);
    cancel();
    expect((await call).status).toBe('CANCELLED');
    await until(() => signals[0]!.aborted);
    expect(signals[0]!.reason).toMatchObject({ code: 'client_closed_request' });
    await until(async () => (await server.metrics(/status_code="CANCELLED"/)).length > 0);
    expect(server.http.server.openCount).toBe(0);
  });

  it('a call beyond the slots is shed with the time of a retry', async () => {
    await start({ http: { requestsInFlightMax: 1 } });
    const held = server.call('Held');
    await until(() => server.http.server.inFlight === 1);
    expect(await failure(server.call('Echo'))).toMatchObject({
      status: 'UNAVAILABLE',
      details: {
        ErrorInfo: { metadata: { code: 'overloaded', retryable: 'true' } },
        RetryInfo: { retryDelay: { seconds: 1 } },
      },
    });
    release();
    await held;
    await server.call('Echo');
  });

  it('the limits of a caller apply, and each admitted call is released once', async () => {
    let admitted = 0;
    let released = 0;
    const gate = {
      admit: (_access: unknown, authorization: string | undefined) => {
        if (authorization === undefined) throw new TidemarkError('unauthenticated', 'missing bearer token');
        if (authorization === 'Bearer poor')
          throw new TidemarkError('permission_denied', 'the token lacks a scope');
        if (admitted - released >= 1)
          throw new TidemarkError('rate_limited', 'too many', { retryAfterSeconds: 7 });
        admitted += 1;
        return { ...ANONYMOUS, id: 'ads' };
      },
      release: () => void (released += 1),
    };
    await start({ gate });
    const metadata = { authorization: 'Bearer rich' };
    expect(await failure(server.call('Echo'))).toMatchObject({ status: 'UNAUTHENTICATED' });
    const poor = { metadata: { authorization: 'Bearer poor' } };
    expect(await failure(server.call('Echo', Buffer.alloc(0), poor))).toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    const held = server.call('Held', Buffer.alloc(0), { metadata });
    await until(() => admitted === 1);
    expect(await failure(server.call('Echo', Buffer.alloc(0), { metadata }))).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: { RetryInfo: { retryDelay: { seconds: 7 } } },
    });
    release();
    await held;
    await until(() => released === 1);
    await server.call('Echo', Buffer.alloc(0), { metadata });
    await until(() => released === 2);
  });

  it('an unexpected error is INTERNAL, without its message', async () => {
    await start();
    const failed = await failure(server.call('Broken'));
    expect(failed.status).toBe('INTERNAL');
    expect(JSON.stringify([failed.message, failed.details])).not.toContain('secret');
  });

  it('a user of another region is FAILED_PRECONDITION with the regions', async () => {
    await start();
    expect(await failure(server.call('Region'))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { ErrorInfo: { reason: 'WRONG_REGION', metadata: { regions: 'eu-a,eu-b' } } },
    });
  });

  it('a message over the limit is RESOURCE_EXHAUSTED, and takes no memory afterwards', async () => {
    await start({ http: { bodyBytesMax: 1_000 } });
    expect((await server.call('Echo', Buffer.alloc(1_000))).answer['bytes']).toHaveLength(1_000);
    expect(await failure(server.call('Echo', Buffer.alloc(500_000)))).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: { ErrorInfo: { metadata: { code: 'body_too_large' } } },
    });
    await until(async () =>
      /buffered(\{.*\})? 0$/m.test((await server.metrics(/^tidemark_http_body_bytes_buffered/)).join()),
    );
  });

  it.each([
    ['no message', Buffer.alloc(0), '3'],
    ['a part of a message', Buffer.from([0, 0, 0, 0, 9, 1]), '3'],
    ['two messages', Buffer.concat([frameMessage(Buffer.from('a')), frameMessage(Buffer.from('b'))]), '3'],
    ['a compressed message', Buffer.from([1, 0, 0, 0, 1, 1]), '12'],
  ])('a body of %s is rejected', async (_name, body, status) => {
    await start();
    expect((await callByHand(open(), 'Echo', { body }))['grpc-status']).toBe(status);
  });

  it('a request that is no gRPC call is answered with 415', async () => {
    await start();
    const headers = { 'content-type': 'application/json' };
    expect((await callByHand(open(), 'Echo', { headers }))[':status']).toBe(415);
  });

  it('a connection has at most the configured calls in flight', async () => {
    await start({ grpc: { streamsPerConnectionMax: 4 } });
    const session = open();
    const before = session.remoteSettings;
    expect(before).toBeDefined();
    const calls = Array.from({ length: 6 }, () => callByHand(session, 'Held'));
    await until(() => server.http.server.inFlight === 4);
    expect(session.remoteSettings.maxConcurrentStreams).toBe(4);
    release();
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ reset }) => reset === constants.NGHTTP2_REFUSED_STREAM);
    // A client that knows the setting queues the calls instead.
    expect(answers.filter((each) => each['grpc-status'] === '0').length + refused.length).toBe(6);
  });

  it('connections beyond the limit are closed at once', async () => {
    await start({ grpc: { connectionsMax: 1 } });
    await callByHand(open(), 'Echo');
    const second = open();
    await new Promise((resolve) => second.once('close', resolve));
    expect(await server.metrics(/^tidemark_grpc_connections_rejected_total/)).toEqual([
      expect.stringMatching(/ 1$/),
    ]);
  });

  it('a drain completes calls in flight, and takes no further connections', async () => {
    await start({ http: { drainTimeoutMs: 30_000, drainGraceMs: 50 } });
    const held = server.call('Held');
    await until(() => server.http.server.inFlight === 1);
    const stopped = server.stop();
    const other = new GrpcClient(server.port);
    await until(async () => (await failure(other.call('Counts/Query', {}))).status === 'UNAVAILABLE');
    other.close();
    expect(server.http.server.inFlight).toBe(1);
    release();
    expect((await held).answer['bytes']).toHaveLength(0);
    await stopped;
  });
});
