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
import type { CommandRun } from './lifecycle';

export interface SubscriptionRunOptions {
  readonly run: Pick<CommandRun, 'untilStopped'>;
  readonly pubsub: PubSub;
  readonly subscription: string;
  readonly limits: Config['pubsub'];
  readonly logger: Logger;
  readonly observer: LeaseObserver;
  /** Observes the order in which messages arrive. */
  readonly arrivalOrder: ArrivalOrder;
  /** Returns what has been done so far, for the log of progress. */
  readonly progress: () => object & { readonly handled: number };
  /** Time without messages after which the run ends, in milliseconds. Absent: it runs until a signal. */
  readonly idleTimeoutMs?: number | undefined;
  readonly onStarted?: (subscriber: EventSubscriber) => void;
  /** Called when the run ends, before the remaining messages are settled. */
  readonly onEnding?: () => void;
}

/** Returns why a process cannot read its subscription, or undefined. */
export function subscriptionNotReadyReason(subscriber: EventSubscriber | undefined): string | undefined {
  return subscriber?.isConnected() === true ? undefined : 'no stream of the subscription is open';
}

/**
 * Passes the messages of a subscription to a handler until a signal, until the subscription is idle, or until it fails
 * for good. Returns the name of the signal, `idle`, or the failure.
 */
export async function runSubscription(
  handler: MessageHandler,
  options: SubscriptionRunOptions,
): Promise<string | Error> {
  const { pubsub, subscription, limits, logger, observer, arrivalOrder } = options;
  const subscriber = await startSubscriber(handler, {
    pubsub,
    subscription,
    clock: systemClock,
    random: systemRandom,
    limits,
    observer,
    order: arrivalOrder,
  });
  return withResources(async (resources) => {
    resources.defer(() => logger.info(options.progress(), 'ended'));
    resources.defer(() => subscriber.close());
    options.onStarted?.(subscriber);
    logger.info({ subscription, streams: limits.streams }, 'consuming');
    const over = new AbortController();
    resources.defer(() => over.abort());
    const watched = watch(options, subscriber, over.signal);
    const ending = await Promise.race([options.run.untilStopped(), subscriber.failure, watched]);
    options.onEnding?.();
    logger.info({ ending: ending instanceof Error ? ending.message : ending }, 'draining');
    return ending;
  });
}

/** Logs the progress at intervals. Resolves with `idle` once no message has arrived for `idleTimeoutMs`. */
async function watch(
  options: SubscriptionRunOptions,
  subscriber: EventSubscriber,
  over: AbortSignal,
): Promise<string> {
  const { idleTimeoutMs = Number.POSITIVE_INFINITY, limits, logger } = options;
  const checkMs = Math.min(1_000, idleTimeoutMs, limits.progressIntervalMs);
  let [handled, idleForMs, sinceLogMs] = [0, 0, 0];
  while (!over.aborted) {
    await sleep(systemClock, checkMs, over).catch(() => undefined);
    const progress = options.progress();
    const isIdle = progress.handled === handled && subscriber.held().messages === 0;
    idleForMs = isIdle ? idleForMs + checkMs : 0;
    if (idleForMs >= idleTimeoutMs) return 'idle';
    sinceLogMs += checkMs;
    if (sinceLogMs >= limits.progressIntervalMs) {
      sinceLogMs = 0;
      logger.info({ ...progress, held: subscriber.held() }, 'progress');
    }
    handled = progress.handled;
  }
  return 'over';
}

/** Creates missing topics, and the missing subscription to the first of them. Existing ones stay as they are. */
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
