import { DateTime } from 'luxon';
import { invalidArgument } from '../../errors';
import { dayAt, parseDay, daysBetween, addDays, type CalendarDay } from '../time/calendar-day';
import { parseInstant } from '../time/instant';
import { arrayAt, objectAt, rejectUnknownFields, stringAt, type JsonObject } from '../json/json-fields';
import type { CountPeriod, DayPart, Grain, HourRange } from './campaign-count-query';
import { appendAll } from '../shared/lists';

const HOUR_MS = 3_600_000;

export interface PeriodRules {
  /** IANA name. */
  readonly timeZone: string;
  readonly nowMs: number;
  readonly daysMax: number;
  /** Age of the oldest day that is counted, measured from its end; undefined: sketches are kept for ever. */
  readonly retentionMs: number | undefined;
}

/** Days that are counted, the first and the last perhaps in part. */
interface Span {
  readonly days: readonly CalendarDay[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the request, for errors. */
  readonly field: string;
}

/**
 * What a request's `days`, or `from` and `to`, ask for: `days` are a list of them, or `{"from", "to"}` with both included;
 * `from` and `to` are moments at which hours begin, by the time zone. Without any of them it is today.
 */
export function parsePeriods(
  body: JsonObject,
  by: Grain,
  rules: PeriodRules,
): { readonly periods: readonly CountPeriod[]; readonly parts: readonly DayPart[] } {
  const span = spanOf(body, rules);
  const { retentionMs, nowMs } = rules;
  const { endMs } = span.days[0]!;
  if (retentionMs !== undefined && endMs <= nowMs - retentionMs) {
    const days = Math.floor(retentionMs / (24 * HOUR_MS));
    throw invalidArgument(span.field, `lies too far back: counts are kept for ${days} days`);
  }
  return planned(span, by, rules.timeZone);
}

function spanOf(body: JsonObject, rules: PeriodRules): Span {
  const { days, from, to } = body;
  if (days !== undefined) {
    for (const field of ['from', 'to']) {
      if (body[field] !== undefined) throw invalidArgument(field, 'does not go together with days');
    }
    return wholeDays(Array.isArray(days) ? listedDays(days, rules) : daysFromTo(days, rules), 'days');
  }
  if (from === undefined && to === undefined) return wholeDays([dayAt(rules.nowMs, rules.timeZone)], 'days');
  return hoursFromTo(from, to, rules);
}

function wholeDays(days: readonly CalendarDay[], field: string): Span {
  return { days, fromMs: days[0]!.startMs, toMs: days.at(-1)!.endMs, field };
}

/** In their order, each once. */
function listedDays(values: readonly unknown[], rules: PeriodRules): CalendarDay[] {
  const list = arrayAt(values, 'days');
  if (list.length === 0) throw invalidArgument('days', 'must not be empty');
  if (list.length > rules.daysMax) throw tooManyDays('days', rules);
  const days = list.map((value, at) => dayOf(value, `days[${at}]`, rules));
  const byName = new Map(days.map((day) => [day.day, day]));
  return [...byName.values()].sort((a, b) => a.startMs - b.startMs);
}

function daysFromTo(value: unknown, rules: PeriodRules): CalendarDay[] {
  if (typeof value !== 'object') {
    throw invalidArgument('days', 'must be a list of days, or {"from", "to"}');
  }
  const range = objectAt(value, 'days');
  rejectUnknownFields(range, ['from', 'to'], 'days.');
  const [from, to] = [dayOf(range.from, 'days.from', rules), dayOf(range.to, 'days.to', rules)];
  if (from.startMs > to.startMs) throw invalidArgument('days.to', 'must not lie before days.from');
  if (daysBetween(from.day, to.day) >= rules.daysMax) throw tooManyDays('days.to', rules);
  return allDays(from.day, to.day, rules.timeZone);
}

function dayOf(value: unknown, field: string, { timeZone }: PeriodRules): CalendarDay {
  return parseDay(stringAt(value, field), timeZone, field);
}

/** Both included. */
function allDays(first: string, last: string, timeZone: string): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const day = parseDay(date, timeZone);
    // A zone that changes sides of the date line skips a date.
    if (day.day === date) days.push(day);
  }
  return days;
}

function hoursFromTo(from: unknown, to: unknown, rules: PeriodRules): Span {
  const fromMs = parseInstant(required(from, 'from'), 'from');
  const toMs = parseInstant(required(to, 'to'), 'to');
  if (fromMs >= toMs) throw invalidArgument('to', 'must lie after from');
  const first = dayOfMoment(fromMs, 'from', rules);
  const last = dayOfMoment(toMs - 1, 'to', rules);
  refuseWithinHour(fromMs, first, 'from', rules);
  refuseWithinHour(toMs, last, 'to', rules);
  if (daysBetween(first.day, last.day) >= rules.daysMax) throw tooManyDays('to', rules);
  return { days: allDays(first.day, last.day, rules.timeZone), fromMs, toMs, field: 'from' };
}

function required(value: unknown, field: string): unknown {
  if (value === undefined) throw invalidArgument(field, 'is required beside the other one of from and to');
  return value;
}

/** Dates have an end, where arithmetic with them does not. */
const LATEST_MS = Date.UTC(9999, 0, 1);

function dayOfMoment(atMs: number, field: string, { timeZone }: PeriodRules): CalendarDay {
  if (atMs > LATEST_MS) throw invalidArgument(field, 'lies too far in the future');
  return dayAt(atMs, timeZone);
}

function refuseWithinHour(
  atMs: number,
  { startMs, endMs }: CalendarDay,
  field: string,
  { timeZone }: PeriodRules,
): void {
  if ((atMs - startMs) % HOUR_MS === 0 || atMs === endMs) return;
  throw invalidArgument(field, `must be the beginning of an hour of the day in ${timeZone}`);
}

function tooManyDays(field: string, { daysMax }: PeriodRules): Error {
  return invalidArgument(field, `makes more than ${daysMax} days`);
}

function planned(
  { days, fromMs, toMs }: Span,
  by: Grain,
  timeZone: string,
): { readonly periods: readonly CountPeriod[]; readonly parts: readonly DayPart[] } {
  const periods: CountPeriod[] = by === 'total' ? [{ name: 'total', fromMs, toMs }] : [];
  const parts = days.map((day): DayPart => {
    const hours = hoursWithin(day, fromMs, toMs);
    const period = by === 'total' ? 0 : periods.length;
    if (by === 'day') periods.push(dayPeriod(day, fromMs, toMs));
    if (by === 'hour') appendAll(periods, hourPeriods(day, hours, timeZone));
    const isWhole = by !== 'hour' && hours.first === 0 && hours.end === hoursOf(day);
    return { day: day.day, hours: isWhole ? undefined : hours, period };
  });
  return { periods, parts };
}

/** How many hours of the day begin, the last of which may be a part of one. */
function hoursOf({ startMs, endMs }: CalendarDay): number {
  return Math.ceil((endMs - startMs) / HOUR_MS);
}

function hoursWithin(day: CalendarDay, fromMs: number, toMs: number): HourRange {
  return {
    first: Math.max(0, (fromMs - day.startMs) / HOUR_MS),
    end: toMs >= day.endMs ? hoursOf(day) : (toMs - day.startMs) / HOUR_MS,
  };
}

function dayPeriod({ day, startMs, endMs }: CalendarDay, fromMs: number, toMs: number): CountPeriod {
  return { name: day, fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, endMs) };
}

function hourPeriods(
  { startMs, endMs }: CalendarDay,
  { first, end }: HourRange,
  timeZone: string,
): CountPeriod[] {
  return Array.from({ length: end - first }, (_, at) => {
    const fromMs = startMs + (first + at) * HOUR_MS;
    return { name: hourName(fromMs, timeZone), fromMs, toMs: Math.min(fromMs + HOUR_MS, endMs) };
  });
}

/** E.g. `2026-11-21T13:00+07:00`. */
function hourName(atMs: number, timeZone: string): string {
  return DateTime.fromMillis(atMs, { zone: timeZone }).toISO({
    suppressSeconds: true,
    suppressMilliseconds: true,
  })!;
}
