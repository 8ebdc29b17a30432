import { EventBatcher, type BatcherOptions } from '../batcher';
import type { Send } from '../call';
import type { PlacedOptions } from '../options';
import type { Runtime } from '../runtime';
import type { DataTypeChoice, DefaultEvents, Event, EventTypes, SchemaShape } from '../schema';
import type { EventsAnswer } from '../types';

/** Writes events. */
export class EventsApi<S extends SchemaShape> {
  readonly #send: Send;
  readonly #runtime: Runtime;

  constructor(send: Send, runtime: Runtime) {
    this.#send = send;
    this.#runtime = runtime;
  }

  /**
   * Writes events of one type. `errors` of the answer lists those that are invalid. Throws if none is valid. Events are
   * idempotent: writing them again counts nothing twice.
   */
  async write<D extends EventTypes<S> = DefaultEvents<S>>(
    batch: DataTypeChoice<S, D> & { readonly events: readonly Event<S, D>[] },
    options?: PlacedOptions,
  ): Promise<EventsAnswer> {
    return (await this.#send({ operation: 'postEvents', body: batch, options })).body as EventsAnswer;
  }

  /** Returns a batcher for events of one type. Close it before the process ends. */
  batcher<D extends EventTypes<S> = DefaultEvents<S>>(
    options: DataTypeChoice<S, D> & BatcherOptions<Event<S, D>>,
  ): EventBatcher<Event<S, D>> {
    const { dataType } = options as { readonly dataType?: string };
    return new EventBatcher({ send: this.#send, runtime: this.#runtime, dataType }, options);
  }
}
