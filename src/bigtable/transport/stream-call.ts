import {
  constants,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import { FramingError, GrpcStatus, MessageReader } from '../../platform/network/grpc';
import { RESPONSE_PARAMS_HEADER, type AnswerCheck } from '../client/answer-check';
import { BigtableError, toBigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler } from './call';
import { errorFromLostConnection, errorFromReset, errorFromTrailers } from './status';

/** Session that carries a stream. */
export interface StreamOwner {
  readonly messageBytesMax: number;
  /** Returns the cause of the lost connection; undefined while it is alive. */
  lossCause(): { readonly cause: unknown } | undefined;
  /** Returns whether the peer reported that it did not process the stream. */
  isUnprocessed(streamId: number | undefined): boolean;
  /** Reports that the stream no longer counts against the peer's limit. */
  onStreamClosed(): void;
}

type ResponseHeaders = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Drives one HTTP/2 stream as a gRPC call: sends the request, receives messages and status. */
export class StreamCall implements CallHandle {
  readonly #stream: ClientHttp2Stream;
  #handler: CallHandler;
  readonly #owner: StreamOwner;
  #reader: MessageReader | undefined;
  #response: ResponseHeaders | undefined;
  #trailers: IncomingHttpHeaders | undefined;
  #streamError: unknown;
  #checkAnswer: AnswerCheck | undefined;
  #ended = false;

  constructor(stream: ClientHttp2Stream, call: Call, handler: CallHandler, owner: StreamOwner) {
    this.#stream = stream;
    this.#handler = handler;
    this.#owner = owner;
    this.#checkAnswer = call.checkAnswer;
    const bytesMax = Math.min(owner.messageBytesMax, call.messageBytesMax ?? Infinity);
    this.#reader = new MessageReader(bytesMax, (message) => this.#deliver(message));
    stream.on('response', (headers: ResponseHeaders) => (this.#response = headers));
    stream.on('trailers', (headers: IncomingHttpHeaders) => (this.#trailers = headers));
    stream.on('data', (chunk: Buffer) => this.#onData(chunk));
    stream.on('end', () => this.#onStreamEnd());
    stream.on('error', (error: Error) => (this.#streamError = error));
    stream.on('close', () => this.#onClose());
    stream.end(call.request);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  cancel(error: BigtableError): void {
    if (this.#ended) return;
    this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#end(error);
  }

  #deliver(message: Buffer): void {
    if (!this.#ended) this.#handler.onMessage(message);
  }

  #onData(chunk: Buffer): void {
    if (this.#ended) return;
    try {
      this.#reader?.push(chunk);
    } catch (error) {
      this.cancel(
        error instanceof FramingError
          ? new BigtableError(error.grpcStatus, error.message, { cause: error })
          : toBigtableError(error),
      );
    }
  }

  /**
   * Ends the call after all bytes have been delivered. Trailers-only answers have their status in the response headers.
   */
  #onStreamEnd(): void {
    const trailers = this.#trailers ?? this.#response;
    if (this.#ended || this.#stream.rstCode !== constants.NGHTTP2_NO_ERROR || trailers === undefined) return;
    const error = errorFromTrailers(trailers, this.#response);
    this.#end(error ?? this.#problemOf(trailers));
    // An answer that arrives before the request is completely sent leaves the stream half open, so it is cancelled.
    if (!this.#stream.writableFinished) this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  /** Returns the problem of an answer with status OK, if any. */
  #problemOf(trailers: IncomingHttpHeaders): BigtableError | undefined {
    if (this.#reader?.idle === false) return truncated();
    if (this.#checkAnswer === undefined) return undefined;
    const params = trailers[RESPONSE_PARAMS_HEADER] ?? this.#response?.[RESPONSE_PARAMS_HEADER];
    return typeof params === 'string' ? this.#checkAnswer(params) : undefined;
  }

  #onClose(): void {
    this.#owner.onStreamClosed();
    if (this.#ended) return;
    const lost = this.#owner.lossCause();
    const unprocessed = this.#owner.isUnprocessed(this.#stream.id);
    this.#end(
      lost === undefined && !unprocessed
        ? errorFromReset(this.#stream.rstCode ?? constants.NGHTTP2_NO_ERROR, this.#streamError)
        : errorFromLostConnection(lost?.cause ?? this.#streamError, unprocessed),
    );
  }

  /**
   * Ends the call and cuts all references. A closed stream stays in memory until the next full collection, because its
   * native half does, and scavenges copy everything that it can reach. Without the cut, that is every row read
   * meanwhile: twice the CPU per read.
   */
  #end(error: BigtableError | undefined): void {
    const handler = this.#handler;
    this.#ended = true;
    this.#handler = NO_HANDLER;
    this.#reader = undefined;
    this.#response = undefined;
    this.#trailers = undefined;
    this.#checkAnswer = undefined;
    handler.onEnd(error);
  }
}

const NO_HANDLER: CallHandler = { onMessage() {}, onEnd() {} };

function truncated(): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, 'the answer ends within a message');
}
