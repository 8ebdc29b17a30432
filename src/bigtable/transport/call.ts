import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { AnswerCheck } from '../client/answer-check';
import type { BigtableError } from '../client/bigtable-error';

/** One gRPC call with one request message; the answer is any number of messages, then a status. */
export interface Call {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** The request with its frame header. */
  readonly request: Buffer;
  /** Metadata of this call, lower-case names. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Instant of the clock's monotonic time at which the call is given up. */
  readonly deadlineMs: number;
  readonly signal?: CancelSignal | undefined;
  /** A larger message ends the call as soon as it begins: RESOURCE_EXHAUSTED. Absent: the transport's limit. */
  readonly messageBytesMax?: number | undefined;
  /** Checks the response parameters of an answer with status OK. The call fails with the error that this returns. */
  readonly checkAnswer?: AnswerCheck | undefined;
}

export interface CallHandler {
  /** Takes the next message, a view of the received bytes. An error thrown here cancels the call and becomes its end. */
  onMessage(message: Buffer): void;
  /** Called exactly once, after the last message; without an error for status OK. */
  onEnd(error: BigtableError | undefined): void;
}

export interface CallHandle {
  /** Stops the delivery of messages, and so, by flow control, the server. A few that are already here may follow. */
  pause(): void;
  resume(): void;
  /** Resets the stream; the handler ends with `error` at once. Without effect on a call that has ended. */
  cancel(error: BigtableError): void;
}

/**
 * Starts a call. Everything that the transport does (streams, pool, credentials, deadlines, transparent retries) is a
 * function of this one type, each wrapped around the next.
 */
export type StartCall = (call: Call, handler: CallHandler) => CallHandle;

export interface GrpcTransport {
  readonly start: StartCall;
  /** Opens all connections now. Resolves when each is there, or could not be opened. */
  connect(): Promise<void>;
  /** Refuses new calls, lets those in flight end, then closes the connections. */
  close(): Promise<void>;
}
