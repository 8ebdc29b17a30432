import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { AnswerCheck } from '../client/answer-check';
import type { BigtableError } from '../client/bigtable-error';

/** One gRPC call with one request message. The answer is any number of messages and then a status. */
export interface Call {
  /** Path in the form `/package.Service/Method`. */
  readonly path: string;
  /** Request message with its frame header. */
  readonly request: Buffer;
  /** Metadata of this call. Names are lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Deadline in milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
  readonly signal?: CancelSignal | undefined;
  /**
   * Maximum message size in bytes. A larger message ends the call with RESOURCE_EXHAUSTED as soon as it begins.
   * Default: the transport's limit.
   */
  readonly messageBytesMax?: number | undefined;
  /** Checks the response parameters of an answer with status OK. The call fails with the error that this returns. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

/** Receives the answer of a call. */
export interface CallHandler {
  /**
   * Receives the next message, a view of the received bytes. An error thrown here cancels the call and becomes its
   * result.
   */
  onMessage(message: Buffer): void;
  /** Called exactly once, after the last message; without an error for status OK. */
  onEnd(error: BigtableError | undefined): void;
}

/** Controls a call in progress. */
export interface CallHandle {
  /**
   * Stops the delivery of messages and, by flow control, the server. A few messages that have already arrived may
   * follow.
   */
  pause(): void;
  resume(): void;
  /** Resets the stream. The handler ends with `error` immediately. Has no effect on a call that has ended. */
  cancel(error: BigtableError): void;
}

/**
 * Starts a call. Every part of the transport (streams, pool, credentials, deadlines, transparent retries) is a function
 * of this type, each wrapped around the next.
 */
export type StartCall = (call: Call, handler: CallHandler) => CallHandle;

/** Connections to one gRPC endpoint. */
export interface GrpcTransport {
  readonly start: StartCall;
  /** Opens all connections. Resolves when each attempt has succeeded or failed. */
  connect(): Promise<void>;
  /** Rejects new calls, waits for those in flight, then closes the connections. */
  close(): Promise<void>;
}
