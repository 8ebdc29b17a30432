import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  createTransport,
  type GrpcTransport,
  type TransportOptions,
} from '../../../../src/bigtable/transport';
import { GrpcStatus } from '../../../../src/platform/grpc';
import { call, startCall, until } from '../../../support/grpc-call';
import { startGrpcServer, type ScriptedServer, type ServerCall } from '../../../support/grpc-server';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(
  onCall: (call: ServerCall, index: number) => void | Promise<void>,
  options?: Parameters<typeof startGrpcServer>[1],
): Promise<ScriptedServer> {
  const server = await startGrpcServer(onCall, options);
  cleanups.push(() => server.close());
  return server;
}

function connectTo(endpoint: string, options: Partial<TransportOptions> = {}): GrpcTransport {
  const transport = createTransport({
    endpoint,
    plaintext: true,
    ...options,
    limits: { closeTimeoutMs: 50, ...options.limits },
  });
  cleanups.push(() => transport.close());
  return transport;
}

async function serveRaw(onSocket: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    cleanups.push(() => void socket.destroy());
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function proxyTo(
  server: ScriptedServer,
  onConnection?: (socket: Socket, index: number) => boolean,
): Promise<TcpProxy> {
  const proxy = await startTcpProxy(server.port, onConnection);
  cleanups.push(() => proxy.close());
  return proxy;
}

const SETTINGS_FRAME = Buffer.from('000000' + '04' + '00' + '00000000', 'hex');
/** Last stream id 0, NO_ERROR. */
const GOAWAY_BEFORE_ALL_FRAME = Buffer.from(
  '000008' + '07' + '00' + '00000000' + '00000000' + '00000000',
  'hex',
);

/** Whether a client's bytes hold a HEADERS frame yet, behind the connection preface. */
function hasHeadersFrame(received: Buffer): boolean {
  for (let at = 24; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3)) {
    if (received[at + 3] === 1) return true;
  }
  return false;
}

describe('GOAWAY', () => {
  it('lets streams in flight end, and starts new ones on a new connection', async () => {
    const server = await serve((serverCall, index) => {
      if (index > 0) return serverCall.end();
      serverCall.send(Buffer.from('before'));
      serverCall.session.goaway(0);
      return undefined;
    });
    const transport = connectTo(server.endpoint, { channels: 1 });
    const first = startCall(transport);
    await until(() => first.messages.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await call(transport)).error).toBeUndefined();
    expect(server.sessions).toHaveLength(2);
    server.calls[0]?.send(Buffer.from('after'));
    server.calls[0]?.end();
    expect(await first.ended).toEqual({ messages: ['before', 'after'], error: undefined });
  });

  it('repeats calls that it excludes on a new connection, unseen by the caller', async () => {
    const server = await serve((serverCall) => serverCall.end());
    // node:http2 cannot exclude a stream that it has seen, so the first connection is answered by hand.
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

  it('with an error breaks the streams that were processed', async () => {
    const server = await serve((serverCall) => serverCall.session.goaway(11, serverCall.stream.id));
    const transport = connectTo(server.endpoint, { channels: 1 });
    const { error } = await call(transport);
    expect(error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE, broken: true, unprocessed: false });
    expect(server.calls).toHaveLength(1);
  });
});

describe('refused streams', () => {
  it('are repeated a bounded number of times', async () => {
    const server = await serve((serverCall) => serverCall.reset(7));
    const transport = connectTo(server.endpoint, { limits: { transparentRetriesMax: 2 } });
    expect((await call(transport)).error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE });
    expect(server.calls).toHaveLength(3);
  });

  it('are not repeated after a message, or for another reason', async () => {
    const server = await serve((serverCall) => serverCall.reset(2));
    const transport = connectTo(server.endpoint);
    expect((await call(transport)).error).toMatchObject({ grpcStatus: GrpcStatus.INTERNAL });
    expect(server.calls).toHaveLength(1);
  });
});

describe('MAX_CONCURRENT_STREAMS', () => {
  const settings = { maxConcurrentStreams: 2 };

  it('is respected: further calls wait in order for a free stream', async () => {
    let open = 0;
    let openMost = 0;
    const server = await serve(
      async (serverCall) => {
        open += 1;
        openMost = Math.max(openMost, open);
        serverCall.stream.on('close', () => (open -= 1));
        serverCall.send(await serverCall.request);
        setTimeout(() => serverCall.end(), 3);
      },
      { settings },
    );
    const transport = connectTo(server.endpoint, { channels: 1 });
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call(transport, { request: `${index}` })),
    );
    expect(ends.map((end) => end.messages[0])).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    expect(openMost).toBe(2);
  });

  it('opens further channels before calls wait', async () => {
    const server = await serve(() => undefined, { settings });
    const transport = connectTo(server.endpoint, { channels: 2 });
    const calls = Array.from({ length: 5 }, () => startCall(transport, { timeoutMs: 200 }));
    await until(() => server.calls.length === 4);
    expect(server.sessions).toHaveLength(2);
    const ends = await Promise.all(calls.map(({ ended }) => ended));
    expect(ends.every((end) => end.error?.code === 'deadline_exceeded')).toBe(true);
    expect(server.calls).toHaveLength(4);
  });

  it('refuses calls beyond the queue as overload', async () => {
    const server = await serve(() => undefined, { settings });
    const transport = connectTo(server.endpoint, { channels: 1, limits: { callsQueuedMax: 3 } });
    const calls = [startCall(transport, { timeoutMs: 100 })];
    await until(() => server.calls.length === 1);
    calls.push(...Array.from({ length: 4 }, () => startCall(transport, { timeoutMs: 100 })));
    expect((await call(transport)).error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
    const ends = await Promise.all(calls.map(({ ended }) => ended));
    expect(ends.map((end) => end.error?.code)).toEqual(Array(5).fill('deadline_exceeded'));
  });

  it('takes a cancelled call out of the queue', async () => {
    const server = await serve(() => undefined, { settings: { maxConcurrentStreams: 1 } });
    const transport = connectTo(server.endpoint, { channels: 1 });
    const first = startCall(transport);
    await until(() => server.calls.length === 1);
    const controller = new AbortController();
    const second = startCall(transport, { signal: controller.signal });
    controller.abort();
    expect((await second.ended).error?.code).toBe('client_closed_request');
    server.calls[0]?.end();
    await first.ended;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.calls).toHaveLength(1);
  });
});

describe('flow control', () => {
  it('stalls the server while the reader is paused, and loses nothing', async () => {
    const message = Buffer.alloc(10_000, 'x');
    const total = 300;
    let sent = 0;
    const server = await serve(async (serverCall) => {
      for (; sent < total; sent += 1) {
        if (!serverCall.send(message)) await once(serverCall.stream, 'drain');
      }
      serverCall.end();
    });
    const windows = { streamWindowBytes: 100_000, connectionWindowBytes: 200_000 };
    const transport = connectTo(server.endpoint, { limits: windows });
    const reading = startCall(transport);
    await until(() => reading.messages.length > 0);
    reading.handle.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const readWhilePaused = reading.messages.length;
    expect(sent).toBeLessThan(readWhilePaused + 40);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reading.messages).toHaveLength(readWhilePaused);
    reading.handle.resume();
    const { messages, error } = await reading.ended;
    expect(error).toBeUndefined();
    expect(messages).toHaveLength(total);
  });

  it('lets other calls through while one is paused', async () => {
    const server = await serve((serverCall, index) => {
      serverCall.send(Buffer.alloc(index === 0 ? 500_000 : 10));
      serverCall.end();
    });
    const windows = { streamWindowBytes: 100_000, connectionWindowBytes: 1_000_000 };
    const transport = connectTo(server.endpoint, { channels: 1, limits: windows });
    const paused = startCall(transport);
    paused.handle.pause();
    await until(() => server.calls.length === 1);
    expect((await call(transport)).messages).toHaveLength(1);
    paused.handle.resume();
    expect((await paused.ended).messages).toHaveLength(1);
  });
});

describe('keepalive', () => {
  it('replaces a connection that has gone silent', async () => {
    const server = await serve((serverCall, index) => {
      if (index === 0) proxy.freeze();
      else serverCall.end();
    });
    const proxy = await proxyTo(server);
    const keepalive = { keepaliveIntervalMs: 30, keepaliveTimeoutMs: 30 };
    const transport = connectTo(proxy.endpoint, { channels: 1, limits: keepalive });
    const { error } = await call(transport);
    expect(error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE, broken: true });
    expect((error?.cause as Error).message).toMatch(/no answer to a PING/);
    expect((await call(transport)).error).toBeUndefined();
    expect(server.sessions).toHaveLength(2);
  });

  it('pings while calls are in flight, and not otherwise', async () => {
    let pings = 0;
    const server = await serve((serverCall) => {
      if (serverCall.session.listenerCount('ping') === 0) serverCall.session.on('ping', () => (pings += 1));
      setTimeout(() => serverCall.end(), 100);
    });
    const transport = connectTo(server.endpoint, {
      limits: { keepaliveIntervalMs: 20, keepaliveTimeoutMs: 1_000 },
    });
    expect((await call(transport)).error).toBeUndefined();
    expect(pings).toBeGreaterThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const pingsWhenIdle = pings;
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(pings).toBe(pingsWhenIdle);
  });
});

describe('connecting', () => {
  it('fails calls as unavailable while nobody listens, and recovers when somebody does', async () => {
    const first = await serve((serverCall) => serverCall.end());
    const { port, endpoint } = first;
    const transport = connectTo(endpoint, {
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

  it('waits between tries, longer each time, with jitter', async () => {
    let tries = 0;
    const endpoint = await serveRaw((socket) => {
      tries += 1;
      socket.destroy();
    });
    const limits = { reconnectInitialDelayMs: 60, reconnectMaxDelayMs: 10_000 };
    const transport = connectTo(endpoint, { channels: 1, limits, random: () => 0 });
    const tryFor = async (durationMs: number): Promise<number> => {
      const before = tries;
      const endMs = performance.now() + durationMs;
      while (performance.now() < endMs) {
        expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.UNAVAILABLE);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return tries - before;
    };
    // Pauses of half 60, 120, 240 ms: tries at 0, 30, 90 and 210 ms.
    expect(await tryFor(60)).toBe(2);
    expect(await tryFor(90)).toBe(1);
  });

  it('gives up a connection that is not set up in time', async () => {
    const endpoint = await serveRaw(() => undefined);
    const transport = connectTo(endpoint, { limits: { connectTimeoutMs: 40 } });
    const { error } = await call(transport);
    expect(error).toMatchObject({ code: 'store_unavailable' });
    expect(error?.message).toMatch(/no SETTINGS within 40 ms/);
  });

  it('refuses a peer that does not speak HTTP/2', async () => {
    const endpoint = await serveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const transport = connectTo(endpoint);
    expect((await call(transport)).error).toMatchObject({ code: 'store_unavailable' });
  });

  it('breaks the calls in flight when the connection is lost', async () => {
    const server = await serve(() => proxy.cut());
    const proxy = await proxyTo(server);
    const transport = connectTo(proxy.endpoint);
    expect((await call(transport)).error).toMatchObject({
      code: 'store_unavailable',
      broken: true,
      unprocessed: false,
    });
  });

  it.each(['localhost', 'host:0', ':1', 'host:70000', 'a:b:1'])('refuses the endpoint %j', (endpoint) => {
    expect(() => createTransport({ endpoint, plaintext: true })).toThrow(/is not host:port/);
  });
});

describe('deadline and cancellation', () => {
  it('ends the call at its deadline and resets the stream', async () => {
    const server = await serve((serverCall) => serverCall.open());
    const transport = connectTo(server.endpoint);
    const started = performance.now();
    const { error } = await call(transport, { timeoutMs: 50 });
    expect(error).toMatchObject({ code: 'deadline_exceeded', grpcStatus: GrpcStatus.DEADLINE_EXCEEDED });
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(server.calls[0]?.headers['grpc-timeout']).toMatch(/^(50|4\d)m$/);
    await until(() => server.calls[0]?.stream.rstCode === 8);
  });

  it('does not start a call whose deadline has passed or whose signal has aborted', async () => {
    const server = await serve((serverCall) => serverCall.end());
    const transport = connectTo(server.endpoint);
    expect((await call(transport, { timeoutMs: -1 })).error?.code).toBe('deadline_exceeded');
    expect((await call(transport, { signal: AbortSignal.abort() })).error?.code).toBe(
      'client_closed_request',
    );
    expect(server.calls).toHaveLength(0);
  });

  it('takes a deadline beyond what timers hold', async () => {
    const server = await serve((serverCall) => void setTimeout(() => serverCall.end(), 20));
    const transport = connectTo(server.endpoint);
    expect((await call(transport, { timeoutMs: Infinity })).error).toBeUndefined();
    expect(server.calls[0]?.headers['grpc-timeout']).toBe('99999999H');
  });

  it('resets the stream when the signal aborts', async () => {
    const server = await serve((serverCall) => void serverCall.send(Buffer.from('first')));
    const transport = connectTo(server.endpoint);
    const controller = new AbortController();
    const running = startCall(transport, { signal: controller.signal });
    await until(() => running.messages.length === 1);
    controller.abort(new Error('the user went away'));
    expect(await running.ended).toMatchObject({
      error: { code: 'client_closed_request', cause: { message: 'the user went away' } },
    });
    await until(() => server.calls[0]?.stream.rstCode === 8);
  });
});

describe('the pool', () => {
  it('fills one connection up to the step before it uses the next', async () => {
    const server = await serve(() => undefined);
    const transport = connectTo(server.endpoint, { channels: 2, limits: { streamsPerChannelStep: 4 } });
    const calls = Array.from({ length: 4 }, () => startCall(transport));
    await until(() => server.calls.length === 4);
    expect(server.sessions).toHaveLength(1);
    calls.push(startCall(transport));
    await until(() => server.sessions.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 10));
    calls.push(...Array.from({ length: 3 }, () => startCall(transport)));
    await until(() => server.calls.length === 8);
    const perSession = server.sessions.map(
      (session) => server.calls.filter((one) => one.session === session).length,
    );
    expect(perSession).toEqual([5, 3]);
    for (const serverCall of server.calls) serverCall.end();
    await Promise.all(calls.map(({ ended }) => ended));
  });

  it('closes gracefully: calls in flight end, new ones are refused', async () => {
    const server = await serve((serverCall) => void setTimeout(() => serverCall.end(), 50));
    const transport = createTransport({ endpoint: server.endpoint, plaintext: true });
    const running = startCall(transport);
    await until(() => server.calls.length === 1);
    const closed = transport.close();
    expect((await call(transport)).error?.code).toBe('draining');
    await closed;
    expect((await running.ended).error).toBeUndefined();
    await until(() => server.sessions[0]?.destroyed === true);
  });

  it('closes after its time limit even when a call does not end', async () => {
    const server = await serve(() => undefined);
    const transport = createTransport({
      endpoint: server.endpoint,
      plaintext: true,
      limits: { closeTimeoutMs: 30 },
    });
    const running = startCall(transport);
    await until(() => server.calls.length === 1);
    await transport.close();
    expect((await running.ended).error).toMatchObject({ grpcStatus: GrpcStatus.UNAVAILABLE });
  });
});
