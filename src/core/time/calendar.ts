import { DateTime, IANAZone } from 'luxon';
import { hourStartMs } from './calendar-hours';
import { minOf } from '../shared/lists';

/** Units of calendar windows. Weeks begin on Mondays (ISO 8601). */
export const CALENDAR_UNITS = ['hours', 'days', 'weeks', 'months'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

export interface CalendarPeriod {
  readonly unit: CalendarUnit;
  /** Number of units, including the current one. */
  readonly count: number;
  readonly zone: IANAZone;
}

const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/;
const CACHED_MAX = 1_000;
const zones = new Map<string, IANAZone>();

/** Returns the time zone, or undefined if the name is not an IANA time zone. */
export function zoneOf(name: string): IANAZone | undefined {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (!IANA_NAME.test(name) || !IANAZone.isValidZone(name)) return undefined;
  // Luxon caches every name in every spelling, so only valid names reach it, and not too many.
  if (zones.size >= CACHED_MAX) {
    zones.clear();
    IANAZone.resetCache();
  }
  const zone = IANAZone.create(name);
  zones.set(name, zone);
  return zone;
}

/** Start of a period, and the range of moments for which it is valid. */
interface KnownStart {
  readonly startMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Known starts. Computing one takes 60 µs, a third of a whole query, and it is valid until the clock reaches the next
 * unit.
 */
const starts = new Map<string, KnownStart>();

/**
 * Returns the start of the hours, days, weeks or months that end with the one of `atMs`, in milliseconds since the Unix
 * epoch, at least 0.
 */
export function startOfPeriodMs(period: CalendarPeriod, atMs: number): number {
  const key = `${period.count} ${period.unit} ${period.zone.name}`;
  const known = starts.get(key);
  if (known !== undefined && atMs >= known.fromMs && atMs < known.toMs) return known.startMs;
  const computed = computeStart(period, atMs);
  if (starts.size >= CACHED_MAX) starts.clear();
  starts.set(key, computed);
  return computed.startMs;
}

function computeStart({ unit, count, zone }: CalendarPeriod, atMs: number): KnownStart {
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

/** Units whose length depends on the date. */
type DateUnit = Exclude<CalendarUnit, 'hours'>;

/** Shifts the noon of the day, since midnight may not exist on either day. */
function shifted(at: DateTime, unit: DateUnit, by: number): DateTime {
  return at.set({ hour: 12 }).plus({ [unit]: by });
}

const START_OF = { days: 'day', weeks: 'week', months: 'month' } as const;

/** Returns the start of the unit. Where clocks go back over midnight, midnight occurs twice: the earlier one counts. */
function startMsOf(at: DateTime, unit: DateUnit): number {
  const candidates = at.startOf(START_OF[unit]).getPossibleOffsets();
  return minOf(candidates.map((candidate) => candidate.toMillis()));
}
