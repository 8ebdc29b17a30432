import type { PubSub } from '@google-cloud/pubsub';
import { TidemarkError } from '../../errors';
import type {
  SubscriptionState,
  TopicAdmin,
  TopicState,
} from '../../operations/residency/checks/check-topics';
import { acquireAll } from '../../platform/tasks/resources';
import { openPublisherClient, openSubscriberClient } from './pubsub-client';

interface Duration {
  readonly seconds?: number | string | { toString(): string } | null;
}

export interface OpenTopicAdmin extends TopicAdmin {
  close(): Promise<void>;
}

/** Opens a reader of topics and subscriptions with the target and credentials of `pubsub`. The caller closes it. */
export function openTopicAdmin(pubsub: PubSub): Promise<OpenTopicAdmin> {
  return acquireAll(async (resources) => {
    const publisher = resources.add(await openPublisherClient(pubsub), (client) => client.close());
    const subscriber = resources.add(await openSubscriberClient(pubsub), (client) => client.close());
    return {
      topic: (name, call) =>
        orTidemarkError(async (): Promise<TopicState> => {
          const [topic] = await publisher.getTopic({ topic: name }, optionsOf(call));
          const regions = topic.messageStoragePolicy?.allowedPersistenceRegions ?? [];
          return {
            regions: regions.length === 0 ? undefined : regions,
            retentionMs: msOf(topic.messageRetentionDuration),
          };
        }),
      subscription: (name, call) =>
        orTidemarkError(async (): Promise<SubscriptionState> => {
          const [found] = await subscriber.getSubscription({ subscription: name }, optionsOf(call));
          return {
            topic: found.topic ?? '',
            deadLetterTopic: found.deadLetterPolicy?.deadLetterTopic ?? undefined,
            retentionMs: msOf(found.messageRetentionDuration),
          };
        }),
      async close() {
        await Promise.all([publisher.close(), subscriber.close()]);
      },
    };
  });
}

const optionsOf = ({ timeoutMs = CALL_TIMEOUT_MS }: { readonly timeoutMs?: number | undefined }) => ({
  timeout: timeoutMs,
  maxRetries: 1,
});

/** Time limit of a call without one, in milliseconds. */
const CALL_TIMEOUT_MS = 20_000;

const msOf = (duration: Duration | null | undefined): number => Number(duration?.seconds ?? 0) * 1_000;

async function orTidemarkError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TidemarkError('store_rejected', message, { cause });
  }
}
