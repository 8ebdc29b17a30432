import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { listen } from '../../platform/network/listen';
import { listenError } from '../../platform/network/listen-error';
import type { Logger } from '../../platform/telemetry/logger';
import { jsonResponse, type ApiResponse } from '../endpoint';
import { METRICS_TYPE } from '../endpoints/get-metrics';
import { responseHeaders, problemResponse, toTidemarkError } from '../problem';
import { endWithBody } from '../response-body';
import { rejectConnection } from '../connections/reject-connection';
import { createRequestIds } from './request-id';

export interface AdminServerDependencies {
  readonly config: Config['admin'];
  /** Throws an error with the reason if this process is not ready. */
  readonly checkReady: () => Promise<void>;
  /** Returns the metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Serves /healthz, /readyz and /metrics on their own port, without authentication. */
export interface AdminServer {
  readonly port: number;
  /** Closes the listener. Call it last, so that the process can be observed until its end. */
  close(): Promise<void>;
}

/**
 * Opens the admin listener, or returns undefined if no port is configured. Throws `invalid_argument` that names the
 * environment variable if the address cannot be used.
 */
export async function openAdminServer(parts: AdminServerDependencies): Promise<AdminServer | undefined> {
  const { host, port } = parts.config;
  if (port === undefined) return undefined;
  const server = new ProbeServer(parts);
  await server.listen({ host, port });
  parts.logger.info({ host, port: server.port }, 'admin listener is open');
  return server;
}

type Answer = () => Promise<ApiResponse> | ApiResponse;

/**
 * HTTP server for probes and scrapes. It is separate from the API's server: processes without an API have it, too, and
 * it answers whatever the load of the API.
 */
class ProbeServer implements AdminServer {
  readonly #dependencies: AdminServerDependencies;
  readonly #server: Server;
  readonly #answers: ReadonlyMap<string, Answer>;
  readonly #nextId = createRequestIds();
  /** Collection of metrics in progress, shared by concurrent requests. */
  #collecting: Promise<string> | undefined;
  #wasReady = true;
  #isClosing = false;

  constructor(parts: AdminServerDependencies) {
    this.#dependencies = parts;
    this.#answers = new Map<string, Answer>([
      ['/healthz', () => jsonResponse({ status: 'ok' })],
      ['/readyz', () => this.#readiness()],
      ['/metrics', () => this.#metrics()],
    ]);
    const { requestTimeoutMs, keepAliveTimeoutMs, connectionsMax } = parts.config;
    this.#server = createServer(
      {
        headersTimeout: requestTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        connectionsCheckingInterval: requestTimeoutMs / 4,
      },
      (req, res) => void this.#handle(req, res),
    );
    this.#server.maxConnections = connectionsMax;
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      rejectConnection(error, socket, this.#nextId(undefined)),
    );
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(address: { readonly host: string; readonly port: number }): Promise<void> {
    const { clock, logger } = this.#dependencies;
    const listening = listen(this.#server, {
      ...address,
      listener: 'admin',
      clock,
      onError: (err, unreported) =>
        logger.warn({ err, unreported }, 'the admin listener failed to accept a connection'),
    });
    await listening.catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, address, SETTINGS);
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    const { clock, config } = this.#dependencies;
    return new Promise((resolve) => {
      const cut = (): void => this.#server.closeAllConnections();
      const cancel = clock.schedule(config.closeTimeoutMs, cut, { keepAlive: true });
      this.#server.close(() => {
        cancel();
        resolve();
      });
    });
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const requestId = this.#nextId(req.headers['x-request-id']);
    const response = await this.#answer(req).catch((error: unknown) => this.#failure(error, requestId));
    if (res.destroyed) return;
    res.writeHead(response.status, responseHeaders(response, { requestId, isLast: this.#isClosing }));
    endWithBody(res, response.body);
  }

  async #answer({ method, url = '/' }: IncomingMessage): Promise<ApiResponse> {
    const answer = this.#answers.get(url.split('?', 1)[0]!);
    if (answer === undefined) {
      throw new TidemarkError(
        'unknown_route',
        `no such route: this listener has ${[...this.#answers.keys()].join(', ')}`,
      );
    }
    if (method !== 'GET' && method !== 'HEAD') {
      throw new TidemarkError('method_not_allowed', `the route supports ${ALLOWED}`);
    }
    return this.#withDeadline(answer);
  }

  async #readiness(): Promise<ApiResponse> {
    const { checkReady, logger } = this.#dependencies;
    try {
      await checkReady();
    } catch (err) {
      if (this.#wasReady) logger.warn({ err }, 'not ready');
      this.#wasReady = false;
      throw err;
    }
    if (!this.#wasReady) logger.info('ready');
    this.#wasReady = true;
    return jsonResponse({ status: 'ready' });
  }

  async #metrics(): Promise<ApiResponse> {
    this.#collecting ??= this.#dependencies.metrics().finally(() => (this.#collecting = undefined));
    return { status: 200, mediaType: METRICS_TYPE, body: await this.#collecting };
  }

  #withDeadline(answer: Answer): Promise<ApiResponse> {
    const { clock, config } = this.#dependencies;
    const timeoutMs = config.answerTimeoutMs;
    return new Promise((resolve, reject) => {
      const late = new TidemarkError('deadline_exceeded', `no answer within ${timeoutMs} ms`);
      const cancel = clock.schedule(timeoutMs, () => reject(late));
      void Promise.resolve(answer()).then(resolve, reject).finally(cancel);
    });
  }

  #failure(thrown: unknown, requestId: string): ApiResponse {
    const error = toTidemarkError(thrown);
    if (error.status >= 500 && !error.retryable) {
      this.#dependencies.logger.error({ requestId, code: error.code, err: error }, 'admin request failed');
    }
    const response = problemResponse(error, { requestId });
    return error.code === 'method_not_allowed' ? { ...response, headers: ['allow', ALLOWED] } : response;
  }
}

const ALLOWED = 'GET, HEAD';

const SETTINGS = { port: 'TIDEMARK_ADMIN_PORT', host: 'TIDEMARK_ADMIN_HOST' };
