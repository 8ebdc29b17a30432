import { connect } from 'node:net';
import type { RawPieces } from './raw-request';

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** Bytes after the last answer that are not an answer. */
  readonly rest: Buffer;
  /** True if the server closed the connection by itself after it had received everything. */
  readonly wasClosed: boolean;
}

/** Writes the pieces, ends the sending side, and reads until the server closes the connection. */
export function exchangeRaw(port: number, pieces: RawPieces, timeoutMs: number): Promise<RawExchange> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    let wasClosed = true;
    const timer = setTimeout(() => {
      wasClosed = false;
      socket.destroy();
    }, timeoutMs);
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('error', () => undefined);
    socket.once('connect', () => void writeAll());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ ...answersIn(Buffer.concat(received)), wasClosed });
    });
    const writeAll = async (): Promise<void> => {
      for (const piece of pieces) {
        socket.write(piece);
        if (pieces.length > 1) await new Promise((next) => setTimeout(next, 1));
      }
      socket.end();
    };
  });
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Returns the final answers in the received bytes, in order. */
function answersIn(bytes: Buffer): { readonly answers: readonly RawAnswer[]; readonly rest: Buffer } {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf(HEAD_END);
    const head = end < 0 ? '' : rest.subarray(0, end).toString('latin1');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
    if (status === 0) return { answers, rest };
    const after = rest.subarray(end + HEAD_END.length);
    const headers = headersIn(head);
    const body = status < 200 ? after.subarray(0, 0) : bodyIn(after, headers);
    rest = after.subarray(body.length);
    if (status >= 200) answers.push({ status, headers, body });
  }
}

function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

const LAST_CHUNK = '\r\n0\r\n\r\n';

/**
 * Returns the bytes of the body, still in chunks if it was sent so: a live answer, which may be cut. Returns an empty body for an
 * answer to a HEAD request, which is recognized by the next answer following its head.
 */
function bodyIn(after: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  const isHeadOnly = after.length === 0 || after.subarray(0, 9).toString('latin1') === 'HTTP/1.1 ';
  if (isHeadOnly) return after.subarray(0, 0);
  if (headers['transfer-encoding'] === 'chunked') {
    const end = after.indexOf(LAST_CHUNK);
    return end < 0 ? after : after.subarray(0, end + LAST_CHUNK.length);
  }
  // Clients older than HTTP/1.1 know no chunks: the end of the connection is that of a streamed body.
  if (headers['content-length'] === undefined && headers['connection'] === 'close') return after;
  return after.subarray(0, Number(headers['content-length'] ?? 0));
}
