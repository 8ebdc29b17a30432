/** Kinds of users, with four weeks of events each. How many different ads they see is what bytes per event depend on most. */
import type { ActionEvent } from '../../../src/core/events/event';
import type { BenchSize } from '../harness';
import { DAY_MS, eventsOfUser, FIRST_DAY_MS } from '../scan/data';

export const DAYS = 28;

export interface UserKind {
  readonly name: 'light' | 'typical' | 'varied' | 'heavy';
  readonly eventsPerDay: number;
  /** Different ones that are shown in all. */
  readonly ads: number;
}

const KINDS: readonly UserKind[] = [
  { name: 'light', eventsPerDay: 2, ads: 20 },
  { name: 'typical', eventsPerDay: 36, ads: 40 },
  { name: 'varied', eventsPerDay: 36, ads: 200 },
  { name: 'heavy', eventsPerDay: 714, ads: 1_000 },
];

/** A heavy user has some thousand events in the smallest size, and 20,000 otherwise. */
export const kindsOf = (size: BenchSize): readonly UserKind[] =>
  size === 'smoke'
    ? KINDS.map((kind) => (kind.name === 'heavy' ? { ...kind, eventsPerDay: 150 } : kind))
    : KINDS;

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
    const seed = 1_000 * KINDS.findIndex(({ name }) => name === kind.name) + number;
    const events = eventsOfUser({ days: DAYS, eventsPerDay: kind.eventsPerDay, ads: kind.ads, seed });
    return {
      userId,
      kind,
      events: events.map((event) => ({ ...event, userId, eventTimeMs: event.eventTimeMs + shiftMs })),
    };
  });
}
