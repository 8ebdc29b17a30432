import { DateTime, type IANAZone } from 'luxon';
import { parseWindow, zoneOf, type WindowContext } from '../counting/windows';
import { invalidArgument } from '../../errors';

/** A window that moves with the time, as caps have it. All times are milliseconds since the Unix epoch. */
export interface CapWindow {
  readonly name: string;
  /** Events from then on are in the window that ends at `atMs`; never decreases as time goes by. */
  fromMs(atMs: number): number;
  /** The first moment whose window the event is not in any more. */
  leftAtMs(eventMs: number): number;
  /** No window is longer. */
  readonly lengthMaxMs: number;
}

const MS_PER_DAY = 86_400_000;
/** By so much days may be longer together, for the clocks that are put back in them. */
const PUT_BACK_MAX_MS = 24 * 3_600_000;

/**
 * A rolling window, `"90m"`, `"6h"`, `"7d"`, or calendar days, `{"days": 1, "timeZone": "Asia/Jakarta"}`, as counts have
 * them. One that stands still is refused: it would block for ever, or from its end on never.
 */
export function parseCapWindow(value: unknown, field: string, context: WindowContext): CapWindow {
  const window = parseWindow(value, field, context);
  if (typeof value === 'string') return rolling(value, window.toMs - window.fromMs);
  const { days, timeZone } = value as { days?: number; timeZone?: string };
  if (days === undefined || timeZone === undefined) {
    throw invalidArgument(
      field,
      'must be a rolling window, as in "7d", or days in a time zone: a cap moves with the time',
    );
  }
  return calendar(window.name, days, zoneOf(timeZone)!);
}

function rolling(name: string, lengthMs: number): CapWindow {
  return {
    ...{ name, lengthMaxMs: lengthMs },
    fromMs: (atMs) => Math.max(0, atMs - lengthMs),
    leftAtMs: (eventMs) => eventMs + lengthMs + 1,
  };
}

function calendar(name: string, days: number, zone: IANAZone): CapWindow {
  const fromMs = (atMs: number): number => Math.max(0, dayStarts(atMs, 1 - days, zone)[0]!);
  return {
    ...{ name, fromMs, lengthMaxMs: days * MS_PER_DAY + PUT_BACK_MAX_MS },
    leftAtMs: (eventMs) => dayStarts(eventMs, days, zone).find((startMs) => fromMs(startMs) > eventMs)!,
  };
}

/**
 * When the calendar day so many after that of `atMs` begins. Twice where the clocks are put back over midnight: from the
 * first one on it is the day before once more, but counts take the first.
 */
function dayStarts(atMs: number, days: number, zone: IANAZone): readonly number[] {
  const noon = DateTime.fromMillis(atMs, { zone }).set({ hour: 12 }).plus({ days });
  const starts = noon.startOf('day').getPossibleOffsets();
  return starts.map((start) => start.toMillis()).sort((a, b) => a - b);
}
