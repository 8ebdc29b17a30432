/** Clients of the gRPC port that send slowly, do not read, or flood, and what becomes of those who behave. */
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { frameMessage } from '../../src/platform/network/grpc';
import { startTestGrpcServer, type TestGrpcOptions, type TestGrpcServer } from '../support/grpc-test-server';
import { PREFACE } from '../support/raw-http2';
import { openSession, openStream } from '../support/grpc-stream';
import { until } from '../support/until';

const MIB = 1024 * 1024;
const SLOW_CALLS = 200;
const UNREAD_CALLS = 40;

describe('A legitimate caller of the gRPC port', () => {
  let server: TestGrpcServer;
  let sessions: ClientHttp2Session[] = [];
  let sockets: Socket[] = [];
  let trickle: NodeJS.Timeout | undefined;
  let calls = 0;

  const start = async (options: TestGrpcOptions = {}): Promise<void> => {
    calls = 0;
    server = await startTestGrpcServer(
      {
        Echo: (request) => {
          calls += 1;
          return request.body;
        },
        Large: () => Buffer.alloc(2 * MIB),
      },
      options,
    );
  };
  afterEach(async () => {
    clearInterval(trickle);
    for (const each of [...sessions, ...sockets]) each.destroy();
    [sessions, sockets] = [[], []];
    await server.stop();
  });

  const open = (): ClientHttp2Session => {
    const session = openSession(server.port);
    sessions.push(session);
    return session;
  };
  const request = (session: ClientHttp2Session, name: string): ClientHttp2Stream =>
    openStream(session, `/test.Test/${name}`, { te: 'trailers' });
  const isServed = async (): Promise<void> => {
    for (let each = 0; each < 20; each++) await server.call('Echo', Buffer.from('hello'));
  };
  const closed = (session: ClientHttp2Session): Promise<unknown> =>
    new Promise((resolve) => session.once('close', resolve));

  it('the caller is served while messages of others trickle, which take no slots and end', async () => {
    await start({ http: { bodyGraceMs: 5_000 } });
    const session = open();
    const streams = Array.from({ length: SLOW_CALLS }, () => request(session, 'Echo'));
    for (const stream of streams) stream.write(Buffer.from([0]));
    await until(() => server.http.server.openCount === SLOW_CALLS);
    trickle = setInterval(
      () => streams.forEach((each) => void (each.destroyed || each.write(Buffer.from([0])))),
      500,
    );
    expect(server.http.server.inFlight).toBe(0);
    await isServed();
    await until(() => server.http.server.openCount === 0);
    expect(await server.metrics(/request_timeout/)).not.toEqual([]);
  });

  it('the caller is served while another does not read its answers, which are discarded', async () => {
    await start({ http: { unsentTimeoutMs: 3_000, unsentBytesPerSecondMin: 100 * MIB } });
    const session = open();
    for (let each = 0; each < UNREAD_CALLS; each++)
      request(session, 'Large').end(frameMessage(Buffer.alloc(0)));
    await until(() => server.http.server.openCount >= UNREAD_CALLS / 2);
    await isServed();
    await until(() => server.http.server.openCount === 0);
    expect(await server.metrics(/^tidemark_http_answers_aborted_total(\{.*\})? [1-9]/)).toHaveLength(1);
    await until(
      async () => (await server.metrics(/^tidemark_http_answer_bytes_unsent(\{.*\})? 0$/)).length === 1,
    );
  });

  it('connections without calls are closed, and those that send half a preface', async () => {
    await start({ grpc: { firstCallTimeoutMs: 300, checkIntervalMs: 50 } });
    const socket = connectTcp(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined).resume();
    socket.write('PRI * HTTP/2.0');
    const idle = open();
    await Promise.all([closed(idle), new Promise((resolve) => socket.once('close', resolve))]);
    expect(await server.metrics(/connections_closed_total\{reason="no_calls".*\} 2$/)).toHaveLength(1);
    await isServed();
  });

  it('a connection that is idle after calls is closed without an error', async () => {
    await start({ grpc: { idleTimeoutMs: 300, checkIntervalMs: 50 } });
    const session = open();
    request(session, 'Echo')
      .resume()
      .end(frameMessage(Buffer.alloc(0)));
    await until(() => calls === 1);
    await closed(session);
    expect(await server.metrics(/connections_closed_total\{reason="idle".*\} 1$/)).toHaveLength(1);
    await isServed();
  });

  it('a connection that answers no pings is closed', async () => {
    await start({ grpc: { pingIntervalMs: 50, pingTimeoutMs: 2_000, checkIntervalMs: 50 } });
    // Speaks HTTP/2 up to its settings, and nothing after that, as a client whose machine is gone.
    const socket = connectTcp(server.port, '127.0.0.1').pause();
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(PREFACE);
    await until(
      async () =>
        (await server.metrics(/connections_closed_total\{reason="unresponsive".*\} [1-9]/)).length === 1,
    );
    await isServed();
  });

  it('a client that floods with pings loses its connection', async () => {
    await start();
    const session = open();
    const gone = closed(session);
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    // A client of Node.js has at most ten unanswered pings.
    while (!session.destroyed)
      await Promise.race([new Promise((resolve) => session.ping(resolve)), gone]).catch(() => undefined);
    await gone;
    expect(await server.metrics(/connections_closed_total\{reason="too_many_pings".*\} 1$/)).toHaveLength(1);
    await isServed();
  });

  it('a client that cancels its calls at once, by thousands, is cut off, and others are served', async () => {
    await start();
    const session = open();
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    for (let each = 0; each < 5_000 && !session.destroyed; each++) {
      const stream = request(session, 'Echo');
      stream.close(8);
      if (each % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await isServed();
    await until(() => server.http.server.openCount === 0);
  });
});
