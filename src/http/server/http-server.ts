import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { TidemarkError } from '../../errors';
import { listen } from '../../platform/network/listen';
import { listenError } from '../../platform/network/listen-error';
import type { Logger } from '../../platform/telemetry/logger';
import { compileEndpoint, type CompiledEndpoint } from './compiled-endpoint';
import type { Endpoint } from '../endpoint';
import { createExpressApp, failingEndpoint } from './express-app';
import { HandedConnections } from '../connections/handed-connections';
import { limitConnections } from '../connections/limit-connections';
import { rejectConnection } from '../connections/reject-connection';
import { RequestPipeline, type RequestPipelineDependencies, type RequestTarget } from './request-pipeline';

export interface HttpServerOptions extends RequestPipelineDependencies {
  readonly endpoints: readonly Endpoint[];
  /** Serves the files of the console. Absent: the server has none. */
  readonly consoleFiles?: Endpoint | undefined;
  /**
   * Whether high-volume endpoints bypass Express. Default: true. Tests set it to false to check that both paths behave
   * alike.
   */
  readonly fastPath?: boolean;
}

/** Environment variables that errors name. `tidemark serve` has options for both. */
const SETTINGS = { port: 'PORT', host: 'TIDEMARK_HTTP_HOST' };

/**
 * Server of the API. Requests for high-volume endpoints go from node:http straight to the request pipeline. All others
 * pass through Express, which costs several times as much as the work behind it.
 */
export class HttpServer {
  readonly #server: Server;
  readonly #pipeline: RequestPipeline;
  readonly #logger: Logger;
  readonly #handedConnections: HandedConnections;

  constructor(options: HttpServerOptions) {
    const endpoints = options.endpoints.map(compileEndpoint);
    this.#pipeline = new RequestPipeline(options);
    this.#logger = options.logger;
    const { consoleFiles, fastPath = true } = options;
    const frame = createExpressApp(endpoints, this.#pipeline, consoleFiles && compileEndpoint(consoleFiles));
    const listener = createListener(frame as Listener, fastPath ? endpoints : [], this.#pipeline);
    this.#server = createServer(timeouts(options.config), listener);
    this.#server.on('checkContinue', listener);
    // By default node rejects other expectations without a problem document. RFC 9110, 10.1.1 allows a server to ignore
    // them.
    this.#server.on('checkExpectation', listener);
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      rejectConnection(error, socket, this.#pipeline.nextId(undefined)),
    );
    limitConnections(this.#server, options.metrics, options.config.connectionsMax);
    this.#handedConnections = new HandedConnections(this.#server, options.config.connectionsMax);
  }

  /** Limits and access control, which other transports of the same process share. */
  get pipeline(): RequestPipeline {
    return this.#pipeline;
  }

  get inFlight(): number {
    return this.#pipeline.inFlight;
  }

  get openCount(): number {
    return this.#pipeline.openCount;
  }

  get draining(): boolean {
    return this.#pipeline.draining;
  }

  async listen(): Promise<{ host: string; port: number }> {
    const { host, port } = this.#pipeline.config;
    const listening = listen(this.#server, {
      host,
      port,
      listener: 'api',
      clock: this.#pipeline.clock,
      onError: (err, unreported) =>
        this.#logger.warn({ err, unreported }, 'the API listener failed to accept a connection'),
    });
    const address = await listening.catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, { host, port }, SETTINGS);
    });
    return { host: address.address, port: address.port };
  }

  /** Serves a connection that another process has accepted. The socket must be paused, with nothing read from it. */
  takeConnection(socket: Socket): void {
    this.#handedConnections.take(socket);
  }

  /** Stops accepting connections; open ones stay open. Resolves when all connections are closed. */
  #stopListening(): Promise<void> {
    // The close method of the HTTP server would close idle connections at once.
    const closed = new Promise((resolve) => TcpServer.prototype.close.call(this.#server, resolve));
    return Promise.all([closed, this.#handedConnections.whenAllClosed()]).then(() => undefined);
  }

  /**
   * Stops listening and gives each connection a last answer. Requests in progress get theirs within the drain timeout.
   * Idle connections may send one more request during the grace period, since closing a connection loses a request that
   * is on its way. Then closes the remaining connections. New requests are rejected when `othersGrace` is over too, the
   * grace period of another transport.
   */
  async drain(othersGrace: Promise<void> = Promise.resolve()): Promise<void> {
    const { clock, config } = this.#pipeline;
    const closed = this.#stopListening();
    this.#pipeline.beginDrain();
    const cancel = clock.schedule(config.drainTimeoutMs, () => this.#server.closeAllConnections(), {
      keepAlive: true,
    });
    const graceMs = Math.min(config.drainGraceMs, config.drainTimeoutMs);
    if (graceMs > 0) await this.#waitForGrace(graceMs, closed);
    await othersGrace;
    await this.#pipeline.drain();
    // Includes connections that were never used: node:http does not count them as idle.
    this.#server.closeAllConnections();
    await closed;
    this.#server.close();
    cancel();
  }

  /** Waits for the grace period, or until all connections are closed. */
  #waitForGrace(graceMs: number, closed: Promise<void>): Promise<void> {
    const { clock } = this.#pipeline;
    return new Promise((resolve) => {
      const cancel = clock.schedule(graceMs, resolve, { keepAlive: true });
      void closed.then(() => {
        cancel();
        resolve();
      });
    });
  }
}

/** Returns the timeouts against clients that open connections and send slowly or nothing. */
function timeouts(
  config: RequestPipelineDependencies['config'],
): Parameters<typeof createServer>[0] & object {
  return {
    // The exchange checks the header instead: node's own answer is no problem document.
    requireHostHeader: false,
    headersTimeout: config.headersTimeoutMs,
    requestTimeout: config.bodyTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.max(50, Math.min(config.headersTimeoutMs, config.bodyTimeoutMs) / 4),
  };
}

const EMPTY_TARGET: RequestTarget = { values: [], search: '' };
const MALFORMED_TARGET = failingEndpoint(
  'unmatched',
  () => new TidemarkError('malformed_request', 'the request target is not a URL'),
);

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** Returns the listener that passes requests for high-volume endpoints to the pipeline, and all others to `frame`. */
function createListener(
  frame: Listener,
  endpoints: readonly CompiledEndpoint[],
  pipeline: RequestPipeline,
): Listener {
  const highVolume = endpoints.filter((endpoint) => endpoint.highVolume === true);
  const exact = new Map(
    highVolume.filter(hasNoParameter).map((each) => [`${each.method} ${each.path}`, each]),
  );
  const templates = highVolume.filter((each) => !hasNoParameter(each));
  const route = (req: IncomingMessage, res: ServerResponse): void => {
    const { method, url } = req as { method: string; url: string };
    // Express would answer these with a page of its own.
    if (!url.startsWith('/') && url !== '*' && !URL.canParse(url))
      return pipeline.run(MALFORMED_TARGET, req, res, EMPTY_TARGET);
    const at = url.indexOf('?');
    const path = at === -1 ? url : url.slice(0, at);
    const search = at === -1 ? '' : url.slice(at + 1);
    const endpoint = exact.get(`${method} ${path}`);
    if (endpoint !== undefined) return pipeline.run(endpoint, req, res, { values: [], search });
    for (const each of templates) {
      const values = each.method === method ? each.template.match(path) : undefined;
      if (values !== undefined) return pipeline.run(each, req, res, { values, search });
    }
    frame(req, res);
  };
  return (req, res) => pipeline.routeInOrder(req, res, route);
}

function hasNoParameter(endpoint: Endpoint): boolean {
  return !endpoint.path.includes('{');
}
