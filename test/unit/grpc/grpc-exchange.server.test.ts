import type { ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import { GrpcCallLog } from '../../../src/grpc/server/grpc-call-log';
import { GrpcExchange } from '../../../src/grpc/server/grpc-exchange';
import { protobufResponse } from '../../../src/http/endpoint';
import { compileEndpoint } from '../../../src/http/server/compiled-endpoint';
import { frameMessage } from '../../../src/platform/network/grpc';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { echoEndpoint, startTestServer, type TestServer } from '../../support/http-server';

describe('GrpcExchange', () => {
  let exchanged: TestServer;
  let stream: Readable;
  let calls: number;

  beforeEach(async () => {
    exchanged = await startTestServer([], { listens: false });
    const { pipeline } = exchanged.server;
    const logger = createLogger({ level: 'silent', service: 'test' });
    const log = new GrpcCallLog({ logger, metrics: exchanged.metrics, tracing: NO_TRACING }, pipeline);
    calls = 0;
    const endpoint = compileEndpoint({
      ...echoEndpoint(),
      handle: () => {
        calls += 1;
        return Promise.resolve(protobufResponse(Buffer.alloc(0)));
      },
    });
    stream = new Readable({ read: () => undefined });
    const exchange = new GrpcExchange(
      { pipeline, log },
      { name: 'test.Test/Echo', endpoint },
      stream as ServerHttp2Stream,
      {},
      pipeline.clock.monotonicMs(),
    );
    pipeline.openCall('', () => exchange.start());
  });

  const expectNothingLeft = (): void => {
    const { server } = exchanged;
    expect(calls).toBe(0);
    expect([server.openCount, server.inFlight, server.pipeline.bodies.bufferedBytes]).toEqual([0, 0, 0]);
  };

  it('a call that ends and closes in the same moment takes no slot and no memory', async () => {
    // The streams of today's HTTP/2 emit the two events in turns of their own, which nothing promises.
    stream.emit('data', frameMessage(Buffer.alloc(1_000)));
    stream.emit('end');
    stream.emit('close');
    await new Promise(setImmediate);
    expectNothingLeft();
  });

  it('a call that closes before its message has ended takes no memory', async () => {
    // The streams of today's HTTP/2 end or fail before they close. Other streams that are destroyed do neither.
    stream.emit('data', Buffer.alloc(1_000));
    expect(exchanged.server.pipeline.bodies.bufferedBytes).toBe(1_000);
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expectNothingLeft();
  });
});
