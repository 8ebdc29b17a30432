import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Load } from './load';
import type { LoadMessage, LoadRequest, LoadResult } from './messages';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const SHED = 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}';
const LAST = 'HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n';

let server: Server;
const sockets = new Set<Socket>();

/** A service that handles each request, numbered from 1 on, with the socket it came on. */
async function serve(onRequest: (socket: Socket, number: number) => void): Promise<number> {
  let requests = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // The requests are small, and one at a time on a connection: each comes in one piece.
    socket.on('data', () => onRequest(socket, ++requests));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

const MESSAGE: LoadMessage = { method: 'POST', path: '/', body: '{}' };
const OPEN = { messages: [MESSAGE], connections: 8, durationMs: 200, perSecond: 100 };
const DUE = 20;
const load = (port: number, about: Partial<LoadRequest> = {}): Promise<LoadResult> =>
  new Load({ ...OPEN, port, ...about }).run();

const answersOf = ({ statuses }: LoadResult): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0);

describe('The load of benchmarks', () => {
  it('answers every request that was due when the service answers each', async () => {
    const result = await load(await serve((socket) => socket.write(OK)));
    expect(result.due).toBe(DUE);
    expect(result.offeredPerSecond).toBe(OPEN.perSecond);
    expect(result.statuses).toEqual({ 200: DUE });
    expect(result.latenciesMs).toHaveLength(DUE);
    expect(result).toMatchObject({ shed: 0, unanswered: 0 });
  });

  it('reports the offered rate, and the rate of answers, when the service sheds requests', async () => {
    const result = await load(
      await serve((socket, number) => {
        if (number % 4 === 0) socket.write(SHED);
        else if (number % 4 === 1) socket.end(LAST);
        else socket.write(OK);
      }),
    );
    expect(result.statuses).toEqual({ 200: DUE / 2, 429: DUE / 4, 503: DUE / 4 });
    expect(result).toMatchObject({ due: DUE, shed: DUE / 2, unanswered: 0 });
    expect(result.offeredPerSecond).toBe(OPEN.perSecond);
    expect(result.answeredPerSecond).toBeLessThanOrEqual(OPEN.perSecond / 2);
    expect(result.latenciesMs).toHaveLength(DUE / 2);
  });

  it('does not count the wait for missing answers as time of the load', async () => {
    const missing = 5;
    const result = await load(
      await serve((socket, number) => {
        if (number <= DUE - missing) socket.write(OK);
      }),
      { patienceMs: 600 },
    );
    expect(result).toMatchObject({ due: DUE, unanswered: missing, offeredPerSecond: OPEN.perSecond });
    // With the 600 ms it would be 19 a second.
    const startMs = Math.min(...result.answers.map(({ dueMs }) => dueMs));
    const inTime = result.answers.filter(({ doneMs }) => doneMs - startMs <= OPEN.durationMs).length;
    expect(result.answeredPerSecond).toBe((inTime * 1_000) / OPEN.durationMs);
  });

  it('offers the same requests when its process is busy while they fall due', async () => {
    const busyMs = 2 * OPEN.durationMs;
    const result = await load(
      await serve((socket, number) => {
        const untilMs = performance.now() + (number === 1 ? busyMs : 0);
        while (performance.now() < untilMs);
        socket.write(OK);
      }),
    );
    expect(result).toMatchObject({ due: DUE, unanswered: 0, offeredPerSecond: OPEN.perSecond });
    // The last one was due before the end of the load, and was sent after that.
    expect(result.latenciesMs[0]).toBeGreaterThan(busyMs - OPEN.durationMs);
  });

  it('does not count an answer that the service sends on an idle connection', async () => {
    const used = new Set<Socket>();
    const result = await load(
      await serve((socket, number) => {
        used.add(socket);
        // As a server does with connections that have sent nothing for long.
        if (number === 3) for (const idle of sockets) if (!used.has(idle)) idle.end(TIMEOUT);
        socket.write(OK);
      }),
    );
    expect(result.unanswered).toBeGreaterThanOrEqual(0);
    expect(answersOf(result) + result.unanswered).toBe(result.due);
  });

  it('uses a connection no more on which more than the answer has come', async () => {
    const used: Socket[] = [];
    const result = await load(
      await serve((socket) => {
        used.push(socket);
        socket.write(OK + TIMEOUT);
      }),
      { connections: 1 },
    );
    expect(result).toMatchObject({ statuses: { 200: DUE }, unanswered: 0 });
    expect(new Set(used).size).toBe(DUE);
  });

  it('waits for the last byte of a large answer, which comes in many pieces', async () => {
    const body = Buffer.alloc(1_000_000, 'x');
    const result = await load(
      await serve((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Le`);
        setImmediate(() => {
          socket.write(`ngth: ${body.length}\r\n\r\n`);
          socket.write(body.subarray(1));
          setTimeout(() => socket.write(body.subarray(0, 1)), 20);
        });
      }),
    );
    expect(result.statuses).toEqual({ 200: DUE });
    expect(result.latenciesMs[0]).toBeGreaterThan(18);
  });

  it('sends a GET with the media type that it accepts and without a body', async () => {
    const heads: string[] = [];
    const port = await serve((socket) => {
      socket.once('data', (chunk: Buffer) => heads.push(chunk.toString()));
      socket.write(OK);
    });
    const messages = [{ method: 'GET', path: '/some/cell', accept: 'application/x-protobuf' }] as const;
    await load(port, { messages, connections: 1 });
    expect(heads[0]).toMatch(/^GET \/some\/cell HTTP\/1\.1\r\n/);
    expect(heads[0]).toContain('\r\naccept: application/x-protobuf\r\n');
    expect(heads[0]).not.toContain('content-');
    expect(heads[0]).toMatch(/\r\n\r\n$/);
  });

  it('reports requests whose connection is closed as unanswered, and opens the connection again', async () => {
    let closed = 0;
    const result = await load(
      await serve((socket, number) => {
        if (number % 5 !== 0) return void socket.write(OK);
        closed += 1;
        socket.destroy();
      }),
      { connections: 1 },
    );
    expect(closed).toBeGreaterThan(0);
    expect(result.unanswered).toBe(closed);
    expect(result.statuses).toEqual({ 200: result.due - closed });
  });

  it('sends nothing on a connection that the service is about to close', async () => {
    const result = await load(await serve((socket) => socket.end(LAST)), { connections: 1 });
    expect(result.statuses).toEqual({ 503: DUE });
    expect(result).toMatchObject({ shed: DUE, unanswered: 0, latenciesMs: [] });
  });

  it('sends what still waits for a connection in the end, and times it from when it was due', async () => {
    const holdMs = 30;
    const result = await load(await serve((socket) => setTimeout(() => socket.write(OK), holdMs)), {
      connections: 1,
    });
    expect(result.unanswered).toBe(0);
    expect(result.latenciesMs).toHaveLength(result.due);
    expect(result.answeredPerSecond).toBeLessThanOrEqual(1_000 / holdMs);
    // The requests are answered one after the other, and the last of them was due before the duration was over.
    expect(result.latenciesMs.at(-1)).toBeGreaterThan(result.due * (holdMs - 1) - OPEN.durationMs);
  });

  it('reports all requests as unanswered when its patience is over and the service has answered none', async () => {
    const result = await load(await serve(() => undefined), { patienceMs: 50 });
    expect(result.statuses).toEqual({});
    expect(result).toMatchObject({ due: DUE, unanswered: DUE, answeredPerSecond: 0 });
  });

  it('sends the next request of a connection at once when no rate is given, and waits for the last answers', async () => {
    const port = await serve((socket, number) => {
      if (number % 7 === 0) socket.end(LAST);
      else socket.write(OK);
    });
    const { messages, connections, durationMs } = OPEN;
    const result = await new Load({ messages, connections, durationMs, port }).run();
    expect(result.unanswered).toBe(0);
    expect(answersOf(result)).toBe(result.due);
    expect(result.answeredPerSecond).toBeLessThan(result.offeredPerSecond);
    expect(result.statuses[503]).toBe(Math.floor(result.due / 7));
  });

  it('fails when the service takes no connections any more', async () => {
    const port = await serve((socket) => {
      server.close();
      socket.destroy();
    });
    await expect(load(port, { connections: 1 })).rejects.toThrow('ECONNREFUSED');
  });
});
