import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/index';
import { ANONYMOUS, type Caller } from '../../core/access/caller';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics, LabelledCounter } from '../../platform/telemetry/metrics';
import type { RequestSpan, Tracing } from '../../platform/telemetry/tracing';
import { ALLOW_ALL, type AccessGate } from '../access/access-gate';
import { BodyReader } from '../limits/body-reader';
import type { AccessLog } from '../../operations/privacy/access-log';
import type { CompiledEndpoint } from './compiled-endpoint';
import { ConnectionRequests } from '../connections/connection-requests';
import { Exchange, type ExchangeDependencies } from './exchange';
import { LoadShedder } from '../limits/load-shedder';
import { RequestSlots } from '../limits/request-slots';
import { responseHeaders, problemResponse } from '../problem';
import { isSampled, RequestFailureLog } from './request-failure-log';
import { createRequestIds } from './request-id';
import { TurnQueue } from '../limits/turn-queue';
import { UnsentAnswers } from '../connections/unsent-answers';
import { WorkBudget } from '../limits/work-budget';

/** Shared by all rejected requests: capturing the stack of a new error takes too long during overload. */
const OVERLOADED = new TidemarkError(
  'overloaded',
  'too many requests are in flight: retry after the time in the Retry-After header',
);

/** Names for logs and metrics of a request that is rejected before it is routed to an endpoint. */
const UNMATCHED = { path: 'unmatched', operationId: 'none' };
type LoggedEndpoint = Pick<CompiledEndpoint, 'path' | 'operationId'>;

type Route = (req: IncomingMessage, res: ServerResponse) => void;

export interface RequestPipelineDependencies {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Authenticates and authorizes requests. Default: allows all. */
  readonly gate?: AccessGate;
  /** Receives each request that accesses data of subjects, once it is over. Absent: there is no access log. */
  readonly accessLog?: Pick<AccessLog, 'add'> | undefined;
}

/**
 * Limits, authentication, deadlines, draining, errors and telemetry, shared by the fast path and the path through
 * Express.
 */
export class RequestPipeline implements ExchangeDependencies {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly unsent: UnsentAnswers;
  readonly gate: AccessGate;
  readonly nextId = createRequestIds();
  readonly #dependencies: RequestPipelineDependencies;
  readonly #shedder: LoadShedder;
  readonly #turns: TurnQueue;
  readonly #work: WorkBudget;
  readonly #countShed: LabelledCounter;
  readonly #failureLog: RequestFailureLog;
  /** Slots of the requests in progress: those whose bodies have arrived and whose answers are not made. */
  readonly #slots: RequestSlots;
  /** Number of open requests: those whose body has not arrived or whose answer has not been sent. */
  #openCount = 0;
  readonly #connectionRequests: ConnectionRequests;
  /** Connections that are getting or have got their last answer. */
  readonly #closing = new WeakSet<Socket>();
  readonly #justAnswered: AnsweredRequest[] = [];
  /** Functions that wake waiting long polls. */
  readonly #parked = new Set<() => void>();
  #draining = false;
  #rejectsNew = false;
  #onIdle: (() => void) | undefined;

  constructor(parts: RequestPipelineDependencies) {
    const { config, clock, metrics } = parts;
    this.#dependencies = parts;
    this.config = config;
    this.clock = clock;
    this.bodies = new BodyReader(config, clock);
    const givenUp = {
      name: 'tidemark.http.answers.aborted',
      description: 'Connections closed because the client did not read an answer in time',
    };
    const countGivenUp = metrics.counter(givenUp, []);
    this.unsent = new UnsentAnswers(config, clock, () => countGivenUp(1));
    this.gate = parts.gate ?? ALLOW_ALL;
    this.#connectionRequests = new ConnectionRequests(config.pipelinedMax);
    this.#turns = new TurnQueue(clock, config.turnMs);
    this.#work = new WorkBudget(config);
    this.#shedder = new LoadShedder({
      clock,
      limits: config.shedding,
      requestsMax: config.requestsInFlightMax,
      waitMs: () => this.#turns.waitMs,
      onChange: (isShedding) => this.#logShedding(isShedding),
    });
    this.#slots = new RequestSlots(this.#shedder, clock);
    const shed = {
      name: 'tidemark.http.requests.shed',
      description: 'Requests rejected because of overload',
    };
    this.#countShed = metrics.counter(shed, ['http.route']);
    this.#failureLog = new RequestFailureLog(parts.logger, clock);
    this.#observe(metrics);
  }

  get draining(): boolean {
    return this.#draining;
  }

  get hasAccessLog(): boolean {
    return this.#dependencies.accessLog !== undefined;
  }

  get inFlight(): number {
    return this.#slots.taken;
  }

  /** Number of open requests, including those whose bodies are arriving or whose answers are being sent. */
  get openCount(): number {
    return this.#openCount;
  }

  /** Calls `route` once all earlier requests of the connection are over. `route` must call `run`. */
  routeInOrder(req: IncomingMessage, res: ServerResponse, route: Route): void {
    const { socket } = req;
    if (this.#isClosing(socket)) return;
    const order = this.#connectionRequests.add(socket);
    if (order === 'dropped') return;
    if (order === 'rejected') return this.#rejectOverloaded(UNMATCHED, req, res);
    this.#openCount += 1;
    if (order === 'first') return route(req, res);
    this.#connectionRequests.wait(socket, () => {
      // Without a socket there is no answer: node closes the connection after the previous request.
      if (res.socket === null || this.#isClosing(socket)) this.#onRequestOver(socket);
      else route(req, res);
    });
  }

  /** Marks the connection as getting its last answer. Requests that arrive on it later are dropped. */
  markClosing(socket: Socket): void {
    this.#closing.add(socket);
  }

  #isClosing(socket: Socket): boolean {
    return socket.destroyed || this.#closing.has(socket);
  }

  /** Handles a request, in this turn of the event loop or a later one. */
  run(endpoint: CompiledEndpoint, req: IncomingMessage, res: ServerResponse, target: RequestTarget): void {
    const startedMs = this.clock.monotonicMs();
    if (endpoint.probe === true || this.#turns.mayBeginNow())
      return this.#begin(endpoint, req, res, target, startedMs);
    this.#turns.enqueue(req.headers.authorization ?? '', () => {
      if (req.socket.destroyed) this.#onRequestOver(req.socket);
      else this.#begin(endpoint, req, res, target, startedMs);
    });
  }

  /**
   * Opens a call of another transport. Calls `begin` in this turn of the event loop or a later one, as for requests of
   * HTTP. Call `closeCall` when the call is over.
   */
  openCall(sender: string, begin: () => void): void {
    this.#openCount += 1;
    if (this.#turns.mayBeginNow()) begin();
    else this.#turns.enqueue(sender, begin);
  }

  closeCall(): void {
    this.#openCount -= 1;
    if (this.#isIdle) this.#onIdle?.();
  }

  /** Throws `overloaded` if no slot is free, before anything of the call is read. */
  requireFreeSlot(endpoint: CompiledEndpoint): void {
    if (this.#slots.hasFreeSlot(endpoint)) return;
    this.#countShed(1, endpoint.path);
    throw OVERLOADED;
  }

  #begin(
    endpoint: CompiledEndpoint,
    req: IncomingMessage,
    res: ServerResponse,
    { values, search }: RequestTarget,
    startedMs: number,
  ): void {
    if (!this.#slots.hasFreeSlot(endpoint)) return this.#shed(endpoint, req, res);
    new Exchange(this, endpoint, req, res, startedMs).start(values, search);
  }

  /** Takes a slot for the request. Throws `overloaded` if none is free. */
  takeSlot(endpoint: CompiledEndpoint, caller: Caller): void {
    if (this.#slots.take(endpoint, caller)) return;
    this.#countShed(1, endpoint.path);
    throw OVERLOADED;
  }

  /**
   * Takes part of the work budget and returns the amount for `releaseWork`. Throws `overloaded` if too little is left.
   */
  takeWork(endpoint: CompiledEndpoint, caller: Caller, work: number): number {
    const taken = this.#work.take(caller, work);
    if (taken !== undefined) return taken;
    this.#countShed(1, endpoint.path);
    throw OVERLOADED;
  }

  releaseWork(caller: Caller, taken: number): void {
    this.#work.release(caller, taken);
  }

  /** Takes a slot again after a long poll has waited, even if none is free. */
  retakeSlot(caller: Caller): void {
    this.#slots.forceTake(caller);
  }

  /** Calls `watchSending` of the exchange in the next turn of the event loop. By then most answers have been sent. */
  watchSendingLater(exchange: AnsweredRequest): void {
    this.#justAnswered.push(exchange);
    if (this.#justAnswered.length > 1) return;
    setImmediate(() => {
      for (const each of this.#justAnswered.splice(0)) each.watchSending();
    });
  }

  /** Releases the slot of a request that has its answer or begins to wait for a change. */
  releaseSlot(caller: Caller): void {
    this.#slots.release(caller);
  }

  /** Throws `draining` if new requests are rejected. Probes are always admitted. */
  requireNotDraining(probe: boolean): void {
    if (probe || !this.#rejectsNew) return;
    throw new TidemarkError('draining', 'this server is shutting down: retry on another connection');
  }

  /**
   * Registers a long poll that waits for a change. `wake` ends its wait early, immediately if the server is draining.
   * Call the returned function when the wait is over. Throws `overloaded` if too many requests are waiting.
   */
  park(wake: () => void): () => void {
    const { requestsWaitingMax } = this.config;
    if (this.#parked.size >= requestsWaitingMax)
      throw new TidemarkError('overloaded', `${requestsWaitingMax} requests are waiting for changes already`);
    this.#parked.add(wake);
    if (this.#draining) wake();
    return () => this.#parked.delete(wake);
  }

  /** Makes each further answer the last one of its connection, and wakes all long polls. */
  beginDrain(): void {
    this.#draining = true;
    for (const wake of [...this.#parked]) wake();
  }

  /** Rejects new requests from now on. Resolves when no request is open. */
  drain(): Promise<void> {
    this.beginDrain();
    this.#rejectsNew = true;
    this.#shedder.stop();
    return new Promise((resolve) => {
      if (this.#isIdle) resolve();
      else this.#onIdle = resolve;
    });
  }

  /**
   * Rejects a request at minimal cost: without an exchange or a span, and without reading the body. Closes the
   * connection, since a client that retries at once on it would keep out clients without a connection.
   */
  #shed(endpoint: CompiledEndpoint, req: IncomingMessage, res: ServerResponse): void {
    this.markClosing(req.socket);
    this.#rejectOverloaded(endpoint, req, res);
    this.#onRequestOver(req.socket);
  }

  #rejectOverloaded(endpoint: LoggedEndpoint, req: IncomingMessage, res: ServerResponse): void {
    const { retryAfterSeconds } = this.config;
    const requestId = this.nextId(req.headers['x-request-id']);
    const answer = problemResponse(OVERLOADED, { requestId, retryAfterSeconds });
    res.writeHead(answer.status, responseHeaders(answer, { requestId, isLast: true }));
    res.end(answer.body);
    this.#countShed(1, endpoint.path);
    this.#failureLog.add({ requestId, endpoint, method: req.method }, OVERLOADED);
  }

  #logShedding(isShedding: boolean): void {
    const { limit, delayMs } = this.#shedder;
    const line = { inFlight: this.#slots.taken, limit, delayMs: Math.round(delayMs) };
    if (isShedding) this.#dependencies.logger.warn(line, 'overloaded: rejecting some requests');
    else this.#dependencies.logger.info(line, 'overload is over: rejecting no requests');
  }

  #observe(metrics: Metrics): void {
    const gauge = metrics.gauge.bind(metrics);
    gauge('tidemark.http.requests.in_flight', 'Requests in progress', () => this.#slots.taken);
    gauge('tidemark.http.requests.waiting', 'Long polls waiting for a change', () => this.#parked.size);
    gauge(
      'tidemark.http.requests.limit',
      'Maximum number of requests in progress, adjusted to the load',
      () => this.#shedder.limit,
    );
    gauge(
      'tidemark.http.loop_delay',
      'Minimum delay of the event loop in the last window, in milliseconds',
      () => this.#shedder.delayMs,
    );
    gauge(
      'tidemark.http.requests.open',
      'Open requests: those whose answer has not been sent',
      () => this.#openCount,
    );
    gauge(
      'tidemark.http.work',
      'Estimated work of the large requests in progress, in numbers of their answers',
      () => this.#work.taken,
    );
    gauge(
      'tidemark.http.body_bytes.buffered',
      'Bytes of buffered request bodies',
      () => this.bodies.bufferedBytes,
    );
    gauge(
      'tidemark.http.answer_bytes.unsent',
      'Bytes of answers that clients have not read yet',
      () => this.unsent.bytes,
    );
  }

  startSpan({ req, endpoint }: Exchange): RequestSpan | undefined {
    const { traceparent, tracestate } = req.headers;
    const remote = { traceparent: singleHeader(traceparent), tracestate: singleHeader(tracestate) };
    return this.#dependencies.tracing.startRequest(`${req.method} ${endpoint.path}`, remote, {
      'http.request.method': req.method ?? '',
      'http.route': endpoint.path,
    });
  }

  logFailure(exchange: Exchange, error: TidemarkError): void {
    const { id: requestId, endpoint, req, deadline, spanIds } = exchange;
    const caller = loggedCallerId(exchange);
    this.#failureLog.add({ requestId, spanIds, endpoint, method: req.method, caller, deadline }, error);
  }

  onFinished(exchange: Exchange): void {
    this.#measure(exchange);
    this.addToAccessLog(exchange);
    this.#onRequestOver(exchange.req.socket);
  }

  #onRequestOver(socket: Socket): void {
    this.#connectionRequests.end(socket);
    this.closeCall();
  }

  get #isIdle(): boolean {
    return this.#openCount === 0;
  }

  /** Adds a request that is over to the access log, if there is one. */
  addToAccessLog({
    accessed,
    id: requestId,
    spanIds,
    caller,
    endpoint,
    status,
    errorCode: code,
  }: LoggedAccess): void {
    if (accessed === undefined || accessed.accesses.length === 0) return;
    this.#dependencies.accessLog?.add({
      timeMs: this.clock.nowMs(),
      requestId,
      traceId: spanIds?.traceId,
      caller: caller?.id ?? ANONYMOUS.id,
      operation: endpoint.operationId,
      status,
      code,
      accesses: accessed.accesses,
      omitted: accessed.omitted,
    });
  }

  #measure(exchange: Exchange): void {
    const { endpoint, req, status, errorCode } = exchange;
    const { logger, metrics } = this.#dependencies;
    const durationMs = this.clock.monotonicMs() - exchange.startedMs;
    metrics.requestSeconds.record(durationMs / 1_000, {
      'http.request.method': req.method ?? '',
      'http.route': endpoint.path,
      'http.response.status_code': status,
      ...(errorCode === undefined ? undefined : { 'error.type': errorCode }),
      ...(exchange.deadline === undefined ? undefined : { deadline: exchange.deadline }),
    });
    const isQuiet = endpoint.highVolume === true || endpoint.probe === true || isSampled(status);
    const level = isQuiet ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    const line = {
      requestId: exchange.id,
      ...exchange.spanIds,
      caller: loggedCallerId(exchange),
      method: req.method,
      url: redactAccessToken(req.url),
      route: endpoint.path,
      operation: endpoint.operationId,
      status,
      code: errorCode,
      durationMs: Math.round(durationMs * 1_000) / 1_000,
    };
    logger[level](line, 'request');
  }
}

/** A request that has its answer. */
interface AnsweredRequest {
  /** Limits the time for sending the answer, if it has not been sent yet. */
  watchSending(): void;
}

/** Content of a request that the access log records. `status` is an HTTP status. */
type LoggedAccess = Pick<
  Exchange,
  'accessed' | 'id' | 'spanIds' | 'caller' | 'endpoint' | 'status' | 'errorCode'
>;

export interface RequestTarget {
  /** Path parameters in the order of the template, still percent-encoded. */
  readonly values: readonly string[];
  /** Query string without its `?`. */
  readonly search: string;
}

function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** Returns the caller's id for the log, or undefined without authentication. */
function loggedCallerId({ caller }: Exchange): string | undefined {
  return caller === ANONYMOUS ? undefined : caller?.id;
}

/** Hides a token in the query. Tokens are accepted in the header only, but one in the URL must not be logged either. */
function redactAccessToken(url: string | undefined): string | undefined {
  return url?.replace(/([?&]access_token=)[^&]*/gi, '$1…');
}
