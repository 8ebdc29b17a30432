/** The gRPC server with the real request pipeline around handlers of a test. */
import type { Config } from '../../src/config/index';
import { DEFAULTS } from '../../src/config/defaults';
import type { GrpcMethod } from '../../src/grpc/grpc-method';
import { GrpcServer } from '../../src/grpc/server/grpc-server';
import { openHealth } from '../../src/grpc/services/health';
import { SERVICE_NAMES } from '../../src/grpc/services/reflection';
import type { ApiRequest } from '../../src/http/api-request';
import type { AccessGate } from '../../src/http/access/access-gate';
import { protobufResponse, type Endpoint } from '../../src/http/endpoint';
import { systemClock } from '../../src/platform/time/clock';
import { createLogger } from '../../src/platform/telemetry/logger';
import { NO_TRACING } from '../../src/platform/telemetry/tracing';
import { GrpcClient, type CallSettings, type GrpcAnswer } from './grpc-client';
import { echoEndpoint, startTestServer, type TestServer } from './http-server';

export interface TestGrpcServer {
  readonly port: number;
  readonly grpc: GrpcServer;
  /** The HTTP server that the pipeline belongs to. It does not listen. */
  readonly http: TestServer;
  readonly client: GrpcClient;
  /** Calls a method of the test. */
  call(name: string, request?: Buffer, settings?: CallSettings): Promise<GrpcAnswer>;
  /** Lines of the metrics that match. */
  metrics(pattern: RegExp): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export interface TestGrpcOptions {
  readonly http?: Partial<Config['http']>;
  readonly grpc?: Partial<Config['grpc']>;
  readonly gate?: AccessGate;
  readonly checkReady?: () => Promise<void>;
  /** Properties of the endpoint of every method. */
  readonly endpoint?: Partial<Endpoint>;
}

export type TestHandler = (request: ApiRequest) => Promise<Buffer> | Buffer;

/** Starts a server with the methods `test.Test/<name>`, which get and return the bytes of messages. */
export async function startTestGrpcServer(
  handlers: Readonly<Record<string, TestHandler>>,
  { http = {}, grpc = {}, gate, checkReady = () => Promise.resolve(), endpoint = {} }: TestGrpcOptions = {},
): Promise<TestGrpcServer> {
  const server = await startTestServer([], { listens: false, config: http, ...(gate && { gate }) });
  const { pipeline } = server.server;
  const methods = Object.entries(handlers).map(([name, handler]): GrpcMethod => {
    const handle: Endpoint['handle'] = async (request) => protobufResponse(await handler(request));
    return {
      name: `test.Test/${name}`,
      endpoint: { ...echoEndpoint(), ...endpoint, operationId: name, handle },
    };
  });
  const health = await openHealth({
    clock: systemClock,
    intervalMs: 20,
    services: SERVICE_NAMES,
    checkReady,
  });
  const started = new GrpcServer({
    methods,
    health,
    pipeline,
    config: { ...DEFAULTS.grpc, reflection: true, port: 0, ...grpc },
    metrics: server.metrics,
    tracing: NO_TRACING,
    logger: createLogger({ level: 'silent', service: 'test' }),
  });
  started.start();
  const port = await started.listen();
  const client = new GrpcClient(port);
  return {
    port,
    grpc: started,
    http: server,
    client,
    call: (name, request = Buffer.alloc(0), settings = {}) =>
      client.raw(`/test.Test/${name}`, { request, deserialize: (bytes) => ({ bytes }), ...settings }),
    async metrics(pattern) {
      return (await server.metrics.prometheus()).split('\n').filter((line) => pattern.test(line));
    },
    async stop() {
      client.close();
      const grace = started.beginDrain();
      await Promise.all([server.server.drain(grace), grace.then(() => started.drain())]);
    },
  };
}
