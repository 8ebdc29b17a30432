/** The consumer on Google Cloud Pub/Sub. */
import type { ClientConfig, Message, PubSub, Subscription, Topic } from '@google-cloud/pubsub';
import { TidemarkError } from '../errors';
import type { DeadLetter, Delivery, EventConsumer } from './event-consumer';

/** Pub/Sub's limits on a message's attributes, less the three that are added. */
const ATTRIBUTES_MAX = 100;
const ATTRIBUTE_BYTES_MAX = 1_024;

export interface SubscriberOptions {
  readonly pubsub: PubSub;
  /** Short or full name of an existing subscription. */
  readonly subscription: string;
  readonly messagesInFlightMax: number;
  readonly bytesInFlightMax: number;
  /** How long `close` waits for messages in flight before they are left to be redelivered. */
  readonly closeTimeoutMs: number;
}

export interface EventSubscriber {
  /** Takes no further messages, settles those in flight, sends the last acknowledgements. */
  close(): Promise<void>;
  /** Resolves if the subscription fails for good: it is gone, or may not be read. */
  readonly failure: Promise<Error>;
}

/** A client of Pub/Sub; of an emulator without TLS and without a search for credentials. */
export async function openPubSub(target: {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
}): Promise<PubSub> {
  const { PubSub } = await import('@google-cloud/pubsub');
  const { project: projectId, emulatorHost } = target;
  if (emulatorHost === undefined) return new PubSub({ projectId });
  const { GoogleAuth, PassThroughClient } = await import('google-auth-library');
  // To the compiler google-gax's copy of the library is another one.
  const auth = new GoogleAuth({ authClient: new PassThroughClient() }) as unknown as ClientConfig['auth'] &
    object;
  return new PubSub({
    projectId,
    apiEndpoint: emulatorHost,
    emulatorMode: true,
    auth,
  });
}

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;

/** What Pub/Sub says of names that are wrong, missing or forbidden is the user's to mend; the rest is passed on. */
export function pubsubFailure(error: Error & { readonly code?: unknown }): Error {
  const isTheUsers = [INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED].includes(error.code as number);
  return isTheUsers ? new TidemarkError('invalid_argument', error.message, { cause: error }) : error;
}

/** Starts to pull. At most the given messages and bytes are held at once, everywhere from the socket on. */
export async function startSubscriber(
  consumer: EventConsumer,
  options: SubscriberOptions,
): Promise<EventSubscriber> {
  const { Duration } = await import('@google-cloud/pubsub');
  const subscription = options.pubsub.subscription(options.subscription, {
    flowControl: {
      maxMessages: options.messagesInFlightMax,
      maxBytes: options.bytesInFlightMax,
      allowExcessMessages: false,
    },
    closeOptions: {
      behavior: 'WAIT',
      timeout: Duration.from({ millis: options.closeTimeoutMs }),
    },
  });
  subscription.on('message', (message: Message) => consumer.take(deliveryOf(message)));
  const failure = new Promise<Error>((resolve) =>
    subscription.on('error', (error) => resolve(pubsubFailure(error))),
  );
  return { failure, close: () => closeInOrder(subscription, consumer) };
}

/** A function that publishes rejected messages as they came, with `reason`, `field` and `detail` beside their attributes. */
export function deadLetterTopic(topic: Topic): (letter: DeadLetter) => Promise<void> {
  return async ({ delivery, error }) => {
    const original = Object.entries(delivery.attributes).slice(0, ATTRIBUTES_MAX - 3);
    await topic.publishMessage({
      data: delivery.data,
      attributes: {
        ...Object.fromEntries(original),
        reason: error.code,
        ...(error.field !== undefined && { field: shortened(error.field) }),
        detail: shortened(error.message),
      },
    });
  };
}

/** Attributes that a message must have: the clickstream carries much else. */
export function attributeFilter(
  wanted: Readonly<Record<string, string>>,
): (attributes: Readonly<Record<string, string>>) => boolean {
  const entries = Object.entries(wanted);
  return (attributes) => entries.every(([name, value]) => attributes[name] === value);
}

/** The stream ends first; then what was taken is written while leases are still extended; then the acks leave. */
async function closeInOrder(subscription: Subscription, consumer: EventConsumer): Promise<void> {
  const closed = subscription.close();
  consumer.close();
  await closed;
  await consumer.drain();
}

function deliveryOf(message: Message): Delivery {
  return {
    data: message.data,
    attributes: message.attributes,
    publishTimeMs: message.publishTime.getTime(),
    ack: () => message.ack(),
    nack: () => message.nack(),
  };
}

function shortened(text: string): string {
  if (Buffer.byteLength(text) <= ATTRIBUTE_BYTES_MAX) return text;
  return `${text.slice(0, ATTRIBUTE_BYTES_MAX / 3 - 1)}…`;
}
