import type { PubSub } from '@google-cloud/pubsub';
import { invalidArgument } from '../../errors';
import { toPubsubError } from './pubsub-client';

/** Position that a subscription is moved back to: a time, or a snapshot of its unacknowledged messages. */
export type ReplayPoint = { readonly fromMs: number } | { readonly snapshot: string };

/** Effect of a replay, as far as Pub/Sub reports it. */
export interface ReplayPlan {
  /** Full name: `projects/<project>/subscriptions/<name>`. */
  readonly subscription: string;
  readonly topic: string;
  readonly point: ReplayPoint;
  /** Whether the subscription or its topic retains acknowledged messages. Others cannot be replayed. */
  readonly keepsAcknowledged: boolean;
  /** Retention of messages in the subscription or the topic, whichever is longer, in milliseconds. */
  readonly retentionMs: number;
  /** Warnings to show before the replay. */
  readonly warnings: readonly string[];
}

/**
 * Plans a replay. Throws `invalid_argument` for a time in the future, which would drop all messages, and for a
 * subscription that does not exist.
 */
export async function planReplay(
  pubsub: PubSub,
  request: { readonly subscription: string; readonly point: ReplayPoint; readonly nowMs: number },
): Promise<ReplayPlan> {
  const { point, nowMs } = request;
  if ('fromMs' in point && point.fromMs > nowMs) {
    throw invalidArgument('from', 'must not be in the future: all messages before it would be dropped');
  }
  const subscription = pubsub.subscription(request.subscription);
  const [{ topic = '', ...metadata }] = await subscription.getMetadata().catch((error: Error) => {
    throw toPubsubError(error);
  });
  const topicMs = await topicRetentionMs(pubsub, topic ?? '');
  const retainsAcknowledged = metadata.retainAckedMessages === true;
  const retentionMs = Math.max(
    topicMs,
    retainsAcknowledged ? durationMs(metadata.messageRetentionDuration) : 0,
  );
  const plan = { subscription: subscription.name, topic: topic ?? '', point, retentionMs };
  const keepsAcknowledged = retainsAcknowledged || topicMs > 0;
  return { ...plan, keepsAcknowledged, warnings: warningsOf({ ...plan, keepsAcknowledged }, nowMs) };
}

/** Moves the subscription to the position of the plan. Pub/Sub may take a moment until it delivers from there. */
export async function replay(pubsub: PubSub, { subscription, point }: ReplayPlan): Promise<void> {
  const target = 'fromMs' in point ? new Date(point.fromMs) : point.snapshot;
  await pubsub
    .subscription(subscription)
    .seek(target)
    .catch((error: Error) => {
      throw toPubsubError(error);
    });
}

/**
 * Creates a snapshot of the unacknowledged messages. It lives as long as the subscription retains messages. Returns
 * its full name.
 */
export async function createSnapshot(pubsub: PubSub, subscription: string, name: string): Promise<string> {
  const [snapshot] = await pubsub
    .subscription(subscription)
    .createSnapshot(name)
    .catch((error: Error) => {
      throw toPubsubError(error);
    });
  return snapshot.name;
}

function warningsOf(
  { point, keepsAcknowledged, retentionMs }: Omit<ReplayPlan, 'warnings'>,
  nowMs: number,
): readonly string[] {
  if (!('fromMs' in point)) return [];
  if (!keepsAcknowledged) {
    return ['neither the subscription nor its topic retains acknowledged messages: they cannot be replayed'];
  }
  return point.fromMs < nowMs - retentionMs
    ? [`messages are retained for ${Math.round(retentionMs / 3_600_000)} h: older ones cannot be replayed`]
    : [];
}

async function topicRetentionMs(pubsub: PubSub, topic: string): Promise<number> {
  try {
    const [{ messageRetentionDuration }] = await pubsub.topic(topic).getMetadata();
    return durationMs(messageRetentionDuration);
  } catch {
    // The topic may be deleted, or belong to a project without read access; its retention is then unknown.
    return 0;
  }
}

function durationMs(duration: { readonly seconds?: unknown } | number | string | null | undefined): number {
  if (duration === null || typeof duration !== 'object') return 0;
  return Number(duration?.seconds ?? 0) * 1_000;
}
