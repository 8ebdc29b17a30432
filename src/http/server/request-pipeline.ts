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
import type { CompiledEndpoint } from './compiled-endpoint';
import { ConnectionRequests } from '../connections/connection-requests';
import { Exchange } from './exchange';
import { LoadShedder } from '../limits/load-shedder';
import { RequestSlots } from '../limits/request-slots';
import { responseHeaders, problemResponse } from '../problem';
import { isSampled, RequestFailureLog } from './request-failure-log';
import { createRequestIds } from './request-id';
import { TurnQueue } from '../limits/turn-queue';
import { UnsentAnswers } from '../connections/unsent-answers';
import { WorkBudget } from '../limits/work-budget';

/** Made once: an error takes its time to note where it was made. */
const OVERLOADED = new TidemarkError(
  'overloaded',
  'as many requests as can be answered in time are in flight',
);

/** What the log and the metrics name where a request is refused before it is known which endpoint it is for. */
const UNMATCHED = { path: 'unmatched', operationId: 'none' };
type LoggedEndpoint = Pick<CompiledEndpoint, 'path' | 'operationId'>;

type Route = (req: IncomingMessage, res: ServerResponse) => void;

export interface RequestPipelineDependencies {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Absent: everybody may do everything. */
  readonly gate?: AccessGate;
}

/** The manners that all endpoints share, on the short path and behind Express alike. */
export class RequestPipeline {
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
  /** Of requests that are worked on: their bodies are here, their answers are not. */
  readonly #slots: RequestSlots;
  /** Requests that are not over: their answers are not sent, or their bodies not here. */
  #openCount = 0;
  readonly #connectionRequests: ConnectionRequests;
  /** Connections that get their last answer, or have it. */
  readonly #closing = new WeakSet<Socket>();
  readonly #justAnswered: Exchange[] = [];
  /** Requests that wait for news, by what ends their wait. */
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
      description: 'Connections closed because their callers did not read an answer in time',
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
    const shed = { name: 'tidemark.http.requests.shed', description: 'Requests refused because of overload' };
    this.#countShed = metrics.counter(shed, ['http.route']);
    this.#failureLog = new RequestFailureLog(parts.logger, clock);
    this.#observe(metrics);
  }

  get draining(): boolean {
    return this.#draining;
  }

  get inFlight(): number {
    return this.#slots.taken;
  }

  /** Requests that have begun and are not over: those whose bodies arrive or whose answers are being sent included. */
  get openCount(): number {
    return this.#openCount;
  }

  /** Calls `route` when the request is the first one of its connection that is not over; it is to call `run`. */
  routeInOrder(req: IncomingMessage, res: ServerResponse, route: Route): void {
    const { socket } = req;
    if (this.#isClosing(socket)) return;
    const place = this.#connectionRequests.add(socket);
    if (place === 'dropped') return;
    if (place === 'refused') return this.#rejectOverloaded(UNMATCHED, req, res);
    this.#openCount += 1;
    if (place === 'first') return route(req, res);
    this.#connectionRequests.wait(socket, () => {
      // Without a socket it gets no answer: node closes the connection after its predecessor.
      if (res.socket === null || this.#isClosing(socket)) this.#onRequestOver(socket);
      else route(req, res);
    });
  }

  /** What comes over the connection from now on is dropped: it gets its last answer. */
  markClosing(socket: Socket): void {
    this.#closing.add(socket);
  }

  #isClosing(socket: Socket): boolean {
    return socket.destroyed || this.#closing.has(socket);
  }

  /** `values` are the parameters of the path, still percent-encoded; `search` is the query without its `?`. */
  run(endpoint: CompiledEndpoint, req: IncomingMessage, res: ServerResponse, target: RequestTarget): void {
    const startedMs = this.clock.monotonicMs();
    if (endpoint.probe === true || this.#turns.mayBeginNow())
      return this.#begin(endpoint, req, res, target, startedMs);
    this.#turns.enqueue(req.headers.authorization ?? '', () => {
      if (req.socket.destroyed) this.#onRequestOver(req.socket);
      else this.#begin(endpoint, req, res, target, startedMs);
    });
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

  /** The request is worked on from now on. Throws `overloaded` where too many are. */
  takeSlot(endpoint: CompiledEndpoint, caller: Caller): void {
    if (this.#slots.take(endpoint, caller)) return;
    this.#countShed(1, endpoint.path);
    throw OVERLOADED;
  }

  /** Takes room for a request's work. Throws `overloaded` where too much is begun; returns what is to be given back. */
  takeWork(endpoint: CompiledEndpoint, caller: Caller, work: number): number {
    const taken = this.#work.take(caller, work);
    if (taken !== undefined) return taken;
    this.#countShed(1, endpoint.path);
    throw OVERLOADED;
  }

  releaseWork(caller: Caller, taken: number): void {
    this.#work.release(caller, taken);
  }

  /** The request is worked on again, whether or not there is room. */
  retakeSlot(caller: Caller): void {
    this.#slots.forceTake(caller);
  }

  /** Looks in the next turn of the loop whether the answer has been sent, and from then on for how long it takes. */
  watchSendingLater(exchange: Exchange): void {
    this.#justAnswered.push(exchange);
    if (this.#justAnswered.length > 1) return;
    setImmediate(() => {
      for (const each of this.#justAnswered.splice(0)) each.watchSending();
    });
  }

  /** The request is worked on no more: it has its answer, or waits for news. */
  releaseSlot(caller: Caller): void {
    this.#slots.release(caller);
  }

  /** Throws where the request must not begin. */
  requireNotDraining(probe: boolean): void {
    if (probe || !this.#rejectsNew) return;
    throw new TidemarkError('draining', 'this server is shutting down; another will answer');
  }

  /**
   * Of a request that waits for news and does nothing meanwhile; `wake` ends its wait, at once where the server drains. The
   * returned function is to be called when it goes on. Throws `overloaded` where too many wait already.
   */
  park(wake: () => void): () => void {
    const { requestsWaitingMax } = this.config;
    if (this.#parked.size >= requestsWaitingMax)
      throw new TidemarkError('overloaded', `${requestsWaitingMax} requests wait for news already`);
    this.#parked.add(wake);
    if (this.#draining) wake();
    return () => this.#parked.delete(wake);
  }

  /** From now on answers are the last ones of their connections, and nobody waits for news any more. */
  beginDrain(): void {
    this.#draining = true;
    for (const wake of [...this.#parked]) wake();
  }

  /** From now on new requests are refused. Resolves when the last one in flight has ended. */
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
   * Costs next to nothing: no exchange, no span, and the body is not looked at. The connection is closed: a caller that asks
   * again at once would do so for ever, and keep those out that have none yet.
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
    if (isShedding) this.#dependencies.logger.warn(line, 'overloaded: some requests are refused');
    else this.#dependencies.logger.info(line, 'no request is refused any more');
  }

  #observe(metrics: Metrics): void {
    const gauge = metrics.gauge.bind(metrics);
    gauge('tidemark.http.requests.in_flight', 'Requests being worked on', () => this.#slots.taken);
    gauge('tidemark.http.requests.waiting', 'Long polls that wait for news', () => this.#parked.size);
    gauge('tidemark.http.requests.limit', 'Requests that may be in flight', () => this.#shedder.limit);
    gauge(
      'tidemark.http.loop_delay',
      'By how much the event loop was late throughout the last window, milliseconds',
      () => this.#shedder.delayMs,
    );
    gauge(
      'tidemark.http.requests.open',
      'Requests that have begun and whose answers are not sent',
      () => this.#openCount,
    );
    gauge(
      'tidemark.http.work',
      'Numbers that large requests in flight are to answer',
      () => this.#work.taken,
    );
    gauge('tidemark.http.body_bytes.buffered', 'Bytes of request bodies', () => this.bodies.bufferedBytes);
    gauge(
      'tidemark.http.answer_bytes.unsent',
      'Bytes of answers that callers read slowly',
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
    const { id: requestId, endpoint, req, deadline } = exchange;
    const caller = loggedCallerId(exchange);
    this.#failureLog.add({ requestId, endpoint, method: req.method, caller, deadline }, error);
  }

  onFinished(exchange: Exchange): void {
    this.#measure(exchange);
    this.#onRequestOver(exchange.req.socket);
  }

  #onRequestOver(socket: Socket): void {
    this.#openCount -= 1;
    this.#connectionRequests.end(socket);
    if (this.#isIdle) this.#onIdle?.();
  }

  get #isIdle(): boolean {
    return this.#openCount === 0;
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
    const isQuiet = endpoint.hot === true || endpoint.probe === true || isSampled(status);
    const level = isQuiet ? 'debug' : 'info';
    if (!logger.isLevelEnabled(level)) return;
    const line = {
      requestId: exchange.id,
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

export interface RequestTarget {
  readonly values: readonly string[];
  readonly search: string;
}

function singleHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** Whom the log names: nobody, where callers are not told apart. */
function loggedCallerId({ caller }: Exchange): string | undefined {
  return caller === ANONYMOUS ? undefined : caller?.id;
}

/** Tokens are taken from the header alone. Who puts one into the URL all the same is refused, and his token is not logged. */
function redactAccessToken(url: string | undefined): string | undefined {
  return url?.replace(/([?&]access_token=)[^&]*/gi, '$1…');
}
