import { invalidArgument } from '../../errors';
import { countOf } from '../shared/count-of';
import { parseInstant } from '../time/instant';
import type { JsonObject } from '../json/json-fields';
import { nonEmptyArrayAt, objectAt, rejectUnknownFields, stringAt, wholeNumberAt } from '../json/json-fields';
import { CALENDAR_UNITS, startOfPeriodMs, zoneOf, type CalendarUnit } from '../time/calendar';
import { mapped } from '../shared/lists';

/** A resolved window: event times from `fromMs` up to, not including, `toMs`, in milliseconds since the Unix epoch. */
export interface TimeWindow {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface WindowContext {
  /** End of rolling and calendar windows, in milliseconds since the Unix epoch. */
  readonly asOfMs: number;
  /** Latest event time that ingestion accepts now. A window that begins after it can only be a mistake. */
  readonly latestMs: number;
  readonly windowsMax: number;
  readonly windowDaysMax: number;
}

const MS_PER_DAY = 86_400_000;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: MS_PER_DAY, w: 7 * MS_PER_DAY } as const;
const ROLLING = /^([1-9]\d{0,8})([smhdw])$/;
const WINDOW_NAME_LENGTH_MAX = 64;
/** Suffix of the default names of calendar windows, and the number of units that never exceeds a number of days. */
const CALENDAR = {
  hours: { sign: 'h', most: (days: number) => days * 24 },
  days: { sign: 'd', most: (days: number) => days },
  weeks: { sign: 'w', most: (days: number) => Math.floor(days / 7) },
  // A run of months is at most 31 days per month, and at most two days longer than half of two months (61 days) per
  // month.
  months: { sign: 'mo', most: (days: number) => Math.floor(Math.max(days / 31, (days - 2) / 30.5)) },
} as const;

/**
 * Parses and resolves the windows of a query:
 * - `"40s"`, `"90m"`, `"6h"`, `"7d"`, `"2w"`: rolling, ending at `asOf`;
 * - `{"from": …, "to": …}`: absolute, each an instant;
 * - `{"days": 7, "timeZone": "Asia/Jakarta"}`: calendar days, the one of `asOf` and those before it, up to `asOf`;
 *   the same for `hours`, `weeks` (from Monday on) and `months`.
 *
 * The objects accept a `"name"`. Without one a window is named by its text, `from/to` or `7d@Asia/Jakarta`. Names are
 * distinct.
 */
export function parseWindows(value: unknown, field: string, context: WindowContext): readonly TimeWindow[] {
  const entries = nonEmptyArrayAt(value, field);
  if (entries.length > context.windowsMax) {
    throw invalidArgument(field, `must have at most ${context.windowsMax} windows`);
  }
  const windows = mapped(entries, (entry, i) => parseWindow(entry, `${field}[${i}]`, context));
  rejectSameNames(windows, field);
  return windows;
}

/** Parses and resolves one window; see `parseWindows`. */
export function parseWindow(value: unknown, field: string, context: WindowContext): TimeWindow {
  if (typeof value === 'string') return rollingWindow(value, field, context);
  if (value !== undefined && !isObject(value)) throw invalidArgument(field, FORMS);
  const fields = objectAt(value, field);
  const unit = CALENDAR_UNITS.find((each) => each in fields);
  if (unit !== undefined) return calendarWindow(fields, unit, field, context);
  return 'timeZone' in fields
    ? calendarWindow(fields, 'days', field, context)
    : absoluteWindow(fields, field, context);
}

const FORMS =
  'must be a number and a unit, as in "90m", "6h" or "7d", or an object, as in {"from": …, "to": …} or {"days": 7, "timeZone": "Asia/Jakarta"}';

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rollingWindow(text: string, field: string, context: WindowContext): TimeWindow {
  const match = ROLLING.exec(text);
  if (match === null) {
    throw invalidArgument(field, FORMS);
  }
  const lengthMs = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  if (lengthMs > context.windowDaysMax * MS_PER_DAY) throw tooLong(field, context);
  return { name: text, fromMs: Math.max(0, context.asOfMs - lengthMs), toMs: context.asOfMs };
}

function absoluteWindow(fields: JsonObject, field: string, context: WindowContext): TimeWindow {
  rejectUnknownFields(fields, ['from', 'to', 'name', ...CALENDAR_UNITS, 'timeZone'], `${field}.`);
  const fromMs = parseInstant(fields.from, `${field}.from`);
  const toMs = parseInstant(fields.to, `${field}.to`);
  if (toMs <= fromMs) throw invalidArgument(`${field}.to`, 'must be after `from`');
  if (fromMs > context.latestMs) throw invalidArgument(`${field}.from`, 'must not be in the future');
  if (toMs - fromMs > context.windowDaysMax * MS_PER_DAY) throw tooLong(field, context);
  const name = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;
  return { name: nameOf(fields, field) ?? name, fromMs, toMs };
}

function calendarWindow(
  fields: JsonObject,
  unit: CalendarUnit,
  field: string,
  context: WindowContext,
): TimeWindow {
  rejectUnknownFields(fields, [unit, 'timeZone', 'name'], `${field}.`);
  const { sign, most } = CALENDAR[unit];
  const max = most(context.windowDaysMax);
  const count = wholeNumberAt(fields[unit], `${field}.${unit}`, { min: 1, max });
  const timeZone = stringAt(fields.timeZone, `${field}.timeZone`);
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw invalidArgument(`${field}.timeZone`, 'must be an IANA time zone');
  const name = nameOf(fields, field) ?? `${count}${sign}@${timeZone}`;
  return { name, fromMs: startOfPeriodMs({ unit, count, zone }, context.asOfMs), toMs: context.asOfMs };
}

function nameOf(fields: JsonObject, field: string): string | undefined {
  if (fields.name === undefined) return undefined;
  const name = stringAt(fields.name, `${field}.name`);
  if (name === '' || name.length > WINDOW_NAME_LENGTH_MAX) {
    throw invalidArgument(`${field}.name`, `must have 1 to ${WINDOW_NAME_LENGTH_MAX} characters`);
  }
  return name;
}

function rejectSameNames(windows: readonly TimeWindow[], field: string): void {
  const seen = new Map<string, number>();
  windows.forEach(({ name }, i) => {
    const earlier = seen.get(name);
    if (earlier !== undefined)
      throw invalidArgument(`${field}[${i}]`, `has the same name as ${field}[${earlier}]`);
    seen.set(name, i);
  });
}

function tooLong(field: string, context: WindowContext): Error {
  return invalidArgument(field, `must be ${countOf(context.windowDaysMax, 'day')} or less`);
}
