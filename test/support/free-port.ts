import type { ChildProcess } from 'node:child_process';
import { createServer, connect } from 'node:net';

/** Below the ephemeral ports of systems, which could occupy a port before it is used. */
const FIRST_PORT = 21_000;
/** Number of ports of each Jest worker. */
const PORTS_PER_WORKER = 500;
/** Start at different offsets, so that concurrent test runs seldom collide. */
let ports = process.pid;

/** Returns a port that no process listens on and no other test uses. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + PORTS_PER_WORKER * Number(process.env['JEST_WORKER_ID'] ?? 0);
  for (;;) {
    const port = first + (ports++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Resolves when the process listens on the port. Throws when it ends first or the time limit passes. */
export async function untilListening(port: number, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with code ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`${child.spawnfile} did not listen within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
