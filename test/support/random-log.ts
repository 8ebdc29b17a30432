import type { ActionEvent } from '../../src/core/events/event';
import { seededRandom, type Random } from '../../src/platform/random';
import { adEvent, DAY_MS, withIds } from './events';

export interface RandomLogOptions {
  readonly seed: number;
  /** No event is later. */
  readonly endMs: number;
  readonly users: number;
  /** Before repetitions. */
  readonly events: number;
  readonly days: number;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

/**
 * A log as it arrives: events of few users and ads, bunched so that dedup windows fill up; some delivered again, some
 * again with other particulars shortly after, a tenth late by up to days, neighbours out of order. Times differ by the
 * millisecond, so that "the earliest of two duplicates" is never a draw.
 */
export function randomLog(options: RandomLogOptions): ActionEvent[] {
  const random = seededRandom(options.seed);
  const times = new UniqueTimes(options.endMs);
  const deliveries: { event: ActionEvent; arrivesMs: number }[] = [];
  const deliver = (event: ActionEvent): void => {
    const lateMs = random() < 0.1 ? random() * 3 * DAY_MS : random() * 5_000;
    deliveries.push({ event, arrivesMs: event.eventTimeMs + lateMs });
  };
  for (let i = 0; i < options.events; i++) {
    const agoMs = random() < 0.3 ? random() * 120_000 : random() ** 2 * options.days * DAY_MS;
    const event = randomEvent(random, options, times.take(options.endMs - 1 - Math.floor(agoMs)));
    deliver(event);
    while (random() < 0.25) deliver(event);
    while (random() < 0.25) deliver(similar(random, event, times));
  }
  return deliveries.sort((a, b) => a.arrivesMs - b.arrivesMs).map(({ event }) => event);
}

class UniqueTimes {
  readonly #taken = new Set<number>();

  constructor(readonly endMs: number) {}

  take(wantedMs: number): number {
    let ms = Math.min(wantedMs, this.endMs - 1);
    while (this.#taken.has(ms)) ms--;
    this.#taken.add(ms);
    return ms;
  }
}

function randomEvent(random: Random, { users }: RandomLogOptions, eventTimeMs: number): ActionEvent {
  const ad = Math.floor(random() * 12);
  return adEvent({
    userId: `user-${Math.floor(random() * users)}`,
    action: pick(random, ['impression', 'impression', 'click', 'view', 'save']),
    eventTimeMs,
    adId: `${ad}`,
    adGroupId: `grp-${ad >> 1}`,
    campaignId: `cmp-${ad >> 2}`,
    advertiserId: `adv-${ad >> 3}`,
    insertionId: `ins-${Math.floor(random() * 40)}`,
    ...(random() < 0.8 && { viewType: pick(random, ['home_feed', 'search', 'related']) }),
    ...(random() < 0.5 && { sessionId: `s-${Math.floor(random() * 9)}` }),
  });
}

/** The same thing seen a little earlier or later, perhaps in another place: often a duplicate, sometimes not. */
function similar(random: Random, event: ActionEvent, times: UniqueTimes): ActionEvent {
  const shiftMs = Math.floor((random() - 0.5) * pick(random, [2_000, 30_000, 3_600_000]));
  const again = { ...event, eventTimeMs: times.take(event.eventTimeMs + shiftMs) };
  return random() < 0.5 ? again : withIds(again, { viewType: 'search', sessionId: 's-again' });
}
