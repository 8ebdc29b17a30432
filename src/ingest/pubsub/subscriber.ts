/** Subscriber of Google Cloud Pub/Sub. */
import type { PubSub, v1 } from '@google-cloud/pubsub';
import type { ArrivalOrder, ArrivalState } from '../../core/lag/arrival-order';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { acquireAll, releaseAll } from '../../platform/tasks/resources';
import type { MessageHandler } from './message-delivery';
import {
  MessageLeases,
  type LeaseCalls,
  type MessageLeaseLimits,
  type LeaseObserver,
} from './message-leases';
import { fullSubscriptionName, openSubscriberClient, toPubsubError } from './pubsub-client';
import { PullStream, type PullStreamLimits, type PullStub, type StreamStatus } from './pull-stream';
import type { PulledMessage } from './pull-response';

/** Limits of a subscriber. */
export type SubscriberLimits = MessageLeaseLimits &
  Omit<PullStreamLimits, 'messagesMax' | 'bytesMax'> & {
    /** Number of StreamingPull calls, which share one connection. */
    readonly streams: number;
    /** Maximum time that `close` waits for messages in flight before it hands them back, in milliseconds. */
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
  /** Records the order of arrival of messages. */
  readonly order?: ArrivalOrder;
}

/** A running subscriber. */
export interface EventSubscriber {
  /**
   * Stops the intake, finishes the messages in flight and sends the last acknowledgements, within `closeTimeoutMs`.
   */
  close(): Promise<void>;
  /** Resolves when the subscription fails permanently: it does not exist or must not be read. */
  readonly failure: Promise<Error>;
  /** Returns the messages held, from their arrival until they are acknowledged or handed back. */
  held(): { readonly messages: number; readonly bytes: number };
  /** Whether messages can arrive once there is room for them: the channel is connected and has a stream. */
  isConnected(): boolean;
  /**
   * Returns the input for `order`. Quiet time is measured between calls, so it is to be called about once a second.
   */
  arrivals(): ArrivalState;
}

/**
 * Starts to pull messages. Memory is bounded twice: Pub/Sub sends each stream no more than its share of the messages
 * and bytes in flight, and nothing is read from the connection while the limits are reached.
 */
export async function startSubscriber(
  handler: MessageHandler,
  options: SubscriberOptions,
): Promise<EventSubscriber> {
  return acquireAll(async (resources) => {
    const client = resources.add(await openSubscriberClient(options.pubsub), (each) => each.close());
    const stub = (await client.subscriberStub) as unknown as SubscriberStub;
    const subscriber = new Subscriber(handler, { ...options, client, stub });
    resources.defer(() => subscriber.closeStreams());
    subscriber.open();
    return subscriber;
  });
}

/** Stub of a grpc-js client, which also exposes the connectivity of its channel. */
interface SubscriberStub extends PullStub {
  getChannel(): { getConnectivityState(tryToConnect: boolean): number };
}

class Subscriber implements EventSubscriber {
  readonly failure: Promise<Error>;
  readonly #leases: MessageLeases;
  readonly #streams: readonly PullStream[];
  #closing: Promise<void> | undefined;
  /**
   * Start of the current quiet period, by the monotonic clock: messages could have arrived since then and none did.
   */
  #quietSinceMs: number;
  #fail: (error: Error) => void = () => undefined;

  constructor(
    readonly handler: MessageHandler,
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
      observer,
      order,
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
    return this.#hasConnection && this.#streams.some(({ hasCall }) => hasCall);
  }

  get #hasConnection(): boolean {
    return this.options.stub.getChannel().getConnectivityState(false) === READY;
  }

  arrivals(): ArrivalState {
    const { clock } = this.options;
    const monotonicMs = clock.monotonicMs();
    if (!this.#hasConnection || !this.#streams.some(({ canReceive }) => canReceive))
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

  /**
   * Closes in order: first the streams end, then handlers finish while leases are still extended, then the acks are
   * sent.
   */
  async #close(): Promise<void> {
    const { clock, limits, client } = this.options;
    const endMs = clock.monotonicMs() + limits.closeTimeoutMs;
    this.closeStreams();
    this.handler.close();
    await releaseAll([
      () => withinTime(clock, DRAIN_SHARE * limits.closeTimeoutMs, this.handler.drain()),
      () => withinTime(clock, Math.max(0, endMs - clock.monotonicMs()), this.#leases.close()),
      () => client.close(),
    ]);
  }

  #receive(messages: readonly PulledMessage[]): void {
    this.#quietSinceMs = this.options.clock.monotonicMs();
    for (const message of messages) {
      const delivery = this.#leases.add(message);
      if (this.#closing === undefined) this.handler.handle(delivery);
      else delivery.nack();
    }
    if (this.#leases.isFull) for (const stream of this.#streams) stream.pause();
  }

  #stream(): PullStream {
    const { pubsub, subscription, stub, clock, random, limits } = this.options;
    const share = (total: number): number => Math.max(1, Math.floor(total / limits.streams));
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

/** Share of the close timeout after which unfinished messages are returned, so that there is time to send that. */
const DRAIN_SHARE = 0.8;

/** Connectivity state READY in the numbering of grpc-js. */
const READY = 2;

function failureOf({ code, details }: StreamStatus): Error {
  return toPubsubError(Object.assign(new Error(details), { code }));
}

async function withinTime(clock: Clock, timeoutMs: number, task: Promise<void>): Promise<void> {
  const done = new AbortController();
  const timeout = sleep(clock, timeoutMs, done.signal).catch(() => undefined);
  await Promise.race([task.finally(() => done.abort()), timeout]);
}
