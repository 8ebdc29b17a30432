/**
 * Hours of a time zone's clock. An hour begins where the clock shows a full hour or jumps to another hour. So every
 * hour has a start of its own. It is normally 60 minutes long, and longer or shorter where clocks change by part of an
 * hour. All times are milliseconds since the Unix epoch.
 */
import type { IANAZone } from 'luxon';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
/** Numbers of hours that can be skipped in one step if the clock does not change in between: a week, a day, one. */
const STRIDES = [168, 24, 1] as const;

/** Returns the start of the hour that contains `atMs`, or of the hour that is `by` hours later (negative: earlier). */
export function hourStartMs(zone: IANAZone, atMs: number, by = 0): number {
  let startMs = startOfHour(zone, atMs);
  const direction = by < 0 ? -1 : 1;
  for (let left = Math.abs(by); left > 0;) {
    const stride = STRIDES.find((hours) => hours <= left && isSteady(zone, startMs, direction * hours));
    if (stride === undefined)
      startMs = direction < 0 ? startOfHour(zone, startMs - 1) : nextHour(zone, startMs);
    else startMs += direction * stride * MS_PER_HOUR;
    left -= stride ?? 1;
  }
  return startMs;
}

/** Returns whether that many hours are 60 minutes each. Two changes in between that cancel each other do no harm. */
function isSteady(zone: IANAZone, startMs: number, hours: number): boolean {
  const offset = offsetMs(zone, startMs);
  return (startMs + offset) % MS_PER_HOUR === 0 && offsetMs(zone, startMs + hours * MS_PER_HOUR) === offset;
}

function startOfHour(zone: IANAZone, atMs: number): number {
  const offset = offsetMs(zone, atMs);
  const startMs = atMs - modulo(atMs + offset, MS_PER_HOUR);
  if (offsetMs(zone, startMs) === offset) return startMs;
  const changeMs = changeBetween(zone, startMs, atMs);
  return beginsHour(zone, changeMs) ? changeMs : startOfHour(zone, changeMs - 1);
}

function nextHour(zone: IANAZone, atMs: number): number {
  const offset = offsetMs(zone, atMs);
  const nextMs = atMs - modulo(atMs + offset, MS_PER_HOUR) + MS_PER_HOUR;
  if (offsetMs(zone, nextMs) === offset) return nextMs;
  const changeMs = changeBetween(zone, atMs, nextMs);
  return beginsHour(zone, changeMs) ? changeMs : nextHour(zone, changeMs);
}

/**
 * Returns whether a change of the clock begins an hour: the clock then shows a full hour, or another hour than before.
 */
function beginsHour(zone: IANAZone, changeMs: number): boolean {
  const localMs = changeMs + offsetMs(zone, changeMs);
  const beforeMs = changeMs - 1 + offsetMs(zone, changeMs - 1);
  return (
    localMs % MS_PER_HOUR === 0 || Math.floor(localMs / MS_PER_HOUR) !== Math.floor(beforeMs / MS_PER_HOUR)
  );
}

/** Returns the moment after `beforeMs` from which the clock has the UTC offset that it has at `afterMs`. */
function changeBetween(zone: IANAZone, beforeMs: number, afterMs: number): number {
  const offset = offsetMs(zone, afterMs);
  let [low, high] = [beforeMs, afterMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the UTC offset, in milliseconds. */
function offsetMs(zone: IANAZone, atMs: number): number {
  return Math.round(zone.offset(atMs) * MS_PER_MINUTE);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
