/** Callers that send slowly, or do not read what they are sent, and what becomes of those who behave. */
import { connect, type Socket } from 'node:net';
import { DEFAULTS } from '../../src/config/defaults';
import { jsonResponse, type Endpoint } from '../../src/http/endpoint';
import { echoEndpoint, startTestServer, type TestServer } from '../support/http-server';
import { until } from '../support/until';

const MIB = 1024 * 1024;
/** Slots of the attacked servers: few, so that a few connections would take all of them. */
const REQUESTS_MAX = 100;
/** Connections of the attack on slots: each pipelines so many requests, of which the server handles up to `pipelinedMax`. */
const PIPELINING = 33;
const PIPELINED = 200;
const SLOW_BODIES = 110;
const OPENED_AT_ONCE = 100;
const LARGE = 16;
const LARGE_BYTES = 9 * MIB;
const UNSENT_BYTES_MAX = 64 * MIB;

const DOCUMENT = jsonResponse({ text: 'x'.repeat(300_000) });
const LARGE_ANSWER = jsonResponse({ text: 'x'.repeat(LARGE_BYTES) });

const document: Endpoint = {
  ...echoEndpoint(),
  method: 'GET',
  path: '/document',
  operationId: 'document',
  access: 'public',
  request: {},
  handle: () => DOCUMENT,
};
const large: Endpoint = {
  ...echoEndpoint(),
  method: 'GET',
  path: '/large',
  operationId: 'large',
  request: {},
  handle: () => LARGE_ANSWER,
};

let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => (release = resolve));
const held: Endpoint = {
  ...echoEndpoint(),
  method: 'GET',
  path: '/held',
  operationId: 'held',
  request: {},
  handle: () => released.then(() => jsonResponse('done')),
};

describe('A legitimate caller beside slow clients', () => {
  let started: TestServer;
  let sockets: Socket[] = [];
  let trickle: NodeJS.Timeout | undefined;
  afterEach(async () => {
    clearInterval(trickle);
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await started.server.drain();
  });

  async function start(config: Parameters<typeof startTestServer>[1] = {}): Promise<void> {
    started = await startTestServer([echoEndpoint(), document, large, held], {
      logLevel: 'silent',
      ...config,
    });
  }

  /**
   * Opens connections, writes the text to each, and reads nothing. Some at a time: the system drops connections beyond the
   * backlog of a busy server, although the client takes them for open.
   */
  async function open(count: number, text: string): Promise<void> {
    for (let left = count; left > 0; left -= OPENED_AT_ONCE) {
      const opened = Array.from({ length: Math.min(left, OPENED_AT_ONCE) }, () => {
        const socket = connect(started.port, '127.0.0.1').pause();
        socket.on('error', () => undefined);
        socket.write(text);
        return socket;
      });
      sockets.push(...opened);
      await Promise.all(opened.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    }
  }

  /** Requests, one after the other; returns those that failed. */
  async function failures(count: number): Promise<readonly number[]> {
    const failed: number[] = [];
    for (let each = 0; each < count; each++) {
      const { status } = await started.send({
        method: 'POST',
        path: '/v1/echo/x',
        headers: { 'content-type': 'application/json' },
        body: '{"a":1}',
        timeoutMs: 60_000,
      });
      if (status !== 200) failed.push(status);
    }
    return failed;
  }

  const unsentBytes = async (): Promise<number> =>
    Number(
      /^tidemark_http_answer_bytes_unsent(?:\{[^}]*\})? (\d+)/m.exec(await started.metrics.prometheus())?.[1],
    );

  it('the caller is served while clients pipeline requests without reading answers, whose connections are closed', async () => {
    expect(PIPELINING * DEFAULTS.http.pipelinedMax).toBeGreaterThan(10 * REQUESTS_MAX);
    await start({
      config: {
        requestsInFlightMax: REQUESTS_MAX,
        unsentTimeoutMs: 1_000,
        unsentBytesPerSecondMin: 10 * MIB,
      },
    });
    await open(PIPELINING, 'GET /document HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(PIPELINED));
    expect(await failures(100)).toEqual([]);
    expect(started.server.inFlight).toBeLessThan(10);
    await until(() => started.server.openCount === 0);
    expect(await failures(20)).toEqual([]);
  });

  it('the caller is served while clients leave large answers unread, which take a bounded amount of memory', async () => {
    await start({ config: { unsentBytesMax: UNSENT_BYTES_MAX } });
    await open(LARGE, 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    await until(async () => (await unsentBytes()) > LARGE_BYTES);
    expect(await failures(100)).toEqual([]);
    expect(await unsentBytes()).toBeLessThanOrEqual(UNSENT_BYTES_MAX + LARGE_BYTES);
    expect(await started.metrics.prometheus()).toMatch(
      /^tidemark_http_answers_aborted_total(\{.*\})? [1-9]/m,
    );
  });

  it('the caller is served while the bodies of other clients trickle, whose connections are closed', async () => {
    // Longer than a busy machine takes to open all connections: those that are opened first must not be closed before that.
    await start({ config: { requestsInFlightMax: REQUESTS_MAX, bodyGraceMs: 15_000 } });
    const head = 'POST /v1/echo/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
    await open(SLOW_BODIES, `${head}content-length: 1000\r\n\r\n{`);
    await until(() => started.server.openCount >= SLOW_BODIES);
    trickle = setInterval(() => sockets.forEach((socket) => socket.write(' ')), 500);

    expect(started.server.inFlight).toBe(0);
    expect(await failures(100)).toEqual([]);
    await until(() => started.server.openCount === 0);
  });

  it('a client gets the answers of a few pipelined requests, and a rejection for the rest of many', async () => {
    await start();
    const socket = connect(started.port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write('GET /held HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(PIPELINED));
    await until(() => started.server.inFlight > 0);
    expect([started.server.inFlight, started.server.openCount]).toEqual([1, DEFAULTS.http.pipelinedMax]);
    release();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(DEFAULTS.http.pipelinedMax);
    expect(text.match(/HTTP\/1\.1 503 /g)).toHaveLength(1);
    expect(text).toMatch(/HTTP\/1\.1 503 [^]*connection: close[^]*"code":"overloaded"/);
  });
});
