/**
 * Generates the demo event log of `npm start` from a seed: some days of a small ads product. Like a real log, it has
 * redelivered events, late events, and no order.
 */
import type { NamedEvent } from '../../core/events/event';
import { appendAll } from '../../core/shared/lists';
import { seededRandom, type Random } from '../../platform/random';

export interface DemoLogOptions {
  readonly seed: number;
  /** End of the log, in milliseconds since the Unix epoch. */
  readonly endMs: number;
  readonly users: number;
  readonly days: number;
}

export interface DemoLog {
  /** Events in the order of their arrival, redeliveries included. */
  readonly deliveries: readonly NamedEvent[];
  /** Number of deliveries that repeat an earlier one. */
  readonly redeliveries: number;
}

type Ad = Readonly<Record<'adId' | 'adGroupId' | 'campaignId' | 'advertiserId', string>>;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;
const VIEW_TYPES = ['home_feed', 'search', 'related'] as const;
const INSERTIONS_PER_USER_DAY = 12;
const CLICK_RATE = 0.12;
const SAVE_RATE = 0.04;
const REDELIVERY_RATE = 0.1;
const LATE_RATE = 0.15;
const LATENESS_MINUTES_MAX = 360;

/**
 * Returns the ads of three advertisers: two campaigns each, with two ad groups of three ads. Ids contain those of the
 * parents.
 */
function inventory(): Ad[] {
  const ads: Ad[] = [];
  for (const advertiser of ['1', '2', '3'])
    for (const campaign of ['1', '2'])
      for (const adGroup of ['1', '2'])
        for (const ad of ['1', '2', '3'])
          ads.push({
            advertiserId: `adv-${advertiser}`,
            campaignId: `cmp-${advertiser}${campaign}`,
            adGroupId: `grp-${advertiser}${campaign}${adGroup}`,
            adId: `ad-${advertiser}${campaign}${adGroup}${ad}`,
          });
  return ads;
}

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** Returns the events of one ad insertion: the impression, and sometimes a click or a save shortly after. */
function insertionEvents(random: Random, event: NamedEvent): NamedEvent[] {
  const events = [event];
  const after = (action: string, secondsMax: number): NamedEvent => ({
    ...event,
    action,
    eventTimeMs: event.eventTimeMs + 1_000 + Math.floor(random() * secondsMax * 1_000),
  });
  if (random() < CLICK_RATE) events.push(after('click', 30));
  if (random() < SAVE_RATE) events.push(after('save', 60));
  return events;
}

/** Returns every event that happened, user by user. */
function history(random: Random, options: DemoLogOptions): NamedEvent[] {
  const ads = inventory();
  const startMs = options.endMs - options.days * MS_PER_DAY;
  const events: NamedEvent[] = [];
  for (let user = 1; user <= options.users; user++) {
    const insertions = Math.ceil(INSERTIONS_PER_USER_DAY * options.days * (0.5 + random()));
    for (let insertion = 1; insertion <= insertions; insertion++) {
      const impression: NamedEvent = {
        userId: `user-${user}`,
        action: 'impression',
        eventTimeMs: startMs + Math.floor(random() * (options.days * MS_PER_DAY - 2 * MS_PER_MINUTE)),
        ids: {
          viewType: pick(random, VIEW_TYPES),
          insertionId: `ins-${user}-${insertion}`,
          ...pick(random, ads),
        },
      };
      appendAll(events, insertionEvents(random, impression));
    }
  }
  return events;
}

/** Returns the log. Most events are delivered soon, some late, and some twice. */
export function makeDemoLog(options: DemoLogOptions): DemoLog {
  const random = seededRandom(options.seed);
  const arrivals: { event: NamedEvent; arrivalMs: number }[] = [];
  let redeliveries = 0;
  const deliver = (event: NamedEvent): void => {
    const delayMinutes = random() < LATE_RATE ? random() * LATENESS_MINUTES_MAX : random();
    arrivals.push({ event, arrivalMs: event.eventTimeMs + delayMinutes * MS_PER_MINUTE });
  };
  for (const event of history(random, options)) {
    deliver(event);
    if (random() < REDELIVERY_RATE) {
      redeliveries++;
      deliver(event);
    }
  }
  arrivals.sort((a, b) => a.arrivalMs - b.arrivalMs);
  return { deliveries: arrivals.map(({ event }) => event), redeliveries };
}
