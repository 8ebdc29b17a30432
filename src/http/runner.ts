import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import type { Metrics } from '../platform/metrics';
import type { RequestSpan, Tracing } from '../platform/tracing';
import { BodyReader } from './body-reader';
import type { CompiledEndpoint } from './compiled-endpoint';
import { Exchange } from './exchange';
import { createRequestIds } from './request-id';

export interface RunnerParts {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

/** The manners that all endpoints share, on the short path and behind Express alike. */
export class Runner {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly nextId = createRequestIds();
  readonly #parts: RunnerParts;
  #inFlight = 0;
  #draining = false;
  #onIdle: (() => void) | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.config = parts.config;
    this.clock = parts.clock;
    this.bodies = new BodyReader(parts.config);
    parts.metrics.gauge('tidemark.http.requests.in_flight', 'Requests being worked on', () => this.#inFlight);
    parts.metrics.gauge(
      'tidemark.http.body_bytes.held',
      'Bytes of their bodies',
      () => this.bodies.bytesHeld,
    );
  }

  get draining(): boolean {
    return this.#draining;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** `values` are the parameters of the path, still percent-encoded; `search` is the query without its `?`. */
  run(endpoint: CompiledEndpoint, req: IncomingMessage, res: ServerResponse, target: Target): void {
    this.#inFlight += 1;
    new Exchange(this, endpoint, req, res).start(target.values, target.search);
  }

  /** Throws where the request must not begin. It is already counted as one in flight. */
  admit(probe: boolean): void {
    if (probe) return;
    if (this.#draining)
      throw new TidemarkError('draining', 'this server is shutting down; another will answer');
    const { requestsInFlightMax } = this.config;
    if (this.#inFlight <= requestsInFlightMax) return;
    throw new TidemarkError('overloaded', `${requestsInFlightMax} requests are in flight already`);
  }

  /** From now on new requests are refused. Resolves when the last one in flight has ended. */
  drain(): Promise<void> {
    this.#draining = true;
    return new Promise((resolve) => {
      if (this.#inFlight === 0) resolve();
      else this.#onIdle = resolve;
    });
  }

  startSpan({ req, endpoint }: Exchange): RequestSpan | undefined {
    const { traceparent, tracestate } = req.headers;
    const remote = { traceparent: single(traceparent), tracestate: single(tracestate) };
    return this.#parts.tracing.startRequest(`${req.method} ${endpoint.path}`, remote, {
      'http.request.method': req.method ?? '',
      'http.route': endpoint.path,
    });
  }

  logFailure({ id, endpoint }: Exchange, error: TidemarkError): void {
    if (error.status < 500) return;
    const line = { requestId: id, operation: endpoint.operationId, code: error.code, err: error };
    if (error.retryable) this.#parts.logger.warn(line, 'request failed');
    else this.#parts.logger.error(line, 'request failed');
  }

  finished(exchange: Exchange): void {
    this.#inFlight -= 1;
    this.#measure(exchange);
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  #measure(exchange: Exchange): void {
    const { endpoint, req, status, errorCode } = exchange;
    const { logger, metrics } = this.#parts;
    const durationMs = this.clock.monotonicMs() - exchange.startedMs;
    metrics.requestSeconds.record(durationMs / 1_000, {
      'http.request.method': req.method ?? '',
      'http.route': endpoint.path,
      'http.response.status_code': status,
      ...(errorCode === undefined ? undefined : { 'error.type': errorCode }),
    });
    const level = endpoint.hot === true || endpoint.probe === true ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    const line = {
      requestId: exchange.id,
      method: req.method,
      url: req.url,
      route: endpoint.path,
      operation: endpoint.operationId,
      status,
      code: errorCode,
      durationMs: Math.round(durationMs * 1_000) / 1_000,
    };
    logger[level](line, 'request');
  }
}

export interface Target {
  readonly values: readonly string[];
  readonly search: string;
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
