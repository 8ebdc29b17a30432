import { FramingError, GrpcStatus } from '../../platform/network/grpc';
import { BigtableError, cancelledError, toBigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler } from '../transport/create-transport';
import type { ChangeStreamDependencies } from './change-stream-dependencies';
import { ChangeStreamDecoder, changeTooLarge } from './change-stream-decoder';
import type { ChangeStreamEvent, ReadChangeStreamRequest } from './change-types';

/** Interval of heartbeats that a request does not name: the API's own default, in milliseconds. */
const HEARTBEAT_MS = 5_000;

interface Waiter {
  resolve(event: ChangeStreamEvent): void;
  reject(error: BigtableError): void;
}

/**
 * One call that reads a change stream. Received events wait in a bounded buffer, and a full buffer pauses the stream. A
 * stream without any message, not even a heartbeat, fails: its connection may be dead on one side.
 */
export class StreamAttempt implements CallHandler {
  readonly #dependencies: ChangeStreamDependencies;
  readonly #decoder: ChangeStreamDecoder;
  readonly #silenceMsMax: number;
  #handle: CallHandle | undefined;
  #cancelTimer: () => void = () => undefined;
  #buffered: { readonly event: ChangeStreamEvent; readonly bytes: number }[] = [];
  #bufferedBytes = 0;
  /** Bytes of the messages since the last event. */
  #eventBytes = 0;
  #paused = false;
  #failure: BigtableError | undefined;
  #waiter: Waiter | undefined;

  constructor(dependencies: ChangeStreamDependencies, request: ReadChangeStreamRequest) {
    const { changeBytesMax, changeStreamStallMs } = dependencies.changeLimits;
    this.#dependencies = dependencies;
    this.#decoder = new ChangeStreamDecoder({
      changeBytesMax,
      withoutValues: request.withoutValues === true,
    });
    this.#silenceMsMax = (request.heartbeatMs ?? HEARTBEAT_MS) + changeStreamStallMs;
  }

  start(call: Call): void {
    this.#armTimer();
    this.#handle = this.#dependencies.transport.start(call, this);
  }

  /** Returns the next event. Rejects with the failure of the call after all events that precede it. */
  next(): Promise<ChangeStreamEvent> {
    const first = this.#buffered.shift();
    if (first === undefined) {
      if (this.#failure !== undefined) return Promise.reject(this.#failure);
      return new Promise((resolve, reject) => (this.#waiter = { resolve, reject }));
    }
    this.#bufferedBytes -= first.bytes;
    if (this.#buffered.length === 0) this.#resume();
    return Promise.resolve(first.event);
  }

  /** Ends the call, if it has not ended. */
  cancel(): void {
    this.#cancelTimer();
    this.#handle?.cancel(cancelledError(new Error('the consumer left the loop')));
  }

  onMessage(message: Buffer): void {
    this.#eventBytes += message.length;
    const event = this.#decoder.push(message);
    this.#armTimer();
    if (event === undefined) return;
    const bytes = this.#eventBytes;
    this.#eventBytes = 0;
    const waiter = this.#waiter;
    this.#waiter = undefined;
    if (waiter !== undefined) return waiter.resolve(event);
    this.#buffered.push({ event, bytes });
    this.#bufferedBytes += bytes;
    if (this.#isFull()) this.#pause();
  }

  /** A server may end a call at any time. Unless it has closed the stream before, the stream is to be opened again. */
  onEnd(error: BigtableError | undefined): void {
    this.#cancelTimer();
    this.#failure = error === undefined ? endedEarly() : this.#asTooLarge(error);
    // What the caller cancelled is not delivered.
    if (this.#failure.code === 'client_closed_request') this.#buffered = [];
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.reject(this.#failure);
  }

  #asTooLarge(error: BigtableError): BigtableError {
    const isRefused =
      error.grpcStatus === GrpcStatus.RESOURCE_EXHAUSTED && error.cause instanceof FramingError;
    return isRefused
      ? changeTooLarge(this.#dependencies.changeLimits.changeBytesMax)
      : toBigtableError(error);
  }

  #isFull(): boolean {
    const { changesBufferedMax, changeBytesBufferedMax } = this.#dependencies.changeLimits;
    return this.#buffered.length >= changesBufferedMax || this.#bufferedBytes >= changeBytesBufferedMax;
  }

  #pause(): void {
    this.#paused = true;
    this.#cancelTimer();
    this.#handle?.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#armTimer();
    this.#handle?.resume();
  }

  /** A paused stream is silent because its consumer is slow. */
  #armTimer(): void {
    this.#cancelTimer();
    if (this.#paused || this.#failure !== undefined) return;
    this.#cancelTimer = this.#dependencies.clock.schedule(this.#silenceMsMax, () =>
      this.#handle?.cancel(stalled(this.#silenceMsMax)),
    );
  }
}

function endedEarly(): BigtableError {
  return new BigtableError(GrpcStatus.UNAVAILABLE, 'the change stream ended', { broken: true });
}

function stalled(ms: number): BigtableError {
  return new BigtableError(GrpcStatus.UNAVAILABLE, `the change stream sent nothing for ${ms} ms`, {
    broken: true,
  });
}
