import type { PubSub, v1 } from '@google-cloud/pubsub';
import { TidemarkError } from '../../errors';
import type { ListedDeadLetter, DeadLetterSource } from '../../operations/console/dead-letters';
import {
  fullSubscriptionName,
  openPubSub,
  openSubscriberClient,
  toPubsubError,
} from '../pubsub/pubsub-client';
import { listDeadLetters, replayDeadLetters, type DeadLetterMessage } from './dead-letter-queue';

interface DeadLetterTarget {
  readonly project: string;
  readonly emulatorHost?: string | undefined;
  readonly subscription: string;
  readonly topic: string;
  readonly pullTimeoutMs: number;
}

interface Opened {
  readonly pubsub: PubSub;
  readonly client: v1.SubscriberClient;
}

/** Returns the dead letters of a subscription. Pub/Sub is connected to at the first use, and again after a failure. */
export function lazyDeadLetters(
  target: DeadLetterTarget,
): DeadLetterSource & { readonly close: () => Promise<void> } {
  let opened: Promise<Opened> | undefined;
  async function open(): Promise<Opened> {
    const pubsub = await openPubSub(target);
    return { pubsub, client: await openSubscriberClient(pubsub) };
  }
  async function use<T>(task: (parts: Opened) => Promise<T>): Promise<T> {
    try {
      opened ??= open();
      return await task(await opened);
    } catch (error) {
      await close();
      throw failureOf(error as Error);
    }
  }
  async function close(): Promise<void> {
    const closing = opened;
    opened = undefined;
    const parts = await closing?.catch(() => undefined);
    await parts?.client.close();
    await parts?.pubsub.close();
  }
  const queueOf = ({ client, pubsub }: Opened) => ({
    client,
    subscription: fullSubscriptionName(pubsub, target.subscription),
    pullTimeoutMs: target.pullTimeoutMs,
  });
  return {
    subscription: target.subscription,
    topic: target.topic,
    list: (max) => use(async (parts) => (await listDeadLetters(queueOf(parts), max)).map(letterOf)),
    replay: ({ beforeMs, max }) =>
      use((parts) => {
        const topic = parts.pubsub.topic(target.topic);
        const publish = (message: Pick<DeadLetterMessage, 'data' | 'attributes'>) =>
          topic.publishMessage(message);
        return replayDeadLetters(queueOf(parts), { beforeMs, publish, messagesMax: max });
      }),
    close,
  };
}

/** Returns the failure for a client: whether Pub/Sub cannot be reached, or rejects what is configured. */
function failureOf(error: Error): TidemarkError {
  const known = toPubsubError(error);
  const code = known instanceof TidemarkError ? 'store_rejected' : 'store_unavailable';
  return new TidemarkError(code, `the dead letters cannot be read: ${error.message}`, { cause: error });
}

function letterOf({ attributes, publishTimeMs, data }: DeadLetterMessage): ListedDeadLetter {
  return {
    reason: attributes.reason ?? 'unknown',
    field: attributes.field,
    detail: attributes.detail ?? '',
    deadLetteredAtMs: Math.floor(publishTimeMs),
    bytes: data.length,
    canBeReplayed: attributes.truncatedFrom === undefined,
  };
}
