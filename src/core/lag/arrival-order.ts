import { RecentDelays } from './recent-delays';
import { minOf } from '../shared/lists';

export interface ArrivalLimits {
  /** A subscription that has brought nothing for so long has nothing older to bring. */
  readonly quietMs: number;
  /** How long what was observed is gone by, at least. */
  readonly observedMs: number;
  /** What was handed back has come again after so long. */
  readonly redeliveredAfterMs: number;
}

export interface ArrivalState {
  readonly nowMs: number;
  readonly monotonicMs: number;
  /** When the oldest message held was published; absent where none is. */
  readonly oldestOutstandingMs?: number | undefined;
  /** The subscription could have brought more for that long, and has not. */
  readonly quietForMs: number;
}

/** How many of a hundred messages may be older than `settledUpToMs` says. */
const UNSEEN_SHARE = 0.01;

/**
 * Up to when all that a subscription had for this process has come and is settled, told by publication times. Pub/Sub
 * keeps no order and does not say what it still has; but messages that come tell how far out of order they come: of those of
 * late, all but one in a hundred came no further behind the newest before them than the answer lies behind the newest now.
 * Where the subscription is quiet it has nothing left.
 *
 * What is known to be unsettled holds the answer back in any case: what is held, and what was handed back a short time ago.
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

  /** Messages that are with nobody yet, or with others. */
  recentlyNackedMessages(monotonicMs: number): number {
    return this.#recentlyHandedBack(monotonicMs).reduce((sum, { count }) => sum + count, 0);
  }

  /** Undefined while nothing has come yet, and it cannot be told that there is nothing. */
  settledUpToMs(state: ArrivalState): number | undefined {
    const { nowMs, monotonicMs, oldestOutstandingMs: oldestHeldMs = nowMs, quietForMs } = state;
    const unseenMs =
      quietForMs >= this.#limits.quietMs ? nowMs - this.#limits.quietMs : this.#oldestUnseenMs();
    if (unseenMs === undefined) return undefined;
    const back = this.#recentlyHandedBack(monotonicMs).map(({ oldestMs }) => oldestMs);
    return Math.min(nowMs, unseenMs, oldestHeldMs, minOf(back));
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

/** Many are handed back at once: those of one step are remembered together, a step longer than need be. */
const STEPS = 20;

interface NackedMessages {
  oldestMs: number;
  count: number;
  readonly sinceMs: number;
  readonly untilMs: number;
}
