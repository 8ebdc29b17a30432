import { setMaxListeners } from 'node:events';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import { SharedTimer } from '../../platform/time/shared-timer';
import { cancelledError, deadlineError, type BigtableError } from '../client/bigtable-error';
import type { Call, CallHandle, CallHandler, StartCall } from './call';

/** Maximum delay of Node's timers (31 bits). A longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Ends calls at their deadline and when their signal aborts, whether they are queued, on the wire, or at the server.
 */
export function withTimeLimit(start: StartCall, clock: Clock): StartCall {
  const timer = new SharedTimer(clock);
  return (call, handler) => {
    const remainingMs = call.deadlineMs - clock.monotonicMs();
    const error = endedBefore(call, remainingMs);
    if (error === undefined) return new LimitedCall(start, call, handler, { timer, remainingMs });
    handler.onEnd(error);
    return ENDED;
  };
}

function endedBefore(call: Call, remainingMs: number): BigtableError | undefined {
  if (call.signal?.aborted === true) return cancelledError(call.signal.reason);
  return remainingMs <= 0 ? deadlineError(0) : undefined;
}

const ENDED: CallHandle = { pause() {}, resume() {}, cancel() {} };

class LimitedCall implements CallHandle, CallHandler {
  readonly #handler: CallHandler;
  readonly #signal: CancelSignal | undefined;
  readonly #cancelTimer: () => void;
  readonly #onAbort: (() => void) | undefined;
  readonly #inner: CallHandle;

  constructor(
    start: StartCall,
    call: Call,
    handler: CallHandler,
    limit: { readonly timer: SharedTimer; readonly remainingMs: number },
  ) {
    this.#handler = handler;
    this.#signal = call.signal;
    const delayMs = Math.min(limit.remainingMs, TIMER_MS_MAX);
    this.#cancelTimer = limit.timer.schedule(delayMs, () => this.cancel(deadlineError(delayMs)));
    if (call.signal !== undefined) {
      this.#onAbort = () => this.cancel(cancelledError(call.signal?.reason));
      // One request's signal may belong to hundreds of calls, which Node would report as a leak.
      if (call.signal instanceof AbortSignal) setMaxListeners(0, call.signal);
      call.signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    this.#inner = start(call, this);
  }

  onMessage(message: Buffer): void {
    this.#handler.onMessage(message);
  }

  onEnd(error: BigtableError | undefined): void {
    this.#cancelTimer();
    if (this.#onAbort !== undefined) this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#handler.onEnd(error);
  }

  pause(): void {
    this.#inner.pause();
  }

  resume(): void {
    this.#inner.resume();
  }

  cancel(error: BigtableError): void {
    this.#inner.cancel(error);
  }
}
