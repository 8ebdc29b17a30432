/** Kinds of users, with four weeks of events each. How many different ads they see is what bytes per event depend on most. */
import type { ActionEvent } from '../../../src/core/events/event';
import { DAY_MS, eventsOfUser, FIRST_DAY_MS } from '../scan/data';

export const DAYS = 28;

export interface UserKind {
  readonly name: 'light' | 'typical' | 'varied' | 'heavy';
  readonly eventsPerDay: number;
  /** Different ones that are shown in all. */
  readonly ads: number;
}

export const KINDS: readonly UserKind[] = [
  { name: 'light', eventsPerDay: 2, ads: 20 },
  { name: 'typical', eventsPerDay: 36, ads: 40 },
  { name: 'varied', eventsPerDay: 36, ads: 200 },
  { name: 'heavy', eventsPerDay: 714, ads: 1_000 },
];

export interface BenchUser {
  readonly userId: string;
  readonly kind: UserKind;
  readonly events: readonly ActionEvent[];
}

/** Returns `count` users of a kind, whose four weeks end with the day that contains `endMs`. */
export function usersOf(kind: UserKind, count: number, endMs: number): BenchUser[] {
  const shiftMs = Math.floor(endMs / DAY_MS) * DAY_MS - (FIRST_DAY_MS + DAYS * DAY_MS);
  return Array.from({ length: count }, (_, number) => {
    const userId = `${kind.name}-${number}`;
    const seed = 1_000 * KINDS.indexOf(kind) + number;
    const events = eventsOfUser({ days: DAYS, eventsPerDay: kind.eventsPerDay, ads: kind.ads, seed });
    return {
      userId,
      kind,
      events: events.map((event) => ({ ...event, userId, eventTimeMs: event.eventTimeMs + shiftMs })),
    };
  });
}
