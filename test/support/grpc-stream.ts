/** Calls of a gRPC server as bare HTTP/2 streams, for tests that send what no client would. */
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';

/** Opens a connection to a server on this machine. Its errors are ignored. */
export function openSession(port: number): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on('error', () => undefined);
  return session;
}

/** Begins a call of a path such as `/test.Test/Echo`, without a body. Its errors are ignored. */
export function openStream(
  session: ClientHttp2Session,
  path: string,
  headers: object = {},
): ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    ...headers,
  });
  stream.on('error', () => undefined);
  return stream;
}

/** Reads a call to its end. Resolves with its status, or undefined if it has none, when the stream is closed. */
export function statusOf(stream: ClientHttp2Stream): Promise<unknown> {
  return new Promise((resolve) => {
    let status: unknown;
    const note = (headers: Record<string, unknown>): unknown => (status ??= headers['grpc-status']);
    stream.on('response', note);
    stream.on('trailers', note);
    stream.on('close', () => resolve(status));
    stream.resume();
  });
}
