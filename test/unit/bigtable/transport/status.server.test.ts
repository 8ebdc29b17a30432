import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createTransport, type GrpcTransport } from '../../../../src/bigtable/transport/create-transport';
import { frameMessage, GrpcStatus } from '../../../../src/platform/network/grpc';
import { call } from '../../../support/grpc-call';
import { startGrpcServer, type ScriptedServer, type ScriptedCall } from '../../../support/grpc-server';

let server: ScriptedServer;
let transport: GrpcTransport;
let answer: (call: ScriptedCall) => void | Promise<void>;

beforeAll(async () => {
  server = await startGrpcServer((serverCall) => answer(serverCall));
  transport = createTransport({
    endpoint: server.endpoint,
    plaintext: true,
    limits: { messageBytesMax: 1_000, transparentRetriesMax: 0 },
  });
});
afterAll(async () => {
  await transport.close();
  await server.close();
});

describe('status and metadata', () => {
  it('messages are delivered before OK', async () => {
    answer = async (serverCall) => {
      serverCall.send(Buffer.from(`echo ${(await serverCall.request).toString()}`));
      serverCall.send(Buffer.from('second'));
      serverCall.end();
    };
    expect(await call(transport, { request: 'hello' })).toEqual({
      messages: ['echo hello', 'second'],
      error: undefined,
    });
  });

  it('a message that arrives in pieces is reassembled', async () => {
    answer = async (serverCall) => {
      const bytes = frameMessage(Buffer.from('x'.repeat(500)));
      for (const [from, to] of [
        [0, 3],
        [3, 100],
        [100, 505],
      ]) {
        serverCall.sendRaw(bytes.subarray(from, to));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      serverCall.end();
    };
    expect((await call(transport)).messages).toEqual(['x'.repeat(500)]);
  });

  it('the status of a trailers-only answer is used, and its message percent-decoded', async () => {
    answer = (serverCall) =>
      serverCall.endAtOnce({ 'grpc-status': '5', 'grpc-message': 'no table %22caf%C3%A9%22' });
    const { error } = await call(transport);
    expect(error).toMatchObject({
      code: 'store_rejected',
      grpcStatus: GrpcStatus.NOT_FOUND,
      message: 'NOT_FOUND: no table "café"',
    });
  });

  it('the status of the trailers after messages is used', async () => {
    answer = (serverCall) => {
      serverCall.send(Buffer.from('partial'));
      serverCall.end(14, { 'grpc-message': 'going away' });
    };
    const { messages, error } = await call(transport);
    expect(messages).toEqual(['partial']);
    expect(error).toMatchObject({ code: 'store_unavailable', grpcStatus: 14, retryAfterSeconds: 1 });
  });

  it('RetryInfo and routing cookies are read from the trailers', async () => {
    const details = google.rpc.Status.encode({
      code: 14,
      details: [
        {
          type_url: 'type.googleapis.com/google.rpc.RetryInfo',
          value: Buffer.concat([Buffer.from([0x0a, 8]), durationBytes(2, 500_000_000)]),
        },
      ],
    }).finish();
    answer = (serverCall) =>
      serverCall.end(14, {
        'grpc-status-details-bin': Buffer.from(details).toString('base64'),
        'x-goog-cbt-cookie-routing': 'here',
      });
    const { error } = await call(transport);
    expect(error).toMatchObject({
      retryDelayMs: 2_500,
      retryAfterSeconds: 3,
      routingCookies: { 'x-goog-cbt-cookie-routing': 'here' },
    });
  });

  it('undecodable status details are ignored', async () => {
    answer = (serverCall) => serverCall.end(14, { 'grpc-status-details-bin': '!!!' });
    expect((await call(transport)).error).toMatchObject({ grpcStatus: 14, retryDelayMs: undefined });
  });

  it('an unknown status becomes UNKNOWN', async () => {
    answer = (serverCall) => serverCall.end(99);
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.UNKNOWN);
  });

  it.each([
    [400, GrpcStatus.INTERNAL],
    [401, GrpcStatus.UNAUTHENTICATED],
    [403, GrpcStatus.PERMISSION_DENIED],
    [404, GrpcStatus.UNIMPLEMENTED],
    [429, GrpcStatus.UNAVAILABLE],
    [503, GrpcStatus.UNAVAILABLE],
    [418, GrpcStatus.UNKNOWN],
    [200, GrpcStatus.UNKNOWN],
  ])('HTTP status %d without a grpc-status is mapped to a status', async (httpStatus, grpcStatus) => {
    answer = (serverCall) => serverCall.endAtOnce({ ':status': httpStatus });
    expect((await call(transport)).error?.grpcStatus).toBe(grpcStatus);
  });

  it('a message over the limit is rejected and the stream cancelled', async () => {
    const closed = new Promise<number | undefined>((resolve) => {
      answer = (serverCall) => {
        serverCall.stream.on('close', () => resolve(serverCall.stream.rstCode));
        serverCall.send(Buffer.alloc(1_001));
      };
    });
    expect((await call(transport)).error).toMatchObject({ grpcStatus: GrpcStatus.RESOURCE_EXHAUSTED });
    expect(await closed).toBe(8);
  });

  it('a compressed message is rejected', async () => {
    answer = (serverCall) => void serverCall.sendRaw(Buffer.from([1, 0, 0, 0, 1, 0]));
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.INTERNAL);
  });

  it('an answer that ends within a message is rejected', async () => {
    answer = (serverCall) => {
      serverCall.sendRaw(Buffer.from([0, 0, 0, 0, 9, 1, 2]));
      serverCall.end();
    };
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.INTERNAL);
  });

  it.each([
    [2, GrpcStatus.INTERNAL],
    [7, GrpcStatus.UNAVAILABLE],
    [8, GrpcStatus.CANCELLED],
    [11, GrpcStatus.RESOURCE_EXHAUSTED],
    [12, GrpcStatus.PERMISSION_DENIED],
  ])('RST_STREAM with code %d is mapped to a status', async (resetCode, grpcStatus) => {
    answer = (serverCall) => {
      serverCall.open();
      setImmediate(() => serverCall.reset(resetCode));
    };
    expect((await call(transport)).error).toMatchObject({ grpcStatus, broken: true });
  });

  it('a call carries the headers that gRPC and Google require', async () => {
    answer = (serverCall) => serverCall.end();
    await call(transport, { path: '/a.B/C', metadata: { 'x-goog-request-params': 'p' }, timeoutMs: 1_500 });
    expect(server.calls.at(-1)?.headers).toMatchObject({
      ':method': 'POST',
      ':scheme': 'http',
      ':authority': server.endpoint,
      ':path': '/a.B/C',
      te: 'trailers',
      'content-type': 'application/grpc',
      'user-agent': expect.stringMatching(/^tidemark\/\d/) as string,
      'x-goog-request-params': 'p',
      'grpc-timeout': expect.stringMatching(/^1(500|4\d\d)m$/) as string,
    });
    expect(server.calls.at(-1)?.headers['authorization']).toBeUndefined();
  });

  it('an answer that arrives before the request is completely sent is accepted', async () => {
    answer = (serverCall) => {
      serverCall.stream.pause();
      serverCall.endAtOnce({ 'grpc-status': '8', 'grpc-message': 'too big' });
    };
    const { error } = await call(transport, { request: Buffer.alloc(8 << 20) });
    expect(error?.grpcStatus).toBe(GrpcStatus.RESOURCE_EXHAUSTED);
  });
});

function durationBytes(seconds: number, nanos: number): Buffer {
  const bytes = Buffer.from(google.protobuf.Duration.encode({ seconds, nanos }).finish());
  expect(bytes).toHaveLength(8);
  return bytes;
}
