import { DateTime, IANAZone } from 'luxon';
import { invalidArgument } from '../../errors';
import { parseInstant } from '../instant';
import type { JsonObject } from '../json-fields';
import { nonEmptyArrayAt, objectAt, refuseUnknownFields, stringAt, wholeNumberAt } from '../json-fields';

/** A resolved window: event times from `fromMs` up to, not including, `toMs`. */
export interface Window {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface WindowContext {
  /** Where rolling and calendar windows end. */
  readonly asOfMs: number;
  /** Latest event time that ingestion accepts now: a window that begins after it could only be a mistake. */
  readonly latestMs: number;
  readonly windowsMax: number;
  readonly windowDaysMax: number;
}

const MS_PER_DAY = 86_400_000;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: MS_PER_DAY } as const;
const ROLLING = /^([1-9]\d{0,8})([mhd])$/;
const WINDOW_NAME_LENGTH_MAX = 64;
const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;
const ZONES_CACHED_MAX = 1_000;

/**
 * Parses and resolves the windows of a query:
 * - `"90m"`, `"6h"`, `"7d"`: rolling, ending at `asOf`;
 * - `{"from": …, "to": …}`: absolute, each an instant;
 * - `{"days": 7, "timeZone": "Asia/Jakarta"}`: calendar days, the one of `asOf` and those before it, up to `asOf`.
 *
 * The objects take a `"name"`; otherwise a window goes by its text, `from/to` or `7d@Asia/Jakarta`. Names differ.
 */
export function parseWindows(value: unknown, field: string, context: WindowContext): readonly Window[] {
  const entries = nonEmptyArrayAt(value, field);
  if (entries.length > context.windowsMax) {
    throw invalidArgument(field, `must have at most ${context.windowsMax} windows`);
  }
  const windows = entries.map((entry, i) => parseWindow(entry, `${field}[${i}]`, context));
  refuseSameNames(windows, field);
  return windows;
}

/** One of them. */
export function parseWindow(value: unknown, field: string, context: WindowContext): Window {
  if (typeof value === 'string') return rollingWindow(value, field, context);
  const fields = objectAt(value, field);
  return 'days' in fields || 'timeZone' in fields
    ? calendarWindow(fields, field, context)
    : absoluteWindow(fields, field, context);
}

function rollingWindow(text: string, field: string, context: WindowContext): Window {
  const match = ROLLING.exec(text);
  if (match === null) {
    throw invalidArgument(field, 'must be a number and a unit, as in "90m", "6h" or "7d", or an object');
  }
  const lengthMs = Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  if (lengthMs > context.windowDaysMax * MS_PER_DAY) throw tooLong(field, context);
  return { name: text, fromMs: Math.max(0, context.asOfMs - lengthMs), toMs: context.asOfMs };
}

function absoluteWindow(fields: JsonObject, field: string, context: WindowContext): Window {
  refuseUnknownFields(fields, ['from', 'to', 'name', 'days', 'timeZone'], `${field}.`);
  const fromMs = parseInstant(fields.from, `${field}.from`);
  const toMs = parseInstant(fields.to, `${field}.to`);
  if (toMs <= fromMs) throw invalidArgument(`${field}.to`, 'must lie after `from`');
  if (fromMs > context.latestMs) throw invalidArgument(`${field}.from`, 'lies in the future');
  if (toMs - fromMs > context.windowDaysMax * MS_PER_DAY) throw tooLong(field, context);
  const name = `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;
  return { name: nameOf(fields, field) ?? name, fromMs, toMs };
}

function calendarWindow(fields: JsonObject, field: string, context: WindowContext): Window {
  refuseUnknownFields(fields, ['days', 'timeZone', 'name'], `${field}.`);
  const days = wholeNumberAt(fields.days, `${field}.days`, { min: 1, max: context.windowDaysMax });
  const timeZone = stringAt(fields.timeZone, `${field}.timeZone`);
  const zone = zoneOf(timeZone);
  if (zone === undefined) throw invalidArgument(`${field}.timeZone`, 'must be an IANA time zone');
  const fromMs = Math.max(0, startOfDaysMs(context.asOfMs, days, zone));
  return { name: nameOf(fields, field) ?? `${days}d@${timeZone}`, fromMs, toMs: context.asOfMs };
}

/**
 * The first instant of the calendar day that is `days - 1` before the one of `asOfMs`. Steps to the day first and to
 * its start second, since midnight may be missing on either day; and where clocks go back over midnight, so that it
 * strikes twice, takes the earlier one.
 */
function startOfDaysMs(asOfMs: number, days: number, zone: IANAZone): number {
  const noon = DateTime.fromMillis(asOfMs, { zone })
    .set({ hour: 12 })
    .minus({ days: days - 1 });
  const start = noon.startOf('day');
  return Math.min(...start.getPossibleOffsets().map((candidate) => candidate.toMillis()));
}

const zones = new Map<string, IANAZone>();

/**
 * The IANA time zone of the name; undefined where there is none. Luxon keeps every name that it is ever given, in every
 * spelling: only valid ones get there, and not too many.
 */
export function zoneOf(name: string): IANAZone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (!IANA_NAME.test(name) || !IANAZone.isValidZone(name)) return undefined;
  if (zones.size >= ZONES_CACHED_MAX) {
    zones.clear();
    IANAZone.resetCache();
  }
  const zone = IANAZone.create(name);
  zones.set(name, zone);
  return zone;
}

function nameOf(fields: JsonObject, field: string): string | undefined {
  if (fields.name === undefined) return undefined;
  const name = stringAt(fields.name, `${field}.name`);
  if (name === '' || name.length > WINDOW_NAME_LENGTH_MAX) {
    throw invalidArgument(`${field}.name`, `must have 1 to ${WINDOW_NAME_LENGTH_MAX} characters`);
  }
  return name;
}

function refuseSameNames(windows: readonly Window[], field: string): void {
  const seen = new Map<string, number>();
  windows.forEach(({ name }, i) => {
    const earlier = seen.get(name);
    if (earlier !== undefined)
      throw invalidArgument(`${field}[${i}]`, `has the name of ${field}[${earlier}]`);
    seen.set(name, i);
  });
}

function tooLong(field: string, context: WindowContext): Error {
  return invalidArgument(field, `must not be longer than ${context.windowDaysMax} days`);
}
