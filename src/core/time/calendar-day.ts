/** Calendar days by time zone: ISO 8601 dates in an IANA time zone. */
import { DateTime } from 'luxon';
import { invalidArgument } from '../../errors';
import { zoneOf } from './calendar';
import { minOf } from '../shared/lists';

export interface CalendarDay {
  /** ISO 8601 date, such as `2026-11-21`. */
  readonly day: string;
  /** First instant of the day, in milliseconds since the Unix epoch. Days of 23 and 25 hours exist. */
  readonly startMs: number;
  /** First instant of the next day, in milliseconds since the Unix epoch. */
  readonly endMs: number;
}

/**
 * The last day that was computed for each time zone. Computing a day takes about 60 µs, and callers ask for the same
 * day repeatedly.
 */
const lastDays = new Map<string, CalendarDay>();
const ZONES_MAX = 1_000;

/** Returns the day that contains an instant. Throws `invalid_argument` when `timeZone` is not an IANA time zone. */
export function dayAt(atMs: number, timeZone: string): CalendarDay {
  const known = lastDays.get(timeZone);
  if (known !== undefined && atMs >= known.startMs && atMs < known.endMs) return known;
  const day = dayOf(DateTime.fromMillis(atMs, { zone: zoneNamed(timeZone) }));
  if (lastDays.size >= ZONES_MAX) lastDays.clear();
  lastDays.set(timeZone, day);
  return day;
}

/**
 * Parses an ISO 8601 date. Throws `invalid_argument` that names `field` when the date does not exist, such as 30
 * February.
 */
export function parseDay(day: string, timeZone: string, field = 'day'): CalendarDay {
  checkDate(day, field);
  // Every day has a noon. Some days have no midnight, because clocks skip it.
  return dayOf(DateTime.fromISO(`${day}T12:00`, { zone: zoneNamed(timeZone) }));
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Throws `invalid_argument` that names `field` when the text is not an existing ISO 8601 date. */
export function checkDate(text: string, field: string): void {
  const [, year, month, date] = DATE.exec(text) ?? [];
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // `Date.UTC` turns a date that does not exist into another date.
  if (year === undefined || !new Date(ms).toISOString().startsWith(text)) {
    throw invalidArgument(field, 'must be a date such as 2026-11-21');
  }
}

/**
 * Returns the number of days from one date to another. It is negative when `to` is before `from`. Both dates must
 * exist.
 */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** Returns the date that is `days` days after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * MS_PER_DAY).toISOString().slice(0, DATE_LENGTH);
}

const DATE_LENGTH = '2026-11-21'.length;

function zoneNamed(timeZone: string) {
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw invalidArgument('timeZone', `"${timeZone}" is not an IANA time zone`);
  return zone;
}

function dayOf(at: DateTime): CalendarDay {
  const noon = at.set({ hour: 12 });
  return Object.freeze({
    day: at.toFormat('yyyy-MM-dd'),
    startMs: startMsOf(noon),
    endMs: startMsOf(noon.plus({ days: 1 })),
  });
}

/** Returns the start of the day. Where clocks go back over midnight, midnight occurs twice: the earlier one counts. */
function startMsOf(at: DateTime): number {
  const candidates = at.startOf('day').getPossibleOffsets();
  return minOf(candidates.map((candidate) => candidate.toMillis()));
}
