import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { invalidArgument, TidemarkError } from '../../../../src/errors';
import type { ApiRequest } from '../../../../src/http/api-request';
import type { Endpoint } from '../../../../src/http/endpoint';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../support/http-server';
import { until } from '../../../support/until';

const PART = `${'x'.repeat(256 * 1024 - 1)}\n`;
/** More parts than sockets buffer. */
const PARTS = 100;

type MakeParts = (request: ApiRequest) => AsyncGenerator<string, void>;

/** Number of parts made, and of generators that have ended. */
let made = 0;
let ended = 0;
let server: TestServer;

async function* parts(count = PARTS): AsyncGenerator<string, void> {
  try {
    for (let part = 0; part < count; part++) {
      made += 1;
      await Promise.resolve();
      yield PART;
    }
  } finally {
    ended += 1;
  }
}

function endpointOf(make: MakeParts): Endpoint {
  return {
    method: 'GET',
    path: '/parts',
    operationId: 'getParts',
    summary: '',
    tag: 'Operation',
    access: 'public',
    longestTimeoutMs: 60_000,
    response: { status: 200, description: '', forms: { 'application/x-ndjson': {} } },
    errors: [],
    handle: (asked) => ({ status: 200, mediaType: 'application/x-ndjson', parts: make(asked) }),
  };
}

async function start(make: MakeParts, options: TestServerOptions = {}): Promise<void> {
  [made, ended] = [0, 0];
  server = await startTestServer([endpointOf(make)], options);
}

afterEach(() => server.server.drain());

async function open(headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  const { port } = server;
  const sent = request({ port, host: '127.0.0.1', path: '/parts', method, headers, agent: false }).end();
  return ((await once(sent, 'response')) as [IncomingMessage])[0];
}

/** Resolves with the bytes of the body, and whether it was complete. */
async function read(response: IncomingMessage): Promise<{ bytes: number; isComplete: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    return { bytes, isComplete: response.complete };
  } catch {
    return { bytes, isComplete: false };
  }
}

describe('An answer that is made while it is sent', () => {
  it('has all parts and no length', async () => {
    const count = 20;
    await start(() => parts(count));
    const response = await open();
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'transfer-encoding': 'chunked',
    });
    expect(response.headers).not.toHaveProperty('content-length');
    expect(await read(response)).toEqual({ bytes: count * PART.length, isComplete: true });
    await until(() => server.server.openCount === 0);
    expect([made, ended, server.server.inFlight]).toEqual([count, 1, 0]);
  });

  it('is made no faster than its client reads', async () => {
    await start(() => parts(), { config: { unsentTimeoutMs: 60_000 } });
    const response = await open();
    await until(() => made > 1);
    let before = 0;
    await until(() => {
      const isStalled = made === before;
      before = made;
      return isStalled;
    });
    // What the sockets buffer, and no more.
    expect(made).toBeLessThan(PARTS / 2);
    expect((await read(response)).isComplete).toBe(true);
  });

  it('has no body for HEAD, and makes one part only', async () => {
    await start(() => parts());
    const response = await open({}, 'HEAD');
    expect(await read(response)).toEqual({ bytes: 0, isComplete: true });
    expect([made, ended]).toEqual([1, 1]);
  });

  it('is a problem if the first part fails', async () => {
    await start(async function* () {
      yield await Promise.reject(invalidArgument('id', 'is wrong'));
    });
    const answer = await server.send({ path: '/parts' });
    expect([answer.status, answer.json['code']]).toEqual([400, 'invalid_argument']);
  });

  it('is cut off if a later part fails, so that its client notices', async () => {
    await start(async function* () {
      yield* parts(2);
      throw new TidemarkError('store_unavailable', 'no cluster answers');
    });
    expect((await read(await open())).isComplete).toBe(false);
    await until(() => server.server.openCount === 0);
    const lines = server.logLines();
    expect(lines.filter(({ code }) => code === 'store_unavailable')).not.toEqual([]);
    expect(server.server.inFlight).toBe(0);
  });

  it('stops at the deadline of its request', async () => {
    await start(async function* ({ callOptions: { signal } }) {
      yield PART;
      yield await new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
    });
    expect((await read(await open({ 'x-request-timeout-ms': '300' }))).isComplete).toBe(false);
    await until(() => server.logLines().some(({ code }) => code === 'deadline_exceeded'));
  });

  it('stops when its client closes the connection', async () => {
    await start(() => parts(), { config: { unsentTimeoutMs: 60_000 } });
    const response = await open();
    response.destroy();
    await until(() => ended === 1);
    expect(made).toBeLessThan(PARTS);
    await until(() => server.server.openCount === 0);
  });

  it('stops when its client reads nothing for too long', async () => {
    await start(() => parts(), { config: { unsentTimeoutMs: 50, unsentBytesPerSecondMin: 10_000_000 } });
    const response = await open();
    response.on('error', () => undefined);
    await until(() => ended === 1);
    expect(made).toBeLessThan(PARTS);
    response.destroy();
  });
});
