import { connect, type Socket } from 'node:net';
import { WrongAnswer } from '../harness';

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly connections: number;
}

/**
 * Sends the same POST over keep-alive connections, one at a time on each, and counts the answers. By hand, since the
 * usual generators cost more per request than what is measured here. Every answer must be 200 with `answer` in it.
 */
export async function generateLoad(load: Load, answer: string, milliseconds: number): Promise<number> {
  const endMs = performance.now() + milliseconds;
  const request = requestBytes(load);
  const expected = Buffer.from(upToToken(answer));
  stayAwake(endMs);
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => keepAsking(load.port, { request, expected, endMs })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waking a sleeping reader costs the writer 10 µs: a slow server would be charged for it, a fast one not. */
function stayAwake(endMs: number): void {
  if (performance.now() < endMs) setImmediate(() => stayAwake(endMs));
}

/** Returns the answer without the token at its end, which depends on the time of its issue. */
export function upToToken(answer: string): string {
  const end = answer.indexOf('"token":');
  if (end < 0) throw new WrongAnswer(`an answer without a token: ${answer.slice(0, 200)}`);
  return answer.slice(0, end);
}

const END = Buffer.from('"}}');

/** The body of one answer. */
export async function ask(load: Load): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${load.port}${load.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: load.body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`);
  return text;
}

function requestBytes({ path, body }: Load): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: */*',
    'user-agent: bench',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

interface Script {
  readonly request: Buffer;
  readonly expected: Buffer;
  readonly endMs: number;
}

const NOTHING = Buffer.alloc(0);
const OK = Buffer.from('HTTP/1.1 200 ');

function keepAsking(port: number, { request, expected, endMs }: Script): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let received: Buffer = NOTHING;
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('error', reject);
    // After the last answer the promise is resolved already.
    socket.on('close', () => reject(new Error('the service closed a connection')));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const bodyAt = received.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4 || !received.subarray(-END.length).equals(END)) return;
      const body = received.subarray(bodyAt, bodyAt + expected.length);
      const isOk = received.subarray(0, OK.length).equals(OK);
      if (!isOk || !body.equals(expected)) return reject(new WrongAnswer('answered with other bytes'));
      received = NOTHING;
      answers += 1;
      if (performance.now() < endMs) socket.write(request);
      else {
        resolve(answers);
        socket.end();
      }
    });
  });
}
