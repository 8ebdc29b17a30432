import type { BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler, StartCall } from './call';

/** Handle of a call that waits for a free stream or a token before it starts. */
export class DeferredCall implements CallHandle {
  readonly #call: Call;
  readonly #handler: CallHandler;
  readonly #onCancelled: (() => void) | undefined;
  #started: CallHandle | undefined;
  #paused = false;
  #ended = false;

  /** `onCancelled` is called when the call is cancelled before it has started. */
  constructor(call: Call, handler: CallHandler, onCancelled?: () => void) {
    this.#call = call;
    this.#handler = handler;
    this.#onCancelled = onCancelled;
  }

  /** Starts the call. `metadata` is added to the call's own. */
  begin(start: StartCall, metadata?: Readonly<Record<string, string>>): void {
    if (this.#ended) return;
    const call = metadata === undefined ? this.#call : withMetadata(this.#call, metadata);
    this.#started = start(call, this.#handler);
    if (this.#paused) this.#started.pause();
  }

  /** Ends the call, because the wait has failed. */
  fail(error: BigtableError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#handler.onEnd(error);
  }

  pause(): void {
    this.#paused = true;
    this.#started?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#started?.resume();
  }

  cancel(error: BigtableError): void {
    if (this.#started !== undefined) return this.#started.cancel(error);
    if (this.#ended) return;
    this.#onCancelled?.();
    this.fail(error);
  }
}

/** Returns the call with additional metadata, which overrides its own. */
export function withMetadata(call: Call, metadata: Readonly<Record<string, string>>): Call {
  return { ...call, metadata: { ...call.metadata, ...metadata } };
}
