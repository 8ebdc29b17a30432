import { createTransport } from '../../../../src/bigtable/transport/create-transport';
import { systemClock, type Clock } from '../../../../src/platform/time/clock';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { call, startCall } from '../../../support/grpc-call';
import { answersPing } from '../../../support/grpc-server';
import { freePort } from '../../../support/free-port';
import { transportFixture } from '../../../support/transport-fixture';
import { until } from '../../../support/until';
import { VirtualClock } from '../../../support/virtual-clock';

const { serve, serveRaw, proxyTo, connectTo } = transportFixture();

const SETTINGS_FRAME = Buffer.from('000000' + '04' + '00' + '00000000', 'hex');
/** Last stream id 0, NO_ERROR. */
const GOAWAY_BEFORE_ALL_FRAME = Buffer.from(
  '000008' + '07' + '00' + '00000000' + '00000000' + '00000000',
  'hex',
);

/** Returns whether a client's bytes contain a HEADERS frame after the connection preface. */
function hasHeadersFrame(received: Buffer): boolean {
  for (let at = 24; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3)) {
    if (received[at + 3] === 1) return true;
  }
  return false;
}

describe('GOAWAY', () => {
  it('streams in flight finish after GOAWAY, and new ones use a new connection', async () => {
    const server = await serve((serverCall, index) => {
      if (index > 0) return serverCall.end();
      serverCall.send(Buffer.from('before'));
      serverCall.session.goaway(0);
      return undefined;
    });
    const transport = connectTo(server.endpoint, { channels: 1 });
    const first = startCall(transport);
    await until(() => first.messages.length === 1);
    // As soon as the client has received it. No call fails meanwhile.
    await until(async () => {
      expect((await call(transport)).error).toBeUndefined();
      return server.sessions.length === 2;
    });
    server.calls[0]?.send(Buffer.from('after'));
    server.calls[0]?.end();
    expect(await first.ended).toEqual({ messages: ['before', 'after'], error: undefined });
  });

  it('calls that GOAWAY excludes are repeated on a new connection, invisibly to the caller', async () => {
    const server = await serve((serverCall) => serverCall.end());
    // node:http2 cannot exclude a stream that it has received, so the first connection is answered by hand.
    const proxy = await proxyTo(server, (socket, index) => {
      if (index > 0) return false;
      socket.write(SETTINGS_FRAME);
      let received = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        received = Buffer.concat([received, bytes]);
        if (hasHeadersFrame(received)) socket.write(GOAWAY_BEFORE_ALL_FRAME);
      });
      return true;
    });
    const transport = connectTo(proxy.endpoint, { channels: 1 });
    expect((await call(transport)).error).toBeUndefined();
    expect(server.calls).toHaveLength(1);
    expect(proxy.connections).toBe(2);
  });

  it('GOAWAY with an error breaks the processed streams', async () => {
    const server = await serve((serverCall) => serverCall.session.goaway(11, serverCall.stream.id));
    const transport = connectTo(server.endpoint, { channels: 1 });
    const { error } = await call(transport);
    expect(error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE, broken: true, unprocessed: false });
    expect(server.calls).toHaveLength(1);
  });
});

describe('refused streams', () => {
  it('refused streams are repeated a limited number of times', async () => {
    const server = await serve((serverCall) => serverCall.reset(7));
    const transport = connectTo(server.endpoint, { limits: { transparentRetriesMax: 2 } });
    expect((await call(transport)).error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE });
    expect(server.calls).toHaveLength(3);
  });

  it('streams are not repeated after a message or for another reason', async () => {
    const server = await serve((serverCall) => serverCall.reset(2));
    const transport = connectTo(server.endpoint);
    expect((await call(transport)).error).toMatchObject({ grpcStatus: GrpcStatus.INTERNAL });
    expect(server.calls).toHaveLength(1);
  });
});

describe('keepalive', () => {
  it('a connection that has become silent is replaced', async () => {
    const server = await serve((serverCall, index) => {
      if (index === 0) proxy.freeze();
      else serverCall.end();
    });
    const proxy = await proxyTo(server);
    const clock = new VirtualClock();
    const limits = { keepaliveIntervalMs: 30, keepaliveTimeoutMs: 500 };
    const transport = connectTo(proxy.endpoint, { channels: 1, clock, limits });
    const first = startCall(transport);
    await until(() => server.calls.length === 1);
    await clock.advance(30 + 500);
    const { error } = await first.ended;
    expect(error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE, broken: true });
    expect((error!.cause as Error).message).toMatch(/no answer to a PING/);
    expect((await call(transport)).error).toBeUndefined();
    expect(server.sessions).toHaveLength(2);
  });

  it('pings are sent while calls are in flight', async () => {
    let pings = 0;
    const server = await serve((serverCall) => {
      serverCall.session.on('ping', () => (pings += 1));
    });
    const limits = { keepaliveIntervalMs: 10, keepaliveTimeoutMs: 60_000 };
    const transport = connectTo(server.endpoint, { channels: 1, limits });
    const running = startCall(transport);
    await until(() => pings >= 3);
    server.calls[0]?.end();
    expect((await running.ended).error).toBeUndefined();
  });

  it('idle connections are not pinged', async () => {
    let pings = 0;
    const server = await serve((serverCall) => {
      serverCall.session.on('ping', () => (pings += 1));
      serverCall.end();
    });
    const clock = new VirtualClock();
    const transport = connectTo(server.endpoint, {
      channels: 1,
      clock,
      limits: { keepaliveIntervalMs: 250 },
    });
    await call(transport);
    await clock.advance(1_000);
    // Everything sent before the answer to this ping has arrived by then.
    await answersPing(server.sessions[0]!);
    expect(pings).toBe(0);
  });
});

describe('connecting', () => {
  it('calls fail as unavailable while no server listens, and recover when one does', async () => {
    const port = await freePort();
    const first = await serve((serverCall) => serverCall.end(), { port });
    const transport = connectTo(first.endpoint, {
      limits: { reconnectInitialDelayMs: 10, reconnectMaxDelayMs: 20 },
    });
    await call(transport);
    await first.close();
    const { error } = await call(transport);
    expect(error).toMatchObject({ code: 'store_unavailable', retryAfterSeconds: 1 });
    await serve((serverCall) => serverCall.end(), { port });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect((await call(transport)).error).toBeUndefined();
  });

  it('the delay between attempts grows, with jitter', async () => {
    let tries = 0;
    const endpoint = await serveRaw((socket) => {
      tries += 1;
      socket.destroy();
    });
    let skippedMs = 0;
    const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs };
    const limits = { reconnectInitialDelayMs: 60_000, reconnectMaxDelayMs: 300_000 };
    const transport = connectTo(endpoint, { channels: 1, limits, clock, random: () => 0.5 });
    const triesAfter = async (pauseMs: number): Promise<number> => {
      skippedMs += pauseMs;
      const { error } = await call(transport, { timeoutMs: 10_000_000 });
      expect(error?.grpcStatus).toBe(GrpcStatus.UNAVAILABLE);
      return tries;
    };
    // Pauses of half of 60, 120, 240 and at most 300 seconds.
    expect(await triesAfter(0)).toBe(1);
    expect(await triesAfter(20_000)).toBe(1);
    expect(await triesAfter(10_000)).toBe(2);
    expect(await triesAfter(50_000)).toBe(2);
    expect(await triesAfter(10_000)).toBe(3);
    expect(await triesAfter(120_000)).toBe(4);
    expect(await triesAfter(150_000)).toBe(5);
    expect(await triesAfter(150_000)).toBe(6);
  });

  it('an attempt is aborted when the connection is not set up in time', async () => {
    const endpoint = await serveRaw(() => undefined);
    const transport = connectTo(endpoint, { limits: { connectTimeoutMs: 40 } });
    const { error } = await call(transport);
    expect(error).toMatchObject({ code: 'store_unavailable' });
    expect(error?.message).toMatch(/no SETTINGS: not within 40 ms/);
  });

  it('an attempt is aborted when the client is closed', async () => {
    let sockets = 0;
    let open = 0;
    const endpoint = await serveRaw((socket) => {
      sockets += 1;
      open += 1;
      socket.resume().on('close', () => (open -= 1));
    });
    const transport = connectTo(endpoint, { limits: { connectTimeoutMs: 60_000, closeTimeoutMs: 20 } });
    const waiting = startCall(transport);
    await until(() => sockets > 0);
    await transport.close();
    expect((await waiting.ended).error?.message).toMatch(/the client was closed/);
    await until(() => open === 0);
  });

  it('a peer without HTTP/2 is rejected', async () => {
    const endpoint = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const transport = connectTo(endpoint);
    expect((await call(transport)).error).toMatchObject({ code: 'store_unavailable' });
  });

  it('calls in flight fail when the connection is lost', async () => {
    const server = await serve(() => proxy.cut());
    const proxy = await proxyTo(server);
    const transport = connectTo(proxy.endpoint);
    expect((await call(transport)).error).toMatchObject({
      code: 'store_unavailable',
      broken: true,
      unprocessed: false,
    });
  });

  it.each(['localhost', 'host:0', ':1', 'host:70000', 'a:b:1'])('the endpoint %j is rejected', (endpoint) => {
    expect(() => createTransport({ endpoint, plaintext: true })).toThrow(/is not host:port/);
  });
});
