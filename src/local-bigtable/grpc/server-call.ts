import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Clock } from '../../platform/time/clock';
import { encodeStatusMessage, GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { RpcError } from './rpc-error';

/** Receives metadata for the trailers of an answer. */
export interface TrailerSink {
  /** Adds metadata to the trailers, whatever the status. */
  addTrailers(trailers: Readonly<Record<string, string>>): void;
}

/** Receives the framed messages of a streaming handler. */
export interface MessageSink extends Partial<TrailerSink> {
  /** True once the call has ended: completed, cancelled, past its deadline, or disconnected. */
  readonly isEnded: boolean;
  /**
   * Sends a framed message. Returns a promise when the client reads too slowly; it resolves when there is room again.
   */
  write(frame: Buffer): Promise<void> | undefined;
  /** Calls `task` when `isEnded` becomes true, immediately if it is. Replaces an earlier task. */
  onEnded(task: () => void): void;
}

const HEADERS = { ':status': 200, 'content-type': 'application/grpc' };
/** Headers with a latency in milliseconds, in the form in which Google's frontend reports it to Bigtable's clients. */
const timedHeaders = (ms: number): OutgoingHttpHeaders => ({
  ...HEADERS,
  'server-timing': `gfet4t7; dur=${ms}`,
});
/** Headers of most answers: the least latency that is reported. */
const FAST_HEADERS = timedHeaders(1);
/** gRPC clients ignore the date header, which costs both sides time. */
const MESSAGES_FOLLOW = { waitForTrailers: true, sendDate: false };
const NOTHING_FOLLOWS = { endStream: true, sendDate: false };
/** Errors are rare, and show the server's clock to those who look for it. */
const FAILURE = { endStream: true, sendDate: true };

/** Response side of one call: sends messages, then exactly one status. */
export class ServerCall implements MessageSink, TrailerSink {
  readonly #stream: ServerHttp2Stream;
  readonly #clock: Clock;
  /** Time of the request's arrival in milliseconds of the monotonic clock. */
  readonly #startedMs: number;
  #reportsLatency = false;
  #headersSent = false;
  #added: Readonly<Record<string, string>> | undefined;
  #hasEnded = false;
  #cancelDeadline: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #onEnded: (() => void) | undefined;

  constructor(stream: ServerHttp2Stream, clock: Clock) {
    this.#stream = stream;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
  }

  /** Reports the time from arrival to answer in the header. Must be called before anything is sent. */
  reportLatency(): void {
    this.#reportsLatency = true;
  }

  get isEnded(): boolean {
    return this.#hasEnded || this.#stream.destroyed || this.#stream.closed;
  }

  write(frame: Buffer): Promise<void> | undefined {
    if (this.isEnded) throw new RpcError(GrpcStatus.CANCELLED, 'the call has ended');
    this.#sendHeaders();
    if (this.#stream.write(frame)) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#stream.once('drain', resolve);
    });
  }

  addTrailers(trailers: Readonly<Record<string, string>>): void {
    this.#added = this.#added === undefined ? trailers : { ...this.#added, ...trailers };
  }

  onEnded(task: () => void): void {
    this.#onEnded = task;
    if (this.isEnded) task();
  }

  /** Ends the call with OK, after an optional last framed message. */
  end(frame?: Buffer): void {
    if (this.isEnded) return;
    if (frame === undefined && this.#canSendTrailersOnly) return this.#sendTrailersOnly(GrpcStatus.OK, '');
    this.#finish();
    this.#sendHeaders();
    this.#stream.on('wantTrailers', () => this.#stream.sendTrailers(okTrailers(this.#added)));
    if (frame === undefined) this.#stream.end();
    else this.#stream.end(frame);
  }

  fail(status: GrpcStatusCode, message: string): void {
    if (this.isEnded) return;
    if (this.#canSendTrailersOnly) return this.#sendTrailersOnly(status, message);
    this.#finish();
    this.#sendHeaders();
    this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(this.#trailers(status, message)));
    this.#stream.end();
  }

  /** Fails the call when it has not ended within the timeout. */
  setDeadline(timeoutMs: number): void {
    this.#cancelDeadline = this.#clock.schedule(timeoutMs, () =>
      this.fail(GrpcStatus.DEADLINE_EXCEEDED, 'deadline exceeded'),
    );
  }

  /** Releases the timer and a handler that waits for room when the stream closes. For calls that take longer than a turn. */
  watchStream(): void {
    this.#stream.on('close', () => this.#finish());
  }

  #sendHeaders(): void {
    if (this.#headersSent) return;
    this.#headersSent = true;
    this.#stream.respond(this.#reportsLatency ? this.#timedHeaders() : HEADERS, MESSAGES_FOLLOW);
  }

  #timedHeaders(): OutgoingHttpHeaders {
    const ms = Math.round(this.#clock.monotonicMs() - this.#startedMs);
    return ms <= 1 ? FAST_HEADERS : timedHeaders(ms);
  }

  /** Clients take an answer of a single header frame for trailers, in which none looks for the latency. */
  get #canSendTrailersOnly(): boolean {
    return !this.#headersSent && !this.#reportsLatency;
  }

  #sendTrailersOnly(status: GrpcStatusCode, message: string): void {
    this.#finish();
    const options = status === GrpcStatus.OK ? NOTHING_FOLLOWS : FAILURE;
    this.#stream.respond({ ...HEADERS, ...this.#trailers(status, message) }, options);
    // A client that is still sending learns without an error that its data is no longer read.
    if (!this.#stream.readableEnded) this.#stream.close(constants.NGHTTP2_NO_ERROR);
  }

  #trailers(status: GrpcStatusCode, message: string): Record<string, string> {
    return { ...statusTrailers(status, message), ...this.#added };
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#cancelDeadline?.();
    this.#wake?.();
    this.#onEnded?.();
  }
}

type Trailers = Readonly<Record<string, string>>;
const OK_TRAILERS: Trailers = { 'grpc-status': String(GrpcStatus.OK) };
const okTrailersByAdded = new WeakMap<Trailers, Trailers>();

/** Returns the trailers of a successful call. Those of most calls are the same, so they are created once. */
function okTrailers(added: Trailers | undefined): Trailers {
  if (added === undefined) return OK_TRAILERS;
  let trailers = okTrailersByAdded.get(added);
  if (trailers === undefined) {
    trailers = { ...OK_TRAILERS, ...added };
    okTrailersByAdded.set(added, trailers);
  }
  return trailers;
}

function statusTrailers(status: GrpcStatusCode, message: string): Record<string, string> {
  const encoded = encodeStatusMessage(message.slice(0, STATUS_MESSAGE_CHARS_MAX));
  return encoded === ''
    ? { 'grpc-status': String(status) }
    : { 'grpc-status': String(status), 'grpc-message': encoded };
}

/** Limits the trailers to the header size of any client. */
const STATUS_MESSAGE_CHARS_MAX = 1_024;
