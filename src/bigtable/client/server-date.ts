import { connect, constants } from 'node:http2';
import type { Clock } from '../../platform/time/clock';
import type { BigtableTarget } from './connect';

/** The server's clock, as its header `date` shows it, between two readings of the own clock. Unix time, milliseconds. */
export interface ServerDate {
  readonly serverMs: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/**
 * Asks the server of the data API for its time. The request names no method and needs no credentials: the header is the
 * answer. Resolves with undefined if the server sends none. Rejects when it cannot be reached in time.
 */
export function readServerDate(
  { emulatorHost, endpoint }: Pick<BigtableTarget, 'emulatorHost' | 'endpoint'>,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<ServerDate | undefined> {
  const url = emulatorHost === undefined ? `https://${endpoint}` : `http://${emulatorHost}`;
  return new Promise((resolve, reject) => {
    const session = connect(url);
    const end = (settle: () => void): void => {
      cancel();
      session.destroy();
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    const cancel = clock.schedule(
      timeoutMs,
      () => fail(new Error(`${url} did not answer within ${timeoutMs} ms`)),
      { keepAlive: true },
    );
    session.once('error', fail);
    session.once('connect', () => {
      const sentMs = clock.nowMs();
      const request = session.request(REQUEST);
      request.once('error', fail).end();
      request.once('close', () => fail(new Error(`${url} closed the request without an answer`)));
      request.once('response', ({ date }) => {
        const serverMs = Date.parse(date ?? '');
        const receivedMs = clock.nowMs();
        end(() => resolve(Number.isNaN(serverMs) ? undefined : { serverMs, sentMs, receivedMs }));
      });
    });
  });
}

const REQUEST = {
  [constants.HTTP2_HEADER_METHOD]: 'POST',
  [constants.HTTP2_HEADER_PATH]: '/tidemark.Clock/Read',
  'content-type': 'application/grpc',
  te: 'trailers',
};
