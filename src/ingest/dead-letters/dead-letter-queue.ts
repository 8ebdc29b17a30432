import type { v1 } from '@google-cloud/pubsub';
import { appendAll } from '../../core/shared/lists';
import { GrpcStatus } from '../../platform/network/grpc';
import { withoutDeadLetterAttributes } from './dead-letter-topic';
import type { Attributes } from '../pubsub/message-delivery';

/** A message from the subscription of the dead-letter topic. */
export interface DeadLetterMessage {
  readonly ackId: string;
  readonly data: Buffer;
  readonly attributes: Attributes;
  readonly publishTimeMs: number;
}

/** Subscription of the dead-letter topic. */
export interface DeadLetterQueue {
  readonly client: v1.SubscriberClient;
  /** Full name: `projects/<project>/subscriptions/<name>`. */
  readonly subscription: string;
  /** Milliseconds without an answer after which the queue counts as empty. */
  readonly pullTimeoutMs: number;
}

const MESSAGES_PER_PULL = 500;
/** Ack deadline of pulled messages, in seconds. It is not renewed. */
const LEASE_SECONDS = 600;

/** Returns the first messages of the queue, at most `limit`. All of them stay in the queue. */
export async function listDeadLetters(
  queue: DeadLetterQueue,
  limit: number,
): Promise<readonly DeadLetterMessage[]> {
  const found: DeadLetterMessage[] = [];
  try {
    while (found.length < limit) {
      const pulled = await pull(queue, Math.min(MESSAGES_PER_PULL, limit - found.length));
      if (pulled.length === 0) break;
      appendAll(found, pulled);
    }
  } finally {
    await handBack(queue, found);
  }
  return found;
}

/** Result of a replay. */
export interface DeadLetterReplay {
  readonly replayed: number;
  /** Messages that were truncated when they were dead-lettered. They cannot be replayed and stay in the queue. */
  readonly truncated: number;
}

/**
 * Publishes every message that was dead-lettered before `beforeMs` in its original form, and removes it from the
 * queue once it is published. Messages that are dead-lettered again during the replay stay in the queue.
 */
export async function replayDeadLetters(
  queue: DeadLetterQueue,
  target: {
    readonly beforeMs: number;
    /** Number of messages after which the replay ends, in whole pulls. Default: the queue is empty. */
    readonly messagesMax?: number | undefined;
    readonly publish: (message: Pick<DeadLetterMessage, 'data' | 'attributes'>) => Promise<unknown>;
  },
): Promise<DeadLetterReplay> {
  const left: DeadLetterMessage[] = [];
  let sending: readonly DeadLetterMessage[] = [];
  let replayed = 0;
  try {
    // Messages that stay are leased meanwhile, so their number is bounded to what one lease can cover.
    while (left.length < MESSAGES_PER_PULL * 20 && replayed < (target.messagesMax ?? Infinity)) {
      const pulled = await pull(queue, MESSAGES_PER_PULL);
      if (pulled.length === 0) break;
      const isFit = (message: DeadLetterMessage): boolean =>
        message.publishTimeMs < target.beforeMs && message.attributes.truncatedFrom === undefined;
      sending = pulled.filter(isFit);
      appendAll(
        left,
        pulled.filter((message) => !isFit(message)),
      );
      await Promise.all(
        sending.map(({ data, attributes }) =>
          target.publish({ data, attributes: withoutDeadLetterAttributes(attributes) }),
        ),
      );
      await acknowledge(queue, sending);
      replayed += sending.length;
      sending = [];
    }
  } finally {
    // After a failure some of these may be published twice, which counts once.
    await handBack(queue, [...left, ...sending]);
  }
  return { replayed, truncated: left.filter(({ attributes }) => 'truncatedFrom' in attributes).length };
}

async function pull(
  { client, subscription, pullTimeoutMs }: DeadLetterQueue,
  maxMessages: number,
): Promise<readonly DeadLetterMessage[]> {
  try {
    // The client must not retry: an empty queue answers by reaching the timeout.
    const [{ receivedMessages }] = await client.pull(
      { subscription, maxMessages },
      { timeout: pullTimeoutMs, maxRetries: 0 },
    );
    const pulled = (receivedMessages ?? []).map(({ ackId, message }) => ({
      ackId: ackId!,
      data: Buffer.from((message?.data ?? '') as Uint8Array),
      attributes: message?.attributes ?? {},
      publishTimeMs:
        Number(message?.publishTime?.seconds ?? 0) * 1_000 + Number(message?.publishTime?.nanos ?? 0) / 1e6,
    }));
    if (pulled.length > 0) {
      await client.modifyAckDeadline({
        subscription,
        ackIds: idsOf(pulled),
        ackDeadlineSeconds: LEASE_SECONDS,
      });
    }
    return pulled;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === GrpcStatus.DEADLINE_EXCEEDED) return [];
    throw error;
  }
}

async function acknowledge(
  { client, subscription }: DeadLetterQueue,
  messages: readonly DeadLetterMessage[],
): Promise<void> {
  if (messages.length > 0) await client.acknowledge({ subscription, ackIds: idsOf(messages) });
}

async function handBack(
  { client, subscription }: DeadLetterQueue,
  messages: readonly DeadLetterMessage[],
): Promise<void> {
  for (let at = 0; at < messages.length; at += MESSAGES_PER_PULL) {
    const ackIds = idsOf(messages.slice(at, at + MESSAGES_PER_PULL));
    await client.modifyAckDeadline({ subscription, ackIds, ackDeadlineSeconds: 0 });
  }
}

function idsOf(messages: readonly DeadLetterMessage[]): string[] {
  return messages.map(({ ackId }) => ackId);
}
