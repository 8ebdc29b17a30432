/**
 * Reads many large answers over HTTP/2, and prints how often V8 has collected all of its memory meanwhile. It is a process of
 * its own, since that depends on V8's flags. With the argument `server` it serves the answers.
 */
import '../../src/platform/process/v8-flags';
import { spawn } from 'node:child_process';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { connect, createServer, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

const ANSWER = Buffer.alloc(128 * 1024);
const ANSWERS_EACH = 1_000;
const READERS = 4;

/** Entry of a collection, which the types of Node lack. */
interface Collection {
  readonly detail: { readonly kind: number };
}

function serve(): void {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 });
    stream.end(ANSWER);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}

function read(session: ClientHttp2Session): Promise<number> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const request = session.request({ ':path': '/' });
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts).length));
    request.on('error', reject);
    request.end();
  });
}

async function readAll(port: number): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`);
  const reader = async (): Promise<void> => {
    for (let i = 0; i < ANSWERS_EACH; i++)
      if ((await read(session)) !== ANSWER.length) throw new Error('short');
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  session.close();
}

function main(): void {
  if (process.argv[2] === 'server') return serve();
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as readonly Collection[]) {
      if (entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const server = spawn(process.execPath, [...process.execArgv, __filename, 'server'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.stdout.once('data', (port) => {
    void readAll(Number(port))
      .then(() => setImmediate(() => process.stdout.write(`${collections}\n`)))
      .finally(() => server.kill());
  });
}

main();
