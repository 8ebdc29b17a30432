/** Days and hours of counts over all users, by the time zone that the counts are declared with. */
import { DateTime, type IANAZone } from 'luxon';
import { startOfPeriodMs } from '../counting/calendar';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One of a time zone: 23 to 25 hours, from midnight or what there is of it. Milliseconds since the Unix epoch. */
export interface CountDay {
  /** ISO 8601, e.g. `2026-11-21`. */
  readonly day: string;
  readonly startMs: number;
  /** Of the next day's start. */
  readonly endMs: number;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Undefined for what is no day: of no calendar, or skipped by the zone when it changed sides of the date line. */
export function countDay(day: string, zone: IANAZone): CountDay | undefined {
  const startMs = startOfDayMs(day, zone);
  if (startMs === undefined) return undefined;
  let next = dayAfter(day);
  let endMs = startOfDayMs(next, zone);
  while (endMs === undefined) {
    next = dayAfter(next);
    endMs = startOfDayMs(next, zone);
  }
  return { day, startMs, endMs };
}

/** The day that the moment is of. */
export function dayAt(atMs: number, zone: IANAZone): CountDay {
  return countDay(DateTime.fromMillis(atMs, { zone }).toISODate()!, zone)!;
}

/** All days from the first to the last, both included; the last may be at most `daysMax` after the first. */
export function daysBetween(first: string, last: string, zone: IANAZone): CountDay[] {
  const days: CountDay[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) {
    const known = countDay(day, zone);
    if (known !== undefined) days.push(known);
  }
  return days;
}

/** How many hours of the day begin, the last of which may be a part of one. */
export function hoursOf({ startMs, endMs }: CountDay): number {
  return Math.ceil((endMs - startMs) / HOUR_MS);
}

/** How many days lie between two, those of the calendar. */
export function daysFrom(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

/** Working one out takes tens of microseconds, and queries over a year have hundreds. */
const starts = new Map<string, number | undefined>();
const CACHED_MAX = 10_000;

function startOfDayMs(day: string, zone: IANAZone): number | undefined {
  const key = `${day} ${zone.name}`;
  if (starts.has(key)) return starts.get(key);
  const startMs = workOutStart(day, zone);
  if (starts.size >= CACHED_MAX) starts.clear();
  starts.set(key, startMs);
  return startMs;
}

/** By noon, since midnight may be missing. */
function workOutStart(day: string, zone: IANAZone): number | undefined {
  if (!ISO_DAY.test(day)) return undefined;
  const noon = DateTime.fromISO(`${day}T12:00`, { zone });
  if (!noon.isValid || noon.toISODate() !== day) return undefined;
  return startOfPeriodMs({ unit: 'days', count: 1, zone }, noon.toMillis());
}
