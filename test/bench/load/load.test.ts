import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Load } from './load';
import type { LoadRequest, LoadResult } from './messages';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
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

const OPEN = { path: '/', bodies: ['{}'], connections: 8, durationMs: 200, perSecond: 100 };
const load = (port: number, about: Partial<LoadRequest> = {}): Promise<LoadResult> =>
  new Load({ ...OPEN, port, ...about }).run();

const answersOf = ({ statuses }: LoadResult): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0);

describe('The load of benchmarks', () => {
  it('answers every request that was due when the service answers each', async () => {
    const result = await load(await serve((socket) => socket.write(OK)));
    expect(result.due).toBeGreaterThan(0);
    expect(result.statuses).toEqual({ 200: result.due });
    expect(result.latenciesMs).toHaveLength(result.due);
    expect(result.unanswered).toBe(0);
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
    expect(result.statuses).toEqual({ 503: result.due });
    expect(result.unanswered).toBe(0);
    expect(result.latenciesMs).toEqual([]);
  });

  it('sends what still waits for a connection in the end, and times it from when it was due', async () => {
    const holdMs = 30;
    const result = await load(await serve((socket) => setTimeout(() => socket.write(OK), holdMs)), {
      connections: 1,
    });
    expect(result.unanswered).toBe(0);
    expect(result.latenciesMs).toHaveLength(result.due);
    // The requests are answered one after the other, and the last of them was due before the duration was over.
    expect(result.latenciesMs.at(-1)).toBeGreaterThan(result.due * (holdMs - 1) - OPEN.durationMs);
  });

  it('reports all requests as unanswered when its patience is over and the service has answered none', async () => {
    const result = await load(await serve(() => undefined), { patienceMs: 50 });
    expect(result.statuses).toEqual({});
    expect(result.due).toBeGreaterThan(0);
    expect(result.unanswered).toBe(result.due);
  });

  it('sends the next request of a connection at once when no rate is given, and waits for the last answers', async () => {
    const port = await serve((socket, number) => {
      if (number % 7 === 0) socket.end(LAST);
      else socket.write(OK);
    });
    const { path, bodies, connections, durationMs } = OPEN;
    const result = await new Load({ path, bodies, connections, durationMs, port }).run();
    expect(result.unanswered).toBe(0);
    expect(answersOf(result)).toBe(result.due);
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
