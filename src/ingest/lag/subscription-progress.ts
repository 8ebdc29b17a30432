import { ArrivalOrder, type ArrivalLimits } from '../../core/lag/arrival-order';
import { DelayTracker } from '../../core/lag/delay-tracker';
import type { ProgressUpdate } from '../../operations/lag/progress-reporter';
import type { Clock } from '../../platform/time/clock';
import type { SubscriptionBacklog } from './subscription-backlog';
import type { ConsumerObserver } from '../pubsub/event-consumer';
import type { ForwarderObserver } from '../pubsub/message-forwarder';
import { recordDelays } from './record-delays';
import type { EventSubscriber } from '../pubsub/subscriber';

/** How far a process is with a subscription, for its reports. */
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

  /** Of a consumer: what it writes. */
  readonly consumerObserver: Required<Pick<ConsumerObserver, 'onOutcomes'>> = {
    onOutcomes: (batch, outcomes) => recordDelays(this.#delays, { clock: this.clock, batch, outcomes }),
  };

  /** Of a filter: what it passes on. */
  readonly forwarderObserver: Required<Pick<ForwarderObserver, 'onForwarded'>> = {
    onForwarded: ({ publishTimeMs }) =>
      this.#delays.startBatch(this.clock.nowMs(), this.clock.monotonicMs()).recordMessage(publishTimeMs),
  };

  /** Undefined at first: the messages that come first say little of those that come next. */
  currentProgress(subscriber: EventSubscriber, backlog?: SubscriptionBacklog): ProgressUpdate | undefined {
    const state = subscriber.arrivals();
    const { monotonicMs } = state;
    const settledUpToMs = this.order.settledUpToMs(state);
    if (settledUpToMs === undefined || monotonicMs - this.#startedMs < this.limits.quietMs) return undefined;
    return {
      settledUpToMs,
      // At the end nothing is held any more, and others wait for what was handed back.
      heldMessages: subscriber.held().messages || this.order.recentlyNackedMessages(monotonicMs),
      ...this.#delays.report(monotonicMs),
      ...(backlog !== undefined && {
        backlogMessages: backlog.messages,
        backlogAgeSeconds: backlog.oldestUnackedSeconds,
      }),
    };
  }
}
