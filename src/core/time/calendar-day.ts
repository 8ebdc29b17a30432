/** Days of calendars, as counts and campaigns name them: ISO 8601 dates by an IANA time zone. */
import { DateTime } from 'luxon';
import { invalidArgument } from '../../errors';
import { zoneOf } from './calendar';
import { minOf } from '../shared/lists';

export interface CalendarDay {
  /** E.g. `2026-11-21`. */
  readonly day: string;
  /** Of its first instant. Days of 23 and 25 hours exist. */
  readonly startMs: number;
  /** Of the next day's first instant. */
  readonly endMs: number;
}

/** Working a day out takes some 60 µs, and callers ask about one again and again. By time zone the last one. */
const lastDays = new Map<string, CalendarDay>();
const ZONES_MAX = 1_000;

/** The day that an instant lies in. Throws `invalid_argument` for what is no time zone. */
export function dayAt(atMs: number, timeZone: string): CalendarDay {
  const known = lastDays.get(timeZone);
  if (known !== undefined && atMs >= known.startMs && atMs < known.endMs) return known;
  const day = dayOf(DateTime.fromMillis(atMs, { zone: zoneNamed(timeZone) }));
  if (lastDays.size >= ZONES_MAX) lastDays.clear();
  lastDays.set(timeZone, day);
  return day;
}

/** Throws `invalid_argument` that names `field` for what is no date, 30 February included. */
export function parseDay(day: string, timeZone: string, field = 'day'): CalendarDay {
  checkDate(day, field);
  // Noon is there on every day, which midnight is not.
  return dayOf(DateTime.fromISO(`${day}T12:00`, { zone: zoneNamed(timeZone) }));
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MS_PER_DAY = 86_400_000;

/** Throws `invalid_argument` that names `field`. */
export function checkDate(text: string, field: string): void {
  const [, year, month, date] = DATE.exec(text) ?? [];
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(date));
  // Dates that do not exist become others.
  if (year === undefined || !new Date(ms).toISOString().startsWith(text)) {
    throw invalidArgument(field, 'must be a date such as 2026-11-21');
  }
}

/** Days from one date to another, which is negative when that comes before. Both exist. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
}

/** The date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * MS_PER_DAY).toISOString().slice(0, DATE_LENGTH);
}

const DATE_LENGTH = '2026-11-21'.length;

function zoneNamed(timeZone: string) {
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw invalidArgument('timeZone', `"${timeZone}" is no IANA time zone`);
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

/** Where clocks go back over midnight, so that it strikes twice, the earlier one. */
function startMsOf(at: DateTime): number {
  const candidates = at.startOf('day').getPossibleOffsets();
  return minOf(candidates.map((candidate) => candidate.toMillis()));
}
