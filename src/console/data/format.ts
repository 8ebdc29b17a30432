/** Texts for numbers and times, as all pages show them. */

/** Returns a number with as many digits as it deserves: 0.42, 8.3, 1,204, 12.3k, 4.5M. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 999_950) return `${trimmed(value / 1_000_000)}M`;
  if (size >= 10_000) return `${trimmed(value / 1_000)}k`;
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return trimmed(value);
}

/** Returns a whole number with separators. */
export function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Returns a whole number with its noun, as in `1 event` and `1,204 events`. */
export function countOf(count: number, noun: string): string {
  return `${wholeNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a time span such as 840 µs, 12 ms, 3.4 s, 5 min, 2 h, 3 d. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size > 0 && size < 1) return `${Math.round(ms * 1_000)} µs`;
  if (size < 1_000) return `${size < 10 ? trimmed(ms) : Math.round(ms)} ms`;
  if (size < 120_000) return `${trimmed(ms / 1_000)} s`;
  if (size < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  if (size < 172_800_000) return `${trimmed(ms / 3_600_000)} h`;
  return `${trimmed(ms / 86_400_000)} d`;
}

/** Returns a share, 0 to 1, as a percentage. */
export function percent(share: number): string {
  return `${trimmed(share * 100)} %`;
}

/** Returns the time of the day, such as 14:03:09, in the zone of the browser. */
export function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB');
}

/** Returns a point in time such as 2026-11-24 03:15:09, in UTC. */
export function utcTime(time: number | string): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

/** Returns how long ago a point in time was, such as "12 s ago". */
export function ago(ms: number, nowMs = Date.now()): string {
  return ms > nowMs ? `in ${duration(ms - nowMs)}` : `${duration(nowMs - ms)} ago`;
}

function trimmed(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}
