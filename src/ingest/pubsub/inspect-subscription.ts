import type { PubSub } from '@google-cloud/pubsub';
import { GrpcStatus } from '../../platform/network/grpc';
import { withResources } from '../../platform/tasks/resources';
import { openPublisherClient, openSubscriberClient } from './pubsub-client';

/** A topic, and what becomes of its messages. */
export interface InspectedTopic {
  /** Full name. */
  readonly name: string;
  readonly exists: boolean;
  /** Number of its subscriptions, as far as the first page shows them. */
  readonly subscriptions: number;
}

export interface InspectedSubscription {
  /** Full name. */
  readonly name: string;
  /** Undefined if the subscription does not exist. */
  readonly state: SubscriptionProperties | undefined;
  /** Topic of the subscription; undefined without the subscription, or if it was deleted. */
  readonly topic: InspectedTopic | undefined;
  /** Topic to which Pub/Sub sends what could not be delivered; undefined if the subscription has no such policy. */
  readonly undeliverableTopic: InspectedTopic | undefined;
  /** Topic of messages that consumers reject; undefined if none was named. */
  readonly rejectedTopic: InspectedTopic | undefined;
}

interface SubscriptionProperties {
  readonly ackDeadlineSeconds: number;
  readonly isOrdered: boolean;
  readonly isDetached: boolean;
  /** Target to which Pub/Sub delivers by itself, so that nothing can pull; undefined if it does not. */
  readonly delivery: 'push' | 'BigQuery' | 'Cloud Storage' | undefined;
}

/** Reads a subscription and its topics. Rejects with the driver's error if they cannot be read. */
export function inspectSubscription(
  pubsub: PubSub,
  {
    subscription: short,
    rejectedTopic,
  }: { readonly subscription: string; readonly rejectedTopic: string | undefined },
  timeoutMs: number,
): Promise<InspectedSubscription> {
  const name = pubsub.subscription(short).name;
  const options = { timeout: timeoutMs, maxRetries: 1 };
  return withResources(async (resources) => {
    const subscriber = resources.add(await openSubscriberClient(pubsub), (client) => client.close());
    const publisher = resources.add(await openPublisherClient(pubsub), (client) => client.close());
    const found = await orMissing(subscriber.getSubscription({ subscription: name }, options));
    const inspectTopic = async (topic: string): Promise<InspectedTopic> => {
      const existing = await orMissing(publisher.getTopic({ topic }, options));
      if (existing === undefined) return { name: topic, exists: false, subscriptions: 0 };
      const [subscriptions] = await publisher.listTopicSubscriptions(
        { topic },
        { ...options, autoPaginate: false },
      );
      return { name: topic, exists: true, subscriptions: subscriptions.length };
    };
    const orNone = async (topic: string | null | undefined): Promise<InspectedTopic | undefined> =>
      topic === undefined || topic === null || topic === '' ? undefined : inspectTopic(topic);
    const [state] = found ?? [];
    const source = state?.topic === DELETED_TOPIC ? undefined : state?.topic;
    const rejected = rejectedTopic === undefined ? undefined : pubsub.topic(rejectedTopic).name;
    const topics = [source, state?.deadLetterPolicy?.deadLetterTopic, rejected].map(orNone);
    const [topic, undeliverableTopic, rejectedState] = await Promise.all(topics);
    return {
      name,
      state: state === undefined ? undefined : propertiesOf(state),
      topic,
      undeliverableTopic,
      rejectedTopic: rejectedState,
    };
  });
}

/** Name that Pub/Sub gives the topic of a subscription whose topic was deleted. */
const DELETED_TOPIC = '_deleted-topic_';

/** The parts of a subscription that are looked at. */
interface State {
  readonly ackDeadlineSeconds?: number | null;
  readonly enableMessageOrdering?: boolean | null;
  readonly detached?: boolean | null;
  readonly pushConfig?: { readonly pushEndpoint?: string | null } | null;
  readonly bigqueryConfig?: { readonly table?: string | null } | null;
  readonly cloudStorageConfig?: { readonly bucket?: string | null } | null;
}

function propertiesOf(state: State): SubscriptionProperties {
  return {
    ackDeadlineSeconds: state.ackDeadlineSeconds ?? 0,
    isOrdered: state.enableMessageOrdering === true,
    isDetached: state.detached === true,
    delivery: deliveryOf(state),
  };
}

function deliveryOf({
  pushConfig,
  bigqueryConfig,
  cloudStorageConfig,
}: State): SubscriptionProperties['delivery'] {
  if ((pushConfig?.pushEndpoint ?? '') !== '') return 'push';
  if ((bigqueryConfig?.table ?? '') !== '') return 'BigQuery';
  return (cloudStorageConfig?.bucket ?? '') === '' ? undefined : 'Cloud Storage';
}

async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === GrpcStatus.NOT_FOUND) return undefined;
    throw error;
  }
}
