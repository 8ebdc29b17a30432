import type { Config } from '../../config/index';
import type { Caller } from '../../core/access/caller';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { Cancellation, linkedSignal, type CancelSignal } from '../../platform/tasks/cancellation';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { Clock } from '../../platform/time/clock';
import type { RequestCallOptions, RequestControls } from '../api-request';
import type { CompiledEndpoint } from './compiled-endpoint';
import { deadlineMarginMs } from './deadline-owner';

/** Limits of a server that its requests share. `RequestPipeline` implements it. */
export interface SharedLimits {
  readonly config: Pick<Config['http'], 'requestTimeoutMs'>;
  readonly clock: Clock;
  takeSlot(endpoint: CompiledEndpoint, caller: Caller): void;
  retakeSlot(caller: Caller): void;
  releaseSlot(caller: Caller): void;
  takeWork(endpoint: CompiledEndpoint, caller: Caller, work: number): number;
  releaseWork(caller: Caller, taken: number): void;
  park(wake: () => void): () => void;
}

/** The request that an allowance belongs to. */
interface AllowedRequest {
  readonly endpoint: CompiledEndpoint;
  /** Whether the answer, or its beginning, has been sent. */
  isAnswered(): boolean;
  /** Called when the deadline passes. */
  onDeadline(error: TidemarkError): void;
}

/** Deadline of a request. */
export interface RequestTimeout {
  /** Time from the arrival of the body to the deadline, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the client chose the deadline, which then is not extended. */
  readonly isChosen: boolean;
}

/**
 * Allowance of one request: its slot, its part of the work budget, its time, and the signal that cancels its work. It is
 * the same for all transports.
 */
export class RequestAllowance {
  readonly #limits: SharedLimits;
  readonly #request: AllowedRequest;
  #caller: Caller | undefined;
  #hasSlot = false;
  /** Amount taken from the work budget. */
  #takenWork = 0;
  /** Releases what a live answer uses beside its slot. */
  #endLive: (() => void) | undefined;
  #cancellation: Cancellation | undefined;
  #stopTimer: (() => void) | undefined;
  #deadlineMs = 0;
  #timeoutMs = 0;
  #isChosen = false;

  constructor(limits: SharedLimits, request: AllowedRequest) {
    this.#limits = limits;
    this.#request = request;
  }

  /** Time from the arrival of the body to the deadline, in milliseconds; 0 before the body has arrived. */
  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** Time left until the deadline, in milliseconds; negative after it. */
  get remainingMs(): number {
    return this.#deadlineMs - this.#limits.clock.monotonicMs();
  }

  /** Returns a time limit that a client chose, or the longest one if that is shorter, in milliseconds. */
  limited(timeoutMs: number): number {
    return Math.min(timeoutMs, this.#longestTimeoutMs);
  }

  /**
   * Takes a slot and starts the deadline. Called after the body has arrived, so that slow bodies take no slot. Throws
   * `overloaded`.
   */
  begin(caller: Caller, { timeoutMs, isChosen }: RequestTimeout): void {
    this.#limits.takeSlot(this.#request.endpoint, caller);
    this.#caller = caller;
    this.#hasSlot = true;
    this.#isChosen = isChosen;
    this.#startDeadline(timeoutMs);
  }

  /** Returns the functions by which a handler uses the allowance. */
  controls(): RequestControls {
    return {
      callOptions: () => this.#callOptions(),
      wait: (maxMs, task) => this.#wait(maxMs, task),
      extendDeadline: (byMs) => this.#extendDeadline(byMs),
      takeWork: (work) => {
        const { endpoint } = this.#request;
        this.#takenWork += this.#limits.takeWork(endpoint, this.#caller!, work);
      },
      beginLive: (maxMs) => this.#beginLive(maxMs),
      inTurns: <T>(steps: Steps<T>) =>
        runInSlices(steps, { clock: this.#limits.clock, signal: this.cancelSignal() }),
    };
  }

  /** Returns the signal that cancels the work for the answer. It is aborted already if the answer was sent. */
  cancelSignal(): CancelSignal {
    this.#cancellation ??= new Cancellation();
    if (this.#request.isAnswered()) this.#cancellation.abort(requestOver());
    return this.#cancellation;
  }

  /** Cancels the work for the answer. */
  cancel(reason: TidemarkError): void {
    this.#cancellation?.abort(reason);
  }

  /** Releases the slot and the work, and stops the deadline. */
  end(): void {
    this.#endLive?.();
    this.#stopTimer?.();
    this.#releaseSlot();
  }

  get #longestTimeoutMs(): number {
    return Math.max(this.#limits.config.requestTimeoutMs, this.#request.endpoint.longestTimeoutMs ?? 0);
  }

  #releaseSlot(): void {
    if (!this.#hasSlot) return;
    this.#hasSlot = false;
    this.#limits.releaseSlot(this.#caller!);
    this.#limits.releaseWork(this.#caller!, this.#takenWork);
    this.#takenWork = 0;
  }

  #startDeadline(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#setDeadline(this.#limits.clock.monotonicMs() + timeoutMs);
  }

  #setDeadline(deadlineMs: number): void {
    this.#deadlineMs = deadlineMs;
    this.#stopTimer = this.#limits.clock.schedule(this.remainingMs, () => {
      const error = new TidemarkError('deadline_exceeded', `no answer within ${this.#timeoutMs} ms`);
      this.#request.onDeadline(error);
      this.#cancellation?.abort(error);
    });
  }

  /** Extends the deadline, up to the longest one of the endpoint. */
  #extendDeadline(byMs: number): void {
    if (this.#isChosen) return;
    const moreMs = Math.min(byMs, this.#longestTimeoutMs - this.#timeoutMs);
    if (moreMs <= 0 || this.#request.isAnswered()) return;
    this.#stopTimer?.();
    this.#timeoutMs += moreMs;
    this.#setDeadline(this.#deadlineMs + moreMs);
  }

  #callOptions(): RequestCallOptions {
    const signal = this.cancelSignal();
    const { remainingMs } = this;
    return { timeoutMs: Math.max(1, remainingMs - deadlineMarginMs(remainingMs)), signal };
  }

  async #wait<T>(maxMs: number, task: (signal: CancelSignal) => Promise<T>): Promise<T> {
    // Without this check it would stay parked although its slot is released.
    if (this.#request.isAnswered()) throw requestOver();
    const signal = this.cancelSignal();
    const { remainingMs } = this;
    const ended = new Cancellation();
    const unpark = this.#limits.park(() => ended.abort(waitOver()));
    const linked = linkedSignal(ended, signal);
    this.end();
    const cancel = this.#limits.clock.schedule(maxMs, () => ended.abort(waitOver()));
    try {
      return await task(linked.signal);
    } finally {
      linked.release();
      cancel();
      unpark();
      if (!this.#request.isAnswered()) this.#resumeAfterWait(remainingMs);
    }
  }

  /** Releases the slot for an answer that only a change of conditions ends, and returns the signal of its end. */
  #beginLive(maxMs: number): CancelSignal {
    const ended = new Cancellation();
    const unpark = this.#limits.park(() => ended.abort(waitOver()));
    const linked = linkedSignal(ended, this.cancelSignal());
    const cancel = this.#limits.clock.schedule(maxMs, () => ended.abort(waitOver()));
    this.end();
    this.#endLive = () => {
      linked.release();
      cancel();
      unpark();
    };
    return linked.signal;
  }

  /** Continues after a wait. An admitted request is never rejected for overload. */
  #resumeAfterWait(remainingMs: number): void {
    if (!this.#hasSlot) this.#limits.retakeSlot(this.#caller!);
    this.#hasSlot = true;
    this.#startDeadline(Math.max(1, remainingMs));
  }
}

/** Reason of an abort after the answer was sent. No client sees it. */
function requestOver(): TidemarkError {
  return new TidemarkError('client_closed_request', 'the request is over');
}

/** Reason why a long poll ends without a change. No caller receives it. */
function waitOver(): TidemarkError {
  return new TidemarkError('deadline_exceeded', 'the wait is over');
}
