import type { EventCell } from '../../../src/core/columns/event-cell';
import { DAY, SECONDS_PER_DAY, WEEK } from '../../../src/core/blocks/block-column';
import type { ActionEvent } from '../../../src/core/events/event';
import { eventsOfUser, FIRST_DAY_MS, packed, rawCells, DAY_MS } from './data';

const WEEKS = 3;
const DAYS = 10;
const EVENTS_PER_DAY = 33;
const SINGLE = 50;

export interface Row {
  readonly events: readonly ActionEvent[];
  readonly cells: readonly EventCell[];
  /** Number of days from its first event to now. */
  readonly days: number;
}

/** Returns a row without blocks. */
export function singleCells(count: number, days: number): Row {
  const user = { days, eventsPerDay: Math.ceil(count / days), ads: 80, seed: 19 };
  const events = eventsOfUser(user).slice(0, count);
  return { events, cells: rawCells(events), days };
}

/**
 * Returns a user's row after compaction: a block for each old week, then for days, and recent events as single cells.
 */
export function typicalRow(): Row {
  const packedDays = WEEKS * 7 + DAYS;
  const user = { days: packedDays, eventsPerDay: EVENTS_PER_DAY, ads: 40, seed: 13 };
  const single = eventsOfUser({ ...user, days: 2, eventsPerDay: SINGLE / 2, seed: 17 }).map((event) => ({
    ...event,
    eventTimeMs: event.eventTimeMs + packedDays * DAY_MS,
  }));
  const past = eventsOfUser(user);
  const firstDay = FIRST_DAY_MS / 1_000 + WEEKS * 7 * SECONDS_PER_DAY;
  const cells = rawCells(past);
  const startOf = ({ qualifier }: EventCell): number => Buffer.from(qualifier).readUInt32BE(0);
  return {
    events: [...past, ...single],
    cells: [
      ...packed(
        cells.filter((cell) => startOf(cell) < firstDay),
        WEEK,
      ),
      ...packed(
        cells.filter((cell) => startOf(cell) >= firstDay),
        DAY,
      ),
      ...rawCells(single),
    ],
    days: packedDays + 2,
  };
}
