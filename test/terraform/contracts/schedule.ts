const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/**
 * Returns the shortest time between two starts of a cron schedule, in minutes. Returns 0 for a schedule that is not
 * daily.
 */
export function shortestGapMinutes(schedule: string): number {
  const [minutes = '', hours = '', ...days] = schedule.split(' ');
  if (days.join(' ') !== '* * *') return 0;
  const starts = valuesOf(hours, 24)
    .flatMap((hour) => valuesOf(minutes, MINUTES_PER_HOUR).map((minute) => hour * MINUTES_PER_HOUR + minute))
    .sort((a, b) => a - b);
  const gaps = starts.map((start, i) => (starts[i + 1] ?? (starts[0] ?? 0) + MINUTES_PER_DAY) - start);
  return Math.min(...gaps);
}

/** Returns the values of a cron field: `*`, `*\/6`, `3-5` or `1,13`. */
function valuesOf(field: string, end: number): number[] {
  return field.split(',').flatMap((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [first = '0', last = first] = range === '*' ? ['0', String(end - 1)] : range.split('-');
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, i) => Number(first) + i).filter((_, i) => i % Number(step) === 0);
  });
}
