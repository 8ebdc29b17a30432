import { DateTime } from 'luxon';
import { invalidArgument } from '../../errors';
import { countOf } from '../shared/count-of';
import { dayAt, parseDay, daysBetween, addDays, type CalendarDay } from '../time/calendar-day';
import { parseInstant } from '../time/instant';
import { arrayAt, objectAt, rejectUnknownFields, stringAt, type JsonObject } from '../json/json-fields';
import type { CountPeriod, DayPart, Grain, HourRange } from './campaign-count-query';
import { appendAll } from '../shared/lists';

const HOUR_MS = 3_600_000;

export interface PeriodRules {
  /** IANA time zone. */
  readonly timeZone: string;
  readonly nowMs: number;
  readonly daysMax: number;
  /** Maximum age of a counted day, measured from its end, in milliseconds. Undefined: sketches are kept forever. */
  readonly retentionMs: number | undefined;
}

/** Counted days. The first and the last may be partial. */
interface Span {
  readonly days: readonly CalendarDay[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Field of the request, for errors. */
  readonly field: string;
}

/**
 * Parses `days`, or `from` and `to`, of a request. `days` are a list of days, or `{"from", "to"}`, both inclusive.
 * `from` and `to` are instants at which hours begin in the time zone. The default is today.
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
    throw invalidArgument(span.field, `must not be older than the ${days}-day retention of counts`);
  }
  return planned(span, by, rules.timeZone);
}

function spanOf(body: JsonObject, rules: PeriodRules): Span {
  const { days, from, to } = body;
  if (days !== undefined) {
    for (const field of ['from', 'to']) {
      if (body[field] !== undefined) throw invalidArgument(field, 'cannot be combined with days');
    }
    return wholeDays(Array.isArray(days) ? listedDays(days, rules) : daysFromTo(days, rules), 'days');
  }
  if (from === undefined && to === undefined) return wholeDays([dayAt(rules.nowMs, rules.timeZone)], 'days');
  return hoursFromTo(from, to, rules);
}

function wholeDays(days: readonly CalendarDay[], field: string): Span {
  return { days, fromMs: days[0]!.startMs, toMs: days.at(-1)!.endMs, field };
}

/** Parses a list of days. The result is sorted and distinct. */
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
  if (from.startMs > to.startMs) throw invalidArgument('days.to', 'must not be before days.from');
  if (daysBetween(from.day, to.day) >= rules.daysMax) throw tooManyDays('days.to', rules);
  return allDays(from.day, to.day, rules.timeZone);
}

function dayOf(value: unknown, field: string, { timeZone }: PeriodRules): CalendarDay {
  return parseDay(stringAt(value, field), timeZone, field);
}

/** Returns all days from the first to the last, both inclusive. */
function allDays(first: string, last: string, timeZone: string): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const day = parseDay(date, timeZone);
    // A zone that crosses the date line skips a date.
    if (day.day === date) days.push(day);
  }
  return days;
}

function hoursFromTo(from: unknown, to: unknown, rules: PeriodRules): Span {
  const fromMs = parseInstant(required(from, 'from'), 'from');
  const toMs = parseInstant(required(to, 'to'), 'to');
  if (fromMs >= toMs) throw invalidArgument('to', 'must be after from');
  const first = dayOfMoment(fromMs, 'from', rules);
  const last = dayOfMoment(toMs - 1, 'to', rules);
  rejectWithinHour(fromMs, first, 'from', rules);
  rejectWithinHour(toMs, last, 'to', rules);
  if (daysBetween(first.day, last.day) >= rules.daysMax) throw tooManyDays('to', rules);
  return { days: allDays(first.day, last.day, rules.timeZone), fromMs, toMs, field: 'from' };
}

function required(value: unknown, field: string): unknown {
  if (value === undefined) throw invalidArgument(field, 'is required: from and to must be given together');
  return value;
}

/** Latest accepted instant. Luxon's dates end there, while arithmetic on instants does not. */
const LATEST_MS = Date.UTC(9999, 0, 1);

function dayOfMoment(atMs: number, field: string, { timeZone }: PeriodRules): CalendarDay {
  if (atMs > LATEST_MS) throw invalidArgument(field, 'is too far in the future');
  return dayAt(atMs, timeZone);
}

function rejectWithinHour(
  atMs: number,
  { startMs, endMs }: CalendarDay,
  field: string,
  { timeZone }: PeriodRules,
): void {
  if ((atMs - startMs) % HOUR_MS === 0 || atMs === endMs) return;
  throw invalidArgument(field, `must be the beginning of an hour of the day in ${timeZone}`);
}

function tooManyDays(field: string, { daysMax }: PeriodRules): Error {
  return invalidArgument(field, `must span at most ${countOf(daysMax, 'day')}`);
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

/** Returns the number of hours that begin on the day. The last may be partial. */
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

/** Returns the name of an hour, such as `2026-11-21T13:00+07:00`. */
function hourName(atMs: number, timeZone: string): string {
  return DateTime.fromMillis(atMs, { zone: timeZone }).toISO({
    suppressSeconds: true,
    suppressMilliseconds: true,
  })!;
}
