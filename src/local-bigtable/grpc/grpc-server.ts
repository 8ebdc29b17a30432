import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../platform/time/clock';
import {
  FRAME_HEADER_BYTES,
  FramingError,
  GrpcStatus,
  MessageReader,
  parseTimeout,
} from '../../platform/network/grpc';
import { listen, type ListenOptions } from '../../platform/network/listen';
import { ServerCall, type MessageSink, type TrailerSink } from './server-call';
import { RpcError } from './rpc-error';

/** Answers one request message with one framed message. */
export type UnaryHandler = (
  request: Buffer,
  headers: IncomingHttpHeaders,
  answer?: TrailerSink,
) => Buffer | Promise<Buffer>;
/** Answers one request message with any number of framed messages. */
export type StreamHandler = (
  request: Buffer,
  out: MessageSink,
  headers: IncomingHttpHeaders,
) => void | Promise<void>;
/** Handler of a gRPC method. */
export type MethodHandler = (
  | { readonly kind: 'unary'; readonly handle: UnaryHandler }
  | { readonly kind: 'stream'; readonly handle: StreamHandler }
) & {
  /** Whether the header of each answer reports the server's latency, as in Bigtable's data API. Default: false. */
  readonly reportsLatency?: boolean;
};

export interface BigtableServerOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  /** Handlers by path, e.g. `/google.bigtable.v2.Bigtable/MutateRow`. */
  readonly handlers: ReadonlyMap<string, MethodHandler>;
  readonly limits: GrpcServerLimits;
  /** Called for failures of the server itself. The client receives INTERNAL. */
  readonly onInternalError: (error: unknown, path: string) => void;
  /** Called for errors of the listener, such as connections that it cannot accept. See `listen`. */
  readonly onListenerError: ListenOptions['onError'];
}

/** Bounds of connections and messages. */
export interface GrpcServerLimits {
  readonly messageBytesMax: number;
  readonly streamsPerConnectionMax: number;
  readonly windowBytes: number;
  readonly sessionMemoryMbMax: number;
  readonly closeGraceMs: number;
  /**
   * Interval at which connections are checked, in milliseconds. One without a new call since the last check is pinged,
   * and closed without an answer within the grace period.
   */
  readonly idleProbeMs: number;
}

/** gRPC server over clear-text HTTP/2 for methods with a single request message, which all of Bigtable's are. */
export class BigtableServer {
  readonly #options: BigtableServerOptions;
  readonly #http2: Http2Server;
  /** Connections, each with the number of its latest stream at the last look. */
  readonly #sessions = new Map<ServerHttp2Session, number>();
  #cancelProbe: (() => void) | undefined;

  private constructor(options: BigtableServerOptions) {
    this.#options = options;
    const { limits } = options;
    this.#http2 = createServer({
      maxSessionMemory: limits.sessionMemoryMbMax,
      settings: {
        maxConcurrentStreams: limits.streamsPerConnectionMax,
        initialWindowSize: limits.windowBytes,
      },
    });
    this.#http2.on('session', (session) => this.#adopt(session));
    this.#http2.on('stream', (stream, headers) => this.#accept(stream, headers));
    // A broken or malformed connection affects only its peer, and http2 has already closed it.
    this.#http2.on('sessionError', () => undefined);
  }

  static async listen(options: BigtableServerOptions): Promise<BigtableServer> {
    const server = new BigtableServer(options);
    const { host, port, clock, onListenerError: onError } = options;
    await listen(server.#http2, { host, port, listener: 'bigtable', clock, onError });
    server.#probeLater();
    return server;
  }

  get port(): number {
    return (this.#http2.address() as AddressInfo).port;
  }

  /** Rejects new work (GOAWAY), waits for calls in flight, and closes the rest after the grace period. */
  async close(): Promise<void> {
    this.#cancelProbe?.();
    const closed = new Promise<void>((resolve) => this.#http2.close(() => resolve()));
    for (const session of this.#sessions.keys()) session.close();
    const { clock, limits } = this.#options;
    const cancel = clock.schedule(limits.closeGraceMs, () => {
      for (const session of this.#sessions.keys()) session.destroy();
    });
    await closed;
    cancel();
  }

  #adopt(session: ServerHttp2Session): void {
    this.#sessions.set(session, 0);
    session.setLocalWindowSize(this.#options.limits.windowBytes);
    session.once('close', () => this.#sessions.delete(session));
  }

  /**
   * Looks at all connections regularly. A timeout of each session would restart its timer with every frame, which costs
   * a small call some percent.
   */
  #probeLater(): void {
    const { clock, limits } = this.#options;
    this.#cancelProbe = clock.schedule(limits.idleProbeMs, () => {
      for (const [session, before] of this.#sessions) {
        const { lastProcStreamID: latest = 0 } = session.state;
        if (latest === before) this.#probe(session);
        else this.#sessions.set(session, latest);
      }
      this.#probeLater();
    });
  }

  /**
   * Destroys the session when its peer does not answer a ping: after a protocol error, http2 does not notice that a
   * peer has closed.
   */
  #probe(session: ServerHttp2Session): void {
    if (session.destroyed) return;
    const { clock, limits } = this.#options;
    const cancel = clock.schedule(limits.closeGraceMs, () => session.destroy());
    session.ping((error) => {
      if (error === null) cancel();
    });
  }

  #accept(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', ignore);
    if (!isGrpc(headers)) {
      stream.respond({ ':status': 415 }, { endStream: true });
      return;
    }
    const call = new ServerCall(stream, this.#options.clock);
    const request = new SingleMessageReader(this.#options.limits.messageBytesMax);
    // `on` instead of `once`: these events occur once, and `once` costs an extra function and its removal.
    stream.on('data', (chunk: Buffer) => {
      const problem = request.push(chunk);
      if (problem !== undefined) call.fail(problem.grpcStatus, problem.message);
    });
    stream.on('end', () => {
      if (!call.isEnded) this.#dispatch(call, headers, request);
    });
  }

  #dispatch(call: ServerCall, headers: IncomingHttpHeaders, request: SingleMessageReader): void {
    const path = String(headers[':path']);
    const handler = this.#options.handlers.get(path);
    if (handler === undefined) return call.fail(GrpcStatus.UNIMPLEMENTED, `${path} is not implemented`);
    const message = request.message;
    if (message === undefined) {
      return call.fail(GrpcStatus.INTERNAL, 'a request must contain exactly one message');
    }
    if (handler.reportsLatency === true) call.reportLatency();
    try {
      const result =
        handler.kind === 'unary'
          ? handler.handle(message, headers, call)
          : handler.handle(message, call, headers);
      if (!(result instanceof Promise)) return call.end(result ?? undefined);
      call.watchStream();
      this.#limit(call, headers);
      result.then(
        (frame) => call.end(frame ?? undefined),
        (error: unknown) => this.#fail(call, error, path),
      );
    } catch (error) {
      this.#fail(call, error, path);
    }
  }

  #limit(call: ServerCall, headers: IncomingHttpHeaders): void {
    const timeout = headers['grpc-timeout'];
    const timeoutMs = typeof timeout === 'string' ? parseTimeout(timeout) : undefined;
    if (timeoutMs !== undefined) call.setDeadline(timeoutMs);
  }

  #fail(call: ServerCall, error: unknown, path: string): void {
    if (error instanceof RpcError) return call.fail(error.status, error.message);
    this.#options.onInternalError(error, path);
    call.fail(GrpcStatus.INTERNAL, 'internal error');
  }
}

function ignore(): void {}

function isGrpc(headers: IncomingHttpHeaders): boolean {
  return headers[':method'] === 'POST' && (headers['content-type'] ?? '').startsWith('application/grpc');
}

/** Collects the only message of a request. */
class SingleMessageReader {
  readonly #bytesMax: number;
  /** The message that arrived in one chunk, as most do; then no reader is needed. */
  #message: Buffer | undefined;
  #reader: MessageReader | undefined;
  #messages = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(chunk: Buffer): FramingError | undefined {
    if (this.#messages === 0 && this.#reader === undefined && this.#isWhole(chunk)) {
      this.#message = chunk.subarray(FRAME_HEADER_BYTES);
      this.#messages = 1;
      return undefined;
    }
    this.#reader ??= new MessageReader(this.#bytesMax, (message) => {
      this.#messages++;
      this.#message = message;
    });
    try {
      this.#reader.push(chunk);
      return undefined;
    } catch (error) {
      if (error instanceof FramingError) return error;
      throw error;
    }
  }

  /** The message; undefined unless exactly one complete message has arrived. */
  get message(): Buffer | undefined {
    return this.#messages === 1 && this.#reader?.idle !== false ? this.#message : undefined;
  }

  #isWhole(chunk: Buffer): boolean {
    return (
      chunk.length >= FRAME_HEADER_BYTES &&
      chunk[0] === 0 &&
      chunk.readUInt32BE(1) === chunk.length - FRAME_HEADER_BYTES &&
      chunk.length - FRAME_HEADER_BYTES <= this.#bytesMax
    );
  }
}
