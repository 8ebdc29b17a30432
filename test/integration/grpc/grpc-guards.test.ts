/** Guards of a gRPC call that its own tests do not need: each test fails without one of them. */
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { ANONYMOUS } from '../../../src/core/access/caller';
import { TidemarkError } from '../../../src/errors';
import type { AccessGate } from '../../../src/http/access/access-gate';
import { frameMessage } from '../../../src/platform/network/grpc';
import { failure } from '../../support/grpc-client';
import { openSession, openStream, statusOf } from '../../support/grpc-stream';
import {
  startTestGrpcServer,
  type TestGrpcOptions,
  type TestGrpcServer,
} from '../../support/grpc-test-server';
import { until } from '../../support/until';

const EMPTY = frameMessage(Buffer.alloc(0));
const BODY_BYTES = 100_000;

describe('A gRPC call', () => {
  let server: TestGrpcServer;
  let session: ClientHttp2Session;
  let timeouts: number[];
  let release: () => void;

  const start = async (options?: TestGrpcOptions): Promise<void> => {
    timeouts = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestGrpcServer(
      {
        Echo: (request) => request.body,
        Held: (request) => released.then(() => request.body),
        Timed: (request) => {
          timeouts.push(request.callOptions.timeoutMs);
          return request.body;
        },
        /** Answers in the moment in which its signal aborts. */
        Late: ({ callOptions: { signal } }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve(Buffer.alloc(0)))),
        Large: () => Buffer.alloc(8 * 1024 * 1024),
      },
      options,
    );
    session = openSession(server.port);
  };
  afterEach(async () => {
    release();
    session.destroy();
    await server.stop();
  });

  const open = (name: string, headers: object = {}): ClientHttp2Stream =>
    openStream(session, `/test.Test/${name}`, headers);
  const gateOf = (parts: object): AccessGate => ({
    admit: () => ANONYMOUS,
    release: () => undefined,
    ...parts,
  });

  it('is rejected when the pipeline drains, even on a connection that stays open', async () => {
    await start();
    await server.call('Echo');
    await server.http.server.drain();
    expect(await failure(server.call('Echo'))).toMatchObject({
      status: 'UNAVAILABLE',
      details: { ErrorInfo: { metadata: { code: 'draining' } } },
    });
  });

  it('is shed before its message arrives, and its stream is closed', async () => {
    await start({ http: { requestsInFlightMax: 1 } });
    const held = server.call('Held');
    await until(() => server.http.server.inFlight === 1);
    expect(await statusOf(open('Echo'))).toBe('14');
    release();
    await held;
  });

  it('is rejected for a host that is not served, as are calls of the standard services', async () => {
    const checkHost = (): void => {
      throw new TidemarkError('permission_denied', 'not this host');
    };
    await start({ gate: gateOf({ checkHost }) });
    expect((await failure(server.call('Echo'))).status).toBe('PERMISSION_DENIED');
    const check = { request: Buffer.alloc(0), deserialize: (bytes: Buffer) => bytes };
    const health = server.client.raw('/grpc.health.v1.Health/Check', check);
    expect((await failure(health)).status).toBe('PERMISSION_DENIED');
  });

  it('is rejected if it announces a compression, whether or not the message is compressed', async () => {
    await start();
    const stream = open('Echo', { 'grpc-encoding': 'gzip' });
    stream.end(EMPTY);
    expect(await statusOf(stream)).toBe('12');
  });

  it('is released once if it is cancelled during authentication', async () => {
    let admit = (): void => undefined;
    let released = 0;
    const gate = gateOf({
      admit: () => new Promise((resolve) => (admit = () => resolve(ANONYMOUS))),
      release: () => void (released += 1),
    });
    await start({ gate });
    const stream = open('Echo');
    stream.end(EMPTY);
    await until(() => server.http.server.openCount === 1);
    stream.close(8);
    await until(() => server.http.server.openCount === 0);
    admit();
    await until(() => released === 1);
  });

  it('has no longer deadline than the server allows, less the time since its arrival', async () => {
    const admit = (): Promise<unknown> => new Promise((resolve) => setTimeout(() => resolve(ANONYMOUS), 300));
    await start({ gate: gateOf({ admit }), http: { requestTimeoutMs: 60_000 } });
    for (const timeout of ['50S', '1H']) {
      const stream = open('Timed', { 'grpc-timeout': timeout });
      stream.end(EMPTY);
      expect(await statusOf(stream)).toBe('0');
    }
    expect(timeouts[0]).toBeLessThanOrEqual(49_800);
    expect(timeouts[1]).toBeLessThanOrEqual(60_000);
  });

  it('is counted as failed if the answer comes with the end of its deadline', async () => {
    await start();
    const stream = open('Late', { 'grpc-timeout': '100m' });
    stream.end(EMPTY);
    expect(await statusOf(stream)).toBe('4');
    await until(async () => (await server.metrics(/status_code="DEADLINE_EXCEEDED".*\} 1$/)).length > 0);
    expect(await server.metrics(/rpc_response_status_code="OK"/)).toEqual([]);
  });

  it('takes no memory for its message while its answer is not read, nor for the answer afterwards', async () => {
    await start();
    const stream = open('Large');
    stream.end(frameMessage(Buffer.alloc(BODY_BYTES)));
    const unsent = (): Promise<readonly string[]> =>
      server.metrics(/^tidemark_http_answer_bytes_unsent(\{.*\})? [1-9]/);
    await until(async () => (await unsent()).length === 1);
    expect(await server.metrics(/^tidemark_http_body_bytes_buffered(\{.*\})? 0$/)).toHaveLength(1);
    expect(await statusOf(stream)).toBe('0');
    await until(async () => (await unsent()).length === 0);
  });

  it('has a message of at most the size that its endpoint allows', async () => {
    await start({ endpoint: { bodyBytesMax: 1_000 } });
    expect((await server.call('Echo', Buffer.alloc(1_000))).answer['bytes']).toHaveLength(1_000);
    expect((await failure(server.call('Echo', Buffer.alloc(1_001)))).status).toBe('RESOURCE_EXHAUSTED');
  });

  it('fails and is closed while its message is still arriving', async () => {
    await start({ endpoint: { bodyBytesMax: 1_000 } });
    const stream = open('Echo');
    stream.write(Buffer.alloc(10_000));
    expect(await statusOf(stream)).toBe('8');
  });

  it('takes no memory for a part of its message once its connection is gone', async () => {
    await start({ http: { bodyGraceMs: 60_000 } });
    const buffered = (pattern: RegExp): Promise<readonly string[]> => server.metrics(pattern);
    const stream = open('Echo');
    stream.write(Buffer.alloc(BODY_BYTES / 10));
    await until(
      async () => (await buffered(/^tidemark_http_body_bytes_buffered(\{.*\})? [1-9]/)).length === 1,
    );
    session.destroy();
    await until(async () => (await buffered(/^tidemark_http_body_bytes_buffered(\{.*\})? 0$/)).length === 1);
  });

  it('is counted as cancelled if its client cancels it while it reads the answer', async () => {
    await start();
    const stream = open('Large');
    stream.end(EMPTY);
    await new Promise((resolve) => stream.once('response', resolve));
    stream.close(8);
    await until(async () => (await server.metrics(/status_code="CANCELLED".*\} 1$/)).length > 0);
    expect(await server.metrics(/status_code="OK"/)).toEqual([]);
  });
});
