import { EventEmitter } from 'node:events';
import { constants, type ServerHttp2Stream } from 'node:http2';
import {
  encodeStatusMessage,
  FramingError,
  frameMessage,
  GrpcStatus,
  grpcStatusName,
  MessageReader,
  type GrpcStatusName,
} from '../../platform/network/grpc';
import { HEAD, MESSAGES_FOLLOW, NOTHING_FOLLOWS } from '../server/response-options';
import type { PackagedMethod } from './service-registry';

export interface ServiceCallLimits {
  /** Maximum size of a request, in bytes. */
  readonly serviceMessageBytesMax: number;
  /** Maximum number of requests of a stream. */
  readonly serviceMessagesMax: number;
  /** Maximum size of answers that the client has not read, in bytes. */
  readonly serviceUnsentBytesMax: number;
}

/** Failure that an implementation reports. */
interface ReportedFailure {
  readonly code: number;
  readonly details: string;
}

type Answer = (failure: ReportedFailure | null, value?: unknown) => void;
/** Calls an implementation, with a callback if the method answers once. */
type Implementation = (call: ServiceCall, answer?: Answer) => void;

/**
 * A call of a service that is written for the server of grpc-js. It has the parts of that server's call objects that the
 * health and reflection services use: `request`, `write`, `end`, and the events `data`, `end` and `cancelled`.
 */
export class ServiceCall extends EventEmitter {
  /** Request of a method that takes one. */
  request: unknown;
  status: GrpcStatusName = 'OK';
  readonly #stream: ServerHttp2Stream;
  readonly #method: PackagedMethod;
  readonly #limits: ServiceCallLimits;
  readonly #reader: MessageReader;
  #messages = 0;
  #isOver = false;

  constructor(stream: ServerHttp2Stream, method: PackagedMethod, limits: ServiceCallLimits) {
    super();
    this.#stream = stream;
    this.#method = method;
    this.#limits = limits;
    this.#reader = new MessageReader(limits.serviceMessageBytesMax, (message) => this.#onMessage(message));
  }

  /** Serves the call. */
  start(): void {
    const { requestStream } = this.#method.definition;
    if (requestStream) this.#implement();
    this.#stream.on('data', (chunk: Buffer) => this.#onData(chunk));
    this.#stream.on('end', () => this.#onEnd());
    this.#stream.on('close', () => this.#onClose());
  }

  write(value: unknown): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    if (!stream.headersSent) stream.respond(HEAD, MESSAGES_FOLLOW);
    stream.write(frameMessage(this.#method.definition.responseSerialize(value)));
    if (stream.writableLength > this.#limits.serviceUnsentBytesMax)
      this.fail('RESOURCE_EXHAUSTED', 'answers are not read');
  }

  end(): void {
    this.#finish('OK', '');
  }

  /** Ends the call with a failure. */
  fail(status: GrpcStatusName, message: string): void {
    this.#finish(status, message);
  }

  #finish(status: GrpcStatusName, message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.status = status;
    this.emit('cancelled');
    const stream = this.#stream;
    if (stream.destroyed) return;
    const trailers = {
      'grpc-status': String(GrpcStatus[status]),
      'grpc-message': encodeStatusMessage(message),
    };
    if (!stream.headersSent) {
      stream.respond({ ...HEAD, ...trailers }, NOTHING_FOLLOWS);
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
      return;
    }
    stream.on('wantTrailers', () => {
      stream.sendTrailers(trailers);
      // A client that is still sending would keep the call open.
      if (!stream.readableEnded) setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR));
    });
    stream.end();
  }

  #implement(): void {
    (this.#method.implementation as unknown as Implementation)(this, (failure, value) => {
      if (failure !== null) return this.fail(grpcStatusName(failure.code), failure.details);
      this.write(value);
      this.end();
    });
  }

  #onData(chunk: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (error instanceof FramingError) this.fail(grpcStatusName(error.grpcStatus), error.message);
      else this.fail('INVALID_ARGUMENT', 'the request is not valid');
    }
  }

  #onMessage(message: Buffer): void {
    const { requestStream, requestDeserialize } = this.#method.definition;
    this.#messages += 1;
    if (this.#isOver) return;
    if (this.#messages > (requestStream ? this.#limits.serviceMessagesMax : 1))
      return this.fail('RESOURCE_EXHAUSTED', 'too many requests in one call');
    const request: unknown = requestDeserialize(message);
    if (requestStream) this.emit('data', request);
    else this.request = request;
  }

  #onEnd(): void {
    if (this.#isOver) return;
    if (this.#method.definition.requestStream) this.emit('end');
    else if (this.request === undefined) this.fail('INVALID_ARGUMENT', 'must be exactly one message');
    else this.#implement();
  }

  #onClose(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.status = 'CANCELLED';
    this.emit('cancelled');
  }
}
