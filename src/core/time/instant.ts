import { invalidArgument } from '../../errors';

const ISO_INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))$/;

/**
 * Parses an instant: ISO 8601 with a zone (`2026-11-21T05:35:00.250+07:00`), or whole milliseconds since the Unix
 * epoch, not negative. Digits beyond the millisecond are dropped. Returns milliseconds since the Unix epoch. Throws
 * `invalid_argument` that names `field`.
 */
export function parseInstant(value: unknown, field: string): number {
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (typeof value === 'number') return checkedMs(value, field);
  const ms = typeof value === 'string' ? isoToMs(value) : undefined;
  if (ms === undefined) {
    throw invalidArgument(field, 'must be ISO 8601 with a zone, or milliseconds since the Unix epoch');
  }
  return checkedMs(ms, field);
}

/** Returns an instant, in milliseconds since the Unix epoch, as ISO 8601 in UTC: `2026-11-20T22:35:00.250Z`. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString();
}

function checkedMs(ms: number, field: string): number {
  if (!Number.isSafeInteger(ms)) throw invalidArgument(field, 'must be a whole number of milliseconds');
  if (ms < 0) throw invalidArgument(field, 'must not be before 1970');
  return ms;
}

/** Parses strictly. `Date.parse` reads 30 February as 2 March, and a time without a zone as local time. */
function isoToMs(text: string): number | undefined {
  const match = ISO_INSTANT.exec(text);
  if (match === null) return undefined;
  const part = (i: number): number => Number(match[i] ?? 0);
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59 || part(10) > 23 || part(11) > 59) return undefined;
  if (part(3) < 1 || part(3) > daysInMonth(part(1), part(2))) return undefined;
  const millis = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(part(1), part(2) - 1, part(3), hour, minute, second, millis);
  const offsetMinutes = part(10) * 60 + part(11);
  return local - (match[9] === '-' ? -offsetMinutes : offsetMinutes) * 60_000;
}

/** Returns 0 for a month that does not exist. */
function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
