import { dayAt, type CalendarDay } from '../time/calendar-day';

const HOUR_MS = 3_600_000;

/** Maximum number of cached days. Computing a day takes as long as processing hundreds of events. */
const KNOWN_MAX = 512;

export interface DayHour {
  /** ISO 8601 date, such as `2026-11-21`. */
  readonly day: string;
  /** Hour from the start of the day. Days of 23 and 25 hours exist. */
  readonly hour: number;
}

/** Finds the day and the hour of instants in one time zone. */
export class DayFinder {
  readonly #timeZone: string;
  #known: CalendarDay[] = [];
  #last: CalendarDay | undefined;

  /** The zone must be valid, as in a declaration. */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** Returns the day and hour of an instant, given in milliseconds since the Unix epoch. */
  find(atMs: number): DayHour {
    let found = this.#last;
    if (found === undefined || !contains(found, atMs)) found = this.#find(atMs);
    return { day: found.day, hour: Math.floor((atMs - found.startMs) / HOUR_MS) };
  }

  #find(atMs: number): CalendarDay {
    let found = this.#known.find((day) => contains(day, atMs));
    if (found === undefined) {
      found = dayAt(atMs, this.#timeZone);
      if (this.#known.length >= KNOWN_MAX) this.#known = [];
      this.#known.push(found);
    }
    return (this.#last = found);
  }
}

function contains({ startMs, endMs }: CalendarDay, atMs: number): boolean {
  return atMs >= startMs && atMs < endMs;
}
