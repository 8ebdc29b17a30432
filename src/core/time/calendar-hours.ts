/**
 * Hours of a time zone's clock. An hour begins where the clock shows a full hour, or jumps to another one: so every hour
 * has a begin of its own, is 60 minutes long as a rule, and is longer or shorter where clocks change by part of an hour.
 * All times are milliseconds since the Unix epoch.
 */
import type { IANAZone } from 'luxon';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
/** Hours that are passed in one step where the clock is not changed in between: a week, a day, one. */
const STRIDES = [168, 24, 1] as const;

/** The begin of the hour of `atMs`, or of the one that is `by` hours later (negative: earlier). */
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

/** Whether that many hours are 60 minutes each: two changes in between that make up for each other do no harm. */
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

/** Whether a change of the clock begins an hour: it then shows a full hour, or another hour than before. */
function beginsHour(zone: IANAZone, changeMs: number): boolean {
  const localMs = changeMs + offsetMs(zone, changeMs);
  const beforeMs = changeMs - 1 + offsetMs(zone, changeMs - 1);
  return (
    localMs % MS_PER_HOUR === 0 || Math.floor(localMs / MS_PER_HOUR) !== Math.floor(beforeMs / MS_PER_HOUR)
  );
}

/** The moment after `beforeMs` from which on the clock differs from UTC as it does at `afterMs`. */
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

/** What the clock is ahead of UTC. */
function offsetMs(zone: IANAZone, atMs: number): number {
  return Math.round(zone.offset(atMs) * MS_PER_MINUTE);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
