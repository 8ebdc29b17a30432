import type { PubSub } from '@google-cloud/pubsub';
import type { Config } from '../../config/index';
import type { ArrivalOrder } from '../../core/lag/arrival-order';
import type { MessageHandler } from '../../ingest/pubsub/message-delivery';
import type { LeaseObserver } from '../../ingest/pubsub/message-leases';
import { toPubsubError } from '../../ingest/pubsub/pubsub-client';
import { startSubscriber, type EventSubscriber } from '../../ingest/pubsub/subscriber';
import { sleep, systemClock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import { systemRandom } from '../../platform/random';
import { withResources } from '../../platform/tasks/resources';
import { untilSignal } from './terminal';

export interface SubscriptionRunOptions {
  readonly pubsub: PubSub;
  readonly subscription: string;
  readonly limits: Config['pubsub'];
  readonly logger: Logger;
  readonly observer: LeaseObserver;
  /** Learns in which order messages come. */
  readonly arrivalOrder: ArrivalOrder;
  /** What has been done so far, for progress. */
  readonly progress: () => object & { readonly handled: number };
  /** Ends when nothing has come for so long; absent: goes on until a signal. */
  readonly idleTimeoutMs?: number;
  readonly onStarted?: (subscriber: EventSubscriber) => void;
  /** It goes on no longer, and what it holds is settled. */
  readonly onEnding?: () => void;
}

/** What keeps a process from reading its subscription; undefined where nothing does. */
export function subscriptionNotReadyReason(subscriber: EventSubscriber | undefined): string | undefined {
  return subscriber?.isConnected() === true ? undefined : 'no stream of the subscription is open';
}

/** Feeds a taker from a subscription until a signal comes, nothing does any more, or the subscription fails for good. */
export async function runSubscription(
  taker: MessageHandler,
  run: SubscriptionRunOptions,
): Promise<string | Error> {
  const { pubsub, subscription, limits, logger, observer, arrivalOrder: order } = run;
  const subscriber = await startSubscriber(taker, {
    pubsub,
    subscription,
    clock: systemClock,
    random: systemRandom,
    limits,
    observer,
    order,
  });
  return withResources(async (resources) => {
    resources.defer(() => logger.info(run.progress(), 'ended'));
    resources.defer(() => subscriber.close());
    run.onStarted?.(subscriber);
    logger.info({ subscription, streams: limits.streams }, 'consuming');
    const over = new AbortController();
    resources.defer(() => over.abort());
    const watched = watch(run, subscriber, over.signal);
    const ending = await Promise.race([untilSignal(), subscriber.failure, watched]);
    run.onEnding?.();
    logger.info({ ending: ending instanceof Error ? ending.message : ending }, 'draining');
    return ending;
  });
}

/** Logs the progress now and then; resolves when nothing has come for long enough, if that is wanted. */
async function watch(
  run: SubscriptionRunOptions,
  subscriber: EventSubscriber,
  over: AbortSignal,
): Promise<string> {
  const { idleTimeoutMs: idleMs = Number.POSITIVE_INFINITY, limits, logger } = run;
  const lookMs = Math.min(1_000, idleMs, limits.progressIntervalMs);
  let [handled, idleForMs, untoldMs] = [0, 0, 0];
  while (!over.aborted) {
    await sleep(systemClock, lookMs, over).catch(() => undefined);
    const progress = run.progress();
    const isIdle = progress.handled === handled && subscriber.held().messages === 0;
    idleForMs = isIdle ? idleForMs + lookMs : 0;
    if (idleForMs >= idleMs) return 'idle';
    untoldMs += lookMs;
    if (untoldMs >= limits.progressIntervalMs) {
      untoldMs = 0;
      logger.info({ ...progress, held: subscriber.held() }, 'progress');
    }
    handled = progress.handled;
  }
  return 'over';
}

/** Creates what is missing; what is there stays as it is. */
export async function createMissingPubSubResources(
  pubsub: PubSub,
  names: { readonly topics: readonly string[]; readonly subscription: string },
): Promise<void> {
  try {
    for (const name of names.topics) await pubsub.topic(name).get({ autoCreate: true });
    await pubsub.topic(names.topics[0]!).subscription(names.subscription).get({ autoCreate: true });
  } catch (error) {
    throw toPubsubError(error as Error);
  }
}
