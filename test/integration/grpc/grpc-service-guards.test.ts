/** Limits of the calls of the health and reflection services: each test fails without one guard. */
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { DEFAULTS } from '../../../src/config/defaults';
import type { GrpcCallLog } from '../../../src/grpc/server/grpc-call-log';
import { openHealth, type HealthService } from '../../../src/grpc/services/health';
import { ServiceRegistry } from '../../../src/grpc/services/service-registry';
import { ServiceStreams, type ServiceStreamsOptions } from '../../../src/grpc/services/service-streams';
import { systemClock } from '../../../src/platform/time/clock';
import { frameMessage } from '../../../src/platform/network/grpc';
import {
  startTestGrpcServer,
  type TestGrpcOptions,
  type TestGrpcServer,
} from '../../support/grpc-test-server';
import { openStream, statusOf } from '../../support/grpc-stream';
import { until } from '../../support/until';

const CHECK = '/grpc.health.v1.Health/Check';
const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
/** ServerReflectionRequest with `list_services: "*"`. */
const LIST_SERVICES = frameMessage(Buffer.from([0x3a, 1, 0x2a]));
const EMPTY = frameMessage(Buffer.alloc(0));

describe('A call of a standard service', () => {
  let server: TestGrpcServer | undefined;
  let http2: Http2Server | undefined;
  let session: ClientHttp2Session;
  const start = async (options?: TestGrpcOptions): Promise<void> => {
    server = await startTestGrpcServer({}, options);
    open(server.port);
  };
  const open = (port: number): void => {
    // The window for answers is small, so that unread ones wait in the server.
    session = connect(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 100 } });
    session.on('error', () => undefined);
  };
  /** Starts a server of HTTP/2 with one handler, and connects to it. */
  const listen = async (
    handle: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
  ): Promise<void> => {
    http2 = createServer().on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      handle(stream, headers);
    });
    await new Promise<void>((resolve) => http2!.listen(0, '127.0.0.1', resolve));
    open((http2.address() as AddressInfo).port);
  };
  afterEach(async () => {
    session.destroy();
    await server?.stop();
    if (http2 !== undefined) await new Promise((resolve) => http2!.close(resolve));
    server = http2 = undefined;
  });

  const request = (path: string): ClientHttp2Stream => openStream(session, path);

  it('counts among the open ones until it is closed', async () => {
    await start({ grpc: { serviceStreamsMax: 1 } });
    for (let each = 0; each < 3; each++) {
      const stream = request(CHECK);
      stream.end(EMPTY);
      expect(await statusOf(stream)).toBe('0');
    }
  });

  it('of reflection is open for a limited time', async () => {
    await start({ grpc: { reflectionTimeoutMs: 50 } });
    const stream = request(REFLECTION);
    stream.write(LIST_SERVICES);
    expect(await statusOf(stream)).toBe('4');
  });

  it('fails when its client does not read the answers', async () => {
    await start({ grpc: { serviceUnsentBytesMax: 1_000 } });
    const stream = request(REFLECTION);
    for (let each = 0; each < 20; each++) stream.write(LIST_SERVICES);
    stream.end();
    await new Promise((resolve) => stream.once('response', resolve));
    // A ping is answered after the requests before it.
    await new Promise((resolve) => session.ping(resolve));
    expect(await statusOf(stream)).toBe('8');
  });

  it('needs a valid message, and exactly one if the method takes one', async () => {
    await start();
    const malformed = request(CHECK);
    // Wire type 7 does not exist.
    malformed.end(frameMessage(Buffer.from([0x0f])));
    expect(await statusOf(malformed)).toBe('3');
    const empty = request(CHECK);
    empty.end();
    expect(await statusOf(empty)).toBe('3');
  });

  it('reports its cancellation to the implementation', async () => {
    let isCancelled = false;
    const registry = new ServiceRegistry();
    registry.addService(
      {
        Watch: {
          path: '/test.Test/Watch',
          requestStream: false,
          responseStream: true,
          requestSerialize: (bytes: Buffer) => bytes,
          requestDeserialize: (bytes: Buffer) => bytes,
          responseSerialize: (bytes: Buffer) => bytes,
          responseDeserialize: (bytes: Buffer) => bytes,
        },
      },
      {
        Watch: (call: ServerWritableStream<Buffer, Buffer>) => {
          call.on('cancelled', () => (isCancelled = true));
          call.write(Buffer.alloc(0));
        },
      },
    );
    const services = new ServiceStreams(
      optionsOf({ registry, start: () => undefined, stop: () => undefined }),
    );
    await listen((stream, headers) => services.serve(stream, '/test.Test/Watch', headers));
    const stream = request('/test.Test/Watch');
    stream.resume().end(EMPTY);
    await new Promise((resolve) => stream.once('response', resolve));
    stream.close(8);
    await until(() => isCancelled);
  });

  it('that watches the health sees no readiness that is found after the server begins to drain', async () => {
    let report = (): void => undefined;
    const checkReady = (): Promise<void> => new Promise((resolve) => (report = resolve));
    await start({ checkReady, http: { drainGraceMs: 60_000, drainTimeoutMs: 60_000 } });
    const stream = request('/grpc.health.v1.Health/Watch');
    let bytes = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
    stream.end(EMPTY);
    await until(() => bytes.length > 0);
    const stopped = server!.grpc.beginDrain();
    report();
    await new Promise((resolve) => setImmediate(resolve));
    const ended = statusOf(stream);
    await server!.grpc.drain();
    await stopped;
    expect(await ended).toBe('14');
    // One answer: NOT_SERVING.
    expect(bytes).toEqual(frameMessage(Buffer.from([0x08, 2])));
    server!.client.close();
    server = undefined;
  });

  it('that arrives before a shutdown and is served after it is rejected', async () => {
    const health = await openHealth({
      clock: systemClock,
      intervalMs: 1_000,
      services: [],
      checkReady: () => Promise.resolve(),
    });
    const services = new ServiceStreams(optionsOf(health));
    await listen((stream, headers) => {
      services.serve(stream, REFLECTION, headers);
      // Reflection is still being loaded.
      services.endAll();
    });
    expect(await statusOf(request(REFLECTION))).toBe('14');
  });
});

const optionsOf = (health: HealthService): ServiceStreamsOptions => ({
  config: { ...DEFAULTS.grpc, reflection: true, port: 0 },
  health,
  clock: systemClock,
  gate: { admit: () => Promise.reject(new Error()), release: () => undefined },
  log: { onServiceCall: () => undefined } as unknown as GrpcCallLog,
});
