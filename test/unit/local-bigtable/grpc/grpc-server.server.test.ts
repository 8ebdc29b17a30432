import { EventEmitter, once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { BigtableServer, type MethodHandler } from '../../../../src/local-bigtable/grpc/grpc-server';
import { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { systemClock } from '../../../../src/platform/time/clock';
import { FRAME_HEADER_BYTES, frameMessage } from '../../../../src/platform/network/grpc';
import { until } from '../../../support/until';

const LIMITS = {
  messageBytesMax: 1_000,
  streamsPerConnectionMax: 10,
  windowBytes: 65_536,
  sessionMemoryMbMax: 64,
  closeGraceMs: 1_000,
  idleProbeMs: 50,
};

interface Answer {
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly body: Buffer;
}

describe('GrpcServer', () => {
  let server: BigtableServer;
  let session: ClientHttp2Session;
  const errors: unknown[] = [];
  const progress = { written: 0, finished: false };
  const arrivals = new EventEmitter();

  const handlers = new Map<string, MethodHandler>([
    ['/echo', { kind: 'unary', handle: (request) => frameMessage(request) }],
    [
      '/later',
      {
        kind: 'unary',
        handle(request) {
          arrivals.emit('later');
          return new Promise((resolve) => setTimeout(resolve, 50, frameMessage(request)));
        },
      },
    ],
    [
      '/never',
      {
        kind: 'unary',
        handle() {
          arrivals.emit('never');
          return new Promise(() => undefined);
        },
      },
    ],
    [
      '/refuse',
      {
        kind: 'unary',
        handle: () => {
          throw new RpcError(5, 'nicht gefunden: ä%');
        },
      },
    ],
    [
      '/bug',
      {
        kind: 'unary',
        handle: () => {
          throw new TypeError('secret');
        },
      },
    ],
    [
      '/fail-late',
      {
        kind: 'stream',
        async handle(request, out) {
          await out.write(frameMessage(request));
          throw new RpcError(8, 'enough');
        },
      },
    ],
    [
      '/flood',
      {
        kind: 'stream',
        async handle(_, out) {
          const frame = frameMessage(Buffer.alloc(10_000));
          for (progress.written = 0; progress.written < 1_000 && !out.isEnded; progress.written++)
            await out.write(frame);
          progress.finished = true;
        },
      },
    ],
  ]);

  beforeEach(async () => {
    errors.length = 0;
    server = await BigtableServer.listen({
      host: '127.0.0.1',
      port: 0,
      clock: systemClock,
      handlers,
      limits: LIMITS,
      onInternalError: (error) => errors.push(error),
      onListenerError: (error) => errors.push(error),
    });
    session = connect(`http://127.0.0.1:${server.port}`, { settings: { initialWindowSize: 65_536 } });
    session.on('error', () => undefined);
  });

  afterEach(async () => {
    session.destroy();
    await server.close();
  });

  function open(path: string, headers: Record<string, string> = {}): ClientHttp2Stream {
    return session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      ...headers,
    });
  }

  function call(
    path: string,
    body: Uint8Array = Buffer.from('hi'),
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return send(path, [frameMessage(body)], headers);
  }

  /** Calls a method with a request in these parts, each in a frame of its own. */
  function send(
    path: string,
    request: readonly Uint8Array[],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return new Promise((resolve) => {
      const stream = open(path, headers);
      const parts: Buffer[] = [];
      let ended: Record<string, unknown> = {};
      stream.on('response', (each) => (ended = { ...ended, ...each }));
      stream.on('trailers', (each: object) => (ended = { ...ended, ...each }));
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', () => undefined);
      stream.on('close', () => {
        const text = (name: string): string | undefined => ended[name] as string | undefined;
        resolve({ status: text('grpc-status'), message: text('grpc-message'), body: Buffer.concat(parts) });
      });
      for (const part of request) stream.write(part);
      stream.end();
    });
  }

  it('the server answers immediately or later', async () => {
    for (const path of ['/echo', '/later']) {
      const { status, body } = await call(path);
      expect([status, body.subarray(FRAME_HEADER_BYTES).toString()]).toEqual(['0', 'hi']);
    }
  });

  it("an error's status and message reach the client, before and after messages", async () => {
    expect(await call('/refuse')).toMatchObject({ status: '5', message: 'nicht gefunden: %C3%A4%25' });
    const late = await call('/fail-late');
    expect(late).toMatchObject({ status: '8', message: 'enough' });
    expect(late.body.length).toBe(FRAME_HEADER_BYTES + 2);
  });

  it('an internal error is logged and its details are not sent to the client', async () => {
    expect(await call('/bug')).toMatchObject({ status: '13', message: 'internal error' });
    expect(errors).toEqual([new TypeError('secret')]);
  });

  it('unknown methods and messages over the limit are rejected', async () => {
    expect((await call('/unknown')).status).toBe('12');
    expect((await call('/echo', Buffer.alloc(1_001))).status).toBe('8');
  });

  it('a request contains exactly one message, in any number of frames', async () => {
    const message = frameMessage(Buffer.from('hi'));
    const [head, tail] = [message.subarray(0, 6), message.subarray(6)];
    expect((await send('/echo', [head, tail])).body).toEqual(message);
    const both = Buffer.concat([message, message]);
    for (const parts of [[], [head], [both], [message, message], [message, head], [head, tail, message]]) {
      expect((await send('/echo', parts)).status).toBe('13');
    }
  });

  it('a call ends at its deadline', async () => {
    const started = performance.now();
    expect((await call('/never', Buffer.alloc(0), { 'grpc-timeout': '80m' })).status).toBe('4');
    expect(performance.now() - started).toBeGreaterThanOrEqual(79);
  });

  it('the server writes no faster than the client reads', async () => {
    const stream = open('/flood');
    stream.on('error', () => undefined);
    stream.end(frameMessage(Buffer.alloc(0)));
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(progress.written).toBeLessThan(100);
    expect(progress.finished).toBe(false);
    stream.close();
    await until(() => progress.finished);
    expect(progress.written).toBeLessThan(100);
  });

  it('the connection of a client that breaks the protocol and disappears is closed', async () => {
    const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const tooLong = Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]);
    const socket = connectTcp({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.end(Buffer.concat([preface, settings, tooLong]));
    // Without a ping, http2 would never close it.
    await once(socket, 'close');
  });

  it('an idle connection remains open if its client answers pings', async () => {
    await call('/echo');
    let pings = 0;
    session.on('ping', () => (pings += 1));
    await until(() => pings > 2);
    expect((await call('/echo')).status).toBe('0');
    expect(session.closed).toBe(false);
  });

  it('closing waits for calls in flight and rejects new ones', async () => {
    const arrived = once(arrivals, 'later');
    const inFlight = call('/later');
    await arrived;
    const goaway = new Promise((resolve) => session.once('goaway', resolve));
    const closing = server.close();
    await goaway;
    expect((await inFlight).status).toBe('0');
    await closing;
  });

  it('closing cuts the remaining calls after the grace period', async () => {
    const arrived = once(arrivals, 'never');
    const stuck = call('/never');
    await arrived;
    // Without the grace period, this would not end.
    await server.close();
    expect((await stuck).status).toBeUndefined();
  });
});
