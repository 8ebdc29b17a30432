/** ReadRows on a bare stream of node:http2: no deadline, retry, pool, status or flow control. */
import { connect, type ClientHttp2Session } from 'node:http2';

export function bareSession(endpoint: string): ClientHttp2Session {
  const session = connect(`http://${endpoint}`, {
    settings: { enablePush: false, initialWindowSize: 1 << 20 },
  });
  session.on('connect', () => session.setLocalWindowSize(1 << 24));
  return session;
}

/** Sends a framed ReadRowsRequest. Resolves with the framed answers. */
export function exchangeBytes(
  session: ClientHttp2Session,
  request: Buffer,
  metadata: Readonly<Record<string, string>>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const stream = session.request({
      ':method': 'POST',
      ':path': '/google.bigtable.v2.Bigtable/ReadRows',
      te: 'trailers',
      'content-type': 'application/grpc',
      ...metadata,
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.end(request);
  });
}
