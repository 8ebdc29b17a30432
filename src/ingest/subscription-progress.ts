import { ArrivalOrder, type ArrivalLimits } from '../core/lag/arrival-order';
import { DelaysSeen } from '../core/lag/delays-seen';
import type { Told } from '../operations/ingestion/progress-reporter';
import type { Clock } from '../platform/clock';
import type { Backlog } from './backlog';
import type { ConsumerObserver } from './event-consumer';
import type { ForwarderObserver } from './message-forwarder';
import { noteDelays } from './note-delays';
import type { EventSubscriber } from './subscriber';

/** How far a process is with a subscription, for its reports. */
export class SubscriptionProgress {
  readonly order: ArrivalOrder;
  readonly #delays: DelaysSeen;
  readonly #startedMs: number;

  constructor(
    readonly clock: Clock,
    readonly limits: ArrivalLimits,
  ) {
    this.order = new ArrivalOrder(limits);
    this.#delays = new DelaysSeen(limits.observedMs);
    this.#startedMs = clock.monotonicMs();
  }

  /** Of a consumer: what it writes. */
  readonly written: Required<Pick<ConsumerObserver, 'onOutcomes'>> = {
    onOutcomes: (batch, outcomes) => noteDelays(this.#delays, { clock: this.clock, batch, outcomes }),
  };

  /** Of a filter: what it passes on. */
  readonly forwarded: Required<Pick<ForwarderObserver, 'onForwarded'>> = {
    onForwarded: ({ publishTimeMs }) =>
      this.#delays.at(this.clock.nowMs(), this.clock.monotonicMs()).message(publishTimeMs),
  };

  /** Undefined at first: the messages that come first say little of those that come next. */
  tell(subscriber: EventSubscriber, backlog?: Backlog): Told | undefined {
    const state = subscriber.arrivals();
    const { monotonicMs } = state;
    const settledUpToMs = this.order.settledUpToMs(state);
    if (settledUpToMs === undefined || monotonicMs - this.#startedMs < this.limits.quietMs) return undefined;
    return {
      settledUpToMs,
      // At the end nothing is held any more, and others wait for what was handed back.
      heldMessages: subscriber.held().messages || this.order.handedBackMessages(monotonicMs),
      ...this.#delays.tell(monotonicMs),
      ...(backlog !== undefined && {
        backlogMessages: backlog.messages,
        backlogAgeSeconds: backlog.oldestUnackedSeconds,
      }),
    };
  }
}
