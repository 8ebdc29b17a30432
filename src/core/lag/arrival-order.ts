import { RecentDelays } from './recent-delays';
import { minOf } from '../shared/lists';

export interface ArrivalLimits {
  /** Quiet time after which a subscription has no older messages, in milliseconds. */
  readonly quietMs: number;
  /** Minimum time for which observed delays are used, in milliseconds. */
  readonly observedMs: number;
  /** Time after which a nacked message has been redelivered, in milliseconds. */
  readonly redeliveredAfterMs: number;
}

export interface ArrivalState {
  readonly nowMs: number;
  readonly monotonicMs: number;
  /** Publication time of the oldest outstanding message. Absent if none is outstanding. */
  readonly oldestOutstandingMs?: number | undefined;
  /** Time for which the subscription could have delivered more but did not, in milliseconds. */
  readonly quietForMs: number;
}

/** Share of messages that may be older than `settledUpToMs` reports. */
const UNSEEN_SHARE = 0.01;

/**
 * Estimates the publication time up to which all messages of a subscription for this process have arrived and are
 * settled. Pub/Sub keeps no order and does not report what remains. But the arriving messages show how far out of order
 * they arrive: all but one in a hundred recent messages were no further behind the newest message before them than the
 * estimate is behind the newest message now. If the subscription is quiet, nothing remains.
 *
 * Messages known to be unsettled always limit the estimate: outstanding messages and recently nacked ones.
 */
export class ArrivalOrder {
  readonly #limits: ArrivalLimits;
  readonly #behindMs: RecentDelays;
  #newestMs = Number.NEGATIVE_INFINITY;
  readonly #nacked: NackedMessages[] = [];

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
    this.#behindMs = new RecentDelays(limits.observedMs);
  }

  recordReceived(publishedMs: number, monotonicMs: number): void {
    this.#behindMs.add(this.#newestMs - publishedMs, monotonicMs);
    if (publishedMs > this.#newestMs) this.#newestMs = publishedMs;
  }

  recordNacked(publishedMs: number, monotonicMs: number): void {
    const stepMs = this.#limits.redeliveredAfterMs / STEPS;
    const last = this.#nacked.at(-1);
    if (last === undefined || monotonicMs - last.sinceMs >= stepMs) {
      const untilMs = monotonicMs + this.#limits.redeliveredAfterMs + stepMs;
      this.#nacked.push({ oldestMs: publishedMs, count: 1, sinceMs: monotonicMs, untilMs });
      return;
    }
    last.oldestMs = Math.min(last.oldestMs, publishedMs);
    last.count++;
  }

  /** Returns the number of recently nacked messages, which are waiting or at other processes. */
  recentlyNackedMessages(monotonicMs: number): number {
    return this.#recentlyHandedBack(monotonicMs).reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the estimate, or undefined if nothing has arrived yet and it is unknown whether anything remains. */
  settledUpToMs(state: ArrivalState): number | undefined {
    const { nowMs, monotonicMs, oldestOutstandingMs = nowMs, quietForMs } = state;
    const unseenMs =
      quietForMs >= this.#limits.quietMs ? nowMs - this.#limits.quietMs : this.#oldestUnseenMs();
    if (unseenMs === undefined) return undefined;
    const back = this.#recentlyHandedBack(monotonicMs).map(({ oldestMs }) => oldestMs);
    return Math.min(nowMs, unseenMs, oldestOutstandingMs, minOf(back));
  }

  #oldestUnseenMs(): number | undefined {
    const behindMs = this.#behindMs.quantile(1 - UNSEEN_SHARE);
    return behindMs === undefined ? undefined : this.#newestMs - behindMs;
  }

  #recentlyHandedBack(monotonicMs: number): readonly NackedMessages[] {
    const over = this.#nacked.findIndex(({ untilMs }) => untilMs > monotonicMs);
    this.#nacked.splice(0, over === -1 ? this.#nacked.length : over);
    return this.#nacked;
  }
}

/** Nacked messages are grouped by steps, and remembered for up to one step longer than necessary. */
const STEPS = 20;

interface NackedMessages {
  oldestMs: number;
  count: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}
