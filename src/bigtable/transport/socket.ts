import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Clock } from '../../platform/time/clock';
import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export interface SocketOptions {
  readonly endpoint: HostPort;
  /** Plain HTTP/2 with prior knowledge, as emulators speak it. */
  readonly plaintext: boolean;
  /** Certificate authorities in PEM instead of the system's. */
  readonly ca?: string | undefined;
}

/** What ends the setting up of a connection before it is done. */
export interface SetupLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborts when nobody wants the connection any more. */
  readonly signal: AbortSignal;
}

/** `host:port`, the host an IPv6 address in brackets if need be. */
export function parseEndpoint(text: string): HostPort {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port > 0 && port < 65_536)) {
    throw new BigtableError(GrpcStatus.INVALID_ARGUMENT, `endpoint "${text}" is not host:port`, {
      code: 'invalid_argument',
    });
  }
  return { host, port };
}

/** A connected socket; over TLS only when the peer agreed, by ALPN, to speak HTTP/2. */
export function connectSocket(options: SocketOptions, limits: SetupLimits): Promise<Socket> {
  const socket = options.plaintext ? connectTcp({ ...options.endpoint, noDelay: true }) : openTls(options);
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      release();
      socket.destroy();
      reject(unavailable(options.endpoint, error));
    };
    const succeed = (): void => {
      if (!options.plaintext && (socket as TLSSocket).alpnProtocol !== 'h2') {
        return fail(new Error('the server does not offer HTTP/2 (ALPN h2)'));
      }
      release();
      socket.off('error', fail).off('close', closed);
      resolve(socket);
    };
    const closed = (): void => fail(new Error('connection closed while it was being set up'));
    const release = onSetupAborted(limits, (reason) => fail(new Error(`no connection: ${reason}`)));
    socket.once(options.plaintext ? 'connect' : 'secureConnect', succeed);
    socket.once('error', fail).once('close', closed);
  });
}

/** Calls `fail` when the time is up or the connection is not wanted any more; the returned function ends the watch. */
export function onSetupAborted(
  { clock, timeoutMs, signal }: SetupLimits,
  fail: (reason: string) => void,
): () => void {
  const cancelTimeout = clock.schedule(timeoutMs, () => fail(`not within ${timeoutMs} ms`), {
    keepAlive: true,
  });
  const onAbort = (): void => fail('the client was closed');
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    cancelTimeout();
    signal.removeEventListener('abort', onAbort);
  };
}

function openTls({ endpoint, ca }: SocketOptions): TLSSocket {
  return connectTls({
    ...endpoint,
    ALPNProtocols: ['h2'],
    ...(isIP(endpoint.host) === 0 ? { servername: endpoint.host } : {}),
    ...(ca === undefined ? {} : { ca }),
  }).setNoDelay(true);
}

function unavailable(endpoint: HostPort, cause: Error): BigtableError {
  return new BigtableError(
    GrpcStatus.UNAVAILABLE,
    `cannot connect to ${endpoint.host}:${endpoint.port}: ${cause.message}`,
    { cause, broken: true },
  );
}
