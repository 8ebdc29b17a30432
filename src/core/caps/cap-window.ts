import { DateTime } from 'luxon';
import { CALENDAR_UNITS, startOfPeriodMs, zoneOf, type CalendarPeriod } from '../time/calendar';
import { hourStartMs } from '../time/calendar-hours';
import { parseWindow, type WindowContext } from '../counts/windows';
import { invalidArgument } from '../../errors';

/** Moving window of a cap. All times are milliseconds since the Unix epoch. */
export interface CapWindow {
  readonly name: string;
  /** Returns the start of the window that ends at `atMs`. It never decreases as time passes. */
  fromMs(atMs: number): number;
  /** Returns the first moment whose window does not contain the event any more. */
  leavesAtMs(eventMs: number): number;
  /** Maximum length of the window, in milliseconds. */
  readonly lengthMaxMs: number;
}

const MS_PER_HOUR = 3_600_000;
const LENGTH_MAX_MS = {
  hours: MS_PER_HOUR,
  days: 24 * MS_PER_HOUR,
  weeks: 7 * 24 * MS_PER_HOUR,
  months: 31 * 24 * MS_PER_HOUR,
} as const;
/**
 * Maximum time by which the periods of a window are longer together because clocks are set back in them, in
 * milliseconds.
 */
const PUT_BACK_MAX_MS = 24 * MS_PER_HOUR;

/**
 * Parses a rolling window, such as `"90m"`, `"6h"` or `"7d"`, or calendar periods, such as `{"days": 1, "timeZone":
 * "Asia/Jakarta"}`, as in counts. A fixed window is rejected: it would block forever, or never after its end.
 */
export function parseCapWindow(value: unknown, field: string, context: WindowContext): CapWindow {
  if (isFixedWindow(value)) throw invalidArgument(field, FORMS);
  const { name, fromMs, toMs } = parseWindow(value, field, context);
  if (typeof value === 'string') return rolling(name, toMs - fromMs);
  const { timeZone, ...fields } = value as { readonly timeZone?: string } & Record<
    string,
    number | undefined
  >;
  const unit = CALENDAR_UNITS.find((each) => fields[each] !== undefined);
  if (unit !== undefined) return calendar(name, { unit, count: fields[unit]!, zone: zoneOf(timeZone!)! });
  throw invalidArgument(field, FORMS);
}

const FORMS = 'must be a moving window: a rolling one such as "7d", or calendar periods with a time zone';

/** Returns whether the value is not a moving window: not a text, and without a unit or a time zone. */
function isFixedWindow(value: unknown): boolean {
  if (typeof value === 'string' || value === undefined) return false;
  return (
    typeof value !== 'object' ||
    value === null ||
    ![...CALENDAR_UNITS, 'timeZone'].some((name) => name in value)
  );
}

function rolling(name: string, lengthMs: number): CapWindow {
  return {
    name,
    lengthMaxMs: lengthMs,
    fromMs: (atMs) => Math.max(0, atMs - lengthMs),
    leavesAtMs: (eventMs) => eventMs + lengthMs + 1,
  };
}

function calendar(name: string, period: CalendarPeriod): CapWindow {
  const lengthMaxMs = period.count * LENGTH_MAX_MS[period.unit] + PUT_BACK_MAX_MS;
  const fromMs = (atMs: number): number => startOfPeriodMs(period, atMs);
  return { name, lengthMaxMs, fromMs, leavesAtMs: (eventMs) => leftAtMs(period, eventMs) };
}

/** Returns the start of the period that is `count` after the event's. If it occurs twice, the one that counts use. */
function leftAtMs(period: CalendarPeriod, eventMs: number): number {
  const { count } = period;
  const starts = [count, count + 1].flatMap((later) => startsOf(period, eventMs, later));
  return starts.find((startMs) => startOfPeriodMs(period, startMs) > eventMs)!;
}

/**
 * Returns the start of the period that is `later` after that of `atMs`. There are two where clocks go back over
 * midnight: after the first one, the previous day occurs once more.
 */
function startsOf({ unit, zone }: CalendarPeriod, atMs: number, later: number): readonly number[] {
  if (unit === 'hours') return [hourStartMs(zone, atMs, later)];
  const start = DateTime.fromMillis(atMs, { zone })
    .set({ hour: 12 })
    .plus({ [unit]: later });
  const first = start.startOf(({ days: 'day', weeks: 'week', months: 'month' } as const)[unit]);
  return first
    .getPossibleOffsets()
    .map((each) => each.toMillis())
    .sort((a, b) => a - b);
}
