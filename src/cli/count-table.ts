import type { ReadEvidence } from '../core/consistency';
import type { GroupedCount } from '../core/counting/count-tally';
import type { CountAnswer } from '../operations/count-actions';

const NO_VALUE = '(none)';

type Counted = Omit<CountAnswer, 'evidence'>;

/** Counts per window, by the path of group values. */
type GroupRows = Map<string, number[]>;

/** One row per entity and group, one column per window. */
export function countTable(answer: Counted): string[] {
  const windows = Object.keys(answer.counts);
  const rows = [...rowsByEntity(answer, windows)].flatMap(([entity, groups]) => labelled(entity, groups));
  const width = Math.max(...rows.map(([label]) => label.length));
  const line = (label: string, cells: readonly string[]): string =>
    [label.padEnd(width), ...cells.map((cell, i) => cell.padStart(Math.max(windows[i]!.length, 7)))].join(
      '  ',
    );
  return [
    `${answer.userId}, as of ${answer.asOf}`,
    line('', windows),
    ...rows.map(([label, counts]) =>
      line(
        label,
        windows.map((_name, i) => String(counts[i] ?? 0)),
      ),
    ),
  ];
}

/** `total` first, then each level's entities, in the answer's order; also those that only some windows have. */
function rowsByEntity({ counts }: Counted, windows: readonly string[]): Map<string, GroupRows> {
  const entities = new Map<string, GroupRows>();
  const add = (entity: string, count: GroupedCount, column: number): void => {
    const rows = entities.get(entity) ?? new Map<string, number[]>();
    entities.set(entity, rows);
    for (const [path, value] of flat(count, [])) {
      const row = rows.get(path) ?? [];
      row[column] = value;
      rows.set(path, row);
    }
  };
  windows.forEach((name, column) => {
    const { total, ...levels } = counts[name]!;
    add('total', total, column);
    for (const [level, ids] of Object.entries(levels)) {
      for (const [id, count] of Object.entries(ids)) add(`${level} ${id}`, count, column);
    }
  });
  return entities;
}

function flat(count: GroupedCount, path: readonly string[]): [string, number][] {
  if (typeof count === 'number') return [[path.join(' / '), count]];
  return Object.entries(count).flatMap(([value, inner]) => flat(inner, [...path, value || NO_VALUE]));
}

function labelled(entity: string, groups: GroupRows): [string, number[]][] {
  if (groups.size === 0) return [[entity, []]];
  return [...groups].map(([path, counts]) => [path === '' ? entity : `${entity}: ${path}`, counts]);
}

/** What the counts stand on, on one line. */
export function evidenceLine({ level, met, clusters, tier, lookups, stalenessMs }: ReadEvidence): string {
  const stale =
    stalenessMs === undefined ? 'staleness unknown' : `at most ${Math.ceil(stalenessMs)} ms stale`;
  const who = clusters.length === 0 ? 'nobody asked' : `${clusters.join(', ')} (${tier})`;
  return `${level}${met ? '' : ', NOT met'}: ${who}, ${lookups} ${lookups === 1 ? 'lookup' : 'lookups'}, ${stale}`;
}
