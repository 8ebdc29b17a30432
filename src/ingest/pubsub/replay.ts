import type { PubSub } from '@google-cloud/pubsub';
import { invalidArgument } from '../../errors';
import { toPubsubError } from './pubsub-client';

/** Where a subscription is to go on: everything published since then, or not acknowledged when the snapshot was made. */
export type ReplayPoint = { readonly fromMs: number } | { readonly snapshot: string };

/** What a replay of a subscription will do, as far as Pub/Sub says. */
export interface ReplayPlan {
  /** Full name. */
  readonly subscription: string;
  readonly topic: string;
  readonly point: ReplayPoint;
  /** Acknowledged messages are kept by the subscription or by its topic; what neither keeps cannot come again. */
  readonly keepsAcknowledged: boolean;
  /** For how long either of them keeps messages. */
  readonly retentionMs: number;
  /** What the caller should know before. */
  readonly warnings: readonly string[];
}

/** Throws `invalid_argument` for a time ahead, which would drop all messages, and for a subscription that is not there. */
export async function planReplay(
  pubsub: PubSub,
  request: { readonly subscription: string; readonly point: ReplayPoint; readonly nowMs: number },
): Promise<ReplayPlan> {
  const { point, nowMs } = request;
  if ('fromMs' in point && point.fromMs > nowMs) {
    throw invalidArgument('from', 'lies in the future: every message until then would be dropped');
  }
  const subscription = pubsub.subscription(request.subscription);
  const [{ topic = '', ...found }] = await subscription.getMetadata().catch((error: Error) => {
    throw toPubsubError(error);
  });
  const ofTopicMs = await topicRetentionMs(pubsub, topic ?? '');
  const keepsOwn = found.retainAckedMessages === true;
  const retentionMs = Math.max(ofTopicMs, keepsOwn ? durationMs(found.messageRetentionDuration) : 0);
  const plan = { subscription: subscription.name, topic: topic ?? '', point, retentionMs };
  const keepsAcknowledged = keepsOwn || ofTopicMs > 0;
  return { ...plan, keepsAcknowledged, warnings: warningsOf({ ...plan, keepsAcknowledged }, nowMs) };
}

/** The subscription delivers from there on; Pub/Sub may take a moment until it does. */
export async function replay(pubsub: PubSub, { subscription, point }: ReplayPlan): Promise<void> {
  const target = 'fromMs' in point ? new Date(point.fromMs) : point.snapshot;
  await pubsub
    .subscription(subscription)
    .seek(target)
    .catch((error: Error) => {
      throw toPubsubError(error);
    });
}

/** Keeps for later what is not acknowledged now, for as long as the subscription keeps messages. */
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
    return [
      'acknowledged messages are kept by neither the subscription nor its topic: they will not come again',
    ];
  }
  return point.fromMs < nowMs - retentionMs
    ? [`messages are kept for ${Math.round(retentionMs / 3_600_000)} h only: older ones will not come again`]
    : [];
}

async function topicRetentionMs(pubsub: PubSub, topic: string): Promise<number> {
  try {
    const [{ messageRetentionDuration }] = await pubsub.topic(topic).getMetadata();
    return durationMs(messageRetentionDuration);
  } catch {
    // The topic may be deleted, or another project's that may not be looked at: nothing is known of it then.
    return 0;
  }
}

function durationMs(duration: { readonly seconds?: unknown } | number | string | null | undefined): number {
  if (duration === null || typeof duration !== 'object') return 0;
  return Number(duration?.seconds ?? 0) * 1_000;
}
