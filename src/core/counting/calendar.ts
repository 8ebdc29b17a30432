import { DateTime, IANAZone } from 'luxon';

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
  const at = DateTime.fromMillis(atMs, { zone });
  const startMs = Math.max(0, startMsOf(shifted(at, unit, 1 - count), unit));
  return { startMs, fromMs: startMsOf(at, unit), toMs: startMsOf(shifted(at, unit, 1), unit) };
}

/** By noon, since midnight may be missing on either day; hours pass as they do, whatever clocks show. */
function shifted(at: DateTime, unit: CalendarUnit, by: number): DateTime {
  return unit === 'hours' ? at.plus({ hours: by }) : at.set({ hour: 12 }).plus({ [unit]: by });
}

const START_OF = { hours: 'hour', days: 'day', weeks: 'week', months: 'month' } as const;

/** Where clocks go back over midnight, so that it strikes twice, the earlier one. */
function startMsOf(at: DateTime, unit: CalendarUnit): number {
  const start = at.startOf(START_OF[unit]);
  if (unit === 'hours') return start.toMillis();
  return Math.min(...start.getPossibleOffsets().map((candidate) => candidate.toMillis()));
}
