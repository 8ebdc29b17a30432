import type { Send } from './call';
import { TidemarkError } from './errors';
import { LIMITS } from './limits';
import type { PlacedOptions } from './options';
import type { Runtime } from './runtime';
import type { EventsAnswer } from './types';

/** Event that was not written, and why. */
export interface FailedEvent<E> {
  readonly event: E;
  readonly error: TidemarkError;
}

export interface BatcherOptions<E> extends Omit<PlacedOptions, 'signal' | 'requestId'> {
  /** Gets the events that were not written, after all retries. */
  readonly onFailed: (failures: readonly FailedEvent<E>[]) => void;
  /** Events of one request. Default: 500. */
  readonly maxEvents?: number | undefined;
  /** Time that an event waits for others, in milliseconds. Default: 100. */
  readonly maxDelayMs?: number | undefined;
  /** Events that are buffered or on their way before `add` waits. Default: 10,000. */
  readonly maxPending?: number | undefined;
  /** Requests at the same time. Default: 2. */
  readonly maxRequests?: number | undefined;
}

/** Parts that a batcher uses. */
export interface BatcherDependencies {
  readonly send: Send;
  readonly runtime: Runtime;
  readonly dataType: string | undefined;
}

/** Collects events and writes them in batches. It keeps no more than `maxPending` events. */
export class EventBatcher<E> {
  readonly #dependencies: BatcherDependencies;
  readonly #options: BatcherOptions<E>;
  readonly #limits: {
    readonly events: number;
    readonly delayMs: number;
    readonly pending: number;
    readonly requests: number;
  };
  #buffer: E[] = [];
  #inFlight = 0;
  #requests = 0;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;
  /** Resolved when a request has ended. */
  #waiting: (() => void)[] = [];

  constructor(dependencies: BatcherDependencies, options: BatcherOptions<E>) {
    this.#dependencies = dependencies;
    this.#options = options;
    this.#limits = {
      events: atLeastOne(options.maxEvents ?? LIMITS.batchEvents, 'maxEvents'),
      delayMs: atLeastOne(options.maxDelayMs ?? LIMITS.batchDelayMs, 'maxDelayMs'),
      pending: atLeastOne(options.maxPending ?? LIMITS.batchPending, 'maxPending'),
      requests: atLeastOne(options.maxRequests ?? LIMITS.batchRequests, 'maxRequests'),
    };
  }

  /** Events that are buffered or on their way. */
  get pending(): number {
    return this.#buffer.length + this.#inFlight;
  }

  /**
   * Buffers an event. Waits while `maxPending` events are pending: await it, so that a producer is no faster than the server.
   * Throws `batcher_closed` after `close`.
   */
  async add(event: E): Promise<void> {
    this.#requireOpen();
    while (this.pending >= this.#limits.pending) {
      await this.#nextEnd();
      this.#requireOpen();
    }
    this.#buffer.push(event);
    this.#sendFull();
    if (this.#buffer.length > 0) this.#startTimer();
  }

  /** Sends what is buffered. Resolves once no event is pending: each is written, or was given to `onFailed`. */
  async flush(): Promise<void> {
    while (this.pending > 0) {
      this.#sendAll();
      await this.#nextEnd();
    }
  }

  /** Accepts no more events, and flushes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new TidemarkError('batcher_closed', 'the batcher is closed');
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #startTimer(): void {
    this.#cancelTimer ??= this.#dependencies.runtime.schedule(() => this.#sendAll(), this.#limits.delayMs);
  }

  /** Sends whole batches. */
  #sendFull(): void {
    while (this.#buffer.length >= this.#limits.events && this.#requests < this.#limits.requests)
      this.#sendBatch();
  }

  /** Sends everything that is buffered, as far as requests are free. */
  #sendAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    while (this.#buffer.length > 0 && this.#requests < this.#limits.requests) this.#sendBatch();
    if (this.#buffer.length > 0) this.#startTimer();
  }

  #sendBatch(): void {
    const events = this.#buffer.splice(0, this.#limits.events);
    this.#inFlight += events.length;
    this.#requests += 1;
    void this.#write(events).then((failures) => {
      this.#inFlight -= events.length;
      this.#requests -= 1;
      if (failures.length > 0) this.#options.onFailed(failures);
      for (const resolve of this.#waiting.splice(0)) resolve();
      this.#sendFull();
    });
  }

  async #write(events: readonly E[]): Promise<readonly FailedEvent<E>[]> {
    const { send, dataType } = this.#dependencies;
    const { timeoutMs, attemptsMax, accessLocation } = this.#options;
    const options = { timeoutMs, attemptsMax, accessLocation };
    try {
      const { body } = await send({ operation: 'postEvents', body: { dataType, events }, options });
      return failuresOf(events, (body as EventsAnswer).errors);
    } catch (error) {
      const failure = error as TidemarkError;
      if (failure.entries.length > 0) return failuresOf(events, failure.entries);
      return events.map((event) => ({ event, error: failure }));
    }
  }
}

function failuresOf<E>(events: readonly E[], errors: EventsAnswer['errors']): readonly FailedEvent<E>[] {
  return errors.flatMap(({ index, code, message, field }) => {
    const event = events[index];
    return event === undefined ? [] : [{ event, error: new TidemarkError(code, message, { field }) }];
  });
}

function atLeastOne(value: number, field: string): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new TidemarkError('invalid_option', 'must be a whole number of at least 1', { field });
}
