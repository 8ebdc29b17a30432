import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../core/access/caller';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { linkedSignal } from '../../platform/tasks/cancellation';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { RequestSpan } from '../../platform/telemetry/tracing';
import { ApiRequest, type CallOptions, type RunInTurns, type WaitForChange } from '../api-request';
import type { ApiResponse } from '../endpoint';
import { negotiate, parseContentType, type MediaType } from '../media-type';
import { responseHeaders, problemResponse, toTidemarkError } from '../problem';
import type { CompiledEndpoint } from './compiled-endpoint';
import { deadlineMarginMs, deadlineOwner, type DeadlineOwner } from './deadline-owner';
import type { RequestPipeline } from './request-pipeline';

/** After these the connection is closed: what is left of a slow body is not waited for, and who is refused does not ask again at once. */
const CLOSING_ERRORS: ReadonlySet<ErrorCode | undefined> = new Set([
  'request_timeout',
  'overloaded',
] as const);
const HOST = 'host';
const NO_BODY = Buffer.alloc(0);
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** One request on its way to its answer. The answer is given once: whoever comes second finds it given. */
export class Exchange {
  readonly id: string;
  status = 0;
  errorCode: ErrorCode | undefined;
  /** Whose deadline the request ran into; undefined where it ran into none. */
  deadline: DeadlineOwner | undefined;
  /** Who asks; undefined until he is let in. */
  caller: Caller | undefined;
  #bodyBytes = 0;
  #hasSlot = false;
  /** What it has taken of the budget of work. */
  #takenWork = 0;
  #unsentBytes = 0;
  #isOver = false;
  #onSent: (() => void) | undefined;
  #controller: AbortController | undefined;
  #stopTimer: (() => void) | undefined;
  #deadlineMs = 0;
  /** Of the whole request, milliseconds; the deadline is so long after the body has arrived. */
  #timeoutMs = 0;
  #span: RequestSpan | undefined;

  constructor(
    private readonly pipeline: RequestPipeline,
    readonly endpoint: CompiledEndpoint,
    readonly req: IncomingMessage,
    private readonly res: ServerResponse,
    /** When it arrived, by the monotonic clock. */
    readonly startedMs: number,
  ) {
    this.id = pipeline.nextId(req.headers['x-request-id']);
    res.on('close', () => this.#closed());
  }

  /** Answers, whatever happens. `values` are the path's parameters, still encoded. */
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
    // Gone while it was found out who it is.
    if (this.#isOver) return this.pipeline.gate.release(caller);
    this.caller = caller;
    const asked = headers['x-request-timeout-ms'];
    const timeoutMs = this.#timeoutOf(asked);
    const params = values.length === 0 ? NO_PARAMS : this.endpoint.template.decode(values);
    const query = search === '' ? undefined : this.endpoint.parseQuery(search);
    const accepted = negotiate(headers.accept, this.endpoint.responseTypes);
    const mediaType = this.#mediaType();
    const body = mediaType === undefined ? NO_BODY : await this.#readBody();
    if (this.status !== 0) return;
    this.#takeSlot(caller);
    this.#startDeadline(timeoutMs);
    const allowance = (): CallOptions => this.#callOptions();
    const wait: WaitForChange = (maxMs, task) => this.#wait(maxMs, task);
    const extendDeadline = (byMs: number): void => {
      if (asked === undefined) this.#extendDeadline(byMs);
    };
    const takeWork = (work: number): void => {
      this.#takenWork += this.pipeline.takeWork(this.endpoint, caller, work);
    };
    const inTurns: RunInTurns = (steps) =>
      runInSlices(steps, { clock: this.pipeline.clock, signal: this.#abortController().signal });
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
    });
    this.#answer(await this.endpoint.handle(request));
  }

  #timeoutOf(header: string | string[] | undefined): number {
    if (header === undefined) return this.pipeline.config.requestTimeoutMs;
    const given = Number(header);
    if (/^\d{1,9}$/.test(String(header)) && given >= 1) return Math.min(given, this.#longestTimeoutMs);
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
      throw new TidemarkError('unsupported_media_type', `bodies are not taken in encoding "${encoding}"`, {
        field: 'content-encoding',
      });
    }
    return parseContentType(headers['content-type'], consumes);
  }

  async #readBody(): Promise<Buffer> {
    const body = await this.pipeline.bodies.read(this.req, this.res, this.endpoint.bodyBytesMax);
    this.#bodyBytes = body.length;
    if (this.#isOver) this.#releaseBody();
    return body;
  }

  /** From here on it takes one of the places of those that are worked on: one whose body trickles takes none. */
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
      this.#controller?.abort(error);
    });
  }

  /** Up to the longest deadline of the endpoint. */
  #extendDeadline(byMs: number): void {
    const moreMs = Math.min(byMs, this.#longestTimeoutMs - this.#timeoutMs);
    if (moreMs <= 0 || this.status !== 0) return;
    this.#stopTimer?.();
    this.#timeoutMs += moreMs;
    this.#setDeadline(this.#deadlineMs + moreMs);
  }

  /** Ends what is done for the answer; at once where that is given already, or nobody is there to have it. */
  #abortController(): AbortController {
    this.#controller ??= new AbortController();
    if (this.status !== 0) this.#controller.abort(requestOver());
    return this.#controller;
  }

  #callOptions(): CallOptions {
    const { signal } = this.#abortController();
    const left = this.#deadlineMs - this.pipeline.clock.monotonicMs();
    return { timeoutMs: Math.max(1, left - deadlineMarginMs(left)), signal };
  }

  async #wait<T>(maxMs: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.pipeline;
    // He would hold a place among those who wait, and none of his own.
    if (this.status !== 0) throw requestOver();
    const { signal } = this.#abortController();
    const leftMs = this.#deadlineMs - clock.monotonicMs();
    const over = new AbortController();
    const unpark = this.pipeline.park(() => over.abort());
    const ending = linkedSignal(over.signal, signal);
    this.#releaseSlot();
    this.#stopTimer?.();
    const cancel = clock.schedule(maxMs, () => over.abort());
    try {
      return await task(ending.signal);
    } finally {
      ending.release();
      cancel();
      unpark();
      if (this.status === 0) this.#resumeAfterWait(leftMs);
    }
  }

  /** Once it was let in it is answered, however many there are by now. */
  #resumeAfterWait(leftMs: number): void {
    if (!this.#hasSlot) this.pipeline.retakeSlot(this.caller!);
    this.#hasSlot = true;
    this.#startDeadline(Math.max(1, leftMs));
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
    this.res.end(body);
    this.#unsentBytes = body === undefined || this.req.method === 'HEAD' ? 0 : Buffer.byteLength(body);
    this.pipeline.watchSendingLater(this);
  }

  /** A little after it was answered: nearly all answers have gone out by then. */
  watchSending(): void {
    if (this.#isOver) return;
    const bytes = this.#unsentBytes;
    const giveUp = (): void => void this.req.socket.destroy();
    this.#onSent = this.pipeline.unsent.add({ bytes, closeConnection: giveUp });
  }

  #releaseBody(): void {
    this.pipeline.bodies.release(this.#bodyBytes);
    this.#bodyBytes = 0;
  }

  /** The answer has gone out whole, or the connection is gone. */
  #closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onSent?.();
    this.#stopTimer?.();
    this.#releaseSlot();
    if (this.status === 0 || !this.res.writableFinished) {
      this.status = 499;
      this.errorCode = 'client_closed_request';
      this.#controller?.abort(new TidemarkError('client_closed_request', 'the caller went away'));
    }
    this.#releaseBody();
    if (this.caller !== undefined) this.pipeline.gate.release(this.caller);
    const route = { 'http.response.status_code': this.status, 'http.route': this.endpoint.path };
    this.#span?.end(route, this.status >= 500);
    this.pipeline.onFinished(this);
  }
}

/** Two of them may mean different servers to a proxy and to this one (RFC 9112, 3.2). */
function checkOneHost(rawHeaders: readonly string[], httpVersion: string): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) throw new TidemarkError('malformed_request', 'is given more than once', { field: HOST });
  if (hosts === 0 && httpVersion === '1.1')
    throw new TidemarkError('malformed_request', 'is required by HTTP/1.1', { field: HOST });
}

/** Nobody gets to see it. */
function requestOver(): TidemarkError {
  return new TidemarkError('client_closed_request', 'the request is over');
}
