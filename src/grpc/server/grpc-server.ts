import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { Server as TcpServer, type Socket } from 'node:net';
import type { Config } from '../../config/index';
import { HandedConnections } from '../../http/connections/handed-connections';
import { compileEndpoint } from '../../http/server/compiled-endpoint';
import type { RequestPipeline } from '../../http/server/request-pipeline';
import { listen } from '../../platform/network/listen';
import { listenError } from '../../platform/network/listen-error';
import type { GrpcMethod } from '../grpc-method';
import type { HealthService } from '../services/health';
import { ServiceStreams } from '../services/service-streams';
import { ConnectionGuard } from './connection-guard';
import { GrpcCallLog, type GrpcTelemetry } from './grpc-call-log';
import { GrpcExchange, type GrpcExchangeDependencies, type ServedMethod } from './grpc-exchange';
import { observeConnections, type ConnectionMetrics } from './observe-connections';
import { respondUnsupported } from './respond-unsupported';

export interface GrpcServerOptions extends GrpcTelemetry {
  readonly methods: readonly GrpcMethod[];
  readonly health: HealthService;
  /** Limits and access control, shared with the HTTP server of the process. */
  readonly pipeline: RequestPipeline;
  readonly config: Config['grpc'];
}

const SETTINGS = { port: 'TIDEMARK_GRPC_PORT', host: 'TIDEMARK_HTTP_HOST' };

/** Server of the gRPC services, over HTTP/2 in clear text. */
export class GrpcServer {
  readonly #options: GrpcServerOptions;
  readonly #http2: Http2Server;
  readonly #methods: ReadonlyMap<string, ServedMethod>;
  readonly #services: ServiceStreams;
  readonly #exchanges: GrpcExchangeDependencies;
  readonly #guards = new Map<ServerHttp2Session, ConnectionGuard>();
  readonly #handedConnections: HandedConnections;
  readonly #connections: ConnectionMetrics;
  #stopChecks: (() => void) | undefined;
  #closed: Promise<unknown> | undefined;

  constructor(options: GrpcServerOptions) {
    const { config, pipeline, metrics, methods } = options;
    this.#options = options;
    this.#http2 = createServer({
      maxSessionMemory: config.sessionMemoryMbMax,
      maxHeaderListPairs: config.metadataEntriesMax,
      settings: {
        maxConcurrentStreams: config.streamsPerConnectionMax,
        initialWindowSize: config.windowBytes,
        maxHeaderListSize: config.metadataBytesMax,
        enablePush: false,
      },
    });
    this.#methods = new Map(
      methods.map(({ name, endpoint }) => [`/${name}`, { name, endpoint: compileEndpoint(endpoint) }]),
    );
    const log = new GrpcCallLog(options, pipeline);
    this.#exchanges = { pipeline, log };
    this.#services = new ServiceStreams({ ...options, log, clock: pipeline.clock, gate: pipeline.gate });
    this.#http2.maxConnections = config.connectionsMax;
    this.#http2.on('session', (session) => this.#adopt(session));
    this.#http2.on('stream', (stream, headers) => this.#accept(stream, headers));
    // A malformed connection affects only its client, and http2 has already closed it.
    this.#http2.on('sessionError', () => undefined);
    this.#handedConnections = new HandedConnections(this.#http2, config.connectionsMax);
    this.#connections = observeConnections(metrics, this.#http2, {
      connectionsMax: config.connectionsMax,
      openCount: () => this.#guards.size,
    });
  }

  /** Listens on the port, and resolves with it. */
  async listen(): Promise<number> {
    const { config, pipeline, logger } = this.#options;
    const { host } = pipeline.config;
    const port = config.port ?? 0;
    const listening = listen(this.#http2, {
      host,
      port,
      listener: 'grpc',
      clock: pipeline.clock,
      onError: (err, unreported) =>
        logger.warn({ err, unreported }, 'the gRPC listener failed to accept a connection'),
    });
    const address = await listening.catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, { host, port }, SETTINGS);
    });
    return address.port;
  }

  /** Starts the health checks. */
  start(): void {
    this.#options.health.start();
  }

  /** Serves a connection that another process has accepted. The socket must be paused, with nothing read from it. */
  takeConnection(socket: Socket): void {
    this.#handedConnections.take(socket);
  }

  /**
   * Stops listening, reports NOT_SERVING, and asks clients to open no further calls. Calls on their way are still
   * served. Resolves when the grace period is over or no connection is open.
   */
  async beginDrain(): Promise<void> {
    const { health, pipeline } = this.#options;
    health.stop();
    // The close method of the HTTP/2 server would close idle connections at once.
    const closed = new Promise((resolve) => TcpServer.prototype.close.call(this.#http2, resolve));
    this.#closed = Promise.all([closed, this.#handedConnections.whenAllClosed()]);
    for (const guard of this.#guards.values()) guard.announceClosing();
    const { drainGraceMs, drainTimeoutMs } = pipeline.config;
    await this.#untilClosed(Math.min(drainGraceMs, drainTimeoutMs));
  }

  /** Closes each connection when its calls are over, at the latest after the drain timeout. Call `beginDrain` first. */
  async drain(): Promise<void> {
    this.#services.endAll();
    for (const guard of this.#guards.values()) guard.close();
    await this.#untilClosed(this.#options.pipeline.config.drainTimeoutMs);
    for (const guard of this.#guards.values()) guard.destroy();
    await this.#closed;
    this.#stopChecks?.();
  }

  async #untilClosed(timeoutMs: number): Promise<void> {
    const { clock } = this.#options.pipeline;
    await new Promise<void>((resolve) => {
      const cancel = clock.schedule(timeoutMs, resolve, { keepAlive: true });
      void this.#closed?.then(() => {
        cancel();
        resolve();
      });
    });
  }

  #adopt(session: ServerHttp2Session): void {
    const { config: limits, pipeline } = this.#options;
    const onClosing = this.#connections.countClosing;
    const guard = new ConnectionGuard(session, { clock: pipeline.clock, limits, onClosing });
    this.#guards.set(session, guard);
    session.setLocalWindowSize(limits.connectionWindowBytes);
    session.once('close', () => this.#guards.delete(session));
    if (this.#closed !== undefined) guard.close();
    if (this.#stopChecks === undefined) this.#checkLater();
  }

  #checkLater(): void {
    const { config, pipeline } = this.#options;
    this.#stopChecks = pipeline.clock.schedule(config.checkIntervalMs, () => {
      for (const guard of this.#guards.values()) guard.check();
      this.#stopChecks = undefined;
      if (this.#guards.size > 0) this.#checkLater();
    });
  }

  #accept(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', ignore);
    const guard = this.#guards.get(stream.session as ServerHttp2Session);
    guard?.onCallStarted();
    if (guard !== undefined) stream.on('close', () => guard.onCallEnded());
    if (!isGrpc(headers)) return respondUnsupported(stream, 415);
    const path = String(headers[':path']);
    const method = this.#methods.get(path);
    if (method === undefined) return this.#services.serve(stream, path, headers);
    const { pipeline } = this.#exchanges;
    const exchange = new GrpcExchange(this.#exchanges, method, stream, headers, pipeline.clock.monotonicMs());
    pipeline.openCall(headers.authorization ?? '', () => exchange.start());
  }
}

function ignore(): void {}

function isGrpc(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  return headers[':method'] === 'POST' && /^application\/grpc(\+proto)?($|;)/.test(type);
}
