import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config';
import type { Caller } from '../../core/access/caller';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { callerSpanIds, type RequestSpan, type SpanIds } from '../../platform/telemetry/tracing';
import { AccessedData, ApiRequest } from '../api-request';
import type { ApiResponse } from '../endpoint';
import { negotiate, parseContentType, type MediaType } from '../media-type';
import { responseHeaders, problemResponse, toTidemarkError } from '../problem';
import { bodyBytes, endWithBody, type AnswerParts } from '../response-body';
import type { AccessGate } from '../access/access-gate';
import type { UnsentAnswers } from '../connections/unsent-answers';
import type { BodyReader } from '../limits/body-reader';
import type { CompiledEndpoint } from './compiled-endpoint';
import { deadlineOwner, type DeadlineOwner } from './deadline-owner';
import { RequestAllowance, type SharedLimits } from './request-allowance';
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
export interface ExchangeDependencies extends SharedLimits {
  readonly config: Config['http'];
  readonly bodies: BodyReader;
  readonly unsent: UnsentAnswers;
  readonly gate: AccessGate;
  readonly nextId: (given: string | string[] | undefined) => string;
  readonly draining: boolean;
  readonly hasAccessLog: boolean;
  requireNotDraining(probe: boolean): void;
  markClosing(socket: Socket): void;
  watchSendingLater(exchange: Pick<Exchange, 'watchSending'>): void;
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
  #unsentBytes = 0;
  #isOver = false;
  /** Whether the answer ends before its end, because a part of it failed. */
  #isCut = false;
  #onSent: (() => void) | undefined;
  readonly #allowance: RequestAllowance;
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
    this.#allowance = new RequestAllowance(pipeline, {
      endpoint,
      isAnswered: () => this.status !== 0,
      onDeadline: (error) => this.#fail(error),
    });
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
    this.#allowance.begin(caller, { timeoutMs, isChosen: timeoutHeader !== undefined });
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
      controls: this.#allowance.controls(),
      accessed: this.accessed,
    });
    const response = await this.endpoint.handle(request);
    if (response.parts === undefined) this.#answer(response);
    else await this.#answerInParts(response, response.parts);
  }

  #timeoutOf(header: string | string[] | undefined): number {
    if (header === undefined) return this.pipeline.config.requestTimeoutMs;
    const timeoutMs = Number(header);
    if (/^\d{1,9}$/.test(String(header)) && timeoutMs >= 1) return this.#allowance.limited(timeoutMs);
    throw invalidArgument('x-request-timeout-ms', 'must be a whole number of at least 1');
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

  #fail(thrown: unknown): void {
    if (this.status !== 0) return;
    const error = toTidemarkError(thrown);
    this.deadline = deadlineOwner({
      code: error.code,
      timeoutMs: this.#allowance.timeoutMs,
      defaultTimeoutMs: this.pipeline.config.requestTimeoutMs,
      remainingMs: this.#allowance.remainingMs,
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
    this.status = response.status;
    this.errorCode = response.errorCode;
    this.#allowance.end();
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
    const signal = this.#allowance.cancelSignal();
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
    this.#allowance.end();
    if (!this.#isCut && (this.status === 0 || !this.res.writableFinished)) {
      this.status = 499;
      this.errorCode = 'client_closed_request';
      this.#allowance.cancel(new TidemarkError('client_closed_request', 'the client closed the connection'));
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
