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
  /** True for HTTP/2 in clear text with prior knowledge, as emulators use it. */
  readonly plaintext: boolean;
  /** Certificate authorities in PEM format that replace the system's. */
  readonly ca?: string | undefined;
}

/** Limits of the setup of a connection. */
export interface SetupLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Aborts when the connection is no longer needed. */
  readonly signal: AbortSignal;
}

/** Parses `host:port`; an IPv6 host is in brackets. */
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

/** Connects a socket. Over TLS it fails unless the peer agrees to HTTP/2 by ALPN. */
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
    const closed = (): void => fail(new Error('connection closed during setup'));
    const release = onSetupAborted(limits, (reason) => fail(new Error(`no connection: ${reason}`)));
    socket.once(options.plaintext ? 'connect' : 'secureConnect', succeed);
    socket.once('error', fail).once('close', closed);
  });
}

/** Calls `fail` on timeout or when the connection is no longer needed. Returns a function that ends this. */
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
    servername: isIP(endpoint.host) === 0 ? endpoint.host : undefined,
    ca,
  }).setNoDelay(true);
}

function unavailable(endpoint: HostPort, cause: Error): BigtableError {
  return new BigtableError(
    GrpcStatus.UNAVAILABLE,
    `cannot connect to ${endpoint.host}:${endpoint.port}: ${cause.message}`,
    { cause, broken: true },
  );
}
