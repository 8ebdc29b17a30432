import { DateTime, IANAZone } from 'luxon';
import { hourStartMs } from './calendar-hours';
import { minOf } from '../shared/lists';

/** Of calendars, as the windows of a query name them. Weeks begin on Mondays (ISO 8601). */
export const CALENDAR_UNITS = ['hours', 'days', 'weeks', 'months'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

export interface CalendarPeriod {
  readonly unit: CalendarUnit;
  /** How many, the one of the moment in question included. */
  readonly count: number;
  readonly zone: IANAZone;
}

const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;
const CACHED_MAX = 1_000;
const zones = new Map<string, IANAZone>();

/** Undefined for what is no IANA zone. */
export function zoneOf(name: string): IANAZone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (!IANA_NAME.test(name) || !IANAZone.isValidZone(name)) return undefined;
  // Luxon keeps every name that it is ever given, in every spelling: only valid ones get there, and not too many.
  if (zones.size >= CACHED_MAX) {
    zones.clear();
    IANAZone.resetCache();
  }
  const zone = IANAZone.create(name);
  zones.set(name, zone);
  return zone;
}

/** A period, and the moments for which it begins when it does. */
interface KnownStart {
  readonly startMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Working one out takes 60 µs, a third of a whole query, and it stays the same until the clock strikes. */
const starts = new Map<string, KnownStart>();

/** The first instant of the hours, days, weeks or months that end with the one of `atMs`. Milliseconds since 1970, or 0. */
export function startOfPeriodMs(period: CalendarPeriod, atMs: number): number {
  const key = `${period.count} ${period.unit} ${period.zone.name}`;
  const known = starts.get(key);
  if (known !== undefined && atMs >= known.fromMs && atMs < known.toMs) return known.startMs;
  const computed = workOut(period, atMs);
  if (starts.size >= CACHED_MAX) starts.clear();
  starts.set(key, computed);
  return computed.startMs;
}

function workOut({ unit, count, zone }: CalendarPeriod, atMs: number): KnownStart {
  if (unit === 'hours') return hoursFrom(zone, count, atMs);
  const at = DateTime.fromMillis(atMs, { zone });
  const startMs = Math.max(0, startMsOf(shifted(at, unit, 1 - count), unit));
  return { startMs, fromMs: startMsOf(at, unit), toMs: startMsOf(shifted(at, unit, 1), unit) };
}

function hoursFrom(zone: IANAZone, count: number, atMs: number): KnownStart {
  const fromMs = hourStartMs(zone, atMs);
  const startMs = Math.max(0, hourStartMs(zone, fromMs, 1 - count));
  return { startMs, fromMs, toMs: hourStartMs(zone, fromMs, 1) };
}

/** Units whose lengths differ by dates. */
type DateUnit = Exclude<CalendarUnit, 'hours'>;

/** By noon, since midnight may be missing on either day. */
function shifted(at: DateTime, unit: DateUnit, by: number): DateTime {
  return at.set({ hour: 12 }).plus({ [unit]: by });
}

const START_OF = { days: 'day', weeks: 'week', months: 'month' } as const;

/** Where clocks go back over midnight, so that it strikes twice, the earlier one. */
function startMsOf(at: DateTime, unit: DateUnit): number {
  const candidates = at.startOf(START_OF[unit]).getPossibleOffsets();
  return minOf(candidates.map((candidate) => candidate.toMillis()));
}
