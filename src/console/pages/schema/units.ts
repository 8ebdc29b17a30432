/** Texts for declared sizes and times, without rounding. */
import { countOf } from '../../data/format';

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const KIB = 1_024;
const MIB = KIB * KIB;

/** Returns a declared time such as 90 days, 1 hour or 40 s, in the largest unit that divides it. */
export function duration(ms: number): string {
  if (ms % MS_PER_DAY === 0) return countOf(ms / MS_PER_DAY, 'day');
  if (ms % MS_PER_HOUR === 0) return countOf(ms / MS_PER_HOUR, 'hour');
  if (ms % MS_PER_MINUTE === 0) return `${ms / MS_PER_MINUTE} min`;
  return `${ms / 1_000} s`;
}

/** Returns a declared size such as 1 MiB or 4 KiB, in the largest unit that divides it. */
export function bytes(size: number): string {
  if (size % MIB === 0) return `${size / MIB} MiB`;
  return size % KIB === 0 ? `${size / KIB} KiB` : `${size} bytes`;
}
