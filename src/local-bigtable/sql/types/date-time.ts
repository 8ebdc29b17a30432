/** TIMESTAMP and DATE values: microseconds, as a bigint, and days since 1970-01-01. */

const MICROS_PER_DAY = 86_400_000_000n;
const TIMESTAMP_MIN = -62_135_596_800_000_000n;
const TIMESTAMP_MAX = 253_402_300_799_999_999n;
const DATE_MIN = Number(TIMESTAMP_MIN / MICROS_PER_DAY);
const DATE_MAX = Number(TIMESTAMP_MAX / MICROS_PER_DAY);

/** Parses a timestamp. Its time zone is an offset, `Z` or `UTC`, by default UTC. Undefined if it is none. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = TIMESTAMP_TEXT.exec(text.trim());
  if (match === null) return undefined;
  const [, date, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const days = parseDate(date!);
  const offset = offsetMinutes(zone);
  if (days === undefined || offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  const micros =
    BigInt(days) * MICROS_PER_DAY +
    BigInt(seconds) * 1_000_000n +
    BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return isTimestamp(micros) ? micros : undefined;
}

export const isTimestamp = (micros: bigint): boolean => micros >= TIMESTAMP_MIN && micros <= TIMESTAMP_MAX;

/** Parses a date such as `2024-06-01`. Undefined if it is none. */
export function parseDate(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  return year === undefined ? undefined : daysOf(Number(year), Number(month), Number(day));
}

/** Returns the days since 1970-01-01. Undefined if there is no such date. */
export function daysOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const days = date.getTime() / 86_400_000;
  return isReal && days >= DATE_MIN && days <= DATE_MAX ? days : undefined;
}

/** Returns year, month (1 to 12) and day of a date. */
export function partsOfDate(days: number): { year: number; month: number; day: number } {
  const date = new Date(days * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const dateOfTimestamp = (micros: bigint): number => Number(floorDivide(micros, MICROS_PER_DAY));
export const timestampOfDate = (days: number): bigint => BigInt(days) * MICROS_PER_DAY;

/** Formats a date as `2024-06-01`. */
export function formatDate(days: number): string {
  const { year, month, day } = partsOfDate(days);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Formats a timestamp in UTC as CAST does: `2024-06-01 12:00:00.5+00`. */
export function formatTimestamp(micros: bigint): string {
  const days = floorDivide(micros, MICROS_PER_DAY);
  const rest = Number(micros - days * MICROS_PER_DAY);
  const seconds = Math.floor(rest / 1_000_000);
  const fraction = String(rest % 1_000_000)
    .padStart(6, '0')
    .replace(/(?:000)+$/, '');
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${formatDate(Number(days))} ${time}${fraction === '' ? '' : `.${fraction}`}+00`;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Divides and rounds down, also for negative numbers. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || /^(?:z|utc)$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (hours === undefined || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

const TIMESTAMP_TEXT =
  /^(\d{4}-\d{1,2}-\d{1,2})(?:[ Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9}))?)?(?: ?([Zz]|UTC|[+-]\d{1,2}(?::?\d{2})?))?$/;

/** Microseconds of the units that intervals of timestamps have. */
export const INTERVAL_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['MICROSECOND', 1n],
  ['MILLISECOND', 1_000n],
  ['SECOND', 1_000_000n],
  ['MINUTE', 60_000_000n],
  ['HOUR', 3_600_000_000n],
  ['DAY', MICROS_PER_DAY],
]);
