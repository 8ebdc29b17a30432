import type { GroupedCount } from '../core/count-tally';
import type { CountAnswer } from '../operations/count-actions';

const NO_VALUE = '(none)';

/** One row per entity and group, one column per window. */
export function countTable(answer: CountAnswer): string[] {
  const windows = Object.keys(answer.counts);
  const rows = new Map<string, number[]>();
  windows.forEach((name, column) => {
    for (const [label, count] of flatCounts(answer.counts[name]!)) {
      const counts = rows.get(label) ?? new Array<number>(windows.length).fill(0);
      counts[column] = count;
      rows.set(label, counts);
    }
  });
  const width = Math.max(...[...rows.keys()].map((label) => label.length), 5);
  const line = (label: string, cells: readonly string[]): string =>
    [label.padEnd(width), ...cells.map((cell, i) => cell.padStart(Math.max(windows[i]!.length, 7)))].join(
      '  ',
    );
  return [
    `${answer.userId}, as of ${answer.asOf}`,
    line('', windows),
    ...[...rows].map(([label, counts]) => line(label, counts.map(String))),
  ];
}

/** `total`, then each level's entities; groups follow their entity, joined by slashes. */
function flatCounts(counts: CountAnswer['counts'][string]): [string, number][] {
  return Object.entries(counts).flatMap(([level, value]) => {
    if (level === 'total') return flatGroups('total', value);
    return Object.entries(value as Record<string, GroupedCount>).flatMap(([id, count]) =>
      flatGroups(`${level} ${id}`, count),
    );
  });
}

function flatGroups(label: string, count: GroupedCount): [string, number][] {
  if (typeof count === 'number') return [[label, count]];
  const groups = Object.entries(count);
  if (groups.length === 0) return [[label, 0]];
  const separator = label.includes(' / ') || label.includes(': ') ? ' / ' : ': ';
  return groups.flatMap(([value, inner]) => flatGroups(`${label}${separator}${value || NO_VALUE}`, inner));
}
