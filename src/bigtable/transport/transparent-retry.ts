import type { BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler, StartCall } from './call';

/**
 * Repeats calls that the server certainly did not process, whatever their method: it refused the stream, or its GOAWAY
 * excluded it. https://github.com/grpc/proposal/blob/master/A6-client-retries.md#transparent-retries
 */
export function withTransparentRetry(start: StartCall, retriesMax: number): StartCall {
  return (call, handler) => new RepeatableCall(start, call, handler, retriesMax);
}

class RepeatableCall implements CallHandle, CallHandler {
  readonly #start: StartCall;
  readonly #call: Call;
  readonly #handler: CallHandler;
  #retriesLeft: number;
  #current: CallHandle | undefined;
  #paused = false;
  #cancelled = false;

  constructor(start: StartCall, call: Call, handler: CallHandler, retriesMax: number) {
    this.#start = start;
    this.#call = call;
    this.#handler = handler;
    this.#retriesLeft = retriesMax;
    this.#current = start(call, this);
  }

  onMessage(message: Buffer): void {
    this.#handler.onMessage(message);
  }

  onEnd(error: BigtableError | undefined): void {
    if (error?.unprocessed !== true || this.#retriesLeft === 0 || this.#cancelled) {
      return this.#handler.onEnd(error);
    }
    this.#retriesLeft -= 1;
    this.#current = this.#start(this.#call, this);
    if (this.#paused) this.#current.pause();
  }

  pause(): void {
    this.#paused = true;
    this.#current?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#current?.resume();
  }

  cancel(error: BigtableError): void {
    this.#cancelled = true;
    this.#current?.cancel(error);
  }
}
