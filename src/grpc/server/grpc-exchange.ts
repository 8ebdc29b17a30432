import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Caller } from '../../core/access/caller';
import { invalidArgument, TidemarkError, type ErrorCode } from '../../errors';
import { AccessedData, ApiRequest } from '../../http/api-request';
import type { ApiResponse } from '../../http/endpoint';
import type { IncomingStream } from '../../http/limits/body-reader';
import { toTidemarkError } from '../../http/problem';
import type { CompiledEndpoint } from '../../http/server/compiled-endpoint';
import { deadlineOwner, type DeadlineOwner } from '../../http/server/deadline-owner';
import { RequestAllowance, type RequestTimeout } from '../../http/server/request-allowance';
import type { RequestPipeline } from '../../http/server/request-pipeline';
import {
  FRAME_HEADER_BYTES,
  frameMessage,
  parseTimeout,
  type GrpcStatusName,
} from '../../platform/network/grpc';
import { callerSpanIds, type RequestSpan, type SpanIds } from '../../platform/telemetry/tracing';
import { errorTrailers, pairsOf } from '../errors/error-trailers';
import { GRPC_STATUS } from '../errors/grpc-status';
import type { GrpcCallLog } from './grpc-call-log';
import type { LoggedCall } from './logged-call';
import { compressed, requestMessage } from './request-message';
import { HEAD, MESSAGES_FOLLOW, NOTHING_FOLLOWS } from './response-options';

/** A method as the server calls it. */
export interface ServedMethod {
  /** Name for metrics and logs, such as `tidemark.v1.Counts/Query`. */
  readonly name: string;
  readonly endpoint: CompiledEndpoint;
}

/** Limits and telemetry that the calls of a server share. */
export interface GrpcExchangeDependencies {
  readonly pipeline: RequestPipeline;
  readonly log: GrpcCallLog;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
const PROTOBUF = 'application/x-protobuf';
const OK_TRAILERS = { 'grpc-status': '0' };
/** Shortest time of a call, in milliseconds: 0 would mean that its deadline has not started. */
const TIMEOUT_MIN_MS = 0.01;

/** One unary call and its answer. It takes the steps of a request of HTTP. Exactly one status is sent. */
export class GrpcExchange implements LoggedCall {
  readonly id: string;
  /** HTTP status of the answer, for the access log; 0 before it. */
  status = 0;
  grpcStatus: GrpcStatusName = 'UNKNOWN';
  errorCode: ErrorCode | undefined;
  /** Owner of the deadline that the call exceeded; undefined if it exceeded none. */
  deadline: DeadlineOwner | undefined;
  /** Caller of the call; undefined until it is admitted. */
  caller: Caller | undefined;
  /** Data that the call accesses; undefined without an access log. */
  accessed: AccessedData | undefined;
  readonly #allowance: RequestAllowance;
  #incoming: IncomingStream | undefined;
  #bodyBytes = 0;
  #unsentBytes = 0;
  #isOver = false;
  #onSent: (() => void) | undefined;
  #span: RequestSpan | undefined;

  constructor(
    private readonly shared: GrpcExchangeDependencies,
    private readonly method: ServedMethod,
    private readonly stream: ServerHttp2Stream,
    readonly headers: IncomingHttpHeaders,
    /** Arrival of the call by the monotonic clock, in milliseconds. */
    readonly startedMs: number,
  ) {
    const { pipeline } = shared;
    this.id = pipeline.nextId(headers['x-request-id']);
    this.#allowance = new RequestAllowance(pipeline, {
      endpoint: method.endpoint,
      isAnswered: () => this.status !== 0,
      onDeadline: (error) => this.#fail(error),
    });
    stream.on('close', () => this.#closed());
  }

  get endpoint(): CompiledEndpoint {
    return this.method.endpoint;
  }

  get name(): string {
    return this.method.name;
  }

  get spanIds(): SpanIds | undefined {
    const { traceparent } = this.headers;
    return this.#span?.ids ?? callerSpanIds(typeof traceparent === 'string' ? traceparent : undefined);
  }

  /** Handles the call. It always gets an answer. */
  start(): void {
    if (this.#isOver) return;
    this.#span = this.shared.log.startSpan(this);
    const run = (): Promise<void> => this.#run().catch((error: unknown) => this.#fail(error));
    void (this.#span === undefined ? run() : this.#span.run(run));
  }

  async #run(): Promise<void> {
    const { pipeline } = this.shared;
    const { headers, endpoint } = this;
    pipeline.requireNotDraining(false);
    pipeline.requireFreeSlot(endpoint);
    pipeline.gate.checkHost?.(headers[':authority'] ?? headers.host);
    if ((headers['grpc-encoding'] ?? 'identity') !== 'identity') throw compressed();
    const admitted = pipeline.gate.admit(endpoint.access, headers.authorization);
    const caller = admitted instanceof Promise ? await admitted : admitted;
    // The call was cancelled during authentication.
    if (this.#isOver) return pipeline.gate.release(caller);
    this.caller = caller;
    const timeout = this.#timeout();
    const body = requestMessage(await this.#readBody());
    if (this.status !== 0) return;
    this.#allowance.begin(caller, timeout);
    if (pipeline.hasAccessLog) this.accessed = new AccessedData();
    const request = new ApiRequest({
      id: this.id,
      caller,
      params: NO_PARAMS,
      query: undefined,
      headers,
      mediaType: PROTOBUF,
      body,
      accepted: PROTOBUF,
      controls: this.#allowance.controls(),
      accessed: this.accessed,
    });
    this.#answer(await endpoint.handle(request));
  }

  /** Returns the time until the deadline, which a client counts from the beginning of its call. */
  #timeout(): RequestTimeout {
    const { clock, config } = this.shared.pipeline;
    const header = this.headers['grpc-timeout'];
    if (header === undefined) return { timeoutMs: config.requestTimeoutMs, isChosen: false };
    const timeoutMs = parseTimeout(String(header));
    if (timeoutMs === undefined)
      throw invalidArgument('grpc-timeout', 'must be at most eight digits and a unit');
    const elapsedMs = clock.monotonicMs() - this.startedMs;
    const remainingMs = Math.max(TIMEOUT_MIN_MS, timeoutMs - elapsedMs);
    return { timeoutMs: this.#allowance.limited(remainingMs), isChosen: true };
  }

  async #readBody(): Promise<Buffer> {
    const { bodies, config } = this.shared.pipeline;
    const bytesMax = Math.min(config.bodyBytesMax, this.endpoint.bodyBytesMax ?? Infinity);
    this.#incoming = bodies.readStream(this.stream, FRAME_HEADER_BYTES + bytesMax);
    const body = await this.#incoming.body;
    this.#incoming = undefined;
    this.#bodyBytes = body.length;
    if (this.#isOver) this.#releaseBody();
    return body;
  }

  #answer({ body, headers = [] }: ApiResponse): void {
    if (this.status !== 0) return;
    this.#end(200, 'OK');
    const { stream } = this;
    if (stream.destroyed) return;
    // Copied, since the message may be a view of a buffer that is used again.
    const frame = frameMessage(body as Buffer);
    stream.respond({ ...this.#head(), ...pairsOf(headers) }, MESSAGES_FOLLOW);
    stream.on('wantTrailers', () => stream.sendTrailers(OK_TRAILERS));
    stream.end(frame);
    this.#unsentBytes = frame.length;
    this.shared.pipeline.watchSendingLater(this);
  }

  #fail(thrown: unknown): void {
    if (this.status !== 0) return;
    const error = toTidemarkError(thrown);
    const { retryAfterSeconds, requestTimeoutMs: defaultTimeoutMs } = this.shared.pipeline.config;
    const { timeoutMs, remainingMs } = this.#allowance;
    this.deadline = deadlineOwner({ code: error.code, timeoutMs, defaultTimeoutMs, remainingMs });
    this.shared.log.onFailed(this, error);
    this.errorCode = error.code;
    this.#end(error.status, GRPC_STATUS[error.code]);
    const { stream } = this;
    if (stream.destroyed) return;
    const trailers = errorTrailers(error, { requestId: this.id, retryAfterSeconds });
    stream.respond({ ...this.#head(), ...trailers }, NOTHING_FOLLOWS);
    // A client that is still sending learns without an error that its data is no longer read.
    if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  }

  #head(): Record<string, string | number> {
    return { ...HEAD, 'x-request-id': this.id };
  }

  #end(status: number, grpcStatus: GrpcStatusName): void {
    this.status = status;
    this.grpcStatus = grpcStatus;
    this.#allowance.end();
    this.#releaseBody();
  }

  /** Limits the time for sending the answer, if it has not been sent yet. */
  watchSending(): void {
    if (this.#isOver) return;
    // Only this call is cancelled: the connection has those of other requests.
    const closeConnection = (): void => void this.stream.destroy();
    this.#onSent = this.shared.pipeline.unsent.add({ bytes: this.#unsentBytes, closeConnection });
  }

  #releaseBody(): void {
    this.shared.pipeline.bodies.release(this.#bodyBytes);
    this.#bodyBytes = 0;
  }

  /** Ends the exchange: the whole answer has been sent, or the client has cancelled the call. */
  #closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onSent?.();
    if (this.status === 0 || (this.status === 200 && this.stream.rstCode !== constants.NGHTTP2_NO_ERROR)) {
      this.#end(499, 'CANCELLED');
      this.errorCode = 'client_closed_request';
      this.#allowance.cancel(new TidemarkError('client_closed_request', 'the client cancelled the call'));
      this.#incoming?.cancel();
    }
    this.#allowance.end();
    this.#releaseBody();
    const { pipeline, log } = this.shared;
    if (this.caller !== undefined) pipeline.gate.release(this.caller);
    this.#span?.end({ 'rpc.response.status_code': this.grpcStatus }, this.status >= 500);
    log.onFinished(this);
    pipeline.closeCall();
  }
}
