import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Clock } from '../../platform/time/clock';
import { encodeStatusMessage, GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { RpcError } from './rpc-error';

/** Takes what goes along with the status of an answer. */
export interface TrailerSink {
  /** Adds to what the answer's status is sent with, whatever that will be. */
  addTrailers(trailers: Readonly<Record<string, string>>): void;
}

/** Where a streaming handler puts its framed messages. */
export interface MessageSink extends Partial<TrailerSink> {
  /** True once nobody waits for the rest: cancelled, deadline passed, or connection lost. */
  readonly isEnded: boolean;
  /** Sends a framed message. The promise, present when the client reads too slowly, resolves when there is room again. */
  write(frame: Buffer): Promise<void> | undefined;
  /** Calls `task` when `over` becomes true, at once if it is; takes the place of an earlier task. */
  onEnded(task: () => void): void;
}

const HEADERS = { ':status': 200, 'content-type': 'application/grpc' };
/** A date says nothing to a gRPC client, and is one more header for both to handle. */
const MESSAGES_FOLLOW = { waitForTrailers: true, sendDate: false };
const NOTHING_FOLLOWS = { endStream: true, sendDate: false };
/** The response half of one call: sends messages, then exactly one status. */
export class ServerCall implements MessageSink, TrailerSink {
  readonly #stream: ServerHttp2Stream;
  #headersSent = false;
  #added: Readonly<Record<string, string>> | undefined;
  #ended = false;
  #cancelDeadline: (() => void) | undefined;
  #wake: (() => void) | undefined;
  #whenOver: (() => void) | undefined;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
  }

  get isEnded(): boolean {
    return this.#ended || this.#stream.destroyed || this.#stream.closed;
  }

  write(frame: Buffer): Promise<void> | undefined {
    if (this.isEnded) throw new RpcError(GrpcStatus.CANCELLED, 'the call is over');
    this.#sendHeaders();
    if (this.#stream.write(frame)) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#stream.once('drain', resolve);
    });
  }

  addTrailers(trailers: Readonly<Record<string, string>>): void {
    this.#added = { ...this.#added, ...trailers };
  }

  onEnded(task: () => void): void {
    this.#whenOver = task;
    if (this.isEnded) task();
  }

  /** Ends the call with OK, after a last framed message if there is one. */
  end(frame?: Buffer): void {
    if (this.isEnded) return;
    if (frame === undefined && !this.#headersSent) return this.#endWithoutMessages(GrpcStatus.OK, '');
    this.#finish();
    this.#sendHeaders();
    this.#stream.on('wantTrailers', () => this.#stream.sendTrailers(this.#trailers(GrpcStatus.OK, '')));
    if (frame === undefined) this.#stream.end();
    else this.#stream.end(frame);
  }

  fail(status: GrpcStatusCode, message: string): void {
    if (this.isEnded) return;
    if (!this.#headersSent) return this.#endWithoutMessages(status, message);
    this.#finish();
    this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(this.#trailers(status, message)));
    this.#stream.end();
  }

  /** Fails the call when it is not over in time. */
  setDeadline(timeoutMs: number, clock: Clock): void {
    this.#cancelDeadline = clock.schedule(timeoutMs, () =>
      this.fail(GrpcStatus.DEADLINE_EXCEEDED, 'deadline exceeded'),
    );
  }

  /** To be called when the stream has closed: releases the timer and a handler that waits for room. */
  onStreamClosed(): void {
    this.#finish();
  }

  #sendHeaders(): void {
    if (this.#headersSent) return;
    this.#headersSent = true;
    this.#stream.respond(HEADERS, MESSAGES_FOLLOW);
  }

  #endWithoutMessages(status: GrpcStatusCode, message: string): void {
    this.#finish();
    this.#stream.respond({ ...HEADERS, ...this.#trailers(status, message) }, NOTHING_FOLLOWS);
    // A client that is still sending learns that nobody listens, without an error.
    if (!this.#stream.readableEnded) this.#stream.close(constants.NGHTTP2_NO_ERROR);
  }

  #trailers(status: GrpcStatusCode, message: string): Record<string, string> {
    return { ...statusTrailers(status, message), ...this.#added };
  }

  #finish(): void {
    this.#ended = true;
    this.#cancelDeadline?.();
    this.#wake?.();
    this.#whenOver?.();
  }
}

function statusTrailers(status: GrpcStatusCode, message: string): Record<string, string> {
  const encoded = encodeStatusMessage(message.slice(0, STATUS_MESSAGE_CHARS_MAX));
  return encoded === ''
    ? { 'grpc-status': String(status) }
    : { 'grpc-status': String(status), 'grpc-message': encoded };
}

/** Keeps the trailers under any client's header limit. */
const STATUS_MESSAGE_CHARS_MAX = 1_024;
