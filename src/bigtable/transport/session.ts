import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../../platform/time/clock';
import { encodeTimeout, GrpcStatus } from '../../platform/network/grpc';
import '../../platform/process/cheap-bind';
import { BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler } from './call';
import { Keepalive } from './keepalive';
import { onSetupAborted, type SetupLimits } from './socket';
import { StreamCall, type StreamOwner } from './stream-call';

export interface SessionOptions {
  readonly authority: string;
  readonly scheme: 'http' | 'https';
  readonly userAgent: string;
  readonly clock: Clock;
  readonly limits: SessionLimits;
}

interface SessionLimits {
  readonly keepaliveIntervalMs: number;
  readonly keepaliveTimeoutMs: number;
  readonly streamWindowBytes: number;
  readonly connectionWindowBytes: number;
  readonly messageBytesMax: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Maximum number of streams of one connection. A client has 2^30 stream ids, which last for 30 hours at 10,000 calls a
 * second.
 */
const STREAMS_PER_CONNECTION_MAX = 1_000_000_000;

/** HTTP/2 connection that has exchanged SETTINGS with its peer. */
export class Session implements StreamOwner {
  readonly messageBytesMax: number;
  readonly #http2: ClientHttp2Session;
  readonly #options: SessionOptions;
  readonly #onChange: () => void;
  readonly #keepalive: Keepalive;
  #streamsMax: number;
  #active = 0;
  #retired = false;
  #lost: { readonly cause: unknown } | undefined;
  #started = 0;
  /** Last stream id that the peer's GOAWAY reports as processed. */
  #lastStreamId = Infinity;

  /** `onChange` is called when there may be more room, and when the session is retired or closed. */
  constructor(http2: ClientHttp2Session, options: SessionOptions, onChange: () => void) {
    this.#http2 = http2;
    this.#options = options;
    this.#onChange = onChange;
    this.messageBytesMax = options.limits.messageBytesMax;
    this.#streamsMax = streamsMaxOf(http2);
    this.#keepalive = new Keepalive(http2, options.clock, options.limits);
    this.#watch();
  }

  /** Number of open streams. */
  get active(): number {
    return this.#active;
  }

  /** True when no new call may start (GOAWAY, lost or closed). Calls in flight may still finish. */
  get retired(): boolean {
    return this.#retired || this.#http2.closed || this.#http2.destroyed;
  }

  /** True when the connection is gone and every call on it has ended. */
  get closed(): boolean {
    return this.#lost !== undefined && this.#active === 0;
  }

  get hasRoom(): boolean {
    return this.#active < this.#streamsMax && !this.retired;
  }

  lossCause(): { readonly cause: unknown } | undefined {
    // A destroyed session closes its streams before it emits its own events.
    return this.#lost ?? (this.#http2.destroyed ? { cause: undefined } : undefined);
  }

  isUnprocessed(streamId: number | undefined): boolean {
    return streamId === undefined || streamId > this.#lastStreamId;
  }

  /** Starts a call. The session must have room. */
  start(call: Call, handler: CallHandler): CallHandle {
    const stream = this.#http2.request(this.#headersOf(call));
    this.#active += 1;
    this.#started += 1;
    if (this.#started >= STREAMS_PER_CONNECTION_MAX) this.close();
    if (this.#active === 1) this.#keepalive.start();
    return new StreamCall(stream, call, handler, this);
  }

  onStreamClosed(): void {
    this.#active -= 1;
    if (this.#active === 0) this.#keepalive.stop();
    this.#onChange();
  }

  /** Rejects new calls and closes when the last call has ended. */
  close(): void {
    this.#retire();
    if (!this.#http2.closed) this.#http2.close();
  }

  destroy(error: BigtableError): void {
    this.#lose(error);
    this.#http2.destroy();
  }

  #watch(): void {
    this.#http2.on('goaway', (_code: number, lastStreamId: number) => {
      this.#lastStreamId = lastStreamId;
      this.#retire();
    });
    this.#http2.on('remoteSettings', () => {
      this.#streamsMax = streamsMaxOf(this.#http2);
      this.#onChange();
    });
    this.#http2.on('error', (error) => this.#lose(error));
    this.#http2.socket.on('close', () => this.#lose(undefined));
    this.#http2.on('close', () => this.#lose(undefined));
  }

  #lose(cause: unknown): void {
    if (this.#lost !== undefined) return;
    this.#lost = { cause };
    this.#keepalive.stop();
    this.#retired = true;
    this.#onChange();
  }

  #retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#onChange();
  }

  #headersOf(call: Call): OutgoingHttpHeaders {
    const { scheme, authority, userAgent, clock } = this.#options;
    return {
      ':method': 'POST',
      ':scheme': scheme,
      ':authority': authority,
      ':path': call.path,
      te: 'trailers',
      'content-type': 'application/grpc',
      'user-agent': userAgent,
      'grpc-timeout': encodeTimeout(call.deadlineMs - clock.monotonicMs()),
      ...call.metadata,
    };
  }
}

function streamsMaxOf(http2: ClientHttp2Session): number {
  return http2.remoteSettings.maxConcurrentStreams ?? Infinity;
}

export interface SessionSetup extends SetupLimits {
  /** Called like the `onChange` of a session. */
  readonly onChange: (session: Session) => void;
}

/** Sets up HTTP/2 on a connected socket. Resolves when the peer's SETTINGS have arrived. */
export function openSession(socket: Socket, options: SessionOptions, setup: SessionSetup): Promise<Session> {
  const { limits } = options;
  const http2 = connect(`${options.scheme}://${options.authority}`, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: limits.streamWindowBytes },
    // Unread data of paused streams counts here, but the flow-control window already limits it.
    maxSessionMemory: Math.ceil((2 * limits.connectionWindowBytes) / MEBIBYTE) + 10,
  });
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => {
      release();
      http2.destroy();
      reject(noHttp2(cause));
    };
    const closed = (): void => fail(new Error('connection closed before SETTINGS'));
    const release = onSetupAborted(setup, (reason) => fail(new Error(`no SETTINGS: ${reason}`)));
    http2.on('error', fail).once('close', closed);
    http2.once('remoteSettings', () => {
      release();
      http2.setLocalWindowSize(limits.connectionWindowBytes);
      const session: Session = new Session(http2, options, () => setup.onChange(session));
      http2.off('error', fail).off('close', closed);
      resolve(session);
    });
  });
}

function noHttp2(cause: unknown): BigtableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BigtableError(GrpcStatus.UNAVAILABLE, `the peer does not support HTTP/2: ${reason}`, {
    cause,
    broken: true,
  });
}
