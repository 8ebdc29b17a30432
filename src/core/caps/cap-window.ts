import { DateTime } from 'luxon';
import { CALENDAR_UNITS, startOfPeriodMs, zoneOf, type CalendarPeriod } from '../time/calendar';
import { hourStartMs } from '../time/calendar-hours';
import { parseWindow, type WindowContext } from '../counts/windows';
import { invalidArgument } from '../../errors';

/** A window that moves with the time, as caps have it. All times are milliseconds since the Unix epoch. */
export interface CapWindow {
  readonly name: string;
  /** Events from then on are in the window that ends at `atMs`; never decreases as time goes by. */
  fromMs(atMs: number): number;
  /** The first moment whose window the event is not in any more. */
  leavesAtMs(eventMs: number): number;
  /** No window is longer. */
  readonly lengthMaxMs: number;
}

const MS_PER_HOUR = 3_600_000;
const LENGTH_MAX_MS = {
  hours: MS_PER_HOUR,
  days: 24 * MS_PER_HOUR,
  weeks: 7 * 24 * MS_PER_HOUR,
  months: 31 * 24 * MS_PER_HOUR,
} as const;
/** By so much the periods of a window may be longer together, for the clocks that are put back in them. */
const PUT_BACK_MAX_MS = 24 * MS_PER_HOUR;

/**
 * A rolling window, `"90m"`, `"6h"`, `"7d"`, or periods of a calendar, `{"days": 1, "timeZone": "Asia/Jakarta"}`, as counts
 * have them. One that stands still is refused: it would block for ever, or from its end on never.
 */
export function parseCapWindow(value: unknown, field: string, context: WindowContext): CapWindow {
  if (standsStill(value)) throw invalidArgument(field, FORMS);
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

const FORMS = 'must be a rolling window, as in "7d", or days in a time zone: a cap moves with the time';

/** Whether it is none of the forms that move: not a text, and without a unit or a time zone. */
function standsStill(value: unknown): boolean {
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

/** The beginning of the period that is so many after the event's; where that is twice, the one that counts take. */
function leftAtMs(period: CalendarPeriod, eventMs: number): number {
  const { count } = period;
  const starts = [count, count + 1].flatMap((later) => startsOf(period, eventMs, later));
  return starts.find((startMs) => startOfPeriodMs(period, startMs) > eventMs)!;
}

/**
 * When the period begins that is so many after that of `atMs`. Twice where the clocks are put back over midnight: from the
 * first time on it is the day before once more.
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
