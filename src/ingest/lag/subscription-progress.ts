import { ArrivalOrder, type ArrivalLimits } from '../../core/lag/arrival-order';
import { DelayTracker } from '../../core/lag/delay-tracker';
import type { ProgressUpdate } from '../../operations/lag/progress-reporter';
import type { Clock } from '../../platform/time/clock';
import type { SubscriptionBacklog } from './subscription-backlog';
import type { ConsumerObserver } from '../pubsub/event-consumer';
import type { ForwarderObserver } from '../pubsub/message-forwarder';
import { recordDelays } from './record-delays';
import type { EventSubscriber } from '../pubsub/subscriber';

/** Progress of this process on a subscription, for its progress reports. */
export class SubscriptionProgress {
  readonly order: ArrivalOrder;
  readonly #delays: DelayTracker;
  readonly #startedMs: number;

  constructor(
    readonly clock: Clock,
    readonly limits: ArrivalLimits,
  ) {
    this.order = new ArrivalOrder(limits);
    this.#delays = new DelayTracker(limits.observedMs);
    this.#startedMs = clock.monotonicMs();
  }

  /** Observer for a consumer: records the events that it writes. */
  readonly consumerObserver: Required<Pick<ConsumerObserver, 'onOutcomes'>> = {
    onOutcomes: (batch, outcomes) => recordDelays(this.#delays, { clock: this.clock, batch, outcomes }),
  };

  /** Observer for a filter: records the messages that it forwards. */
  readonly forwarderObserver: Required<Pick<ForwarderObserver, 'onForwarded'>> = {
    onForwarded: ({ publishTimeMs }) =>
      this.#delays.startBatch(this.clock.nowMs(), this.clock.monotonicMs()).recordMessage(publishTimeMs),
  };

  /**
   * Returns the current progress. Undefined right after the start, because the first messages do not show yet which
   * ones are still to come.
   */
  currentProgress(subscriber: EventSubscriber, backlog?: SubscriptionBacklog): ProgressUpdate | undefined {
    const state = subscriber.arrivals();
    const { monotonicMs } = state;
    const settledUpToMs = this.order.settledUpToMs(state);
    if (settledUpToMs === undefined || monotonicMs - this.#startedMs < this.limits.quietMs) return undefined;
    return {
      settledUpToMs,
      // After the end nothing is held, but other processes wait for the messages that were handed back.
      heldMessages: subscriber.held().messages || this.order.recentlyNackedMessages(monotonicMs),
      ...this.#delays.report(monotonicMs),
      backlogMessages: backlog?.messages,
      backlogAgeSeconds: backlog?.oldestUnackedSeconds,
    };
  }
}
