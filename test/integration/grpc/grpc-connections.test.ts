/** Limits and draining of the connections of the gRPC port: each test fails without one guard. */
import { constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { frameMessage } from '../../../src/platform/network/grpc';
import {
  startTestGrpcServer,
  type TestGrpcOptions,
  type TestGrpcServer,
} from '../../support/grpc-test-server';
import { callBody, callHeaders, lastStreamIds, PREFACE } from '../../support/raw-http2';
import { openSession, openStream } from '../../support/grpc-stream';
import { until } from '../../support/until';

const EMPTY = frameMessage(Buffer.alloc(0));
const MIB = 1024 * 1024;

describe('A connection of the gRPC port', () => {
  let server: TestGrpcServer;
  let sessions: ClientHttp2Session[] = [];
  let sockets: Socket[] = [];
  let calls: number;
  let release: () => void;

  const start = async (options?: TestGrpcOptions): Promise<void> => {
    calls = 0;
    const released = new Promise<void>((resolve) => (release = resolve));
    server = await startTestGrpcServer(
      {
        Echo: ({ body }) => {
          calls += 1;
          return body;
        },
        Held: ({ body }) => released.then(() => body),
        Large: () => Buffer.alloc(2 * MIB),
      },
      options,
    );
  };
  afterEach(async () => {
    release();
    for (const each of [...sessions, ...sockets]) each.destroy();
    [sessions, sockets] = [[], []];
    await server.stop();
  });

  const open = (): ClientHttp2Session => {
    const session = openSession(server.port);
    sessions.push(session);
    return session;
  };
  const request = (session: ClientHttp2Session, name: string, headers: object = {}): ClientHttp2Stream =>
    openStream(session, `/test.Test/${name}`, headers);
  /** Resolves with the status of a call, or the code with which it was reset. */
  const outcome = (stream: ClientHttp2Stream): Promise<unknown> =>
    new Promise((resolve) => {
      let status: unknown;
      stream.on('trailers', (trailers: Record<string, unknown>) => (status = trailers['grpc-status']));
      stream.on('close', () => resolve(status ?? stream.rstCode));
      stream.resume().end(EMPTY);
    });
  /** Opens a connection that sends bytes and reads nothing of what it gets but the end. */
  const openRaw = (...bytes: readonly Buffer[]): Socket => {
    const socket = connectTcp(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined).resume();
    socket.write(Buffer.concat([PREFACE, ...bytes]));
    return socket;
  };

  it('carries metadata of a limited number of entries, and of a limited size', async () => {
    await start();
    const entries = (count: number, value: string): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, value]));
    expect(await outcome(request(open(), 'Echo', entries(40, 'y')))).toBe('0');
    expect(await outcome(request(open(), 'Echo', entries(80, 'y')))).not.toBe('0');
    const session = open();
    // The limit of the size applies once the client has acknowledged it.
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    await new Promise((resolve) => session.ping(resolve));
    expect(await outcome(request(session, 'Echo', entries(20, 'y'.repeat(2_000))))).not.toBe('0');
    expect(calls).toBe(1);
  });

  it('takes no further calls beyond its memory', async () => {
    await start({ grpc: { sessionMemoryMbMax: 1 } });
    const session = open();
    request(session, 'Large').end(EMPTY);
    await until(
      async () => (await server.metrics(/^tidemark_http_answer_bytes_unsent.* [1-9]/)).length === 1,
    );
    expect(await outcome(request(session, 'Echo'))).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await outcome(request(open(), 'Echo'))).toBe('0');
  });

  it('is asked at the beginning of a drain to open no further calls, and stays open for those in flight', async () => {
    await start({ http: { drainGraceMs: 60_000, drainTimeoutMs: 60_000 } });
    const session = open();
    const held = outcome(request(session, 'Held'));
    await until(() => server.http.server.inFlight === 1);
    const goaway = new Promise((resolve) => session.once('goaway', (code: number) => resolve(code)));
    let isOver = false;
    const drained = server.grpc.beginDrain().then(() => (isOver = true));
    expect(await goaway).toBe(constants.NGHTTP2_NO_ERROR);
    expect(isOver).toBe(false);
    release();
    expect(await held).toBe('0');
    await drained;
  });

  it('learns after the grace period of a drain which of its calls is the last', async () => {
    await start({
      http: { drainGraceMs: 10, drainTimeoutMs: 600_000 },
      grpc: { pingIntervalMs: 600_000 },
    });
    // Clients of Node close their end at the first announcement, which would bring about the second.
    const socket = openRaw(callHeaders(1, '/test.Test/Held'), callBody(1, EMPTY));
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => (received = Buffer.concat([received, bytes])));
    await until(() => server.http.server.inFlight === 1);
    const stopped = server.stop();
    await until(() => lastStreamIds(received).length === 2);
    expect(lastStreamIds(received)).toEqual([2 ** 31 - 1, 1]);
    release();
    await stopped;
  });

  it('is closed after the drain timeout, whatever it still sends', async () => {
    await start({ http: { drainGraceMs: 10, drainTimeoutMs: 300, bodyGraceMs: 600_000 } });
    const socket = openRaw(callHeaders(1, '/test.Test/Echo'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await until(() => server.http.server.openCount === 1);
    await server.stop();
    await closed;
  });

  it('is closed if another process hands it over during a drain', async () => {
    await start({
      http: { drainGraceMs: 60_000, drainTimeoutMs: 60_000 },
      grpc: { firstCallTimeoutMs: 600_000 },
    });
    const held = outcome(request(open(), 'Held'));
    await until(() => server.http.server.inFlight === 1);
    const drained = server.grpc.beginDrain();
    const acceptor = createServer({ pauseOnConnect: true }, (socket) => server.grpc.takeConnection(socket));
    await new Promise<void>((resolve) => acceptor.listen(0, '127.0.0.1', resolve));
    const socket = connectTcp((acceptor.address() as AddressInfo).port, '127.0.0.1').resume();
    sockets.push(socket);
    socket.write(PREFACE);
    await new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => acceptor.close(resolve));
    release();
    expect(await held).toBe('0');
    await drained;
  });
});
