/** Messages from Google Cloud Pub/Sub. */
import type { PubSub, v1 } from '@google-cloud/pubsub';
import type { ArrivalOrder, ArrivalState } from '../../core/lag/arrival-order';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { acquireAll, releaseAll } from '../../platform/tasks/resources';
import type { MessageHandler } from './message-delivery';
import { MessageLeases, type LeaseCalls, type LeaseLimits, type LeaseObserver } from './message-leases';
import { fullSubscriptionName, openSubscriberClient, toPubsubError } from './pubsub-client';
import { PullStream, type PullStreamLimits, type PullStub, type StreamStatus } from './pull-stream';
import type { PulledMessage } from './pull-response';

export type SubscriberLimits = LeaseLimits &
  Omit<PullStreamLimits, 'messagesMax' | 'bytesMax'> & {
    /** StreamingPull calls at once, over one connection. */
    readonly streams: number;
    /** How long `close` waits for messages in flight before they are handed back. */
    readonly closeTimeoutMs: number;
  };

export interface SubscriberOptions {
  readonly pubsub: PubSub;
  /** Short or full name of an existing subscription. */
  readonly subscription: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: SubscriberLimits;
  readonly observer?: LeaseObserver;
  /** Learns in which order messages come. */
  readonly order?: ArrivalOrder;
}

export interface EventSubscriber {
  /** Takes no further messages, settles those in flight, sends the last acknowledgements; within the time for it. */
  close(): Promise<void>;
  /** Resolves if the subscription fails for good: it is gone, or may not be read. */
  readonly failure: Promise<Error>;
  /** What is held now, from its arrival until it is settled. */
  held(): { readonly messages: number; readonly bytes: number };
  /** Whether messages can come, as soon as there is room for them: the connection is there, and a stream on it. */
  isConnected(): boolean;
  /** What `order` is to be asked with now. Silence counts from one call to the next: to be called about every second. */
  arrivals(): ArrivalState;
}

/**
 * Starts to pull. Memory is bounded twice: Pub/Sub sends each stream no more than its share of the messages and bytes
 * in flight, and nothing is read from the connection while all that may be held is held.
 */
export async function startSubscriber(
  taker: MessageHandler,
  options: SubscriberOptions,
): Promise<EventSubscriber> {
  return acquireAll(async (resources) => {
    const client = resources.add(await openSubscriberClient(options.pubsub), (each) => each.close());
    const stub = (await client.subscriberStub) as unknown as SubscriberStub;
    const subscriber = new Subscriber(taker, { ...options, client, stub });
    resources.defer(() => subscriber.closeStreams());
    subscriber.open();
    return subscriber;
  });
}

/** Of a grpc-js client, too: whether its channel is connected. */
interface SubscriberStub extends PullStub {
  getChannel(): { getConnectivityState(tryToConnect: boolean): number };
}

class Subscriber implements EventSubscriber {
  readonly failure: Promise<Error>;
  readonly #leases: MessageLeases;
  readonly #streams: readonly PullStream[];
  #closing: Promise<void> | undefined;
  /** By the monotonic clock: since then more could have come at any time, and has not. */
  #quietSinceMs: number;
  #fail: (error: Error) => void = () => undefined;

  constructor(
    readonly taker: MessageHandler,
    readonly options: SubscriberOptions & {
      readonly client: v1.SubscriberClient;
      readonly stub: SubscriberStub;
    },
  ) {
    const { clock, limits, observer, order } = options;
    this.#quietSinceMs = clock.monotonicMs();
    this.failure = new Promise((resolve) => (this.#fail = resolve));
    this.#leases = new MessageLeases({
      clock,
      limits,
      calls: this.#leaseCalls(),
      ...(observer !== undefined && { observer }),
      ...(order !== undefined && { order }),
      onRoom: () => this.#streams.forEach((stream) => stream.resume()),
    });
    this.#streams = Array.from({ length: limits.streams }, () => this.#stream());
  }

  open(): void {
    for (const stream of this.#streams) stream.open();
  }

  closeStreams(): void {
    for (const stream of this.#streams) stream.close();
  }

  held(): { readonly messages: number; readonly bytes: number } {
    return { messages: this.#leases.size, bytes: this.#leases.bytes };
  }

  isConnected(): boolean {
    return this.#hasConnection && this.#streams.some(({ hasCall: isThere }) => isThere);
  }

  get #hasConnection(): boolean {
    return this.options.stub.getChannel().getConnectivityState(false) === READY;
  }

  arrivals(): ArrivalState {
    const { clock } = this.options;
    const monotonicMs = clock.monotonicMs();
    if (!this.#hasConnection || !this.#streams.some(({ canReceive: isOpen }) => isOpen))
      this.#quietSinceMs = monotonicMs;
    return {
      nowMs: clock.nowMs(),
      monotonicMs,
      quietForMs: monotonicMs - this.#quietSinceMs,
      oldestOutstandingMs: this.#leases.oldestPublishedMs(),
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** The streams end first; then what was taken is written while leases are still extended; then the acks leave. */
  async #close(): Promise<void> {
    const { clock, limits, client } = this.options;
    this.closeStreams();
    this.taker.close();
    await releaseAll([
      () => withinTime(clock, limits.closeTimeoutMs, this.taker.drain()),
      () => withinTime(clock, limits.closeTimeoutMs, this.#leases.close()),
      () => client.close(),
    ]);
  }

  #receive(messages: readonly PulledMessage[]): void {
    this.#quietSinceMs = this.options.clock.monotonicMs();
    for (const message of messages) {
      const delivery = this.#leases.add(message);
      if (this.#closing === undefined) this.taker.handle(delivery);
      else delivery.nack();
    }
    if (this.#leases.isFull) for (const stream of this.#streams) stream.pause();
  }

  #stream(): PullStream {
    const { pubsub, subscription, stub, clock, random, limits } = this.options;
    const share = (whole: number): number => Math.max(1, Math.floor(whole / limits.streams));
    return new PullStream({
      stub,
      clock,
      random,
      subscription: fullSubscriptionName(pubsub, subscription),
      limits: {
        ...limits,
        messagesMax: share(limits.messagesInFlightMax),
        bytesMax: share(limits.bytesInFlightMax),
      },
      onMessages: (messages) => this.#receive(messages),
      onFailure: (status) => this.#fail(failureOf(status)),
    });
  }

  #leaseCalls(): LeaseCalls {
    const { pubsub, client } = this.options;
    const subscription = fullSubscriptionName(pubsub, this.options.subscription);
    return {
      acknowledge: (ackIds) => client.acknowledge({ subscription, ackIds }),
      modifyAckDeadline: (ackIds, ackDeadlineSeconds) =>
        client.modifyAckDeadline({ subscription, ackIds, ackDeadlineSeconds }),
    };
  }
}

/** As grpc-js numbers the states of a channel. */
const READY = 2;

function failureOf({ code, details }: StreamStatus): Error {
  return toPubsubError(Object.assign(new Error(details), { code }));
}

async function withinTime(clock: Clock, timeoutMs: number, task: Promise<void>): Promise<void> {
  const done = new AbortController();
  const timeout = sleep(clock, timeoutMs, done.signal).catch(() => undefined);
  await Promise.race([task.finally(() => done.abort()), timeout]);
}
