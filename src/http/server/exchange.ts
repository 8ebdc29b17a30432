import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config';
import type { Caller } from '../../core/access/caller';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { Cancellation, linkedSignal, type CancelSignal } from '../../platform/tasks/cancellation';
import { runInSlices } from '../../platform/tasks/time-slices';
import { callerSpanIds, type RequestSpan, type SpanIds } from '../../platform/telemetry/tracing';
import {
  AccessedData,
  ApiRequest,
  type RequestCallOptions,
  type RunInTurns,
  type WaitForChange,
} from '../api-request';
import type { ApiResponse } from '../endpoint';
import { negotiate, parseContentType, type MediaType } from '../media-type';
import { responseHeaders, problemResponse, toTidemarkError } from '../problem';
import { bodyBytes, endWithBody, type AnswerParts } from '../response-body';
import type { AccessGate } from '../access/access-gate';
import type { UnsentAnswers } from '../connections/unsent-answers';
import type { BodyReader } from '../limits/body-reader';
import type { Clock } from '../../platform/time/clock';
import type { CompiledEndpoint } from './compiled-endpoint';
import { deadlineMarginMs, deadlineOwner, type DeadlineOwner } from './deadline-owner';
import { sendParts } from './send-parts';

/**
 * Codes after which the connection is closed: to discard the rest of a slow body, and to keep rejected clients from
 * retrying at once.
 */
const CLOSING_ERRORS: ReadonlySet<ErrorCode | undefined> = new Set([
  'request_timeout',
  'overloaded',
] as const);
const HOST = 'host';
const NO_BODY = Buffer.alloc(0);
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Dependencies of an exchange on the server: limits, authentication, draining and telemetry. `RequestPipeline`
 * implements it.
 */
export interface ExchangeDependencies {
  readonly config: Config['http'];
  readonly clock: Clock;
  readonly bodies: BodyReader;
  readonly unsent: UnsentAnswers;
  readonly gate: AccessGate;
  readonly nextId: (given: string | string[] | undefined) => string;
  readonly draining: boolean;
  readonly hasAccessLog: boolean;
  requireNotDraining(probe: boolean): void;
  takeSlot(endpoint: CompiledEndpoint, caller: Caller): void;
  retakeSlot(caller: Caller): void;
  releaseSlot(caller: Caller): void;
  takeWork(endpoint: CompiledEndpoint, caller: Caller, work: number): number;
  releaseWork(caller: Caller, taken: number): void;
  park(wake: () => void): () => void;
  markClosing(socket: Socket): void;
  watchSendingLater(exchange: Exchange): void;
  startSpan(exchange: Exchange): RequestSpan | undefined;
  logFailure(exchange: Exchange, error: TidemarkError): void;
  onFinished(exchange: Exchange): void;
}

/** One request and its answer. Exactly one answer is sent; later attempts are ignored. */
export class Exchange {
  readonly id: string;
  status = 0;
  errorCode: ErrorCode | undefined;
  /** Owner of the deadline that the request exceeded; undefined if it exceeded none. */
  deadline: DeadlineOwner | undefined;
  /** Caller of the request; undefined until it is admitted. */
  caller: Caller | undefined;
  /** Data that the request accesses; undefined without an access log. */
  accessed: AccessedData | undefined;
  #bodyBytes = 0;
  #hasSlot = false;
  /** Amount taken from the work budget. */
  #takenWork = 0;
  #unsentBytes = 0;
  #isOver = false;
  /** Whether the answer ends before its end, because a part of it failed. */
  #isCut = false;
  #onSent: (() => void) | undefined;
  /** Releases what a live answer uses beside its slot. */
  #endLive: (() => void) | undefined;
  #cancellation: Cancellation | undefined;
  #stopTimer: (() => void) | undefined;
  #deadlineMs = 0;
  /** Time from the arrival of the body to the deadline, in milliseconds. */
  #timeoutMs = 0;
  #span: RequestSpan | undefined;

  constructor(
    private readonly pipeline: ExchangeDependencies,
    readonly endpoint: CompiledEndpoint,
    readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    /** Arrival of the request by the monotonic clock, in milliseconds. */
    readonly startedMs: number,
  ) {
    this.id = pipeline.nextId(req.headers['x-request-id']);
    res.on('close', () => this.#closed());
  }

  /** Ids of the server span, or of the caller's span without tracing; undefined if there is neither. */
  get spanIds(): SpanIds | undefined {
    const { traceparent } = this.req.headers;
    return this.#span?.ids ?? callerSpanIds(typeof traceparent === 'string' ? traceparent : undefined);
  }

  /** Handles the request. It always gets an answer. `values` are the path parameters, still percent-encoded. */
  start(values: readonly string[], search: string): void {
    this.#span = this.pipeline.startSpan(this);
    const run = (): Promise<void> => this.#run(values, search).catch((error: unknown) => this.#fail(error));
    void (this.#span === undefined ? run() : this.#span.run(run));
  }

  async #run(values: readonly string[], search: string): Promise<void> {
    this.pipeline.requireNotDraining(this.endpoint.probe === true);
    const { headers, rawHeaders } = this.req;
    checkOneHost(rawHeaders, this.req.httpVersion);
    this.pipeline.gate.checkHost?.(headers.host);
    const admitted = this.pipeline.gate.admit(this.endpoint.access, headers.authorization);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    // The connection was closed during authentication.
    if (this.#isOver) return this.pipeline.gate.release(caller);
    this.caller = caller;
    const timeoutHeader = headers['x-request-timeout-ms'];
    const timeoutMs = this.#timeoutOf(timeoutHeader);
    const params = values.length === 0 ? NO_PARAMS : this.endpoint.template.decode(values);
    const query = search === '' ? undefined : this.endpoint.parseQuery(search);
    const accepted = negotiate(headers.accept, this.endpoint.responseTypes);
    const mediaType = this.#mediaType();
    const body = mediaType === undefined ? NO_BODY : await this.#readBody();
    if (this.status !== 0) return;
    this.#takeSlot(caller);
    this.#startDeadline(timeoutMs);
    const allowance = (): RequestCallOptions => this.#callOptions();
    const wait: WaitForChange = (maxMs, task) => this.#wait(maxMs, task);
    const extendDeadline = (byMs: number): void => {
      if (timeoutHeader === undefined) this.#extendDeadline(byMs);
    };
    const takeWork = (work: number): void => {
      this.#takenWork += this.pipeline.takeWork(this.endpoint, caller, work);
    };
    const inTurns: RunInTurns = (steps) =>
      runInSlices(steps, { clock: this.pipeline.clock, signal: this.#cancelSignal() });
    if (this.pipeline.hasAccessLog) this.accessed = new AccessedData();
    const request = new ApiRequest({
      id: this.id,
      caller,
      params,
      query,
      headers,
      mediaType,
      body,
      accepted,
      callOptions: allowance,
      wait,
      extendDeadline,
      inTurns,
      takeWork,
      beginLive: (maxMs) => this.#beginLive(maxMs),
      accessed: this.accessed,
    });
    const response = await this.endpoint.handle(request);
    if (response.parts === undefined) this.#answer(response);
    else await this.#answerInParts(response, response.parts);
  }

  #timeoutOf(header: string | string[] | undefined): number {
    if (header === undefined) return this.pipeline.config.requestTimeoutMs;
    const timeoutMs = Number(header);
    if (/^\d{1,9}$/.test(String(header)) && timeoutMs >= 1)
      return Math.min(timeoutMs, this.#longestTimeoutMs);
    throw invalidArgument('x-request-timeout-ms', 'must be a whole number of at least 1');
  }

  get #longestTimeoutMs(): number {
    return Math.max(this.pipeline.config.requestTimeoutMs, this.endpoint.longestTimeoutMs ?? 0);
  }

  #mediaType(): MediaType | undefined {
    const { requestTypes: consumes } = this.endpoint;
    if (consumes.length === 0) return undefined;
    const { headers } = this.req;
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      throw new TidemarkError(
        'unsupported_media_type',
        `encoding "${encoding}" is not supported: send the body unencoded`,
        {
          field: 'content-encoding',
        },
      );
    }
    return parseContentType(headers['content-type'], consumes);
  }

  async #readBody(): Promise<Buffer> {
    const body = await this.pipeline.bodies.read(this.req, this.res, this.endpoint.bodyBytesMax);
    this.#bodyBytes = body.length;
    if (this.#isOver) this.#releaseBody();
    return body;
  }

  /** Takes a slot. Called after the body has arrived, so that slow bodies take none. */
  #takeSlot(caller: Caller): void {
    this.pipeline.takeSlot(this.endpoint, caller);
    this.#hasSlot = true;
  }

  #releaseSlot(): void {
    if (!this.#hasSlot) return;
    this.#hasSlot = false;
    this.pipeline.releaseSlot(this.caller!);
    this.pipeline.releaseWork(this.caller!, this.#takenWork);
    this.#takenWork = 0;
  }

  #startDeadline(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#setDeadline(this.pipeline.clock.monotonicMs() + timeoutMs);
  }

  #setDeadline(deadlineMs: number): void {
    this.#deadlineMs = deadlineMs;
    this.#stopTimer = this.pipeline.clock.schedule(deadlineMs - this.pipeline.clock.monotonicMs(), () => {
      const error = new TidemarkError('deadline_exceeded', `no answer within ${this.#timeoutMs} ms`);
      this.#fail(error);
      this.#cancellation?.abort(error);
    });
  }

  /** Extends the deadline, up to the longest one of the endpoint. */
  #extendDeadline(byMs: number): void {
    const moreMs = Math.min(byMs, this.#longestTimeoutMs - this.#timeoutMs);
    if (moreMs <= 0 || this.status !== 0) return;
    this.#stopTimer?.();
    this.#timeoutMs += moreMs;
    this.#setDeadline(this.#deadlineMs + moreMs);
  }

  /** Returns the signal that cancels the work for the answer. It is aborted already if the answer was sent. */
  #cancelSignal(): CancelSignal {
    this.#cancellation ??= new Cancellation();
    if (this.status !== 0) this.#cancellation.abort(requestOver());
    return this.#cancellation;
  }

  #callOptions(): RequestCallOptions {
    const signal = this.#cancelSignal();
    const remainingMs = this.#deadlineMs - this.pipeline.clock.monotonicMs();
    return { timeoutMs: Math.max(1, remainingMs - deadlineMarginMs(remainingMs)), signal };
  }

  async #wait<T>(maxMs: number, task: (signal: CancelSignal) => Promise<T>): Promise<T> {
    const { clock } = this.pipeline;
    // Without this check it would stay parked although its slot is released.
    if (this.status !== 0) throw requestOver();
    const signal = this.#cancelSignal();
    const remainingMs = this.#deadlineMs - clock.monotonicMs();
    const ended = new Cancellation();
    const unpark = this.pipeline.park(() => ended.abort(waitOver()));
    const linked = linkedSignal(ended, signal);
    this.#releaseSlot();
    this.#stopTimer?.();
    const cancel = clock.schedule(maxMs, () => ended.abort(waitOver()));
    try {
      return await task(linked.signal);
    } finally {
      linked.release();
      cancel();
      unpark();
      if (this.status === 0) this.#resumeAfterWait(remainingMs);
    }
  }

  /** Releases the slot for an answer that only a change of conditions ends, and returns the signal of its end. */
  #beginLive(maxMs: number): CancelSignal {
    const { clock } = this.pipeline;
    const ended = new Cancellation();
    const unpark = this.pipeline.park(() => ended.abort(waitOver()));
    const linked = linkedSignal(ended, this.#cancelSignal());
    const cancel = clock.schedule(maxMs, () => ended.abort(waitOver()));
    this.#endLive = () => {
      linked.release();
      cancel();
      unpark();
    };
    this.#releaseSlot();
    this.#stopTimer?.();
    return linked.signal;
  }

  /** Continues after a wait. An admitted request is never rejected for overload. */
  #resumeAfterWait(remainingMs: number): void {
    if (!this.#hasSlot) this.pipeline.retakeSlot(this.caller!);
    this.#hasSlot = true;
    this.#startDeadline(Math.max(1, remainingMs));
  }

  #fail(thrown: unknown): void {
    if (this.status !== 0) return;
    const error = toTidemarkError(thrown);
    this.deadline = deadlineOwner({
      code: error.code,
      timeoutMs: this.#timeoutMs,
      defaultTimeoutMs: this.pipeline.config.requestTimeoutMs,
      remainingMs: this.#deadlineMs - this.pipeline.clock.monotonicMs(),
    });
    this.pipeline.logFailure(this, error);
    const response = problemResponse(error, {
      requestId: this.id,
      retryAfterSeconds: this.pipeline.config.retryAfterSeconds,
    });
    const headers = [...(response.headers ?? []), ...(this.endpoint.failureHeaders ?? [])];
    this.#answer({ ...response, headers });
  }

  #answer(response: ApiResponse): void {
    if (this.status !== 0) return;
    this.#stopTimer?.();
    this.status = response.status;
    this.errorCode = response.errorCode;
    this.#releaseSlot();
    this.#releaseBody();
    if (this.res.destroyed) return;
    const { body } = response;
    const isLast = this.pipeline.draining || CLOSING_ERRORS.has(response.errorCode);
    if (isLast) this.pipeline.markClosing(this.req.socket);
    this.res.writeHead(response.status, responseHeaders(response, { requestId: this.id, isLast }));
    this.#unsentBytes = this.req.method === 'HEAD' ? 0 : bodyBytes(body);
    endWithBody(this.res, body);
    this.pipeline.watchSendingLater(this);
  }

  /**
   * Sends an answer while it is made. A failure before its first part is answered as usual. After that the status is sent
   * already: a failure closes the connection before the end of the answer.
   */
  async #answerInParts(response: ApiResponse, parts: AnswerParts): Promise<void> {
    const signal = this.#cancelSignal();
    const first = await parts.next();
    if (this.status !== 0 || this.res.destroyed) return void (await parts.return());
    this.status = response.status;
    const isLast = this.pipeline.draining;
    if (isLast) this.pipeline.markClosing(this.req.socket);
    this.res.writeHead(response.status, responseHeaders(response, { requestId: this.id, isLast }));
    const watchUnsent = (bytes: number): (() => void) => this.#watchUnsent(bytes);
    try {
      if (this.req.method === 'HEAD') await parts.return();
      await sendParts(first, parts, { res: this.res, signal, watchUnsent });
      this.pipeline.watchSendingLater(this);
    } catch (error) {
      this.#cut(toTidemarkError(error));
    }
  }

  #cut(error: TidemarkError): void {
    if (this.#isOver) return;
    this.#isCut = true;
    this.errorCode = error.code;
    this.pipeline.logFailure(this, error);
    this.req.socket.destroy();
  }

  /** Limits the time for sending the answer, if it has not been sent yet. */
  watchSending(): void {
    if (!this.#isOver) this.#onSent = this.#watchUnsent(this.#unsentBytes);
  }

  #watchUnsent(bytes: number): () => void {
    const closeConnection = (): void => void this.req.socket.destroy();
    return this.pipeline.unsent.add({ bytes, closeConnection });
  }

  #releaseBody(): void {
    this.pipeline.bodies.release(this.#bodyBytes);
    this.#bodyBytes = 0;
  }

  /** Ends the exchange: the whole answer has been sent, or the connection is closed. */
  #closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onSent?.();
    this.#endLive?.();
    this.#stopTimer?.();
    this.#releaseSlot();
    if (!this.#isCut && (this.status === 0 || !this.res.writableFinished)) {
      this.status = 499;
      this.errorCode = 'client_closed_request';
      this.#cancellation?.abort(
        new TidemarkError('client_closed_request', 'the client closed the connection'),
      );
    }
    this.#releaseBody();
    if (this.caller !== undefined) this.pipeline.gate.release(this.caller);
    const route = { 'http.response.status_code': this.status, 'http.route': this.endpoint.path };
    this.#span?.end(route, this.status >= 500);
    this.pipeline.onFinished(this);
  }
}

/**
 * Throws unless there is one Host header. With two, a proxy and this server may choose different ones (RFC 9112, 3.2).
 */
function checkOneHost(rawHeaders: readonly string[], httpVersion: string): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) throw new TidemarkError('malformed_request', 'must be given once only', { field: HOST });
  if (hosts === 0 && httpVersion === '1.1')
    throw new TidemarkError('malformed_request', 'is required in HTTP/1.1', { field: HOST });
}

/** Reason of an abort after the answer was sent. No client sees it. */
function requestOver(): TidemarkError {
  return new TidemarkError('client_closed_request', 'the request is over');
}

/** Reason why a long poll ends without a change. No caller receives it. */
function waitOver(): TidemarkError {
  return new TidemarkError('deadline_exceeded', 'the wait is over');
}
